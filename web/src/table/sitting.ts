// sitting -- the rules of a table, asked of the engine (sitting/ in C, the same code as the server's): whose decision it is, undo,
// take-back, clocks, resignation, who wins. A time is in milliseconds; what a decision took is counted now, or told by a log that is
// read again.
import type { Game } from "../engine/engine";
import type { GameEvent, RuleError } from "../engine/types";
import {
  BY,
  CLOCKS,
  COMPUTER_WHY,
  LATE,
  LATE_ACTS,
  WISHES,
  type By,
  type ComputerWhy,
  type LateAct,
  type Refusal,
  type UndoState,
  type Wish,
} from "./messages";
import type { Options } from "./types";

const NOBODY = 255; // AUDE_SEAT_NONE

export interface Played {
  error?: RuleError;
  step: string;
  seat: number;
  ms: number;
  undo: boolean;
  events: GameEvent[];
}
export interface Look {
  computer: boolean; // a computer has to decide
  undo: UndoState; // may the last step be undone by its seat?
  takeback: number[]; // for each seat: the step before which its last turn began, or -1
  clock: { left: number[]; running: number | null } | null;
}

function bits(seats: number[]): number {
  return seats.reduce((sum, seat) => sum | (1 << seat), 0);
}

export class Sitting {
  constructor(
    readonly game: Game,
    computers: number[],
    options: Options,
    now: number,
  ) {
    const clock = options.clock ?? { kind: "none" as const };
    const seconds = clock.kind === "none" ? 0 : clock.seconds,
      increment = clock.kind === "budget" ? clock.increment : 0;
    game.number(
      "bridge_table_begin",
      null,
      bits(computers),
      CLOCKS.indexOf(clock.kind),
      seconds,
      increment,
      LATE.indexOf(options.late ?? "default"),
      now,
    );
  }
  play(action: string, by: By, now: number, ms = -1): Played {
    return this.game.json("bridge_table_play", action, BY.indexOf(by), ms, now);
  }
  rewind(to: number, undo: boolean, now: number): boolean {
    return this.game.number("bridge_table_rewind", null, to, undo ? 1 : 0, now) !== 0;
  }
  /** What the decision had taken so far. */
  pause(now: number, spent = -1): number {
    return this.game.number("bridge_table_pause", null, spent, now);
  }
  resume(now: number): void {
    this.game.number("bridge_table_resume", null, now);
  }
  /** So much time was nobody's: the page did not run. */
  skip(ms: number): void {
    this.game.number("bridge_table_skip", null, ms);
  }
  /** A computer plays for the seat, or no longer; what that costs the seat's clock. */
  substitute(seat: number, on: boolean, why: ComputerWhy, now: number, cost = -1): number {
    return this.game.number(
      "bridge_table_substitute",
      null,
      seat,
      on ? 1 : 0,
      COMPUTER_WHY.indexOf(why),
      cost,
      now,
    );
  }
  /** If the seat left now: is there still a game, and who would have won? */
  without(seat: number | null): { goesOn: boolean; winners: number[] } {
    return this.game.json("bridge_table_without", null, seat ?? NOBODY);
  }
  /** Why the wish for this seat is refused; null if it is not. */
  refuses(wish: Wish, seat: number): { code: Refusal; text: string; rule?: string } | null {
    const why = this.game.json<{ code?: Refusal; text: string; rule?: string }>(
      "bridge_table_refuses",
      null,
      WISHES.indexOf(wish),
      seat,
    );
    return why.code ? { ...why, code: why.code } : null;
  }
  /** What is done for the seat whose time is over. `seen`: is somebody there who could play? */
  late(seen: boolean): LateAct {
    return LATE_ACTS[this.game.number("bridge_table_late", null, seen ? 1 : 0)]!;
  }
  end(): void {
    this.game.number("bridge_table_end", null);
  }
  look(mine: number[], now: number): Look {
    return this.game.json("bridge_table_look", null, bits(mine), now);
  }
}
