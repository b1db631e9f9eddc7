// lesson -- one step of a lesson: its position, a try, and what the engine says of it. A goal only names facts; the engine is asked for
// them (events, features, what is due), so that every answer that meets the goal is taken.
import type { Action, Engine, FeatureInfo, Game, GameEvent, RuleError } from "../engine/engine";
import type { ActionKind, FeatureKind, FigureKind, SwitchValues } from "../engine/names";

export interface Spot {
  x: number;
  y: number;
  segment: number;
}
export type Who = "you" | "rival" | "both" | "nobody";

/** What must be seen after a try; everything that is named has to hold. */
export interface Goal {
  action?: Partial<Action>; // the action is such a one
  event?: Partial<GameEvent>; // this happened
  never?: Partial<GameEvent>; // this did not
  feature?: Partial<FeatureInfo>; // where the tile or figure went
  at?: Spot & { is: Partial<FeatureInfo> }; // a place on the map
}
/** A question whose answer the engine knows. */
export interface Guess {
  of: (number | Who)[];
  points?: Partial<GameEvent>; // how many points such events are worth
  due?: Spot; // what you would get for it if the game ended now
  fields?: true; // how many fields there are
  gets?: Partial<GameEvent>; // who has such an event
}
/** Without tiles and order a step goes on where the one before it ended. */
export interface Step {
  rule: string; // its number, for "the exact rule"
  books?: true; // the rulebooks differ here, which is said
  lines?: string[]; // of the set-up, beside the lesson's
  tiles?: string[]; // that lie from the start
  order?: string[]; // drawn in this order, also by the steps that go on from here
  first?: 0 | 1; // who begins; you are 0
  before?: string[]; // played before the question
  best?: string; // an answer that meets the goal
  wrong?: string[]; // answers that do not
  then?: string[]; // played after the try, as far as it can be
  goal?: Goal;
  press?: Partial<FeatureInfo>; // a feature has to be pressed, and is such a one
  guess?: Guess;
  hint?: true; // it has a sentence of its own for a wrong try
}
export interface Lesson {
  id: string;
  group: "first" | "followers" | "fields" | "sets";
  tile: string; // its picture in the list
  switches?: Partial<SwitchValues>; // beside those of all lessons
  lines?: string[]; // of the set-up
  steps: Step[];
}

/** A thing to be said: the key of a sentence and what stands in its holes. */
export interface Fact {
  key: string;
  n?: number;
  points?: number;
  seat?: number;
  feature?: string;
  event?: GameEvent;
  action?: Action; // what was chosen
}
export interface Outcome {
  met: boolean;
  error: RuleError | null;
  events: GameEvent[];
  game: Game | null; // as it is now; the caller frees it
  facts: Fact[]; // what a wrong try is answered with
}

const PLAIN: Partial<SwitchValues> = { river: "OFF", abbot: "OFF", tile_set: "CLASSIC72" };
const SEED = "1".padStart(32, "0");
export const YOU = 0;

/** The step from which this one's position comes. */
function origin(lesson: Lesson, n: number): number {
  while (n > 0 && !lesson.steps[n].order) n--;
  return n;
}
function headOf(lesson: Lesson, step: Step, book: string): string {
  return [
    `rules ${book}`,
    "seats 2",
    `first ${step.first ?? YOU}`,
    ...Object.entries({ ...PLAIN, ...lesson.switches }).map((one) => `switch ${one.join(" ")}`),
    ...(lesson.lines ?? []),
    ...(step.lines ?? []),
    ...(step.tiles ?? []).map((tile) => `start ${tile}`),
    `order ${step.order!.join(" ")}`,
  ].join("\n");
}

/** The position of step `n`, by the rulebook `book`. Throws where the lesson does not play: a test plays all of them. */
export function position(engine: Engine, lesson: Lesson, n: number, book: string, names: string[]): Game {
  const from = origin(lesson, n);
  const game = engine.create(headOf(lesson, lesson.steps[from], book), names, SEED);
  for (let i = from; i <= n; i++) {
    const step = lesson.steps[i];
    for (const text of step.before ?? []) must(game, text);
    if (i === n) break;
    if (step.best) must(game, step.best);
    follow(game, step);
  }
  return game;
}
function must(game: Game, text: string): void {
  const { error } = game.play(text);
  if (error) throw new Error(`${text}: ${error.text} ${error.rule}`);
}
/** What comes after a try by itself; what cannot be done is left out, for a try may have ended the turn. */
function follow(game: Game, step: Step): GameEvent[] {
  const events: GameEvent[] = [];
  for (const text of step.then ?? []) if (!game.why(text)) events.push(...game.play(text).events);
  return events;
}

/** Does `whole` say everything that `part` says? */
export function holds(part: object | undefined, whole: object | null | undefined): boolean {
  if (!part) return true;
  const all = whole as Record<string, unknown> | null | undefined;
  return (
    !!all && Object.entries(part).every(([key, value]) => JSON.stringify(all[key]) === JSON.stringify(value))
  );
}

