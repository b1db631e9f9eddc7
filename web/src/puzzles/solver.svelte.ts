// solver -- one puzzle and somebody's try at it: the turn is played action by action, then compared with the turns that are known.
import { nextTurn } from "../board/offers";
import type { Cell } from "../board/props";
import { Thinker } from "../engine/thinker";
import type { Action, Engine, FeatureInfo, Game, State } from "../engine/engine";
import type { ActionKind } from "../engine/names";
import type { TurnLine } from "./file";
import { factsOf, shownOf, type Fact } from "./why";

export interface Row extends TurnLine {
  own: boolean;
  best: boolean;
  bound?: boolean; // it is not among those that are known: `lead` is what it cannot reach
}
interface Answer {
  rows: Row[];
  own: number; // index in rows
  loss: number; // points behind the best
}
const LOOK_MS = 2500;
const LIKELY = 2; // turns that are shown while somebody asks how it goes on
const LIKELY_MS = 150;
const THROWN: ActionKind[] = ["catapult", "throw", "toss", "hands"]; // no line says how these end

export class Solver {
  board = $state<{
    fit(): void;
    near(cells: Cell[]): void;
    show(cells: Cell[]): void;
    place(cell: Cell): DOMRect | null;
  }>();
  start = $state.raw<Game | null>(null); // the position
  now = $state.raw<Game | null>(null); // with what was tried so far
  seen = $state.raw<Game | null>(null); // after the turn that is shown
  pos = $state.raw<State | null>(null);
  actions = $state.raw<Action[]>([]);
  chosen = $state.raw<Action | null>(null);
  turnWanted = $state(0);
  tried = $state.raw<string[]>([]);
  answer = $state.raw<Answer | null>(null);
  shown = $state(0); // the row on the board
  facts = $state.raw<Fact[]>([]);
  lit = $state.raw<FeatureInfo | null>(null);
  trouble = $state("");
  thinking = $state(false);
  seat = $state(0);
  #choices: TurnLine[] | null = null; // null: they have to be found first
  #record = "";
  #thinker: Thinker | null = null;
  #turn = 0; // a later puzzle makes what comes in from an earlier one void

  laying = $derived.by(() => this.actions.some((one) => one.kind === "lay"));
  ways = $derived.by(() => this.actions.filter((one) => one.kind !== "lay"));
  turns = $derived.by(() =>
    this.chosen?.kind === "lay"
      ? this.actions.filter(
          (one) => one.kind === "lay" && one.x === this.chosen!.x && one.y === this.chosen!.y,
        )
      : [],
  );

  constructor(private readonly engine: Engine) {}

