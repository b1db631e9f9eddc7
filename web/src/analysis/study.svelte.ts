// study -- what stands on the analysis board: the tree, the moment looked at, what may be done there, what the computer thinks of it.
import { nextTurn } from "../board/offers";
import { cellName, type Cell } from "../board/props";
import type { Action, Engine, FeatureInfo, Game, KindInfo, RuleError, State, Whole } from "../engine/engine";
import type { ActionKind, FigureKind } from "../engine/names";
import { Thinker } from "../engine/thinker";
import { alike, different, merged } from "./merge";
import { Tree, type Moment } from "./tree";

const SLICES = [90, 200, 300, 500]; // ms of the first thoughts; then as long as the last
const MOST = 20_000; // ms that a position is thought about before somebody asks for more
const SHOWN = 5;
const SETTLE = 60; // ms: who runs through a game does not start a thought at every step
const CURVE_MS = 60; // for each point of the curve

/** Answers that do nothing: a tile that is laid while a position is set up asks nobody for a figure. */
const NOTHING: ActionKind[] = ["pass", "decline", "home", "pile"];
const QUESTIONS = 16; // that one tile can ask at most

/** What a press on the board does while a position is set up. */
export type Brush = { seat: number; figure: FigureKind | "tower" } | "take" | "dragon" | "fairy" | null;

export class Study {
  moments = $state.raw<Moment[]>([]);
  at = $state(0);
  pos = $state.raw<State | null>(null);
  actions = $state.raw<Action[]>([]);
  left = $state.raw<{ kind: number; left: number }[]>([]);
  draws = $state.raw<Action[]>([]); // tiles that may come now, or could have come instead of the one in hand
  chosen = $state.raw<Action | null>(null);
  turnWanted = $state(0);
  lines = $state.raw<Whole[]>([]);
  thinking = $state(false);
  spent = $state(0); // ms of thought so far
  asked = $state(true); // candidates are wanted
  wins = $state.raw(new Map<number, number>()); // the chance of `seat` at moments of the line
  seat = $state(0);
  refused = $state.raw<RuleError | null>(null);
  refusedAt = $state(""); // the place it is about, where there is one
  nowhere = $state(false); // the tile that was asked for fits nowhere
  editing = $state(false);
  brush = $state.raw<Brush>(null);
  hands = $state.raw<Action[]>([]); // what the brush may do
  game = $state.raw<Game | null>(null);
  tree: Tree;

