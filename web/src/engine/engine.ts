// engine.ts -- the engine as the page sees it: the C library in WebAssembly behind two classes. Nothing here judges a rule.
// Text goes in and comes out as bytes in the module's memory, mostly JSON (wasm/bridge.h).

import type {
  Action,
  Candidate,
  CellFit,
  Computer,
  FeatureInfo,
  FeatureKind,
  Flight,
  GameEvent,
  HandBrush,
  KindInfo,
  Outlook,
  PresetInfo,
  QuarterName,
  Range,
  RuleError,
  Said,
  SetInfo,
  PresetName,
  SetName,
  SetupCheck,
  State,
  StepReview,
  SwitchInfo,
  SwitchValues,
  Whole,
} from "./types";
import { ART_FIGURES, COMPUTERS, FEATURES, FIGURES, type ArtFigure, type FigureKind } from "./names";
import { wasi } from "./wasi";

const HAND_BRUSHES: HandBrush[] = ["take", "dragon", "fairy", "tower"]; // -1, -2 ...: as wasm/by_hand.c has them
export type { ArtFigure };
export type * from "./types";

export type Style = "map" | "plain" | "quiet"; // quiet: for tiles of few pixels
export type Pose = "standing" | "lying";
/** 1/1024 tile from the block's north-west corner. */
export interface Quarter {
  name: QuarterName;
  x: number;
  y: number;
}
export interface Colour {
  colour: string;
  emblem: string;
}
interface Lists {
  switches: SwitchInfo[];
  presets: PresetInfo[];
  usual: Partial<SwitchValues>;
  sets: SetInfo[];
  kinds: KindInfo[];
  quarters: Quarter[];
  colours: Colour[];
}

type Calls = Record<string, (...args: number[]) => number>;
export type Source = BufferSource | WebAssembly.Module | string | URL;

const encoder = new TextEncoder(),
  decoder = new TextDecoder();

/** A refusal by the engine that the caller did not ask for. */
export class EngineError extends Error {
  constructor(readonly error: RuleError) {
    super(error.rule ? `${error.text} [${error.rule}]` : error.text);
  }
}

/** The module: one a thread. The page has the small one; that of the worker, think.wasm, has the players, too (worker.ts). */
export class Engine {
  private lists_?: Lists;
  private paths = new Map<string, string>();
  private cells_ = new Map<number, Uint8Array>();

