// figures.ts -- what stands on the map: where, how large, in which order. Towers, dragon, fairy and count too.

import type { ArtFigure, Engine, Figure, Laid, Pose, State } from "../engine/engine";
import { CATAPULT } from "../engine/names";

export interface Standing {
  key: string; // the same figure before and after a step
  figure: ArtFigure;
  colour: number;
  pose: Pose;
  height: number;
  x: number;
  y: number; // its feet, in tiles
  lift: number; // floors of the tower below it
  seat: number; // -1: nobody's
  from: Figure | null;
}

const FOLLOWER = 0.23,
  BOX = 0.48; // of a tile: a follower's height and every figure's box in the drawing
export const FLOOR = 66 / 400; // of the box: what a floor adds

/** How much larger than drawn, so that a follower stays between 26 and 64 px. */
export function figureBox(s: number): number {
  const natural = FOLLOWER * s * 1.16;
  return (BOX * s * 1.16 * Math.min(64, Math.max(26, natural))) / natural;
}

/** The corner of the count's city and the quarters' places in it, in tiles. */
export function quarterSpot(engine: Engine, state: State, quarter: number): { x: number; y: number } | null {
  const at = engine.quarters()[quarter];
  return state.count && at
    ? { x: state.count.x + at.x / CATAPULT.tile, y: state.count.y + at.y / CATAPULT.tile }
    : null;
}

export function standings(engine: Engine, state: State, colours: number[]): Standing[] {
  const list: Standing[] = [],
    towers = new Map(state.towers.map((tower) => [`${tower.x},${tower.y}`, tower.height]));
  const seen = new Map<string, number>();
  for (const one of state.figures) {
    const name = `${one.seat} ${one.kind} ${one.where} ${one.x},${one.y} ${one.segment}`,
      nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    list.push({
      key: `${name} ${nth}`,
      figure: one.kind,
      colour: colours[one.seat] ?? one.seat,
      pose: one.lying ? "lying" : "standing",
      height: 1,
      x: one.x + one.px / 1000,
      y: one.y + one.py / 1000,
      lift: one.where === "tower" ? (towers.get(`${one.x},${one.y}`) ?? 0) : 0,
      seat: one.seat,
      from: one,
    });
  }
  const nobody = (key: string, figure: ArtFigure, x: number, y: number, height = 1) =>
    list.push({ key, figure, colour: 0, pose: "standing", height, x, y, lift: 0, seat: -1, from: null });
  for (const tower of state.towers)
    nobody(
      `tower ${tower.x},${tower.y}`,
      "tower",
      tower.x + tower.px / 1000,
      tower.y + tower.py / 1000 - 0.001,
      tower.height,
    );
  if (state.dragon) nobody("dragon", "dragon", state.dragon.x + 0.46, state.dragon.y + 0.64);
  if (state.fairy) nobody("fairy", "fairy", state.fairy.x + 0.64, state.fairy.y + 0.42);
  const count = state.count && quarterSpot(engine, state, state.count.quarter);
  if (count) nobody("count", "count", count.x + 0.14, count.y + 0.06);
  return list.sort((a, b) => a.y - b.y);
}

/** Where a figure would stand on a segment of a laid tile, in tiles. */
export function footOn(engine: Engine, tile: Laid, segment: number): { x: number; y: number } {
  const { px, py } = engine.foot(tile.kind, tile.rot, segment);
  return { x: tile.x + px / 1000, y: tile.y + py / 1000 };
}
