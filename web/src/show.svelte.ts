// show -- the game as it is being shown: follows the table's log step by step, slowly enough to be followed, or stands at any
// moment of it. Two engines' games: `tail` has heard everything, `game` has heard what is on the screen.
import { Engine, type Game } from "./engine/engine";
import type { Action, FeatureInfo, GameEvent, RuleError, State } from "./engine/types";
import { motion } from "./settings.svelte";
import { play } from "./sound/player";
import type { Fold } from "./table/fold.svelte";
import { LOST } from "./words";

export interface Moment {
  seat: number;
  turn: number;
  next: number;
  by: string;
  events: GameEvent[];
  points: number[];
}
export interface Told {
  event: GameEvent;
  key: string;
  feature: FeatureInfo | null;
}

const BETWEEN = 900; // ms between others' tile, figure and points
const CAPTION = 1400;
const READ = 9000; // a notice that nobody puts away

export class Show {
  state = $state.raw<State | null>(null);
  actions = $state.raw<Action[]>([]);
  at = $state(0); // steps shown
  total = $state(0); // steps there are
  moments = $state.raw<Moment[]>([]); // 0: the opening; k: after k steps
  live = $state(true); // goes on with the table
  told = $state.raw<Told | null>(null); // the scoring that is being spoken of
  lost = $state.raw<GameEvent[]>([]); // tiles that could not be laid, until somebody acts or they were read
  failed = $state.raw<RuleError | null>(null);
  busy = $state(false); // steps or scorings are still being told
  ready = $state(false);
  game: Game | null = null;
  acting = $state(false); // a throw is being played before its position is shown
  stage: {
    plays(events: GameEvent[]): boolean;
    play(events: GameEvent[]): Promise<void>;
    skip(): void;
  } | null = null;

  #engine: Engine;
  #log: Fold;
  #head = "";
  #texts: string[] = [];
  #tail: Game | null = null;
  #mine: () => number[];
  #pumping = false;
  #hurry: (() => void) | null = null;
  #gone = false;

  constructor(engine: Engine, log: Fold, mine: () => number[]) {
    this.#engine = engine;
    this.#log = log;
    this.#mine = mine;
  }

