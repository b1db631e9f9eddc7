// local -- a table without a server: this page is the authority, keeps the log in the browser's store and lets the computers think
// in a worker. The same log entries as the server's, so nobody else can tell.
import type { Engine, Game } from "../engine/engine";
import { Thinker } from "../engine/thinker";
import { load } from "../loaded";
import { store, stored } from "../settings.svelte";
import { Fold, undoable } from "./fold.svelte";
import type { Aids, Answer, Ask, Entry, Line, Options, SeatRequest, Step, Table } from "./types";
import { COLOURS } from "./types";

interface Kept { id: string; seed: string; setup: string; entries: Entry[]; when: number }
const INDEX = "aude.tables";
const KEEP = 24;
const THINK: Record<string, number> = { "level-4": 3000, "level-5": 6000 }; // ms a computer may take, else 1500

export function random(digits: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, digits);
}

export async function sha256(text: string): Promise<string> {
  if (!crypto.subtle) return ""; // plain http from another machine: no promise can be made or checked
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Tables kept in this browser, newest first. */
export function kept(): { id: string; when: number; over: boolean; names: string[] }[] {
  return stored<{ id: string; when: number; over: boolean; names: string[] }[]>(INDEX, []);
}

const ok: Answer = { ok: true };
const no = (code: string): Answer => ({ ok: false, code });

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

  #engine: Engine;
  #game: Game | null = null;
  #kept: Kept;
  #thinker: Thinker;
  #asked = 0; // cancels what a computer says of a position that is gone
  #flag: ReturnType<typeof setTimeout> | undefined;

  private constructor(engine: Engine, kept: Kept) {
    this.#engine = engine;
    this.#kept = kept;
    this.#thinker = new Thinker(engine);
  }

  get id(): string {
    return this.#kept.id;
  }

  /** A new table. `setup` is a record's head without names and seed; a refused one throws the engine's error. */
  static async create(setup: string, seats: SeatRequest[], options: Options, seed?: string, played: string[] = []): Promise<LocalTable> {
    const engine = await load();
    const table = new LocalTable(engine, { id: `here-${random(10)}`, seed: seed || random(32), setup, entries: [], when: Date.now() });
    await table.#begin(seats, options, played);
    return table;
  }

  static async load(id: string): Promise<LocalTable | null> {
    const found = stored<Kept | null>(`aude.table.${id}`, null);
    if (!found) return null;
    const table = new LocalTable(await load(), found);
    table.#restore();
    return table;
  }

  async #begin(seats: SeatRequest[], options: Options, played: string[]): Promise<void> {
    const names = seats.map((seat) => seat.name);
    const game = this.#engine.create(this.#kept.setup, names, this.#kept.seed);
    const head = game.head();
    const commit = await sha256(this.#engine.commitText(this.#kept.setup, this.#kept.seed));
    this.#game = game;
    this.#append({ type: "open", head, seats: seats.map((seat) => ({ ...seat, taken: true })), options, commit: commit && `sha256:${commit}` });
    this.#append({ type: "start", head, text: game.opening.step });
    for (const action of played) {
      const seat = game.state().actor ?? 0;
      const { error, step } = game.play(action);
      if (error) throw new Error(error.text);
      this.#append({ type: "step", n: this.log.steps.length + 1, seat, action, text: step, ms: 0, by: "human" });
    }
    this.#after();
  }

  #restore(): void {
    this.log.apply(this.#kept.entries);
    this.#rebuild();
    this.#after();
  }

  /** The authority, from the seed and every action that still holds. */
  #rebuild(): void {
    this.#game?.free();
    this.#game = this.#engine.create(this.#kept.setup, this.log.seats.map((seat) => seat.name), this.#kept.seed);
    for (const step of this.log.steps) this.#game.play(step.action);
  }

  #append(entry: Omit<Entry, "seq" | "at">): void {
    const whole = { ...entry, seq: this.log.seq + 1, at: Date.now() } as Entry;
    this.#kept.entries.push(whole);
    this.log.apply([whole]);
  }

  #save(): void {
    this.#kept.when = Date.now();
    const others = kept().filter((table) => table.id !== this.id);
    for (const old of others.slice(KEEP - 1)) localStorage.removeItem(`aude.table.${old.id}`);
    store(`aude.table.${this.id}`, this.#kept);
    store(INDEX, [{ id: this.id, when: this.#kept.when, over: !!this.log.over, names: this.log.seats.map((seat) => seat.name) }, ...others.slice(0, KEEP - 1)]);
  }

  /** After every change: whose move it is, what to keep, who thinks. */
  #after(): void {
    const humans = this.log.seats.flatMap((seat, i) => (seat.kind === "computer" ? [] : [i]));
    this.mine = humans.filter((i) => !this.log.seats[i].computer);
    this.lent = humans.filter((i) => this.log.seats[i].computer);
    const state = this.#game!.state();
    if (state.over && !this.log.over)
      this.#append({ type: "over", why: "end", points: state.seats.map((seat) => seat.points), winners: state.winners, seed: this.#kept.seed });
    this.#save();
    this.#tick(state.actor);
    if (!this.log.over && !this.log.paused && state.actor !== null && !this.mine.includes(state.actor)) void this.#think(state.actor);
    else this.thinking = null;
  }

  async #think(seat: number): Promise<void> {
    const asked = ++this.#asked;
    const level = this.log.seats[seat].level || this.#engine.computers().at(-1)!.name;
    const limit = THINK[level] ?? 1500;
    this.thinking = { seat, limit, since: Date.now() };
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const text = await this.#thinker.choose(this.#game!.record(), level, limit, seed).catch(() => "");
    if (asked !== this.#asked || !this.#game) return;
    this.thinking = null;
    this.#play(text || this.#game.actions()[0].text, "computer");
  }

  #play(text: string, by: Step["by"]): Answer {
    const before = this.#game!.state();
    if (this.log.over || before.actor === null) return no("OVER");
    const { error, step } = this.#game!.play(text);
    if (error) return { ok: false, code: "ILLEGAL", why: error.code, rule: error.rule, text: error.text };
    const since = this.log.steps.at(-1)?.at ?? this.log.created;
    this.#append({ type: "step", n: this.log.steps.length + 1, seat: before.actor, action: text, text: step, ms: Date.now() - since, by });
    this.#after();
    return ok;
  }

  #rewind(to: number, seat: number, why: string): Answer {
    this.#asked++;
    this.#append({ type: "rewind", to, seat, why });
    this.#rebuild();
    this.#after();
    return ok;
  }

  // ---- clocks: counted here, shown everywhere
  #tick(actor: number | null): void {
    clearTimeout(this.#flag);
    const rule = this.log.options.clock;
    if (!rule || rule.kind === "none" || this.log.over) {
      this.clock = null;
      return;
    }
    const left = this.log.seats.map(() => rule.seconds * 1000);
    if (rule.kind === "budget") {
      for (const step of this.log.steps) left[step.seat] += rule.increment * 1000 - step.ms;
    }
    const running = this.log.paused ? null : actor;
    this.clock = { left, running, at: Date.now() };
    if (running !== null && this.mine.includes(running)) this.#flag = setTimeout(() => this.#late(running), Math.max(0, left[running]));
  }

  #late(seat: number): void {
    if (this.log.options.late === "lose") void this.#lose(seat, "clock");
    else if (this.log.options.late === "computer") {
      this.#append({ type: "computer", seat, on: true });
      this.#after();
    } else {
      const actions = this.#game!.actions();
      this.#play(this.#game!.fallback() || (actions.find((action) => action.kind === "pass" || action.kind === "decline") ?? actions[0]).text, "clock");
    }
  }

  #lose(seat: number, why: "resign" | "clock"): Answer {
    const points = this.#game!.state().seats.map((one) => one.points);
    const rest = points.map((_, i) => i).filter((i) => i !== seat);
    const best = Math.max(...rest.map((i) => points[i]));
    this.#asked++;
    this.#append({ type: "over", why, points, winners: rest.filter((i) => points[i] === best), seed: this.#kept.seed });
    this.#after();
    return ok;
  }

  // ---- requests
  async act(text: string): Promise<Answer> {
    if (this.log.paused) return no("PAUSED");
    const actor = this.#game?.state().actor;
    if (actor === null || actor === undefined || !this.mine.includes(actor)) return no("NOT_YOUR_TURN");
    return this.#play(text, "human");
  }
  async undo(): Promise<Answer> {
    if (!undoable(this.log, this.mine)) return no("NO_UNDO");
    return this.#rewind(this.log.steps.length - 1, this.log.steps.at(-1)!.seat, "undo");
  }
  async ask(what: Ask["what"], seat: number): Promise<Answer> {
    if (what === "pause" || what === "resume") this.#append({ type: what, by: seat });
    if (what === "computer") this.#append({ type: "computer", seat, on: true });
    if (what === "takeback") return this.#takeback(seat);
    this.#asked++;
    this.#after();
    return ok;
  }
  /** To before the seat's last tile. Everybody here sits at this screen, so nobody has to be asked. */
  #takeback(seat: number): Answer {
    const { steps } = this.log;
    let to = steps.length;
    while (to > 0 && !(steps[to - 1].seat === seat && steps[to - 1].action.startsWith("lay "))) to--;
    if (to === 0) return no("NO_UNDO");
    return this.#rewind(to - 1, seat, "takeback");
  }
  async answer(): Promise<Answer> {
    return no("OFF");
  }
  async back(seat: number): Promise<Answer> {
    this.#asked++;
    this.#append({ type: "computer", seat, on: false });
    this.#after();
    return ok;
  }
  async resign(seat: number): Promise<Answer> {
    return this.log.over ? no("OVER") : this.#lose(seat, "resign");
  }
  async rematch(): Promise<Answer> {
    const seats = this.log.seats.map((seat) => ({ kind: seat.kind, name: seat.name, colour: COLOURS[seat.colour], level: seat.level }));
    const next = await LocalTable.create(this.#kept.setup, seats, this.log.options);
    next.close();
    this.#append({ type: "rematch", table: next.id });
    this.#save();
    return { ok: true, table: next.id };
  }
  aids(level: Aids): void {
    this.#append({ type: "options", options: { aids: level } });
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
  retry(): void {}
  close(): void {
    this.#asked++;
    clearTimeout(this.#flag);
    this.#thinker.stop();
    this.#game?.free();
    this.#game = null;
  }
}

/** A copy of somebody else's table, to go on alone: what was drawn stays drawn, the rest is shuffled anew, computers take the other
 *  seats. Gives the new table's id. */
export async function copyAgainstComputers(log: Fold, mine: number[]): Promise<string> {
  const texts = [log.opening, ...log.steps.map((step) => step.text)].join(" ");
  const drawn = [...texts.matchAll(/\bdraw (\S+?);/g)].map((found) => found[1]);
  const setup = `${log.head.replace(/^(seed|play|name|commit|aude).*\n?/gm, "")}\norder ${drawn.join(" ")}`.replace(/\n+/g, "\n");
  const clever = (await load()).computers().at(-1)!.name;
  const seats = log.seats.map((seat, i) => ({ kind: mine.includes(i) ? ("here" as const) : ("computer" as const), name: seat.name, colour: COLOURS[seat.colour], level: mine.includes(i) ? "" : seat.level || clever }));
  const table = await LocalTable.create(setup, seats, { ...log.options, clock: { kind: "none" } }, undefined, log.steps.map((step) => step.action));
  table.close();
  return table.id;
}

/** A board to try things on, from any moment of a finished game; it cannot touch the record. */
export async function tryFrom(log: Fold, step: number): Promise<string> {
  const setup = log.head.replace(/^(seed|play|name|commit|aude).*\n?/gm, "");
  const seats = log.seats.map((seat) => ({ kind: "here" as const, name: seat.name, colour: COLOURS[seat.colour], level: "" }));
  const table = await LocalTable.create(setup, seats, { ...log.options, clock: { kind: "none" } }, log.over?.seed, log.steps.slice(0, step).map((one) => one.action));
  table.close();
  return table.id;
}
