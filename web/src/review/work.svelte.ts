// work -- a game looked at step by step in a worker, from the first draw on. What is there can be used, and it can be stopped.
import type { Engine } from "../engine/engine";
import { Thinker } from "../engine/thinker";
import type { MoveReview, StepReview } from "../engine/types";
import type { Fold } from "../table/fold.svelte";

export const PLAYOUTS = 240; // for each draw and each decision

/** A game as it was heard: a table's log, or a record that was opened. */
type Heard = Pick<Fold, "head" | "opening"> & { steps: { text: string; action: string }[] };

/** Its first step; the step after its last. */
export interface Turn {
  from: number;
  to: number;
  seat: number;
}
export interface Judged {
  turn: number;
  step: number;
  move: MoveReview;
}
export interface Sums {
  luck: number;
  luckError: number;
  loss: number;
  lossError: number;
  draws: number;
}

/** Where turns begin and end: `turnOf[k]` is the turn in which step k was made. */
export function turnsOf(turnOf: number[], seats: number[]): Turn[] {
  const turns: Turn[] = [];
  turnOf.forEach((turn, step) => {
    turns[turn] ??= { from: step, to: step, seat: seats[step] };
    turns[turn].to = step + 1;
  });
  return turns;
}

export class Work {
  done = $state.raw<StepReview[]>([]); // [0]: the first draw; [k]: step k, the draw after it with it
  running = $state(false);
  failed = $state("");
  readonly total: number;
  #thinker: Thinker;
  #texts: string[];

  constructor(
    engine: Engine,
    private readonly log: Heard,
    private readonly turnOf: number[],
    private readonly playouts = PLAYOUTS,
  ) {
    this.#thinker = new Thinker();
    this.#texts = [log.opening, ...log.steps.map((step) => step.text)];
    this.total = this.#texts.length;
  }

  async start(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      while (this.done.length < this.total) {
        const k = this.done.length;
        const found = await this.#thinker.review(
          this.log.head,
          this.#texts.slice(0, k),
          this.log.steps[k - 1]?.action ?? "",
          this.#texts[k],
          this.playouts,
        );
        this.done = [...this.done, found];
      }
    } catch (fault) {
      const text = fault instanceof Error ? fault.message : String(fault);
      if (text !== "stopped") this.failed = text;
    }
    this.running = false;
  }
  stop(): void {
    this.#thinker.stop();
  }

  /** Everybody's chance after each turn; [0]: before the first draw. */
  get curve(): number[][] {
    const rows: number[][] = [];
    this.done.forEach((one, k) => {
      const row = one.over ?? one.draw?.win;
      if (!row) return;
      const turn = k === 0 ? 0 : this.turnOf[k - 1];
      while (rows.length < turn) rows.push(rows.at(-1) ?? row);
      rows[turn] = row;
    });
    return rows;
  }
  get moves(): Judged[] {
    return this.done.flatMap((one, k) =>
      one.move && k > 0 ? [{ turn: this.turnOf[k - 1], step: k - 1, move: one.move }] : [],
    );
  }
  /** The dearest of each turn, the dearest turns first. */
  costliest(seat: number, n = 3): Judged[] {
    const best = new Map<number, Judged>();
    for (const one of this.moves)
      if (
        one.move.seat === seat &&
        one.move.loss >= 0.005 &&
        one.move.loss > (best.get(one.turn)?.move.loss ?? 0)
      )
        best.set(one.turn, one);
    return [...best.values()].sort((a, b) => b.move.loss - a.move.loss).slice(0, n);
  }
  sums(seat: number): Sums {
    const sums: Sums = { luck: 0, luckError: 0, loss: 0, lossError: 0, draws: 0 };
    for (const { draw, move } of this.done) {
      if (draw?.seat === seat) {
        sums.luck += draw.points[seat];
        sums.luckError += draw.pointsError ** 2;
        sums.draws++;
      }
      if (move?.seat === seat) {
        sums.loss += move.points;
        sums.lossError += move.pointsError ** 2;
      }
    }
    sums.luckError = 2 * Math.sqrt(sums.luckError); // two standard errors: right nineteen times of twenty
    sums.lossError = 2 * Math.sqrt(sums.lossError);
    return sums;
  }
}
