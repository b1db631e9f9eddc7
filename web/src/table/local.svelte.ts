// local -- a table without a server: this page is the authority, keeps the log in the browser's store and lets the computers think
// in a worker. The same log entries as the server's, so nobody else can tell.
import type { Engine } from "../engine/engine";
import { Thinker } from "../engine/thinker";
import { Authority, type Kept } from "./authority";
import { load } from "../loaded";
import { Fold, heard } from "./fold.svelte";
import { describe, keepGame, wholeGame } from "./kept";
import type { Aids, Question, Refusal } from "./messages";
import type { Answer, Line, Options, SeatRequest, Table } from "./types";
import { COLOURS } from "./types";

const ASLEEP_MS = 90_000; // the page was not asked for so long: the machine slept
const ALIVE_MS = 10_000; // with a clock, the time is noted so often
const LONGEST_TIMEOUT = 2 ** 31 - 1; // of a browser's timer
const THINK = 1500; // ms a computer may take for one decision; a turn has two

export function random(digits: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, digits);
}

export async function sha256(text: string): Promise<string> {
  if (!crypto.subtle) return ""; // plain http from another machine: no promise can be made or checked
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const ok: Answer = { ok: true };
const no = (code: Refusal): Answer => ({ ok: false, code });

export class LocalTable implements Table {
  readonly log = new Fold();
  readonly can = { link: false, chat: false, ask: false };
  mine = $state.raw<number[]>([]);
  lent = $state.raw<number[]>([]);
  host = true;
  active = $state(true);
  line: Line = "online";
  retryAt = 0;
  restarting = false;
  pending: string | null = null;
  passed: string | null = null;
  presence: Table["presence"] = [];
  watchers = 0;
  thinking = $state.raw<Table["thinking"]>(null);
  clock = $state.raw<Table["clock"]>(null);
  unkept = $state(false);

  #engine: Engine;
  #authority: Authority;
  #thinker: Thinker;
  #asked = 0; // cancels what a computer says of a position that is gone
  #flag: ReturnType<typeof setTimeout> | undefined;
  #alive: ReturnType<typeof setInterval> | undefined;
  #seen = Date.now();

  private constructor(engine: Engine, kept: Kept) {
    this.#engine = engine;
    this.#authority = new Authority(engine, kept);
    this.#authority.onentry = (entry) => this.log.apply([entry]);
    this.#thinker = new Thinker(engine);
  }

  get #kept(): Kept {
    return this.#authority.kept;
  }
  get id(): string {
    return this.#kept.id;
  }

  /** A new table. `setup` is a record's head without names and seed; a refused one throws the engine's error. */
  static async create(
    setup: string,
    seats: SeatRequest[],
    options: Options,
    seed?: string,
    played: string[] = [],
  ): Promise<LocalTable> {
    const engine = await load();
    const table = new LocalTable(engine, {
      id: `here-${random(10)}`,
      seed: seed || random(32),
      setup,
      entries: [],
      when: Date.now(),
    });
    await table.#begin(seats, options, played);
    return table;
  }

  static async load(id: string): Promise<LocalTable | null> {
    const found = wholeGame(id);
    if (!found) return null;
    const table = new LocalTable(await load(), found);
    table.#restore();
    return table;
  }

  async #begin(seats: SeatRequest[], options: Options, played: string[]): Promise<void> {
    const commit = await sha256(this.#engine.commitText(this.#kept.setup, this.#kept.seed));
    this.#authority.begin(seats, options, commit && `sha256:${commit}`);
    for (const action of played) {
      const answer = this.#authority.play(action, "human");
      if (!answer.ok) throw new Error(answer.text);
    }
    this.#watch();
    this.#after();
  }

  #restore(): void {
    this.#authority.restore(this.#kept.when);
    this.log.apply(this.#kept.entries);
    this.#watch();
    this.#after();
  }

  #watch(): void {
    if (!this.log.over && this.log.seats.some((seat) => seat.kind === "computer")) this.#thinker.wake();
    this.#seen = Date.now();
    this.#alive = setInterval(() => {
      if (this.#slept()) this.#tick();
      if (this.clock && Date.now() - this.#kept.when > ALIVE_MS) this.#save();
    }, 1000);
  }
  /** Did the machine sleep since this was last asked? Then nobody's time ran. A hidden page, too, is asked once a minute or so. */
  #slept(): boolean {
    const gap = Date.now() - this.#seen;
    this.#seen += gap;
    if (gap <= ASLEEP_MS) return false;
    this.#authority.skip(gap);
    return true;
  }

  #save(): void {
    this.#kept.when = Date.now();
    const { turn, laid, left, hand } = this.#authority.game.state();
    const line = describe(this.#kept, this.log, {
      turn,
      tiles: laid.length + left + (hand === null ? 0 : 1),
    });
    this.unkept = !keepGame(this.#kept, line);
  }

  /** After every change: whose move it is, what to keep, who thinks. */
  #after(): void {
    const humans = this.log.seats.flatMap((seat, i) => (seat.kind === "computer" ? [] : [i]));
    this.mine = humans.filter((i) => !this.log.seats[i].computer);
    this.lent = humans.filter((i) => this.log.seats[i].computer && !this.log.seats[i].resigned);
    this.#save();
    this.#tick();
    const actor = this.#authority.actor;
    if (actor !== null && this.#authority.look([]).computer) void this.#think(actor);
    else this.thinking = null;
  }

  async #think(seat: number): Promise<void> {
    const asked = ++this.#asked;
    const level = this.log.seats[seat].level || this.#engine.computers().at(-1)!.name;
    this.thinking = { seat, limit: THINK, since: Date.now() };
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const { game } = this.#authority;
    const text = await this.#thinker.choose(game.record(), level, THINK, seed).catch(() => "");
    if (asked !== this.#asked) return;
    this.thinking = null;
    this.#authority.play(text || game.actions()[0].text, "computer");
    this.#after();
  }

  /** A request: what a computer was thinking of is of no use any more. */
  #do(request: () => Answer): Answer {
    this.#asked++;
    const answer = request();
    this.#after();
    return answer;
  }

  // ---- clocks: counted by the engine, shown everywhere
  #tick(): void {
    clearTimeout(this.#flag);
    const clock = this.log.over ? null : this.#authority.look(this.mine).clock;
    this.clock = clock && { ...clock, at: Date.now() };
    const running = clock?.running ?? null;
    if (running !== null)
      this.#flag = setTimeout(() => this.#late(running), Math.min(clock!.left[running], LONGEST_TIMEOUT));
  }
  #late(seat: number): void {
    const over = !this.#slept() && this.#authority.look([]).clock?.left[seat] === 0;
    if (over) this.#do(() => this.#authority.late(seat));
    else this.#tick();
  }

  // ---- requests
  async act(text: string): Promise<Answer> {
    if (this.log.paused) return no("PAUSED");
    const { actor } = this.#authority;
    if (actor === null || !this.mine.includes(actor)) return no("NOT_YOUR_TURN");
    const answer = this.#authority.play(text, "human");
    if (answer.ok) this.#after();
    return answer;
  }
  async undo(): Promise<Answer> {
    return this.#do(() => this.#authority.undo(this.mine));
  }
  async ask(what: Question, seat: number): Promise<Answer> {
    return this.#do(() => {
      if (what === "pause") return this.#authority.pause(seat);
      if (what === "resume") return this.#authority.resume(seat);
      return what === "computer" ? this.#authority.substitute(seat, true) : this.#authority.takeback(seat);
    });
  }
  async answer(): Promise<Answer> {
    return no("OFF");
  }
  async back(seat: number): Promise<Answer> {
    return this.#do(() => this.#authority.substitute(seat, false));
  }
  async resign(seat: number): Promise<Answer> {
    return this.#do(() => this.#authority.resign(seat));
  }
  async rematch(): Promise<Answer> {
    const seats = this.log.seats.map((seat) => ({
      kind: seat.kind,
      name: seat.name,
      colour: COLOURS[seat.colour],
      level: seat.level,
    }));
    const next = await LocalTable.create(this.#kept.setup, seats, this.log.options);
    next.close();
    this.#authority.note({ type: "rematch", table: next.id });
    this.#save();
    return { ok: true, table: next.id };
  }
  aids(level: Aids): void {
    this.#authority.note({ type: "options", options: { aids: level } });
    this.#save();
  }
  async chat(): Promise<Answer> {
    return no("OFF");
  }
  async nudge(): Promise<Answer> {
    return no("OFF");
  }
  async here(): Promise<Answer> {
    return ok;
  }
  async sit(): Promise<Answer> {
    return no("STARTED");
  }
  async stand(): Promise<Answer> {
    return no("STARTED");
  }
  async change(): Promise<Answer> {
    return no("STARTED");
  }
  async start(): Promise<Answer> {
    return no("STARTED");
  }
  async record(): Promise<string> {
    return this.log.over ? this.#authority.game.record() : heard(this.#engine, this.log);
  }
  retry(): void {}
  close(): void {
    this.#asked++;
    clearTimeout(this.#flag);
    clearInterval(this.#alive);
    this.#thinker.stop();
    this.#authority.free();
  }
}

/** A table of its own that goes on from a moment of another: what was drawn stays drawn; where the seed is not known, the rest is
 *  shuffled anew. Seats that are not `mine` are played by computers. Gives the new table's id. */
export async function goOn(log: Fold, step: number, mine: number[]): Promise<string> {
  const engine = await load();
  const clever = engine.computers().at(-1)!.name;
  const seats = log.seats.map((seat, i) => ({
    kind: mine.includes(i) ? ("here" as const) : ("computer" as const),
    name: seat.name,
    colour: COLOURS[seat.colour],
    level: mine.includes(i) ? "" : seat.level || clever,
  }));
  const steps = log.steps.slice(0, step),
    game = engine.follow(log.head);
  for (const text of [log.opening, ...steps.map((one) => one.text)]) game.feed(text);
  const setup = log.over?.seed ? log.head : `${log.head}\norder ${game.drawn()}`;
  game.free();
  const table = await LocalTable.create(
    setup,
    seats,
    { ...log.options, clock: { kind: "none" } },
    log.over?.seed || undefined,
    steps.map((one) => one.action),
  );
  table.close();
  return table.id;
}