  /** The position after `at` decisions of a record; `choices` null: the computer looks for them. */
  open(record: string, choices: TurnLine[] | null, at = Infinity): void {
    this.close();
    this.#choices = choices;
    this.trouble = "";
    const opened = this.engine.open(record);
    if (!("game" in opened)) return void (this.trouble = opened.text);
    opened.game.free();
    const game = this.engine.follow(opened.head); // hidden: what is drawn later is not known
    for (const text of [opened.opening, ...opened.steps.slice(0, at).map((one) => one.text)]) game.feed(text);
    this.start = game;
    this.#record = game.record();
    this.seat = game.state().actor ?? 0;
    this.again();
    if (!choices) void this.#search();
  }
  /** From the beginning: the answer is hidden. */
  again(): void {
    this.now?.free();
    this.seen?.free();
    this.seen = null;
    this.answer = null;
    this.lit = null;
    this.chosen = null;
    this.tried = [];
    this.turnWanted = 0;
    this.now = this.start?.clone() ?? null;
    this.#look();
  }
  #look(): void {
    this.pos = this.now?.state() ?? null;
    this.actions = this.now && !this.answer ? this.now.actions() : [];
  }
  async #search(): Promise<void> {
    const turn = this.#turn;
    this.#thinker ??= new Thinker();
    try {
      const found = await this.#thinker.lines(this.#record, LOOK_MS, 10, 1);
      const lines = found.map((one) => ({
        actions: one.line,
        lead: one.difference,
        error: Math.max(0, one.error),
        win: one.win,
      }));
      if (turn !== this.#turn) return;
      this.#choices = lines;
      if (this.thinking) this.#judge();
    } catch {
      if (turn === this.#turn) this.trouble = "ENGINE";
    }
  }

  pick(action: Action | null): void {
    if (this.answer) return;
    if (action?.kind === "lay") this.turnWanted = action.rot ?? 0;
    this.chosen = action;
  }
  choose(action: Action): void {
    if (action.kind === "lay" || this.chosen?.text === action.text) this.do(action.text);
    else this.pick(action);
  }
  turn(by: 1 | -1): void {
    if (!this.chosen) return void (this.turnWanted = (this.turnWanted + by + 4) % 4);
    const next = nextTurn(this.turns, this.chosen.rot ?? 0, by);
    if (next) this.pick(next);
  }
  do(text: string): void {
    if (this.answer || !this.now || this.now.why(text)) return;
    this.now.play(text);
    this.tried = [...this.tried, text];
    this.chosen = null;
    this.#look();
    if (this.#ended()) this.#judge();
  }
  /** The turn is over, or goes on with what no line follows: the next tile, a round of the catapult. */
  #ended(): boolean {
    const { actor, over, phase } = this.pos!;
    const known = this.#choices?.some((one) => one.actions.join(";") === this.tried.join(";"));
    const thrown = this.actions.every((one) => THROWN.includes(one.kind));
    return known || over || actor !== this.seat || phase === "tile" || thrown;
  }
  /** Not yet judged: take the tile up again. */
  back(): void {
    if (!this.answer && this.tried.length) this.again();
  }

  #judge(): void {
    this.actions = [];
    this.thinking = !this.#choices;
    if (!this.#choices) return;
    const rows: Row[] = this.#choices.map((one, i) => ({ ...one, own: false, best: i === 0 }));
    const came = this.#after(this.tried);
    let own = rows.findIndex(
      (row) => row.actions.every((text, i) => this.tried[i] === text) || this.#after(row.actions) === came,
    );
    if (own < 0) {
      const last = rows[rows.length - 1];
      own = rows.push({
        actions: this.tried,
        lead: last?.lead ?? 0,
        error: 0,
        own: true,
        best: false,
        bound: true,
      });
      own--;
      void this.#ask(this.now!.record());
    }
    rows[own].own = true;
    this.answer = { rows, own, loss: Math.max(0, rows[0].lead - rows[own].lead) };
    this.show(0);
  }
  /** The fingerprint of the position that a turn leads to: the same one may be reached in another order. */
  #after(actions: string[]): string {
    const game = this.start!.clone();
    for (const text of actions) game.play(text);
    const { hash } = game.state();
    game.free();
    return hash;
  }
  /** The chance to win with a try that is not in the list. */
  async #ask(record: string): Promise<void> {
    const turn = this.#turn;
    this.#thinker ??= new Thinker();
    if (this.answer?.rows[0]?.win === undefined && this.#choices?.[0]?.win === undefined) return;
    const win = await this.#thinker.win(record, this.seat, 600).catch(() => null);
    if (win === null || turn !== this.#turn || !this.answer) return;
    const rows = this.answer.rows.map((row) => (row.own && row.bound ? { ...row, win } : row));
    this.answer = { ...this.answer, rows };
  }
  /** Put a row's turn on the board. */
  show(row: number): void {
    if (!this.answer || !this.start) return;
    this.shown = row;
    const game = this.start.clone();
    for (const text of this.answer.rows[row].actions) game.play(text);
    this.facts = this.factsOf(row);
    const fact = shownOf(this.facts);
    this.lit = fact ? game.feature(fact.x, fact.y, fact.segment) : null;
    this.seen?.free();
    this.seen = game;
    this.pos = game.state();
  }
  factsOf(row: number): Fact[] {
    return this.answer && this.start ? factsOf(this.start, this.answer.rows[row].actions) : [];
  }
  /** How the shown turn would most likely go on: two turns, each with the tile that is most often left and the computer's choice. */
  async likely(): Promise<{ lay: Action; tile: number; seat: number }[]> {
    const turn = this.#turn,
      row = this.shown;
    const game = this.seen?.clone();
    const found: { lay: Action; tile: number; seat: number }[] = [];
    this.#thinker ??= new Thinker();
    while (game && found.length < LIKELY && this.#drawLikely(game)) {
      const best = await this.#thinker.lines(game.record(), LIKELY_MS, 1, 1).catch(() => []);
      if (turn !== this.#turn || row !== this.shown) break;
      const { seat, hand } = game.state();
      const lay = game.actions().find((one) => one.text === best[0]?.line[0] && one.kind === "lay");
      if (!lay || hand === null) break;
      found.push({ lay, tile: hand, seat });
      for (const text of best[0]!.line) game.play(text);
    }
    game?.free();
    return turn === this.#turn && row === this.shown ? found : [];
  }
  /** The tile of which most are left comes. False: no tile is to be drawn now. */
  #drawLikely(game: Game): boolean {
    if (game.state().over || game.state().actor !== null) return false;
    const left = new Map(game.left().map((one) => [one.kind, one.left]));
    const draws = game.actions().filter((one) => one.kind === "draw");
    const most = draws.sort((a, b) => (left.get(b.tile!) ?? 0) - (left.get(a.tile!) ?? 0))[0];
    return !!most && !game.play(most.text).error;
  }
  record(): string {
    return this.#record;
  }
  close(): void {
    this.#turn++;
    this.#thinker?.stop();
    this.thinking = false;
    for (const game of [this.start, this.now, this.seen]) game?.free();
    this.start = this.now = this.seen = null;
    this.answer = null;
  }
}