  private constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly calls: Calls,
  ) {}

  /** Loads the page's module, or another: a compiled one, or bytes where there is no fetch. */
  static async load(source: Source = new URL("./aude.wasm", import.meta.url)): Promise<Engine> {
    const module = await compile(source);
    let memory: WebAssembly.Memory | undefined;
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: wasi(() => new DataView(memory!.buffer)),
    });
    memory = instance.exports.memory as WebAssembly.Memory;
    (instance.exports._initialize as () => void)();
    return new Engine(memory, instance.exports as unknown as Calls);
  }

  // -- calls

  /** @internal a call whose answer is a number; `text` goes in first */
  number(name: string, text: string | null, ...args: number[]): number {
    if (text !== null) {
      const bytes = encoder.encode(text),
        at = this.calls.bridge_in!(bytes.length);
      if (!at) throw new Error("no memory left for the engine");
      new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
    }
    return this.calls[name]!(...args);
  }
  /** @internal */
  out(): string {
    const at = this.calls.bridge_out!(),
      n = this.calls.bridge_out_n!();
    return decoder.decode(new Uint8Array(this.memory.buffer, at, n));
  }
  /** @internal a call whose answer is plain text */
  text(name: string, text: string | null, ...args: number[]): string {
    this.number(name, text, ...args);
    return this.out();
  }
  /** @internal a call whose answer is JSON */
  json<T>(name: string, text: string | null, ...args: number[]): T {
    return JSON.parse(this.text(name, text, ...args)) as T;
  }
  /** Bytes of the module's memory now. */
  get bytes(): number {
    return this.memory.buffer.byteLength;
  }

  /** The weights that computer players see by (aude.net); false if they are not this module's. Without, they play by formulas alone. */
  sees(weights: Uint8Array): boolean {
    const at = this.calls.bridge_in!(weights.length);
    if (!at) throw new Error("no memory left for the engine");
    new Uint8Array(this.memory.buffer, at, weights.length).set(weights);
    return this.calls.bridge_think_net!(weights.length) === 1;
  }

  // -- what can be chosen

  private lists(): Lists {
    return (this.lists_ ??= this.json<Lists>("bridge_lists", null));
  }
  presets(): PresetInfo[] {
    return this.lists().presets;
  }
  switches(): SwitchInfo[] {
    return this.lists().switches;
  }
  /** The usual rulings: which switches they set, on top of any book, and to what (EDN-21). */
  usual(): Partial<SwitchValues> {
    return this.lists().usual;
  }
  sets(): SetInfo[] {
    return this.lists().sets;
  }
  kinds(): KindInfo[] {
    return this.lists().kinds;
  }
  quarters(): Quarter[] {
    return this.lists().quarters;
  }
  /** The six player colours with their emblems, as the figures are painted. */
  colours(): Colour[] {
    return this.lists().colours;
  }
  computers(): readonly Computer[] {
    return COMPUTERS;
  }

  // -- games

  check(head: string): SetupCheck {
    return this.json<SetupCheck>("bridge_check", head);
  }
  /** An authority: knows its draws. Throws an EngineError if the setup does not play: ask check() first. */
  create(head: string, names: string[], seed: string, commit = ""): Game {
    return this.begin(
      [head, ...named(names), `seed ${seed}`, ...(commit ? [`commit ${commit}`] : [])].join("\n"),
      0,
    );
  }
  /** A hidden game, to be fed with step texts; the first is the opening. */
  follow(head: string): Game {
    return this.begin(head, 1);
  }
  /** A game whose draws are told here, beside a real box. */
  told(head: string): Game {
    return this.begin(head, 2);
  }
  private begin(head: string, hidden: number): Game {
    const at = this.number("bridge_create", head, hidden),
      answer = this.out();
    if (!at) throw new EngineError(JSON.parse(answer) as RuleError);
    return new Game(this, at, JSON.parse(answer) as Opening);
  }
  /** A whole record: follow(head) fed with the opening and the steps' texts is the game again. */
  open(record: string): Opened | RuleError {
    const at = this.number("bridge_record_open", record),
      answer = this.out();
    if (!at) return JSON.parse(answer) as RuleError;
    const game = new Game(this, at);
    return { ...(JSON.parse(answer) as Omit<Opened, "game" | "head">), game, head: game.head() };
  }
  /** What the head of a record says. */
  readHead(head: string): Head {
    return this.json("bridge_record_head", head);
  }
  /** What the words of an action say by themselves. */
  said(words: string): Said {
    return this.json("bridge_glance", words);
  }
  commitText(head: string, seed: string): string {
    return this.text("bridge_commit_text", `${head}\nseed ${seed}`);
  }

  // -- pictures

  tileSvg(kind: number, rot: number, copy: number, style: Style = "map"): string {
    return this.text("bridge_draw_tile", null, kind, rot, copy, ["map", "plain", "quiet"].indexOf(style));
  }
  /** viewBox -200 -320 400 400, feet at 0,0 (a tower of more than four floors is taller). `seat` is a colour. */
  figureSvg(figure: ArtFigure, seat = 0, pose: Pose = "standing", height = 1): string {
    return this.text(
      "bridge_draw_figure",
      null,
      ART_FIGURES.indexOf(figure),
      seat,
      pose === "lying" ? 1 : 0,
      height,
    );
  }
  /** The tower that a board sets where walls end between tiles: viewBox -140 -140 280 280, foot at 0,0. */
  cornerSvg(): string {
    return this.text("bridge_draw_corner", null);
  }
  /** Outline of a segment of a turned tile as SVG path data, 1000 units a tile. */
  path(kind: number, rot: number, segment: number): string {
    const key = `${kind} ${rot} ${segment}`;
    let path = this.paths.get(key);
    if (path === undefined)
      this.paths.set(key, (path = this.text("bridge_draw_path", null, kind, rot, segment)));
    return path;
  }
  /** How a record calls a segment of a turned tile: "city N E". */
  segmentText(kind: number, rot: number, segment: number): string {
    return this.text("bridge_list_segment", null, kind, rot, segment);
  }
  segmentAt(kind: number, rot: number, px: number, py: number): number | null {
    if (px < 0 || py < 0 || px >= 1000 || py >= 1000) return null;
    const segment = this.cells(kind, rot)[Math.floor(py / 10) * 100 + Math.floor(px / 10)]!;
    return segment === 255 ? null : segment;
  }
  private cells(kind: number, rot: number): Uint8Array {
    let cells = this.cells_.get(4 * kind + rot);
    if (!cells) {
      const at = this.number("bridge_draw_cells", null, kind, rot);
      this.cells_.set(4 * kind + rot, (cells = new Uint8Array(this.memory.buffer, at, 10000).slice()));
    }
    return cells;
  }
  foot(kind: number, rot: number, segment: number): { px: number; py: number } {
    const at = this.number("bridge_draw_foot", null, kind, rot, segment);
    return { px: at >> 16, py: (at << 16) >> 16 };
  }
  /** Where a tower stands on the tile, or null. */
  towerFoot(kind: number, rot: number): { px: number; py: number } | null {
    const at = this.number("bridge_draw_foot", null, kind, rot, -1);
    return at === -1 ? null : { px: at >> 16, py: (at << 16) >> 16 };
  }
  copyAt(x: number, y: number): number {
    return this.number("bridge_draw_copy", null, x, y);
  }
}

