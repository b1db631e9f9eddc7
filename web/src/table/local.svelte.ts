// local -- a table without a server: this page is the authority, keeps the log in the browser's store and lets the computers think
// in a worker. The same log entries as the server's, so nobody else can tell. Where two windows show one game, the one that wrote last
// plays, and the other follows it.
import type { Engine } from "../engine/engine";
import { Thinker } from "../engine/thinker";
import { Authority, type Kept } from "./authority";
import { load } from "../loaded";
import { Fold, heard } from "./fold.svelte";
import {
  describe,
  factsOf,
  gameFrom,
  gameText,
  isUnkept,
  keepGame,
  keepLine,
  nameOf,
  wholeGame,
} from "./kept";
import type { Aids, Question, Refusal } from "./messages";
import type { Answer, Entry, Line, Options, SeatRequest, Table } from "./types";
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

/** Do both logs say the same as far as both go? */
function continues(one: Entry[], other: Entry[]): boolean {
  const common = Math.min(one.length, other.length);
  return one.slice(0, common).every((entry, i) => entry.at === other[i]!.at && entry.type === other[i]!.type);
}

export class LocalTable implements Table {
  readonly log = new Fold();
  readonly can = { link: false, chat: false, ask: false };
  own = $state.raw<number[]>([]);
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
  #written: string | null; // the game's text in the store, as this window wrote or read it last

  private constructor(engine: Engine, kept: Kept) {
    this.#engine = engine;
    this.#authority = this.#run(kept);
    this.#thinker = new Thinker();
    this.#written = gameText(kept.id);
    addEventListener("storage", this.#heard);
  }
  #run(kept: Kept): Authority {
    const authority = new Authority(this.#engine, kept);
    authority.onentry = (entry) => this.log.apply([entry]);
    return authority;
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
    if (!found && gameText(id) !== null) throw new Error("damaged");
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
    this.unkept = isUnkept(this.id);
    keepLine(this.#line()); // lines of older pages say less; looking at a game is no reason for a new date
    this.#watch();
    this.#go();
  }

  #watch(): void {
    if (!this.log.over && this.log.seats.some((seat) => seat.kind === "computer")) this.#thinker.wake();
    this.#seen = Date.now();
    this.#alive = setInterval(() => {
      if (this.#slept()) this.#tick();
      if (this.active && this.clock && Date.now() - this.#kept.when > ALIVE_MS) this.#save();
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

  #line() {
    return describe(this.#kept, this.log, factsOf(this.#authority.game));
  }
  #save(): void {
    if (!this.#current()) return;
    this.#kept.when = Date.now();
    this.unkept = !keepGame(this.#kept, this.#line());
    this.#written = gameText(this.id);
  }

  // ---- another window with the same game
  #heard = ({ key }: StorageEvent): void => {
    if (key === nameOf(this.id)) this.#current();
  };
  /** Is what is kept what this window wrote? Else another window has gone on: then its game is followed, and nothing is written over it. */
  #current(): boolean {
    const text = gameText(this.id);
    if (text === null || text === this.#written) return true; // a deleted game that is played on is kept again
    this.#written = text;
    const theirs = gameFrom(text);
    if (!theirs) return true;
    this.#follow(theirs);
    return false;
  }
  #follow(theirs: Kept): void {
    const ours = this.#kept;
    this.#asked++;
    this.active = false;
    this.thinking = null;
    if (!continues(theirs.entries, ours.entries)) {
      if (this.unkept) this.#setAside();
      this.log.forget();
    } else if (theirs.entries.length < ours.entries.length) return;
    this.#authority.free();
    this.#authority = this.#run(theirs);
    this.#authority.restore(theirs.when);
    this.log.apply(theirs.entries);
    this.unkept = false;
    this.#seats();
    this.#tick();
  }
  /** Two windows went different ways, and there was no room for this one's: it becomes a game of its own. */
  #setAside(): void {
    const id = `here-${random(10)}`;
    keepGame({ ...this.#kept, id }, { ...this.#line(), id });
  }

  /** After every change: whose move it is, what to keep, who thinks. */
  #after(): void {
    this.#save();
    this.#go();
  }
  #seats(): void {
    this.own = this.log.seats.flatMap((seat, i) => (seat.kind === "computer" ? [] : [i]));
    this.mine = this.own.filter((i) => !this.log.seats[i].computer);
    this.lent = this.own.filter((i) => this.log.seats[i].computer && !this.log.seats[i].resigned);
  }
  #go(): void {
    this.#seats();
    this.#tick();
    const actor = this.#authority.actor;
    if (this.active && actor !== null && this.#authority.look([]).computer) void this.#think(actor);
    else this.thinking = null;
  }

  async #think(seat: number): Promise<void> {
    const asked = ++this.#asked;
    const level = this.log.seats[seat].level || this.#engine.computers().at(-1)!.name;
    this.thinking = { seat, limit: THINK, since: Date.now() };
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const { game } = this.#authority;
    const text = await this.#thinker.choose(game.record(), level, THINK, seed).catch(() => "");
    if (asked !== this.#asked || !this.#current()) return;
    this.thinking = null;
    this.#authority.play(text || game.actions()[0].text, "computer");
    this.#after();
  }

  /** A request: what a computer was thinking of is of no use any more. */
  #do(request: () => Answer): Answer {
    if (!this.#current()) return no("STALE");
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
    if (running !== null && this.active)
      this.#flag = setTimeout(() => this.#late(running), Math.min(clock!.left[running], LONGEST_TIMEOUT));
  }
  #late(seat: number): void {
    const over = !this.#slept() && this.#authority.look([]).clock?.left[seat] === 0;
    const seen = document.visibilityState === "visible";
    if (over) this.#do(() => this.#authority.late(seat, seen));
    else this.#tick();
  }

  // ---- requests
  async act(text: string): Promise<Answer> {
    if (!this.#current()) return no("STALE");
    const answer = this.#authority.act(text);
    if (answer.ok) this.#after();
    return answer;
  }
  async undo(): Promise<Answer> {
    return this.#do(() => this.#authority.undo());
  }
  async ask(what: Question, seat: number): Promise<Answer> {
    return this.#do(() => {
      if (what === "pause") return this.#authority.pause(seat);
      if (what === "resume") return this.#authority.resume(seat);
      return what === "computer" ? this.#authority.computer(seat) : this.#authority.takeback(seat);
    });
  }
  async answer(): Promise<Answer> {
    return no("OFF");
  }
  async back(seat: number): Promise<Answer> {
    return this.#do(() => this.#authority.back(seat));
  }
  async resign(seat: number): Promise<Answer> {
    return this.#do(() => this.#authority.resign(seat));
  }
  async rematch(): Promise<Answer> {
    if (!this.#current()) return no("STALE");
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
  /** This window plays from now on; the other one hears of it by what is kept. */
  async here(): Promise<Answer> {
    this.#current();
    this.active = true;
    this.#after();
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
    removeEventListener("storage", this.#heard);
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
