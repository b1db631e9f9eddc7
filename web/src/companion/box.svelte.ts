// box -- the table beside a real box: what people tell is played by the engine and kept after every step. Anything told before can be put
// right: what followed waits, and is told again when the changed turn is over.
import type { Engine, Game } from "../engine/engine";
import type { State } from "../engine/types";
import { engine, load } from "../loaded";
import { TABLE, textOf } from "../store";
import type { Kept } from "../table/authority";
import { Fold } from "../table/fold.svelte";
import { describe, factsOf, gameFrom, isUnkept, keepGame } from "../table/kept";
import { COLOURS } from "../table/types";
import type { Answer, Entry, Line, NewEntry, Options, SeatRequest, Table } from "../table/types";
import { Tree } from "../analysis/tree";
import type { RuleError } from "../engine/types";
import { isKeptBox, type KeptBox, type Remark } from "./kept";
import { openWatch, Teller, type Watched } from "./watch";
import { lineOf, linesOf, tellAgain, type Again, type Step, type Told } from "./told";

/** What became of the lines that waited. */
export interface Report {
  again: Again;
  lines: Told[];
  game: Game;
}
export type Part = "tile" | "place" | "figure" | "all"; // of a turn that is put right

const ok: Answer = { ok: true };
const no: Answer = { ok: false, code: "OFF" };
const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");
export class BoxTable implements Table {
  readonly log = new Fold();
  readonly can = { link: false, chat: false, ask: false };
  own = $state.raw<number[]>([]);
  lent: number[] = [];
  host = true;
  active = true;
  line: Line = "online";
  retryAt = 0;
  restarting = false;
  pending = null;
  passed = null;
  presence: Table["presence"] = [];
  watchers = 0;
  thinking = null;
  clock = null;
  unkept = $state(false);

  told = $state.raw<Step[]>([]);
  waiting = $state.raw<Told[]>([]);
  fixing = $state(0); // the turn that is being put right, or 0
  report = $state.raw<Report | null>(null); // to be accepted or not
  watched = $state.raw<Watched | null>(null); // others watch by this link
  notes = $state.raw<Remark[]>([]); // why something was set by hand
  given = $state(false); // the pen is with another phone
  held = $state(0); // lines that were told again and held, for a word about it

  #kept: KeptBox;
  #engine: Engine;
  #game: Game;
  #teller: Teller | null = null;