interface Opening {
  step: string;
  events: GameEvent[];
}
export interface Opened {
  game: Game;
  head: string;
  finished: boolean;
  names: string[];
  commit: string;
  seed: string;
  opening: string;
  steps: { seat: number; action: string; text: string }[];
}
export interface Head {
  error?: RuleError;
  names: string[];
  commit: string;
  seed: string /* "" if hidden */;
  rules: PresetName;
  expansions: SetName[];
  tilesOnly: SetName[];
  sets: SetName[] /* all that are in play */;
  switches: SwitchValues;
}

const named = (names: string[]) => names.map((name, seat) => `name ${seat} ${name}`);

/** One game in the module's memory. Free it, or it stays there. */
export class Game {
  /** @internal */
  constructor(
    readonly engine: Engine,
    private at: number,
    readonly opening: Opening = { step: "", events: [] },
  ) {}

  private call<T>(name: string, text: string | null, ...args: number[]): T {
    if (!this.at) throw new Error("this game was freed");
    return this.engine.json<T>(name, text, this.at, ...args);
  }
  /** @internal a call of another room about this game */
  json<T>(name: string, text: string | null, ...args: number[]): T {
    return this.call(name, text, ...args);
  }
  /** @internal */
  number(name: string, text: string | null, ...args: number[]): number {
    if (!this.at) throw new Error("this game was freed");
    return this.engine.number(name, text, this.at, ...args);
  }
  state(): State {
    return this.call("bridge_state", null);
  }
  actions(): Action[] {
    return this.call("bridge_actions", null);
  }
  /** What a press on the map may do by hand: where a figure of a seat may be put, or what a brush may do (a game whose draws are told). */
  byHand(seat: number, what: FigureKind | HandBrush): Action[] {
    const figure = FIGURES.indexOf(what as FigureKind);
    const brush = HAND_BRUSHES.indexOf(what as HandBrush);
    return this.call("bridge_by_hand", null, seat, figure >= 0 ? figure : -1 - brush);
  }
  why(text: string): RuleError | null {
    return this.call("bridge_why", text);
  }
  /** Why a figure of the chooser (a kind of figure, "tower", "fairy") cannot be used now. */
  whyNot(figure: string): RuleError {
    return this.call("bridge_why_not", figure);
  }
  play(text: string): { error?: RuleError; events: GameEvent[]; step: string } {
    return this.call("bridge_play", text);
  }
  feed(step: string): { error?: RuleError; events: GameEvent[] } {
    return this.call("bridge_feed", step);
  }
  feature(x: number, y: number, segment: number): FeatureInfo | null {
    return this.call("bridge_look_feature", null, x, y, segment);
  }
  /** What each seat would get for a feature if the game ended now. */
  due(x: number, y: number, segment: number): number[] | null {
    return this.call("bridge_look_due", null, x, y, segment);
  }
  /** What may become of a feature, as the computer players see it. */
  outlook(x: number, y: number, segment: number): Outlook | null {
    return this.call("bridge_outlook", null, x, y, segment);
  }
  features(kind?: FeatureKind): FeatureInfo[] {
    return this.call("bridge_look_features", null, kind === undefined ? -1 : FEATURES.indexOf(kind));
  }
  fit(x: number, y: number): CellFit {
    return this.call("bridge_look_fit", null, x, y);
  }
  dead(): { x: number; y: number }[] {
    return this.call("bridge_look_dead", null);
  }
  left(): { kind: number; left: number; total: number }[] {
    return this.call("bridge_look_left", null);
  }
  /** Corners (north-west ones of a cell) where the board sets a tower: walls end between tiles. */
  corners(): { x: number; y: number }[] {
    const flat = this.call<number[]>("bridge_draw_corners", null),
      seen = new Set<string>(),
      list: { x: number; y: number }[] = [];
    for (let i = 0; i + 1 < flat.length; i += 2) {
      const key = `${flat[i]},${flat[i + 1]}`;
      if (!seen.has(key)) list.push({ x: flat[i]!, y: flat[i + 1]! });
      seen.add(key);
    }
    return list;
  }
  /** What an action would do, on a copy that does not know the draws. */
  preview(text: string): { error?: RuleError; events: GameEvent[]; state: State } {
    return this.call("bridge_preview", text);
  }
  /** Whom the dragon would send home by this step. Its event says how many of the next ones are they. */
  eaten(text: string): GameEvent[] {
    const { events } = this.preview(text);
    const dragon = events.findIndex((event) => event.kind === "dragon");
    return events.slice(dragon + 1, dragon + 1 + (events[dragon]?.points ?? 0));
  }
  clone(): Game {
    const at = this.engine.number("bridge_clone", null, this.at);
    if (!at) throw new Error("no memory left for the engine");
    return new Game(this.engine, at, this.opening);
  }
  /** The record so far. Whole, with its last line ("end ..." or "open ..."); with false without it, so that steps may be appended. */
  record(end = true): string {
    return this.engine.text("bridge_record", null, this.at, end ? 1 : 0);
  }
  /** Its head as everybody may see it: seed hidden, up to `play`. */
  head(): string {
    return this.engine.text("bridge_head", null, this.at);
  }
  /** The tiles drawn so far, as a head's `order` names them. */
  drawn(): string {
    return this.engine.text("bridge_record_drawn", null, this.at);
  }
  free(): void {
    if (this.at) this.engine.number("bridge_free", null, this.at);
    this.at = 0;
  }

