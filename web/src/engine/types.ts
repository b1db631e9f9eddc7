// types.ts -- what the page knows of a game. The engine (C, in WebAssembly) fills these; nothing here is judged by the page.
// Coordinates are tiles: x grows east, y grows south, the start tile lies at 0,0. Inside a tile points run 0..1000.
// An action travels as the words of a record ("lay 1,0 90"): see docs/record.md.

export type FigureKind = "small" | "large" | "abbot" | "wagon" | "mayor" | "builder" | "pig" | "barn";
export type FeatureKind = "road" | "city" | "field" | "monastery" | "garden" | "shrine" | string; // aude_feature_name()

export interface RuleError {
  code: string; // "NO_FIT": aude_err_name(); the language files hold a sentence for each
  rule: string; // "BASE-11", or ""
  text: string; // the engine's own English sentence
  line?: number; // of a record that does not read
  at?: string; // the words it is about
}

// ---- what can be chosen before a game
export interface SwitchInfo { name: string; rule: string; ruling: boolean /* one of the usual rulings (EDN-21) */; values: string[] }
export interface PresetInfo { name: string; title: string; switches: Record<string, string> }
export interface SetInfo { name: string; title: string; playable: boolean; tiles: number; kinds: number[] }
export interface KindInfo { kind: number; id: string; set: string; count: number; segments: { kind: FeatureKind; shields: number; tags: string[]; sides: number; halves: number }[]; symbols: string[] }

// A setup is the head of a record, without seed, names and `play`: "rules grow\nseats 3\nswitch river RIVER_I\nexpansions tower\n..."
export interface SetupCheck { error?: RuleError; tiles: number; sets: string[]; matters: string[] /* switches that can change this game */; figures: Partial<Record<FigureKind, number>>; advice: { rule: string; sentence: string }[] /* what a book advises against (EDN-22) */ }

// ---- a position
export interface Laid { x: number; y: number; kind: number; rot: 0 | 1 | 2 | 3; copy: number /* art_copy_at */ }
export interface Figure {
  seat: number; kind: FigureKind; where: "segment" | "tower" | "quarter" | "corner";
  x: number; y: number; segment: number; // quarter: segment is 0..3
  px: number; py: number; // its feet inside the tile, 0..1000
  lying: boolean; // a farmer
  feature: number; // id, or -1
}
export interface Goods { wine: number; grain: number; cloth: number }
export interface Prisoner { seat: number; kind: FigureKind; held: number /* seat that holds it */ }
export interface SeatState {
  points: number; projected: number; // if the game ended now
  laps: string; // "50+13": the points as the rulebook marks whole laps of the track (EDN-10), else "63"
  supply: Partial<Record<FigureKind, number>>; // only kinds that are in this game
  goods?: Goods; towerPieces?: number; abbeys?: number; tokens?: string[];
}
export interface State {
  turn: number; part: 1 | 2; seat: number; // the active player
  actor: number | null; // who must decide now; null: a draw is to be told, or the game is over
  phase: string; // aude_phase_name()
  over: boolean; winners: number[];
  hand: number | null; // tile kind in hand
  left: number; // tiles still to be drawn, hand not counted
  laid: Laid[]; lastLaid: number | null; // index of the tile laid in this part, else of the last one
  figures: Figure[]; seats: SeatState[]; prisoners: Prisoner[];
  dragon: { x: number; y: number } | null; fairy: { x: number; y: number } | null;
  walk: { steps: number; of: number; visited: { x: number; y: number }[] } | null; // the dragon's walk
  towers: { x: number; y: number; height: number; closed: boolean; px: number; py: number }[];
  wagon: { x: number; y: number } | null; // where the scored wagon stood whose owner decides now
  count: { quarter: number; x: number; y: number } | null; // x,y: north-west tile of the count's city
  king: number | null; robber: number | null; // holders
  secondEarned: boolean;
  catapult: CatapultState | null;
  sets: string[]; hash: string;
}
export interface CatapultState { // only while a round is on
  kind: "knock" | "seduce" | "target" | "catch" | null; fair: { x: number; y: number };
  throwers: number[]; current: number; // index into throwers
  box: { x0: number; y0: number; x1: number; y1: number }; // units of 1/1024 tile
  throws: { seat: number; x: number; y: number; distance?: number }[]; // rests, 1/1024 tile
  glimpse: { gx: number; gy: number } | null;
}

// ---- what may be done: every field that the kind of action has
export interface Action {
  text: string; kind: string; // "lay" "put" "pass" "recall" "second" "decline" "fairy" "remove" "step" "tower" "capture" "swap" "ransom" "abbey" "pile" "barn" "move" "home" "send" "enter" "count" "tell" and the catapult's
  x?: number; y?: number; rot?: 0 | 1 | 2 | 3; segment?: number; feature?: FeatureKind;
  figure?: FigureKind; seat?: number /* of the target */; side?: "N" | "E" | "S" | "W"; quarter?: number; tile?: number;
  onTower?: boolean;
  round?: CatapultState["kind"]; // "catapult": what the round is about
  stand?: number; aim?: number; power?: number; // "throw" (stand 0..7), "toss" (aim is its lateral), "hands" (aim, power: x, y of the lane)
}
// Throws, tosses and hands are ranges: the list holds a spread of them, any numbers within may be played:
// `throw stand S aim A power P`, `toss lateral L power P`, `hands X,Y`, `hands off`.
export interface Range { kind: "throw" | "toss" | "hands"; stands: number; x: [number, number]; y: [number, number] } // x: aim, lateral; y: power
export interface Flight { stand: { x: number; y: number }; land: { x: number; y: number }; rest: { x: number; y: number } } // 1/1024 tile