  #thinker: Thinker; // thinks about what is on the board
  #spare: Thinker; // is awake already when the other one has to be stopped
  #curve: Thinker;
  #round = 0;
  #curveRound = 0;
  #back: { record: string; words: string[] }[] = [];
  #engine: Engine;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: Engine, tree: Tree, at: number) {
    this.#engine = engine;
    this.tree = tree;
    this.#thinker = new Thinker();
    this.#spare = new Thinker();
    this.#curve = new Thinker();
    this.#thinker.wake();
    this.#spare.wake();
    this.moments = tree.moments;
    this.go(at);
  }

  // -- where one stands

  go(moment: number): void {
    const opened = this.#engine.open(this.tree.way(moment));
    if (!("game" in opened)) return void (this.refused = opened);
    const before = this.game;
    this.at = moment;
    this.game = opened.game;
    this.pos = opened.game.state();
    this.actions = this.pos.over ? [] : opened.game.actions();
    this.left = opened.game.left();
    this.draws = this.#drawable();
    this.chosen = null;
    this.refused = null;
    this.refusedAt = "";
    this.nowhere = false;
    this.#brushed();
    before?.free();
    this.think();
    this.curve();
  }
  #drawable(): Action[] {
    const told = (list: Action[]) => list.filter((one) => one.kind === "draw");
    if (this.pos!.over) return [];
    if (this.pos!.actor === null) return told(this.actions);
    const from = this.pos!.hand === null ? -1 : this.drawnAt;
    const before = from < 0 ? null : this.#engine.open(this.tree.way(from));
    if (!before || !("game" in before)) return [];
    const list = told(before.game.actions());
    before.game.free();
    return list;
  }
  get here(): Moment {
    return this.moments[this.at]!;
  }
  forward(): void {
    if (this.here.child >= 0) this.go(this.here.child);
  }
  back(): void {
    if (this.here.parent >= 0) this.go(this.here.parent);
  }
  first(): void {
    this.go(0);
  }
  last(): void {
    this.go(this.tree.last(this.at));
  }
  /** To the variation before or after this one: beside this moment, or the nearest before it that has any. */
  beside(by: 1 | -1): void {
    for (let at = this.at; at > 0; at = this.moments[at]!.parent) {
      const all = this.tree.children(this.moments[at]!.parent);
      if (all.length < 2) continue;
      const next = all[all.indexOf(at) + by];
      if (next !== undefined) this.go(next);
      return;
    }
  }
  /** The end of a turn on the line that goes through here. */
  turn(number: number): void {
    const line = [...this.tree.path(this.at), ...this.#ahead()];
    const found = line.filter((id) => this.moments[id]!.turn <= number && id > 0).at(-1);
    const decide = line.find((id) => this.moments[id]!.turn === number && this.moments[id]!.seat >= 0);
    this.go(decide !== undefined ? this.moments[decide]!.parent : (found ?? 0));
  }
  #ahead(): number[] {
    const list: number[] = [];
    for (let at = this.here.child; at >= 0; at = this.moments[at]!.child) list.push(at);
    return list;
  }
  get line(): number[] {
    return [...this.tree.path(this.at), ...this.#ahead()];
  }

  // -- what is done

  /** One or several actions from here on. What the engine refuses is said, and nothing has changed. */
  play(list: string[]): void {
    let at = this.at;
    for (const words of list) {
      const next = this.tree.add(at, words);
      if (typeof next !== "number") return void (this.refused = next);
      at = next;
    }
    this.moments = this.tree.moments;
    this.go(at);
  }
  /** This tile comes instead of what came, or now. While a position is set up, one that fits nowhere stays in the bag. */
  draw(words: string): void {
    const from = this.at;
    if (this.brush) this.paint(null); // the map shows where the tile may lie
    const next = this.tree.add(this.pos?.actor === null ? this.at : this.drawnAt, words);
    if (typeof next !== "number") return void (this.refused = next);
    this.moments = this.tree.moments;
    this.go(next);
    if (!this.editing || this.pos?.hand !== null || this.here.child >= 0) return;
    this.tree.remove(next);
    this.moments = this.tree.moments;
    this.go(from);
    this.nowhere = true;
  }
  /** The moment before the tile in hand was drawn; -1: none was. */
  get drawnAt(): number {
    for (let at = this.at; at > 0; at = this.moments[at]!.parent)
      if (this.tree.said(at).kind === "draw") return this.moments[at]!.parent;
    return -1;
  }
  note(text: string): boolean {
    const done = this.tree.note(this.at, text);
    this.moments = this.tree.moments;
    return done;
  }
  promote(): void {
    this.#keep();
    if (!this.tree.promote(this.at)) this.#back.pop();
    this.moments = this.tree.moments;
  }
  /** This moment and all that follows it. */
  remove(): void {
    const { parent, played } = this.here;
    if (parent < 0 || played) return;
    this.#keep();
    this.tree.remove(this.at);
    this.moments = this.tree.moments;
    this.go(parent);
  }
  get canUndo(): boolean {
    return this.#back.length > 0;
  }
  undo(): void {
    const last = this.#back.pop();
    if (!last) return;
    const tree = Tree.open(this.#engine, last.record);
    if (!(tree instanceof Tree)) return;
    this.tree.free();
    this.tree = tree;
    this.moments = tree.moments;
    this.wins = new Map();
    this.go(tree.follow(last.words));
  }
  #keep(): void {
    const words = this.tree
      .path(this.at)
      .slice(1)
      .map((id) => this.moments[id]!.words);
    this.#back.push({ record: this.tree.record(), words });
  }

  // -- a position that is set up by hand

  edit(on: boolean): void {
    this.editing = on;
    this.paint(null);
    this.think();
  }
  paint(brush: Brush): void {
    this.brush = brush;
    this.refused = null;
    this.#brushed();
  }
  #brushed(): void {
    const { brush, game, pos } = this;
    if (!this.editing || !brush || !game || !pos || pos.over) this.hands = [];
    else
      this.hands = typeof brush === "string" ? game.byHand(0, brush) : game.byHand(brush.seat, brush.figure);
  }
  /** A press on a part of the map where the brush may do nothing: why not, and where. */
  pressed(feature: FeatureInfo, at: Cell): void {
    const part = feature.cells.find((one) => one.x === at.x && one.y === at.y),
      brush = this.brush;
    if (!brush || brush === "take" || brush === "fairy" || !part) return;
    const cell = `${at.x},${at.y}`;
    if (brush === "dragon") return this.refuse(`set-dragon ${cell}`, at);
    if (brush.figure === "tower" || brush.figure === "barn")
      return this.refuse(`set-${brush.figure} ${brush.seat} ${cell}`, at);
    const place = this.#engine.segmentText(part.kind, part.rot, part.segment);
    this.refuse(`set-figure ${brush.seat} ${brush.figure} ${place} at ${cell}`, at);
  }
  #set: { moment: number; seat: number } | null = null;
  /** Points that are set twice in a row are one moment. */
  setPoints(seat: number, points: number): void {
    const set = this.#set;
    if (set && set.moment === this.at && set.seat === seat && this.here.child < 0) {
      const { parent } = this.here;
      this.tree.remove(this.at);
      this.at = parent;
    }
    this.play([`set-points ${seat} ${points}`]);
    this.#set = this.refused ? null : { moment: this.at, seat };
  }
  setTurn(seat: number): void {
    this.play([`set-turn ${seat}`]);
  }
  /** The tile in hand lies there, nobody puts a figure, and it is still the same player's turn. */
  lay(words: string): void {
    const { seat } = this.pos!;
    this.play([words]);
    for (let n = 0; n < QUESTIONS && !this.refused && this.pos?.actor !== null; n++) {
      const nothing = this.actions.find((one) => NOTHING.includes(one.kind));
      if (!nothing) return; // something must be decided: the dragon's way, a catapult's round
      this.play([nothing.text]);
    }
    if (!this.pos!.over && this.pos!.seat !== seat) this.setTurn(seat);
  }
  /** Where the tiles of a kind lie. */
  places(kind: number): string[] {
    return (this.pos?.laid ?? [])
      .filter((tile) => tile.kind === kind)
      .map((tile) => cellName(tile.x, tile.y));
  }

  // -- choosing on the board

  pick(action: Action | null): void {
    if (action?.kind === "lay") this.turnWanted = action.rot ?? 0;
    this.chosen = action;
  }
  rotate(by: 1 | -1): void {
    const chosen = this.chosen;
    if (!chosen || chosen.kind !== "lay") return void (this.turnWanted = (this.turnWanted + by + 4) % 4);
    const same = this.actions.filter((one) => one.kind === "lay" && one.x === chosen.x && one.y === chosen.y);
    const next = nextTurn(same, chosen.rot ?? 0, by);
    if (next) this.pick(next);
  }
  refuse(words: string, at?: Cell): void {
    this.refused = this.game?.why(words) ?? null;
    this.refusedAt = at ? cellName(at.x, at.y) : "";
  }

  // -- thinking

  /** From the beginning: another position stands here. */
  think(): void {
    clearTimeout(this.#timer);
    this.#round++;
    this.lines = [];
    this.spent = 0;
    if (this.thinking) this.#swap();
    this.thinking = false;
    if (this.editing || !this.asked || !this.pos || this.pos.actor === null || this.pos.over) return;
    this.thinking = true;
    this.#timer = setTimeout(() => void this.#thought(MOST), SETTLE);
  }
  #swap(): void {
    const busy = this.#thinker;
    this.#thinker = this.#spare;
    this.#spare = busy;
    busy.stop();
    busy.wake();
  }
  /** Think on where it stopped, or stop. */
  async more(): Promise<void> {
    if (this.thinking) {
      this.#round++;
      this.#swap();
      this.thinking = false;
      return;
    }
    this.#round++;
    this.thinking = true;
    await this.#thought(this.spent + MOST);
  }
  async #thought(until: number): Promise<void> {
    const round = this.#round,
      record = this.tree.way(this.at),
      most = 2 * SHOWN * (this.#hand ? alike(this.#hand) : 1);
    for (let n = 0; this.spent < until; n++) {
      const ms = SLICES[Math.min(n, SLICES.length - 1)]!;
      const found = await this.#thinker.lines(record, ms, most, 1 + Math.round(this.spent)).catch(() => null);
      if (round !== this.#round) return;
      if (!found) break;
      this.lines = merged(this.lines, found);
      this.spent += ms;
      if (found.length < 2 || found.every((one) => one.exact)) break; // nothing to compare, or all is known
    }
    if (round === this.#round) this.thinking = false;
  }
  get #hand(): KindInfo | null {
    const hand = this.pos?.hand ?? null;
    return hand === null ? null : this.#engine.kinds()[hand]!;
  }
  /** What is shown of them: turns that look alike stand there once. */
  get shown(): Whole[] {
    return different(this.lines, this.#hand, (words) => this.#engine.said(words)).slice(0, SHOWN);
  }

  // -- the curve

  /** The chance of one seat at the beginning of every turn of this line, from the left. */
  curve(): void {
    const round = ++this.#curveRound;
    const wanted = this.points().filter((id) => !this.wins.has(id));
    if (wanted.length) setTimeout(() => void this.#draw(round, wanted), 400);
  }
  /** One moment of every turn: before its first decision. */
  points(): number[] {
    const seen = new Set<number>();
    return this.line.filter((id) => {
      const { turn, seat } = this.moments[id]!;
      if (id === 0 || seat < 0 || seen.has(turn)) return false;
      seen.add(turn);
      return true;
    });
  }
  async #draw(round: number, wanted: number[]): Promise<void> {
    for (const id of wanted) {
      if (round !== this.#curveRound) return;
      const win = await this.#curve.win(this.tree.way(id), this.seat, CURVE_MS).catch(() => null);
      if (win === null || round !== this.#curveRound) return;
      this.wins = new Map(this.wins).set(id, win);
    }
  }
  look(seat: number): void {
    this.seat = seat;
    this.wins = new Map();
    this.curve();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#round++;
    this.#curveRound++;
    this.#thinker.stop();
    this.#spare.stop();
    this.#curve.stop();
    this.game?.free();
    this.game = null;
    this.tree.free();
  }
}