  // -- the catapult (units of 1/1024 tile; null or "" while no throw is to be decided)

  /** Between which numbers a throw, a toss or the hands may lie, if that is to be decided now. */
  range(): Range | null {
    return this.call("bridge_catapult_range", null);
  }
  /** Where a throw from a stand would land and rest without scatter. */
  flight(stand: number, aim: number, power: number): Flight | null {
    return this.call("bridge_catapult_flight", null, stand, aim, power);
  }
  /** What happens when the clock of the one who must decide runs out. */
  fallback(): string {
    return this.engine.text("bridge_table_default", null, this.at);
  }

  // -- computers: in a worker, whose module has them

  choose(computer: string, ms: number, seed: number): string {
    return this.engine.text("bridge_think_choose", computer, this.at, ms, seed >>> 0);
  }
  analyse(ms: number, max: number, seed = 1): Candidate[] {
    return this.call("bridge_think_analyse", null, ms, max, seed >>> 0);
  }
  /** Whole lines of the decision, each with its error. */
  lines(ms: number, max: number, seed = 1): Whole[] {
    return this.call("bridge_think_lines", null, ms, max, seed >>> 0);
  }
  /** What `action` gave away here ("": the game begins) and what the tile that came next, `drawn`, was worth. */
  review(action: string, drawn: number | null, playouts: number, seed = 1): StepReview {
    return this.call("bridge_review", action, drawn ?? -1, playouts, seed >>> 0);
  }
  win(seat: number, ms = 200, seed = 1): number {
    return this.engine.number("bridge_think_win", null, this.at, seat, ms, seed >>> 0);
  }
}

export async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== "string" && !(source instanceof URL)) return WebAssembly.compile(source);
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`the engine could not be loaded: ${answer.status}`);
  const typed = answer.headers.get("content-type") === "application/wasm"; // else it may not be compiled while it comes
  return typed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}
