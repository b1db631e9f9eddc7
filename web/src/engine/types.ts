// types.ts -- what the page knows of a game. The engine (C, in WebAssembly) fills these; nothing here is judged by the page.
// Coordinates are tiles: x grows east, y grows south, the start tile lies at 0,0. Inside a tile points run 0..1000.
// An action travels as the words of a record ("lay 1,0 90"): see docs/record.md.

import type {
  ActionKind,
  ErrorCode,
  EventKind,
  FeatureKind,
  FigureKind,
  GoodsKind,
  Level,
  Mark,
  Phase,
  PresetName,
  QuarterName,
  RiverRole,
  RoundKind,
  SetName,
  Side,
  Source,
  SwitchName,
  SwitchValues,
  Tag,
  TermKind,
} from "./names";
export type {
  ActionKind,
  ErrorCode,
  EventKind,
  FeatureKind,
  FigureKind,
  GoodsKind,
  Level,
  Phase,
  PresetName,
  QuarterName,
  RoundKind,
  SetName,
  Side,
  Source,
  SwitchName,
  SwitchValues,
  Tag,
  TermKind,
};

/** A side, or between two of them. */
export type Wind = Side | "NE" | "SE" | "SW" | "NW";
/** What a segment is called: a monastery may be a shrine or an abbey; "" where there is none. */
export type FeatureWord = FeatureKind | Extract<Tag, "shrine" | "abbey"> | "";

export interface RuleError {
  code: ErrorCode | "ENGINE"; // "NO_FIT"; ENGINE: the module itself failed; the language files hold a sentence for each
  rule: string; // "BASE-11", or ""
  text: string; // the engine's own English sentence
  line?: number; // of a record that does not read
  at?: string; // the words it is about
  sides?: string; // of NO_FIT: the sides that do not match, "NE"
}

// ---- what can be chosen before a game
export interface SwitchInfo {
  name: SwitchName;
  rule: string;
  chapter: string; // "PD": of the rule
  ruling: boolean /* one of the usual rulings (EDN-21) */;
  values: string[];
}
export interface PresetInfo {
  name: PresetName;
  title: string;
  switches: SwitchValues;
}
export interface SetInfo {
  name: SetName;
  title: string;
  playable: boolean;
  tiles: number;
  kinds: number[];
}
export interface KindInfo {
  kind: number;
  id: string;
  name: string; // of the id, as one says it
  set: SetName;
  count: number;
  segments: { kind: FeatureKind; shields: number; tags: Tag[]; sides: number; halves: number }[];
  symbols: (Mark | RiverRole | GoodsKind)[];
}

// A setup is the head of a record, without seed, names and `play`: "rules grow\nseats 3\nswitch river RIVER_I\nexpansions tower\n..."
/** A switch and one of its values. */
export type Mend = { [S in SwitchName]: { name: S; value: SwitchValues[S] } }[SwitchName];
export interface SetupCheck {
  error?: RuleError;
  mends?: Mend[] /* of a refusal: switches that, set so, make it playable */;
  tiles: number;
  sets: SetName[];
  matters: SwitchName[] /* switches that can change this game */;
  figures: Partial<Record<FigureKind, number>>;
  advice: { rule: string; sentence: string }[] /* what a book advises against (EDN-22) */;
}

// ---- a position
export interface Laid {
  x: number;
  y: number;
  kind: number;
  rot: 0 | 1 | 2 | 3;
  copy: number /* art_copy_at */;
}
export interface Figure {
  seat: number;
  kind: FigureKind;
  where: "segment" | "tower" | "quarter" | "corner";
  x: number;
  y: number;
  segment: number; // quarter: segment is 0..3
  px: number;
  py: number; // its feet inside the tile, 0..1000
  lying: boolean; // a farmer
  feature: number; // id, or -1
}
export type Goods = Record<GoodsKind, number>;
export interface Prisoner {
  seat: number;
  kind: FigureKind;
  held: number /* seat that holds it */;
}
export interface SeatState {
  points: number;
  projected: number; // if the game ended now
  laps: string[]; // "50", "13": whole laps as the rulebook marks them, then the place on the track (EDN-10); else "63"
  supply: Partial<Record<FigureKind, number>>; // only kinds that are in this game
  goods?: Goods;
  towerPieces?: number;
  abbeys?: number;
  tokens?: string[];
}
export interface State {
  turn: number;
  part: 1 | 2;
  seat: number; // the active player
  actor: number | null; // who must decide now; null: a draw is to be told, or the game is over
  phase: Phase;
  over: boolean;
  winners: number[];
  hand: number | null; // tile kind in hand
  left: number; // tiles still to be drawn, hand not counted
  laid: Laid[];
  lastLaid: number | null; // index of the tile laid in this part, else of the last one
  figures: Figure[];
  seats: SeatState[];
  prisoners: Prisoner[];
  dragon: { x: number; y: number } | null;
  fairy: { x: number; y: number } | null; // null, too, while it stands beside nobody
  hasFairy: boolean; // this game has one
  walk: { steps: number; of: number; order: number[]; visited: { x: number; y: number }[] } | null; // the dragon's walk; order: the seat of every step
  towers: { x: number; y: number; height: number; closed: boolean; px: number; py: number }[];
  wagon: { x: number; y: number } | null; // where the scored wagon stood whose owner decides now
  count: { quarter: number; x: number; y: number } | null; // x,y: north-west tile of the count's city
  king: number | null;
  robber: number | null; // holders
  secondEarned: boolean;
  catapult: CatapultState | null;
  sets: SetName[];
  hash: string;
}
export interface CatapultState {
  // only while a round is on
  kind: RoundKind | null;
  fair: { x: number; y: number };
  aim: { x: number; y: number }; // where a thrower may want to hit, 1/1024 tile
  throwers: number[];
  current: number; // index into throwers
  catcher: number | null; // of what is thrown now; null: this round has none
  box: { x0: number; y0: number; x1: number; y1: number }; // units of 1/1024 tile
  throws: { seat: number; x: number; y: number; distance?: number }[]; // rests, 1/1024 tile
  glimpse: { gx: number; gy: number } | null;
}