/** The features that an action is about: where the figure goes, or everything on the tile. */
function touched(game: Game, action: Action | undefined): FeatureInfo[] {
  if (action?.x === undefined || action.y === undefined) return [];
  if (action.segment !== undefined) {
    const one = game.feature(action.x, action.y, action.segment);
    return one ? [one] : [];
  }
  const laid = game.state().laid.find((tile) => tile.x === action.x && tile.y === action.y);
  return (laid ? game.engine.kinds()[laid.kind].segments : [])
    .map((_, i) => game.feature(action.x!, action.y!, i))
    .filter((one): one is FeatureInfo => !!one);
}

/** A try: played on a copy, with what comes after it. */
export function attempt(game: Game, step: Step, text: string): Outcome {
  const error = game.why(text);
  if (error) return { met: false, error, events: [], game: null, facts: [] };
  const action = game.actions().find((one) => one.text === text);
  const copy = game.clone();
  const { events } = copy.play(text);
  const near = touched(copy, action);
  const goal = step.goal ?? {};
  const at = goal.at && copy.feature(goal.at.x, goal.at.y, goal.at.segment);
  events.push(...follow(copy, step));
  const met =
    holds(goal.action, action ?? {}) &&
    (!goal.event || events.some((event) => holds(goal.event, event))) &&
    !(goal.never && events.some((event) => holds(goal.never, event))) &&
    (!goal.feature || near.some((info) => holds(goal.feature, info))) &&
    (!goal.at || holds(goal.at.is, at));
  const facts = met ? [] : factsOf(action, wanted(game, step), near, events);
  return { met, error: null, events, game: copy, facts };
}
/** What the answer would be about: which kind of action, with which figure, on what. */
interface Wanted {
  kind?: ActionKind;
  figure?: FigureKind;
  feature?: FeatureKind;
}
function wanted(game: Game, step: Step): Wanted {
  const best = game.actions().find((one) => one.text === step.best);
  return { kind: best?.kind, figure: best?.figure, feature: touched(game, best)[0]?.kind };
}
/** What came of it; else how far that was from the goal. Of a figure that went to another kind of place, or of another figure, no more
 *  than that is said: facts of the place it stands on would be beside the point. */
function factsOf(action: Action | undefined, goal: Wanted, near: FeatureInfo[], events: GameEvent[]): Fact[] {
  const scores = events
    .filter((event) => event.kind === "score" && event.points)
    .map((event) => ({ key: "try.score", seat: event.seat, feature: event.feature, event, n: event.points }));
  if (scores.length) return scores;
  if (action?.kind === "pass" && goal.kind === "put") return [{ key: "try.pass" }];
  if (!action) return [{ key: "try.other" }];
  if (action.kind === "lay") return layFacts(near);
  const alike = action.kind === "put" && action.figure === goal.figure && near[0]?.kind === goal.feature;
  return [alike ? factOf(near[0]!) : { key: "try.chose", action }];
}
function layFacts(near: FeatureInfo[]): Fact[] {
  const open = near.filter(
    (info) => (info.kind === "road" || info.kind === "city") && !info.complete && info.tiles > 1,
  );
  return open.length ? open.map(factOf) : [{ key: "try.nothing" }];
}
/** A feature in a sentence: how far it is from being worth something. */
export function factOf(info: FeatureInfo): Fact {
  if (info.kind === "field") return { key: "try.field", n: info.cities, points: info.points };
  if (info.complete) return { key: "try.closed", feature: info.kind };
  return {
    key: info.kind === "road" || info.kind === "city" ? "try.open" : "try.cells",
    feature: info.kind,
    n: info.open,
  };
}

/** Pressed: a feature of the map. */
export function pressed(step: Step, info: FeatureInfo): Pick<Outcome, "met" | "facts"> {
  const met = holds(step.press, info);
  return { met, facts: met ? [] : [factOf(info)] };
}

/** The true answer to a question. */
export function truth(game: Game, step: Step): { value: number | Who | null; events: GameEvent[] } {
  const guess = step.guess!;
  if (guess.fields) return { value: game.features("field").length, events: [] };
  if (guess.due)
    return { value: game.due(guess.due.x, guess.due.y, guess.due.segment)?.[YOU] ?? null, events: [] };
  const copy = game.clone();
  const events = follow(copy, step);
  copy.free();
  if (guess.gets)
    return {
      value: whoOf(events.filter((event) => holds(guess.gets, event)).map((event) => event.seat)),
      events,
    };
  const found = events.filter((event) => holds(guess.points, event));
  return { value: found.reduce((sum, event) => sum + (event.points ?? 0), 0), events };
}
function whoOf(seats: number[]): Who {
  const you = seats.includes(YOU),
    rival = seats.some((seat) => seat !== YOU);
  return you && rival ? "both" : you ? "you" : rival ? "rival" : "nobody";
}

/** Every sentence that a lesson needs, by its key. */
export function keysOf(lesson: Lesson): string[] {
  const own = `lesson.${lesson.id}`;
  return [
    `${own}.title`,
    `${own}.line`,
    ...lesson.steps.flatMap((step, i) =>
      ["say", "task", "done", ...(step.hint ? ["hint"] : [])].map((part) => `${own}.${i + 1}.${part}`),
    ),
  ];
}