// ---- what happened
export interface Term { kind: string; count: number; each: number } // "tiles", "shields" ...
export interface GameEvent {
  kind: string; // aude_event_name(): "turn" "draw" "discard" "lay" "put" "score" "return" ...
  seat: number; other?: number; figure?: FigureKind; goods?: string; tile?: number; rot?: number;
  x?: number; y?: number; segment?: number; feature?: string; // of a score: what it comes from
  final?: boolean; points?: number; terms?: Term[]; sum?: string;
  numbers?: number[]; // catapult: aim and power, the cell of a glimpse, hands, scatter
  round?: CatapultState["kind"]; at?: { x: number; y: number }; // catapult: kind of a round; stand, landing, rest or hit, in 1/1024 tile
}

// ---- looking closer
export interface FeatureInfo {
  id: number; kind: FeatureKind; complete: boolean; tiles: number; shields: number; open: number; cities: number /* of a field: finished ones */; tags: string[];
  strength: number[]; owners: number[]; points: number; // what an owner would get if it were scored as it stands
  cells: { x: number; y: number; segment: number; kind: number; rot: number }[]; // every segment of it
  ends: { x: number; y: number; side: "N" | "E" | "S" | "W" }[]; // open sides
}
export interface Outlook { chance: number | null /* 0..1 that it is completed; a field never is */; points: number /* what an owner may expect of it at the end */ }
export interface CellFit { fits: number; of: number; kinds: { kind: number; count: number }[]; hand: boolean }

export interface Candidate { action: string; then?: string; win: number; difference: number } // analysis
// A step looked at afterwards (ai/review.h). Chances are 0..1; `points` are of a seat's lead at the end; errors are standard errors.
export interface Line extends Candidate { playouts: number }
export interface MoveReview { seat: number; same: boolean; best: Line; played: Line; loss: number; error: number; points: number; pointsError: number }
export interface DrawReview { seat: number; kinds: number; win: number[]; after: number[]; luck: number[]; points: number[]; error: number; pointsError: number }
export interface StepReview { move?: MoveReview; draw?: DrawReview; over?: number[] }
export interface Computer { name: string; title: string; text: string } // "level-3" ...

// The classes are in engine.ts:
//   Engine.load(): Promise<Engine>
//     presets(): PresetInfo[]; switches(): SwitchInfo[]; sets(): SetInfo[]; kinds(): KindInfo[]; computers(): Computer[]
//     check(head: string): SetupCheck
//     create(head: string, names: string[], seed: string /* 32 hex */): Game     an authority: knows its draws
//     follow(head: string): Game                                                 a hidden game, fed with step texts
//     open(record: string): { game: Game; steps: string[]; head: string; finished: boolean } | RuleError
//     commitText(head: string, seed: string): string                             docs/record.md "Fair draws"
//     tileSvg(kind, rot, copy, style): string; figureSvg(figure, seat, pose, height): string; path(kind, rot, segment): string
//     segmentAt(kind, rot, px, py): number | null; foot(kind, rot, segment): {px, py}
//   Game
//     state(): State; actions(): Action[]; why(text: string): RuleError | null
//     play(text: string): { error?: RuleError; events: GameEvent[]; step: string }   step: the hidden-record text for everybody else
//     feed(step: string): { error?: RuleError; events: GameEvent[] }                 a hidden game hears what happened
//     feature(x, y, segment): FeatureInfo | null; features(kind?: FeatureKind): FeatureInfo[]; fit(x, y): CellFit; dead(): {x,y}[]
//     left(): { kind: number; left: number; total: number }[]
//     preview(text: string): { events: GameEvent[]; state: State }                   on a copy
//     clone(): Game; record(end?: boolean): string; free(): void
//     choose(computer: string, ms: number, seed: number): string                     action text; call it in a worker
//     analyse(ms: number, max: number): Candidate[]; win(seat): number
// Added:
//   Engine: colours(): {colour, emblem}[] of the six; quarters(); cornerSvg(); towerFoot(kind, rot); copyAt(x, y); module (for a worker)
//   Engine.create / follow throw EngineError (with .error: RuleError) if the setup does not play. Names may be missing: "Player 1" ...
//   Game.opening: { step, events } of an authority: turn 1 and its draw. A follower is fed with it first.
//   open().steps[0] is that opening; then one step an action. follow(open().head) fed with the steps is the game again.
//   Game.record(): with its last line; record(false): without it, so that steps may be appended. Game.head(): as others may see it.
//   Game.corners(): where the board sets a tower between tiles. preview() may have an error.
//   Action: a "step" has the cell it leads to as x, y; "lay" and "abbey" have tile and rot; "barn" and "recall" have their figure.
//   Game.due(x, y, segment): what each seat would get for a feature if the game ended now; null for fields that are paid by the city.
//   thinker.ts: new Thinker(engine): choose(record, computer, ms, seed), analyse(record, ms, max), win(record, seat, ms), stop(): in a worker.
//   Game.range(), flight(stand, aim, power), fallback(): the catapult; what a seat does whose clock ran out.
