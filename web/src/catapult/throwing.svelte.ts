// throwing -- a throw being made: stand, rough direction, the needle, the bar. The map, the desk below it and the lane show it.
import type { Game } from "../engine/engine";
import { CATAPULT } from "../engine/names";
import type { Flight, State } from "../engine/types";
import {
  GLIMPSE,
  HAND_AIM,
  HAND_POWER,
  LANE_MAX,
  POWER_MAX,
  SIDE,
  aimTo,
  clamp,
  needleAt,
  powerAt,
  powerTo,
  tremble,
  wrap,
  type Point,
} from "./meter";
import { motion } from "../settings.svelte";
import { store, stored } from "../store";

const KEY = "aude.catapult"; // how this device likes to throw

export class Throwing {
  what = $state<"none" | "throw" | "toss" | "catch">("none");
  stage = $state<"aim" | "power" | "gone">("aim");
  stand = $state(4);
  aim = $state(0); // the middle of the needle's swing; of a toss its lateral
  want = $state(512); // the power that would bring it there: a mark on the bar
  needle = $state(0);
  held = $state(0); // the aim once it is stopped
  power = $state(0);
  sliders = $state(false);
  direct = $state(false); // the table throws by sliders (CAT-15): the engine adds the hand's error
  hand = $state<Point>({ x: 896, y: 0 }); // of the catcher
  onframe: (() => void) | null = null;

  #game: Game | null = null;
  #since = 0;
  #frame = 0;
  #key = "";

  /** A new decision: nothing is stopped yet, the aim is the fair. */
  begin(key: string, game: Game, state: State, direct: boolean): void {
    this.#game = game;
    if (key === this.#key) return;
    this.#key = key;
    const cat = state.catapult!,
      toss = cat.kind === "catch";
    this.direct = direct;
    this.sliders = direct || stored<unknown>(KEY, motion() === 0) === true;
    this.what = state.phase === "catch" ? "catch" : toss ? "toss" : "throw";
    this.stage = "aim";
    this.power = 0;
    this.needle = 0;
    if (this.what === "catch") this.hand = middle(cat.glimpse!);
    else if (toss) this.at({ x: 800, y: 0 });
    else this.at(cat.aim);
    this.#run();
  }
  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#key = "";
    this.#game = null;
    this.what = "none";
  }
  get busy(): boolean {
    return this.what !== "none" && this.stage !== "gone";
  }
  get steps(): boolean {
    return motion() === 0;
  }
  /** The numbers as they are now, swinging or stopped. */
  get aimNow(): number {
    if (this.stage !== "aim") return this.held;
    const aim = this.aim + (this.sliders ? 0 : this.needle);
    return this.what === "toss" ? clamp(aim, -SIDE, SIDE - 1) : wrap(aim);
  }
  get powerNow(): number {
    return this.sliders || this.stage === "aim" ? this.want : this.power;
  }
  flight(aim = this.aimNow, power = this.powerNow, stand = this.stand): Flight | null {
    return this.#game?.flight(stand, aim, power) ?? null;
  }
  standAt(stand: number): Point | null {
    return this.#game?.flight(stand, 0, 0)?.stand ?? null;
  }
  /** Point at a place of the map (1024 a tile) or of the lane. */
  at(point: Point): void {
    if (this.stage !== "aim") return;
    if (this.what === "toss") {
      this.aim = clamp(point.y, -SIDE, SIDE - 1);
      this.want = clamp((point.x * POWER_MAX) / LANE_MAX, 0, POWER_MAX);
      return;
    }
    const from = this.standAt(this.stand);
    if (!from) return;
    const aim = aimTo(from, point);
    this.aim = aim;
    this.want = powerTo(
      (power) => {
        const rest = this.flight(aim, power)!.rest;
        return Math.hypot(rest.x - from.x, rest.y - from.y);
      },
      Math.hypot(point.x - from.x, point.y - from.y),
    );
  }
  /** Another stand, the same place aimed at. */
  take(stand: number): void {
    if (this.stage !== "aim" || this.what !== "throw") return;
    const rest = this.flight(this.aim, this.want)?.rest;
    this.stand = (stand + CATAPULT.stands) % CATAPULT.stands;
    if (rest) this.at(rest);
  }
  turn(by: number): void {
    if (this.stage === "aim")
      this.aim = this.what === "toss" ? clamp(this.aim + by, -SIDE, SIDE - 1) : wrap(this.aim + by);
  }
  stretch(by: number): void {
    if (this.stage === "aim") this.want = clamp(this.want + by, 0, POWER_MAX);
  }
  reach(point: Point): void {
    this.hand = { x: clamp(point.x, 0, LANE_MAX), y: clamp(point.y, -SIDE, SIDE - 1) };
  }
  setSliders(on: boolean): void {
    this.sliders = on || this.direct;
    this.stage = "aim";
    store(KEY, this.sliders);
    this.#run();
  }

  /** The one button: the first press stops the needle, the second the bar. The words of the throw, when it is made. */
  press(when = performance.now()): string {
    if (!this.busy) return "";
    if (this.what === "catch") {
      this.stage = "gone";
      return `hands ${this.hand.x},${this.hand.y}`;
    }
    if (this.sliders)
      return this.#away(
        this.aim + (this.direct ? 0 : tremble(HAND_AIM)),
        this.want + (this.direct ? 0 : tremble(HAND_POWER)),
      );
    const ms = Math.max(0, when - this.#since);
    if (this.stage === "aim") {
      this.needle = needleAt(ms, this.steps);
      this.held = this.aimNow;
      this.stage = "power";
      this.power = 0;
      this.#since = when;
      this.#run(when);
      return "";
    }
    return this.#away(this.held, powerAt(ms, this.steps));
  }
  #away(aim: number, power: number): string {
    const toss = this.what === "toss";
    this.held = toss ? clamp(aim, -SIDE, SIDE - 1) : wrap(aim);
    this.power = clamp(power, 0, POWER_MAX);
    this.stage = "gone";
    cancelAnimationFrame(this.#frame);
    this.onframe?.();
    return toss
      ? `toss lateral ${this.held} power ${this.power}`
      : `throw stand ${this.stand} aim ${this.held} power ${this.power}`;
  }
  /** It was refused: try again. */
  again(): void {
    this.stage = "aim";
    this.#run();
  }
  #run(since = performance.now()): void {
    cancelAnimationFrame(this.#frame);
    this.#since = since;
    this.onframe?.();
    if (this.sliders || this.what === "catch" || this.what === "none") return;
    const tick = (now: number) => {
      const ms = Math.max(0, now - this.#since);
      if (this.stage === "aim") this.needle = needleAt(ms, this.steps);
      else this.power = powerAt(ms, this.steps);
      this.onframe?.();
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }
}

/** The middle of what was glimpsed, in units of the lane. */
export function middle(cell: { gx: number; gy: number }): Point {
  return {
    x: Math.min(LANE_MAX, cell.gx * GLIMPSE + GLIMPSE / 2),
    y: cell.gy * GLIMPSE + GLIMPSE / 2 - SIDE,
  };
}
