// meter -- the meter of a throw: a needle and a bar that swing, and which numbers mean a place on the map. Only the integers that come
// out of it enter the game (CAT-12); where a token would come down is the engine's to say.

import { CATAPULT } from "../engine/names";

export const NEEDLE_MS = 1600; // there and back again
export const POWER_MS = 3000; // 0 to 1023 and back: 60 ms late is 41, a good hand's error (CAT-32)
export const SWING = 64; // of the needle to either side; of a toss across the lane
export const STEP_MS = 500; // without motion both go in steps
export const {
  tile: TILE,
  turn: TURN,
  powerMax: POWER_MAX,
  lane: LANE,
  laneMax: LANE_MAX,
  laneSide: SIDE,
  laneRule: RULE,
  glimpse: GLIMPSE,
  catchRadius: R_CATCH,
  touchRadius: R_TOUCH,
  tokenRadius: R_TOKEN,
  tri: TRI,
} = CATAPULT;
export const { handAim: HAND_AIM, handPower: HAND_POWER } = CATAPULT; // the error of a steady hand (CAT-15)
export const PUSH = [CATAPULT.push1, CATAPULT.push2, CATAPULT.push3, 0]; // how far the followers of a chain are shifted (CAT-20)

export interface Point {
  x: number;
  y: number;
}

/** The needle after `ms`: -SWING..SWING, like a pendulum; in steps of half a second if wanted. */
export function needleAt(ms: number, steps = false): number {
  if (!steps) return Math.round(SWING * Math.sin((2 * Math.PI * ms) / NEEDLE_MS));
  const at = Math.floor(ms / STEP_MS) % 16;
  return (SWING / 4) * (at <= 4 ? at : at <= 12 ? 8 - at : at - 16);
}
/** The power bar after `ms`: 0..1023, up and down at one pace. */
export function powerAt(ms: number, steps = false): number {
  const k = steps ? (Math.floor(ms / STEP_MS) % 32) / 32 : (ms % POWER_MS) / POWER_MS;
  return Math.round(POWER_MAX * (k < 0.5 ? 2 * k : 2 - 2 * k));
}
export function wrap(aim: number): number {
  return ((Math.round(aim) % TURN) + TURN) % TURN;
}
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, Math.round(value)));
}
export function aimTo(from: Point, to: Point): number {
  return wrap((Math.atan2(to.y - from.y, to.x - from.x) / (2 * Math.PI)) * TURN);
}
/** The power whose token comes to rest nearest to `wanted`: `far` tells how far each goes, and grows with it. */
export function powerTo(far: (power: number) => number, wanted: number): number {
  let low = 0,
    high: number = POWER_MAX;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (far(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low > 0 && wanted - far(low - 1) < far(low) - wanted ? low - 1 : low;
}
/** CAT-16's tri(): what a steady hand is off, for sliders at a table that plays by timing. */
export function tremble(range: number, random: () => number = Math.random): number {
  const one = () => Math.floor((TRI + 1) * random());
  return Math.trunc(((one() + one() - TRI) * range) / TRI);
}
