// authority -- a table that this page runs: its log, and the requests that make entries of it. The same entries as the server's, so
// nobody can tell the two apart (docs/protocol.md). Nothing of the screen here: local.svelte.ts shows it, keeps it and lets
// computers think.
import type { Engine, Game } from "../engine/engine";
import type { By, ComputerWhy, OverWhy, PauseWhy, RewindWhy, Wish } from "./messages";
import { Sitting, type Look } from "./sitting";
import type { Answer, Entry, NewEntry, OpenEntry, Options, SeatRequest } from "./types";

/** What has to be kept to go on later. */
export interface Kept {
  id: string;
  seed: string;
  setup: string;
  entries: Entry[];
  when: number;
}

const ok: Answer = { ok: true };
const TIMED: Entry["type"][] = ["start", "step", "rewind", "pause", "resume", "computer"]; // entries at which a clock starts or stops

export class Authority {
  game!: Game;
  #sitting!: Sitting;
  #steps = 0;
  paused = false;
  over = false;
  /** Called with every new entry. */
  onentry: (entry: Entry) => void = () => {};

  constructor(
    readonly engine: Engine,
    readonly kept: Kept,
    private readonly now: () => number = Date.now,
  ) {}

  // ---- beginning

  /** A new table; an impossible set-up throws the engine's error. `commit` promises the draws: "sha256:...", or "". */
  begin(seats: SeatRequest[], options: Options, commit: string): void {
    this.#open(seats, options, this.now(), commit);
    const head = this.game.head();
    this.#append({
      type: "open",
      head,
      seats: seats.map((seat) => ({ ...seat, taken: true })),
      options,
      commit,
    });
    this.#append({ type: "start", head, text: this.game.opening.step });
  }

  /** The table from its log. `alive` is when the page was last seen running: nobody's clock runs while it does not. */
  restore(alive = 0): void {
    const open = this.kept.entries[0] as OpenEntry & { seats: SeatRequest[] };
    let last = open.at;
    this.#open(open.seats, open.options ?? {}, open.at, open.commit ?? "");
    for (const entry of this.kept.entries) {
      this.#again(entry);
      if (TIMED.includes(entry.type)) last = entry.at;
    }
    if (!this.paused) this.#sitting.skip(Math.max(0, this.now() - Math.max(alive, last)));
  }

  #open(seats: SeatRequest[], options: Options, at: number, commit: string): void {
    const computers = seats.flatMap((seat, i) => (seat.kind === "computer" ? [i] : []));
    this.game = this.engine.create(
      this.kept.setup,
      seats.map((seat) => seat.name),
      this.kept.seed,
      commit,
    );
    this.#sitting = new Sitting(this.game, computers, options, at);
  }

  /** An entry of a log that is read again. Logs of earlier versions do not say everything: that is filled in. */
  #again(entry: Entry): void {
    if (entry.type === "start") this.#sitting.resume(entry.at);
    if (entry.type === "step") {
      entry.undo = this.#sitting.play(entry.action, entry.by ?? "human", entry.at, entry.ms ?? 0).undo;
      this.#steps++;
    }
    if (entry.type === "rewind") {
      this.#sitting.rewind(entry.to, entry.why === "undo", entry.at);
      this.#steps = entry.to;
    }
    if (entry.type === "pause") this.#sitting.pause(entry.at, entry.ms ?? -1);
    if (entry.type === "resume") this.#sitting.resume(entry.at);
    if (entry.type === "computer") {
      const {
        seat,
        on,
        at,
        ms,
        why = on ? "absent" : "back",
      } = entry as Partial<typeof entry> & typeof entry;
      this.#sitting.substitute(seat, on, why, at, ms ?? 0);
    }
    this.#note(entry);
  }

  #note(entry: Entry): void {
    if (entry.type === "pause") this.paused = true;
    if (entry.type === "resume") this.paused = false;
    if (entry.type === "over") {
      this.over = true;
      this.paused = false;
      this.#sitting.end();
    }
  }
  #append(entry: NewEntry): void {
    const whole = { ...entry, seq: this.kept.entries.length + 1, at: this.now() } as Entry;
    this.kept.entries.push(whole);
    this.#note(whole);
    this.onentry(whole);
  }
  /** An entry that changes nothing of the game. */
  note(entry: NewEntry): void {
    this.#append(entry);
  }

  // ---- asking

  get actor(): number | null {
    return this.over ? null : this.game.state().actor;
  }
  look(mine: number[]): Look {
    return this.#sitting.look(mine, this.now());
  }
  /** The page did not run for so long: that is nobody's time. */
  skip(ms: number): void {
    this.#sitting.skip(ms);
  }

  // ---- requests

  /** What the rules of every table (sitting/ in C) say against it; null if nothing. */
  #refuses(wish: Wish, seat = 0): Answer | null {
    const why = this.#sitting.refuses(wish, seat);
    return why && { ok: false, ...why };
  }
  /** A step, by whoever it is. */
  play(text: string, by: By): Answer {
    const refused = this.#refuses("step");
    if (refused) return refused;
    const { error, step, seat, ms, undo } = this.#sitting.play(text, by, this.now());
    if (error) return { ok: false, code: "ILLEGAL", why: error.code, rule: error.rule, text: error.text };
    this.#append({ type: "step", n: ++this.#steps, seat, action: text, text: step, ms, by, undo });
    if (this.game.state().over) this.#end("end", null);
    return ok;
  }
  /** A step of a person at this screen. */
  act(text: string): Answer {
    return this.#refuses("act") ?? this.play(text, "human");
  }
  undo(): Answer {
    return this.#refuses("undo") ?? this.#rewind(this.#steps - 1, "undo", this.#lastSeat());
  }
  /** To the beginning of the seat's last turn. Everybody here sits at this screen, so nobody has to be asked. */
  takeback(seat: number): Answer {
    return (
      this.#refuses("takeback", seat) ?? this.#rewind(this.look([seat]).takeback[seat]!, "takeback", seat)
    );
  }
  pause(by: number): Answer {
    return this.#refuses("pause") ?? this.#pause(by, "asked");
  }
  #pause(by: number | null, why: PauseWhy): Answer {
    this.#append({ type: "pause", by, why, ms: this.#sitting.pause(this.now()) });
    return ok;
  }
  resume(by: number): Answer {
    const refused = this.#refuses("resume");
    if (refused) return refused;
    this.#sitting.resume(this.now());
    this.#append({ type: "resume", by });
    return ok;
  }
  /** A computer plays for the seat from now on. */
  computer(seat: number): Answer {
    return this.#refuses("computer", seat) ?? this.#substitute(seat, true, "absent");
  }
  /** Its owner is back. */
  back(seat: number): Answer {
    return this.#refuses("back", seat) ?? this.#substitute(seat, false, "back");
  }
  #substitute(seat: number, on: boolean, why: ComputerWhy): Answer {
    const ms = this.#sitting.substitute(seat, on, why, this.now());
    this.#append({ type: "computer", seat, on, level: null, why, ms, resigned: why === "resign" });
    return ok;
  }
  /** A computer plays on for the seat, or, where that makes no sense, the game is over. */
  resign(seat: number): Answer {
    const refused = this.#refuses("resign", seat);
    if (refused) return refused;
    this.#substitute(seat, true, "resign");
    if (!this.#sitting.without(seat).goesOn) this.#end("resign", seat);
    return ok;
  }
  /** The time of the seat that has to decide is over. `seen`: is somebody there? */
  late(seat: number, seen: boolean): Answer {
    const act = this.#sitting.late(seen);
    if (act === "computer") return this.#substitute(seat, true, "clock");
    if (act === "pause") return this.#pause(null, "absent");
    if (act === "play") return this.play(this.game.fallback(), "clock");
    this.#end("clock", seat);
    return ok;
  }

  #lastSeat(): number {
    for (let i = this.kept.entries.length - 1; i >= 0; i--) {
      const entry = this.kept.entries[i]!;
      if (entry.type === "step" && entry.n === this.#steps) return entry.seat;
    }
    return 0;
  }
  #rewind(to: number, why: RewindWhy, seat: number): Answer {
    this.#sitting.rewind(to, why === "undo", this.now());
    this.#steps = to;
    this.#append({ type: "rewind", to, seat, why });
    return ok;
  }
  #end(why: OverWhy, loser: number | null): void {
    const points = this.game.state().seats.map((seat) => seat.points);
    this.#append({
      type: "over",
      why,
      points,
      winners: this.#sitting.without(loser).winners,
      seed: this.kept.seed,
      text: "", // the engine here writes the record
    });
  }
  free(): void {
    this.game.free();
  }
}
