// pupil -- somebody at a step of a lesson: the position, what is chosen, the try and its answer. Judging is lesson.ts and the engine.
import { nextTurn } from "../board/offers";
import type { Board } from "./types";
import type { Action, Engine, FeatureInfo, Game, GameEvent, RuleError, State } from "../engine/engine";
import {
  attempt,
  position,
  pressed,
  truth,
  YOU,
  type Fact,
  type Lesson,
  type Outcome,
  type Who,
} from "./lesson";

export interface Answer {
  met: boolean;
  error: RuleError | null;
  facts: Fact[];
  score: GameEvent | null; // what was scored, with its sum
  told: number | Who | null; // the true answer of a question
}

export class Pupil {
  lesson = $state.raw<Lesson>() as Lesson;
  n = $state(0);
  game = $state.raw<Game | null>(null);
  after = $state.raw<Game | null>(null); // the position after a try
  pos = $state.raw<State | null>(null);
  actions = $state.raw<Action[]>([]);
  chosen = $state.raw<Action | null>(null);
  turnWanted = $state(0);
  answer = $state.raw<Answer | null>(null);
  lit = $state.raw<FeatureInfo | null>(null);
  shown = $state.raw<Action | null>(null); // the answer, asked for
  tries = $state(0);
  missing = $state("");
  board = $state<Board>();

  #engine: Engine;

  step = $derived.by(() => this.lesson.steps[this.n]);
  kind = $derived.by<"lay" | "figure" | "press" | "guess">(() =>
    this.step.guess
      ? "guess"
      : this.step.press
        ? "press"
        : this.actions.some((action) => action.kind === "lay")
          ? "lay"
          : "figure",
  );
  met = $derived.by(() => this.answer?.met ?? false);
  /** Choices that are no place to lay on: buttons beside the map. */
  ways = $derived.by(() => this.actions.filter((action) => action.kind !== "lay"));
  /** The game that the map draws: after a try the one after it. */
  seen = $derived.by(() => this.after ?? this.game);
  fields = $derived.by(() => (this.step.press && this.game ? this.game.features(this.step.press.kind) : []));
  turns = $derived.by(() =>
    this.chosen?.kind === "lay"
      ? this.actions.filter(
          (one) => one.kind === "lay" && one.x === this.chosen!.x && one.y === this.chosen!.y,
        )
      : [],
  );

  constructor(
    engine: Engine,
    private book: string,
    private names: () => string[],
  ) {
    this.#engine = engine;
  }

  open(lesson: Lesson, n: number): void {
    this.lesson = lesson;
    this.n = Math.min(Math.max(n, 0), lesson.steps.length - 1);
    this.tries = 0;
    this.begin();
  }
  /** The step's own position again. */
  begin(): void {
    this.close();
    this.answer = null;
    this.chosen = this.shown = null;
    this.lit = null;
    this.missing = "";
    try {
      this.game = position(this.#engine, this.lesson, this.n, this.book, this.names());
      this.#look(this.game);
    } catch (cause) {
      this.missing = `${this.lesson.id} ${this.n + 1}: ${cause instanceof Error ? cause.message : String(cause)}`;
    }
  }
  #look(game: Game): void {
    this.pos = game.state();
    this.actions = this.answer?.met || this.step.guess || this.step.press ? [] : game.actions();
  }

  pick(action: Action | null): void {
    if (this.met) return;
    if (this.answer) this.begin();
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
  /** A try by its words: also one that the engine refuses. */
  do(text: string): void {
    if (this.met || !this.game) return;
    if (this.answer) this.begin();
    const outcome: Outcome = attempt(this.game!, this.step, text);
    this.#take(outcome);
    if (outcome.game) {
      this.after?.free();
      this.after = outcome.game;
      this.chosen = null;
      this.pos = outcome.game.state();
      this.actions = [];
    }
    this.lit = this.#spoken(outcome);
  }
  /** What the answer speaks of: what was scored, or the field that was tried. */
  #spoken({ events, facts }: Outcome): FeatureInfo | null {
    const event = events.find((one) => one.kind === "score" && one.segment !== undefined);
    const put = events.find((one) => one.kind === "put" && one.segment !== undefined);
    const at = event ?? (facts.length || this.step.goal?.feature ? put : undefined);
    return at && this.after ? this.after.feature(at.x!, at.y!, at.segment!) : null;
  }
  #take(
    { met, error, facts, events }: Pick<Outcome, "met" | "error" | "facts" | "events">,
    told: Answer["told"] = null,
  ): void {
    const score =
      events.find((event) => event.kind === "score" && event.seat === YOU && event.points) ?? null;
    this.tries++;
    this.answer = { met, error, facts, score: met ? score : null, told };
    this.shown = null;
  }
  press(info: FeatureInfo): void {
    if (this.met || !this.step.press || info.kind !== this.step.press.kind) return;
    this.#take({ ...pressed(this.step, info), error: null, events: [] });
    this.lit = info;
  }
  guess(value: number | Who): void {
    if (this.met || !this.game) return;
    const { value: told, events } = truth(this.game, this.step);
    this.#take({ met: value === told, error: null, facts: [], events }, told);
  }
  /** Show the answer: on the map where it has a place, else as the chosen button. */
  show(): void {
    if (this.answer) this.begin();
    const best = this.actions.find((action) => action.text === this.step.best);
    if (best) {
      this.pick(best);
      this.shown = best;
      if (best.x !== undefined) this.board?.show([{ x: best.x, y: best.y! }]);
    } else if (this.step.press) this.lit = this.fields.find((info) => pressed(this.step, info).met) ?? null;
    else if (this.step.guess && this.game) {
      const { value, events } = truth(this.game, this.step);
      this.#take({ met: true, error: null, facts: [], events }, value);
    }
  }
  close(): void {
    this.after?.free();
    this.game?.free();
    this.after = this.game = null;
  }
}