// ---- what may be done: every field that the kind of action has
export interface Action {
  text: string;
  kind: ActionKind;
  x?: number;
  y?: number;
  rot?: 0 | 1 | 2 | 3;
  segment?: number;
  feature?: FeatureKind;
  figure?: FigureKind;
  seat?: number /* of the target */;
  side?: Side;
  wind?: Wind | "middle"; // on which side of its tile the segment lies
  quarter?: number;
  tile?: number;
  points?: number; // that it costs
  onTower?: boolean;
  round?: RoundKind; // "catapult": what the round is about
  stand?: number;
  aim?: number;
  power?: number; // "throw" (stand 0..7), "toss" (aim is its lateral), "hands" (aim, power: x, y of the lane)
}
/** What a press on the map may do by hand, besides putting a figure. */
export type HandBrush = "take" | "dragon" | "fairy" | "tower";
/** What the words of an action say by themselves, without the position: as far as they do (aude_action_glance). */
export type Said = Partial<Pick<Action, "kind" | "x" | "y" | "rot" | "feature" | "figure" | "tile">>;
// Throws, tosses and hands are ranges: the list holds a spread of them, any numbers within may be played:
// `throw stand S aim A power P`, `toss lateral L power P`, `hands X,Y`, `hands off`.
/** `x`: aim or lateral; `y`: power. */
export interface Range {
  kind: "throw" | "toss" | "hands";
  stands: number;
  x: [number, number];
  y: [number, number];
}
/** 1/1024 tile. */
export interface Flight {
  stand: { x: number; y: number };
  land: { x: number; y: number };
  rest: { x: number; y: number };
}

// ---- what happened
/** "tiles", "shields" ... */
export interface Term {
  kind: TermKind;
  count: number;
  each: number;
}
export interface GameEvent {
  kind: EventKind;
  rule?: string; // of what is nobody's doing
  seat: number;
  other?: number;
  figure?: FigureKind;
  goods?: GoodsKind;
  tile?: number;
  rot?: number;
  x?: number;
  y?: number;
  segment?: number;
  feature?: Source; // of a score: what it comes from
  final?: boolean;
  points?: number;
  terms?: Term[];
  sum?: string;
  numbers?: number[]; // catapult: aim and power, the cell of a glimpse, hands, scatter
  round?: RoundKind;
  at?: { x: number; y: number }; // catapult: kind of a round; stand, landing, rest or hit, in 1/1024 tile
}

// ---- looking closer
export interface FeatureInfo {
  id: number;
  kind: FeatureKind;
  complete: boolean;
  tiles: number;
  shields: number;
  open: number;
  cities: number /* of a field: finished ones */;
  paid: number[]; // what each seat would get for it as it stands
  tags: Tag[];
  strength: number[];
  owners: number[];
  points: number; // what an owner would get if it were scored as it stands
  cells: { x: number; y: number; segment: number; kind: number; rot: number }[]; // every segment of it
  ends: { x: number; y: number; side: Side }[]; // open sides
}
export interface Outlook {
  chance: number | null /* 0..1 that it is completed; a field never is */;
  points: number /* what an owner may expect of it at the end */;
}
export interface CellFit {
  fits: number;
  of: number;
  kinds: { kind: number; count: number }[];
  river: boolean; // the river still flows: no other tile may be laid, whatever fits later
  hand: boolean;
}

/** A line that the analysis looked at. */
export interface Candidate {
  action: string;
  then?: string;
  win: number;
  difference: number;
}
/** A whole decision (ai/choices.h): the words of all its actions. `error` is one standard error of the difference; -1: not known. */
export interface Whole {
  line: string[];
  win: number;
  difference: number;
  error: number;
  playouts: number;
  exact: boolean;
}
// A step looked at afterwards (ai/review.h). Chances are 0..1; `points` are of a seat's lead at the end; errors are standard errors.
export interface Line extends Candidate {
  playouts: number;
}
export interface MoveReview {
  seat: number;
  same: boolean;
  best: Line;
  played: Line;
  loss: number;
  error: number;
  points: number;
  pointsError: number;
}
export interface DrawReview {
  seat: number;
  kinds: number;
  win: number[];
  after: number[];
  luck: number[];
  points: number[];
  error: number;
  pointsError: number;
}
export interface StepReview {
  move?: MoveReview;
  draw?: DrawReview;
  over?: number[];
}
/** A computer player; `name` is "level-4" ... */
export interface Computer {
  name: Level;
  title: string;
  text: string;
  style: boolean; // has a manner of its own; the others stand in an order of strength
}