  /** The log may have grown or shrunk. */
  update(): void {
    if (!this.#log.started || this.#gone) return;
    const texts = [this.#log.opening, ...this.#log.steps.map((step) => step.text)];
    const first = this.#head !== this.#log.head;
    let same = 0;
    while (!first && same < this.#texts.length && this.#texts[same] === texts[same]) same++;
    const rewound = same < this.#texts.length;
    const joined = first || rewound || texts.length - this.#texts.length > 12; // shown at once, not told step by step
    if (first || rewound) this.#restart();
    for (let i = this.#texts.length; i < texts.length; i++) if (!this.#hear(texts[i], i)) return;
    this.total = texts.length - 1;
    if (!this.live) {
      if (this.at > this.total) this.goto(this.total);
    } else if (joined) this.#jump(this.total);
    else void this.#pump();
  }

  #restart(): void {
    this.#head = this.#log.head;
    this.#tail?.free();
    this.#tail = this.#engine.follow(this.#head);
    this.#texts = [];
    this.moments = [];
    this.game?.free();
    this.game = null;
  }

  #hear(text: string, index: number): boolean {
    const { error, events } = this.#tail!.feed(text);
    if (error) {
      this.failed = error;
      return false;
    }
    this.#texts.push(text);
    const before = this.moments.at(-1);
    const points = before ? [...before.points] : this.#log.seats.map(() => 0);
    for (const event of events) count(points, event);
    const step = this.#log.steps[index - 1];
    const turn = before?.next ?? 1;
    const begun = events.findLast((event) => event.kind === "turn");
    this.moments = [
      ...this.moments,
      { seat: step?.seat ?? -1, turn, next: begun?.points ?? turn, by: step?.by ?? "", events, points },
    ];
    return true;
  }

  /** Stand at step `n`, at once. */
  #jump(n: number): void {
    const from = this.game && this.at <= n ? this.at + 1 : 0; // a game only goes forward
    if (from === 0) {
      this.game?.free();
      this.game = this.#engine.follow(this.#head);
    }
    for (let i = from; i <= n; i++) this.game!.feed(this.#texts[i]);
    this.at = n;
    this.told = null;
    this.lost = [];
    this.#look();
  }

  #look(): void {
    this.state = this.game!.state();
    this.actions =
      this.state.actor !== null &&
      this.live &&
      this.at === this.total &&
      this.#mine().includes(this.state.actor)
        ? this.game!.actions()
        : [];
    this.ready = true;
  }

  /** Whose seats are mine may change while the game stands still. */
  refresh(): void {
    if (this.game) this.#look();
  }

  goto(n: number): void {
    const to = Math.max(0, Math.min(this.total, n));
    this.live = to === this.total && !this.#log.over;
    this.stage?.skip();
    this.#hurry?.();
    this.#jump(to);
  }
  follow(): void {
    this.live = true;
    this.#jump(this.total);
  }

  /** Finish what is being told. */
  skip(): void {
    this.stage?.skip();
    this.#hurry?.();
    if (this.live && this.busy) this.#jump(this.total);
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    this.busy = true;
    while (this.live && this.at < this.total && !this.#gone) {
      const next = this.at + 1;
      const step = this.#log.steps[next - 1];
      const own = step && step.by === "human" && this.#mine().includes(step.seat);
      if (!own) await this.#wait(BETWEEN);
      if (!this.live || this.at >= this.total || this.#gone) break;
      if (this.at + 1 !== next) continue;
      if (this.stage?.plays(this.moments[next].events)) {
        this.acting = true;
        await this.stage.play(this.moments[next].events);
        this.acting = false;
        if (!this.live || this.at >= this.total || this.#gone) break;
        if (this.at + 1 !== next) continue;
      }
      const { events } = this.game!.feed(this.#texts[next]);
      this.at = next;
      this.#look();
      await this.#tell(events, next);
    }
    this.#pumping = false;
    this.busy = false;
  }

  async #tell(events: GameEvent[], index: number): Promise<void> {
    noise(events);
    this.lost = [];
    await this.#scores(events, index);
    const lost = events.filter((event) => LOST.includes(event.kind));
    if (!lost.length || !this.live || this.#gone) return;
    this.lost = lost;
    setTimeout(() => this.lost === lost && (this.lost = []), READ);
    await this.#wait(CAPTION); // before anybody goes on
  }
  async #scores(events: GameEvent[], index: number): Promise<void> {
    const scores = events.map((event, i) => ({ event, i })).filter(({ event }) => event.kind === "score");
    if (!scores.length) return;
    for (const { event, i } of scores) {
      if (!this.live || this.#gone) return;
      const thrown = event.feature === "target" || event.feature === "catch"; // for a throw, not for anything on the map
      const feature =
        !thrown && event.x !== undefined && event.segment !== undefined
          ? this.game!.feature(event.x, event.y!, event.segment)
          : null;
      this.told = { event, key: `${index}.${i}`, feature };
      play("score", event.points ?? 0);
      if (!event.final) await this.#wait(CAPTION);
      else break; // the end is told by its own screen
    }
    const shown = this.told;
    setTimeout(() => {
      if (this.told === shown) this.told = null;
    }, 2500);
  }

  #wait(ms: number): Promise<void> {
    const scale = motion() || 0.25; // even without motion a move needs a moment to be read
    return new Promise((go) => {
      const timer = setTimeout(go, ms * scale);
      this.#hurry = () => {
        clearTimeout(timer);
        go();
      };
    });
  }

  close(): void {
    this.#gone = true;
    this.#hurry?.();
    this.#tail?.free();
    this.game?.free();
    this.game = null;
  }
}

export function count(points: number[], event: GameEvent): void {
  if (event.kind === "score" && event.seat >= 0) points[event.seat] += event.points ?? 0;
  if (event.kind === "ransom" && event.seat >= 0) {
    points[event.seat] -= event.points ?? 0;
    if (event.other !== undefined) points[event.other] += event.points ?? 0;
  }
}

function noise(events: GameEvent[]): void {
  if (events.some((event) => event.kind === "lay")) play("tile");
  if (events.some((event) => event.kind === "put" || event.kind === "barn" || event.kind === "tower"))
    play("figure");
  if (events.some((event) => event.kind === "dragon")) play("dragon");
}