  private constructor(kept: KeptBox) {
    this.#kept = kept;
    this.#engine = engine();
    this.#game = this.#engine.told(kept.setup);
    this.own = Array.from({ length: this.#game.state().seats.length }, (_, i) => i);
    addEventListener("storage", this.#heard);
  }
  get id(): string {
    return this.#kept.id;
  }
  get mine(): number[] {
    return this.own;
  }
  get game(): Game {
    return this.#game;
  }

  // ---- beginning and keeping

  /** A new game; an impossible set-up throws the engine's error. */
  static async create(head: string, seats: SeatRequest[], options: Options): Promise<BoxTable> {
    await load();
    const names = seats.map((seat, i) => `name ${i} ${seat.name}`);
    const open = {
      seq: 1,
      at: Date.now(),
      type: "open",
      head: "",
      seats: seats.map((seat) => ({ ...seat, kind: "here", taken: true })),
      options,
    } as Entry;
    const table = new BoxTable({
      id: `box-${random()}`,
      seed: "",
      setup: [head, ...names].join("\n"),
      entries: [open],
      when: Date.now(),
      told: [],
      waiting: [],
      stopped: false,
      before: null,
    });
    table.#log();
    table.#save();
    return table;
  }
  /** Null: it is not here. Throws where it cannot be read. */
  static async load(id: string): Promise<BoxTable | null> {
    const e = await load();
    const text = textOf(TABLE + id);
    if (text === null) return null;
    const kept = gameFrom(text);
    if (!kept || !isKeptBox(e, kept)) throw new Error("damaged");
    const table = new BoxTable(kept);
    table.#restore();
    return table;
  }
  #restore(): void {
    this.notes = this.#kept.notes ?? [];
    this.given = !!this.#kept.given;
    this.#watch(this.#kept.watched ?? null);
    this.waiting = linesOf(this.#engine, this.#kept.waiting);
    this.#rebuild(this.#kept.told);
    this.fixing = this.waiting.length ? this.#game.state().turn : 0;
    this.#log();
    this.unkept = isUnkept(this.id);
  }
  /** Another window, or another tab of this phone, has gone on with it. */
  #heard = ({ key, newValue }: StorageEvent): void => {
    const theirs = key === TABLE + this.id ? gameFrom(newValue) : null;
    if (!theirs || !isKeptBox(this.#engine, theirs)) return;
    this.#kept = theirs;
    this.report = null;
    this.#restore();
  };
  #save(): void {
    const kept = this.#kept;
    kept.when = Date.now();
    kept.told = this.told.map(lineOf);
    kept.waiting = this.waiting.map(lineOf);
    kept.watched = this.watched;
    kept.given = this.given;
    this.notes = this.notes.filter((one) => this.#momentOf(one) > 0);
    kept.notes = this.notes;
    this.unkept = !keepGame(kept, describe(kept, this.log, factsOf(this.#game)));
    if (!this.given) this.#teller?.tell(this.#record());
  }

  // ---- others watch

  #watch(watched: Watched | null): void {
    this.#teller?.stop();
    this.watched = watched;
    this.#teller = watched && new Teller(watched.secret);
  }
  /** False: there is no server that takes it. */
  async openWatch(): Promise<boolean> {
    this.#watch(await openWatch(this.#record()));
    this.#save();
    return this.watched !== null;
  }
  closeWatch(): void {
    this.#watch(null);
    this.#save();
  }

  /** The record as others read it, with what was said about things set by hand. */
  #record(): string {
    const tree = this.notes.length ? Tree.open(this.#engine, this.#game.record()) : null;
    if (!(tree instanceof Tree)) return this.#game.record();
    for (const one of this.notes) tree.note(this.#momentOf(one), one.text);
    const record = tree.record();
    tree.free();
    return record;
  }
  #momentOf(note: Remark): number {
    return this.told.findIndex((one) => one.turn === note.turn && one.words === note.words) + 1;
  }

  // ---- the pen

  /** Another phone goes on writing: whoever opens the link. False: there is no server. */
  async give(): Promise<boolean> {
    if (!this.watched && !(await this.openWatch())) return false;
    this.given = true;
    this.#save();
    return true;
  }
  takeBack(): void {
    this.given = false;
    this.#save();
  }
  /** A game that was begun on another phone, from its record. */
  static async adopt(record: string, watched: Watched | null): Promise<BoxTable | RuleError> {
    const e = await load();
    const opened = e.open(record);
    if (!("game" in opened)) return opened;
    opened.game.free();
    const tree = Tree.open(e, record);
    if (!(tree instanceof Tree)) return tree;
    const names = tree.names.map((name, i) => name || `${i + 1}`);
    const seats = names.map((name, i) => ({ kind: "here" as const, name, colour: COLOURS[i]!, level: "" }));
    const table = await BoxTable.create(opened.head, seats, {
      aids: "friendly",
      clock: { kind: "none" },
    } as Options);
    for (const id of tree.path(tree.last(0)).slice(1)) {
      const { words, note, turn } = tree.moments[id]!;
      if (!table.#one(words).ok) break;
      if (note) table.notes = [...table.notes, { turn, words, text: note }];
    }
    tree.free();
    table.#watch(watched);
    table.#done();
    return table;
  }

  // ---- by hand

  /** So many points more or less, and why. */
  async byHand(seat: number, by: number, why: string): Promise<Answer> {
    return this.#noted([`set-points ${seat} by ${by}`], why);
  }
  /** The table reads a rule otherwise: what it does is set by hand, and the game goes on. */
  async playSo(words: string[], why: string): Promise<Answer> {
    return this.#noted(words, why);
  }
  async #noted(words: string[], why: string): Promise<Answer> {
    const { turn } = this.#game.state();
    const first = this.#one(words[0]!);
    if (!first.ok) return first;
    this.notes = [...this.notes, { turn, words: words[0]!, text: why }];
    return this.tell(words.slice(1));
  }

  // ---- what was told

  /** Everything from the beginning. */
  #rebuild(lines: string[]): void {
    this.#game.free();
    this.#game = this.#engine.told(this.#kept.setup);
    this.told = tellAgain(this.#game, lines)?.steps ?? [];
  }
  /** The log of a game that goes on has a step for everything told; of one that is over it is the usual one, with the draws inside. */
  #log(): void {
    const open = this.#kept.entries[0] as Extract<Entry, { type: "open" }>;
    const head = this.#game.head(),
      state = this.#game.state(),
      at = Date.now();
    const old = new Map(this.#kept.entries.map((one) => [one.seq, one.at]));
    const list: NewEntry[] = [
      { ...open, head },
      { type: "start", head, text: this.#game.opening.step },
    ];
    const step = (seat: number, action: string, text: string) =>
      list.push({ type: "step", n: list.length - 1, seat, action, text, ms: 0, by: "human", undo: false });
    const opened = state.over ? this.#engine.open(this.#game.record()) : null;
    if (opened && "game" in opened) {
      opened.game.free();
      list[1] = { type: "start", head, text: opened.opening };
      for (const one of opened.steps) step(one.seat, one.action, one.text);
      const points = state.seats.map((seat) => seat.points);
      list.push({ type: "over", why: "end", points, winners: state.winners, seed: "", text: "" });
    } else for (const one of this.told) step(one.seat, one.words, one.text);
    this.#kept.entries = list.map(
      (entry, i) => ({ ...entry, seq: i + 1, at: old.get(i + 1) ?? at }) as Entry,
    );
    const same =
      this.log.seq >= 2 && this.log.seq < this.#kept.entries.length && !state.over && this.#continues();
    if (!same) this.log.forget();
    this.log.apply(this.#kept.entries);
  }
  #continues(): boolean {
    return this.log.steps.every((one, i) => one.text === this.told[i]?.text);
  }
  #done(): Answer {
    this.#log();
    this.#save();
    return ok;
  }

  /** Something is told: a draw or a decision, in the words of a record. */
  async act(text: string): Promise<Answer> {
    return this.tell([text]);
  }
  /** `sure`: the tile lies as it was meant to. If not, it is not passed on before somebody could have turned it. */
  async tell(words: string[], sure = true): Promise<Answer> {
    this.held = 0;
    for (const one of words) {
      const answer = this.#one(one);
      if (!answer.ok) return answer;
    }
    if (sure || this.nextTurn() === null) this.#passes();
    this.#settle();
    return this.#done();
  }
  #one(words: string): Answer {
    const line = lineOf({ ...moment(this.#game.state()), words });
    const again = tellAgain(this.#game, [line]);
    if (!again || again.notes.length || !again.steps.length) {
      const error = again?.notes[0]?.error;
      return { ok: false, code: "ILLEGAL", why: error?.code, text: error?.text, rule: error?.rule };
    }
    this.told = [...this.told, ...again.steps];
    if (this.#kept.stopped) this.#replaced(again.steps.at(-1)!);
    return ok;
  }
  /** Where nothing but passing is left, nobody is asked. */
  #passes(): void {
    for (;;) {
      const actions = this.#game.actions();
      if (this.#game.state().actor === null || actions.length !== 1 || actions[0].kind !== "pass") return;
      if (!this.#one(actions[0].text).ok) return;
    }
  }

  // ---- going back

  /** One step back, as often as one likes. */
  async undo(): Promise<Answer> {
    if (!this.told.length) return { ok: false, code: "NOTHING" } as unknown as Answer;
    const lines = this.told.map(lineOf);
    do {
      lines.pop();
      this.#rebuild(lines);
    } while (lines.length && onlyPasses(this.#game));
    this.report = null;
    return this.#done();
  }
  /** The tile just laid is turned to the next side that fits. */
  async turn(): Promise<Answer> {
    const next = this.nextTurn();
    if (!next) return no;
    this.#rebuild(this.told.slice(0, -1).map(lineOf));
    return this.tell([next], false);
  }
  /** The words for it, if the last thing told was a tile that could lie otherwise there. */
  nextTurn(): string | null {
    const last = this.told.at(-1);
    if (last?.kind !== "lay") return null;
    const game = this.#engine.told(this.#kept.setup);
    tellAgain(game, this.told.slice(0, -1).map(lineOf));
    const fits = game.actions().filter((one) => one.kind === "lay" && one.x === last.x && one.y === last.y);
    game.free();
    const at = fits.findIndex((one) => one.rot === last.rot);
    return fits.length > 1 ? fits[(at + 1) % fits.length].text : null;
  }

  // ---- putting something right

  /** Back to that line of the told ones; what followed waits from `resume` on. */
  async fix(cut: number, resume: number): Promise<void> {
    const lines = this.told.map(lineOf);
    const turn = this.told[cut]?.turn ?? this.told.at(-1)?.turn ?? 1;
    this.#kept.before ??= lines;
    this.#kept.stopped = false;
    this.waiting = [...this.told.slice(resume), ...this.waiting];
    this.report = null;
    this.fixing = turn;
    this.#rebuild(lines.slice(0, cut));
    this.#settleIfNothingWaits();
    this.#done();
  }
  /** The line that was refused is told by hand: it waits no longer, nor does what belonged to the same tile. */
  #replaced(said: Told): void {
    const [first] = this.waiting;
    this.#kept.stopped = false;
    if (!first) return;
    const sameTile = (one: Told) => one.turn === said.turn && one.part === said.part;
    if (said.kind === "lay") {
      const rest = this.waiting.findIndex((one) => !sameTile(one));
      this.waiting = rest < 0 ? [] : this.waiting.slice(rest);
    } else if (sameTile(first)) this.waiting = this.waiting.slice(1);
  }
  /** The changed turn is over: what waits is told again, on a copy. Where all of it holds that is that. */
  #settle(): void {
    if (!this.waiting.length) return this.#settleIfNothingWaits();
    const now = moment(this.#game.state()),
      [first] = this.waiting;
    const reached =
      this.#game.state().over || now.turn > first.turn || (now.turn === first.turn && now.part >= first.part);
    if (!reached) return;
    const copy = this.#game.clone(),
      again = tellAgain(copy, this.waiting.map(lineOf));
    if (!again) return copy.free();
    this.report?.game.free();
    this.report = { again, lines: this.waiting, game: copy };
    if (!again.notes.length) {
      this.held = new Set(again.steps.map((one) => one.turn)).size;
      this.#accept();
    }
  }
  #settleIfNothingWaits(): void {
    if (this.waiting.length) return;
    this.fixing = 0;
    this.#kept.before = null;
  }
  #accept(): void {
    const { again, lines, game } = this.report!;
    this.#game.free();
    this.#game = game;
    this.told = [...this.told, ...again.steps];
    this.waiting = lines.slice(again.used);
    this.#kept.stopped = this.waiting.length > 0;
    this.fixing = this.#game.state().turn;
    this.report = null;
    this.#settleIfNothingWaits();
    this.#passes();
  }
  /** What no longer holds was read, and shall be so. */
  accept(): void {
    if (!this.report) return;
    this.#accept();
    this.#done();
  }
  /** Everything as it was before something was put right. */
  leave(): void {
    const before = this.#kept.before;
    this.report?.game.free();
    this.report = null;
    this.waiting = [];
    this.#kept.stopped = false;
    if (before) this.#rebuild(before);
    this.#settleIfNothingWaits();
    this.#done();
  }
  /** The rest is told anew by hand. */
  dropWaiting(): void {
    this.report?.game.free();
    this.report = null;
    this.waiting = [];
    this.#kept.stopped = false;
    this.#settleIfNothingWaits();
    this.#done();
  }

  // ---- the rest of a table

  async rematch(): Promise<Answer> {
    const seats = this.log.seats.map((seat, i) => ({
      kind: "here" as const,
      name: seat.name,
      colour: COLOUR(this.#kept, i),
      level: "",
    }));
    const next = await BoxTable.create(this.#kept.setup, seats, this.log.options); // of two names the later counts
    next.close();
    return { ok: true, table: next.id };
  }
  async record(): Promise<string> {
    return this.#record();
  }
  aids(level: NonNullable<Options["aids"]>): void {
    const open = this.#kept.entries[0] as Extract<Entry, { type: "open" }>;
    open.options = { ...open.options, aids: level };
    this.log.options = open.options;
    this.#save();
  }
  ask = async () => no;
  answer = async () => no;
  back = async () => no;
  resign = async () => no;
  chat = async () => no;
  nudge = async () => no;
  here = async () => ok;
  sit = async () => no;
  stand = async () => no;
  change = async () => no;
  start = async () => no;
  retry(): void {}
  close(): void {
    this.#teller?.stop();
    removeEventListener("storage", this.#heard);
    this.report?.game.free();
    this.#game.free();
  }
}

const COLOUR = (kept: Kept, seat: number): string =>
  String((kept.entries[0] as Extract<Entry, { type: "open" }>).seats[seat]?.colour ?? "red");

/** Who decides now, and when. */
function moment(state: State): Omit<Told, "words"> {
  return { turn: state.turn, part: state.part, seat: state.actor ?? state.seat };
}
function onlyPasses(game: Game): boolean {
  const actions = game.actions();
  return game.state().actor !== null && actions.length === 1 && actions[0].kind === "pass";
}
