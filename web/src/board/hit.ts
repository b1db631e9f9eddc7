// hit.ts -- what lies under the pointer.

import type { Action, Engine, Laid, State } from "../engine/engine";
import { at, type Offers } from "./offers";
import type { Standing } from "./figures";

export type Hit =
  | { what: "turn" } // the ghost's turn button
  | { what: "cell"; list: Action[]; x: number; y: number } // a legal cell
  | { what: "action"; action: Action } // an area, a spot, a step
  | { what: "feature"; x: number; y: number; segment: number } // something to look at
  | { what: "tile"; x: number; y: number } // a tile, but no segment there
  | { what: "empty"; x: number; y: number }; // an empty cell that is not legal

export interface Scenery {
  engine: Engine;
  state: State;
  offers: Offers;
  laid: Map<string, Laid>;
  standing: Standing[];
  ghost: Action | null;
  s: number;
  box: number; // px a tile; px a figure's box
}

/** `slack`: px that a finger may miss by. */
export function hit(scene: Scenery, wx: number, wy: number, slack: number): Hit {
  const { offers, laid } = scene,
    x = Math.floor(wx),
    y = Math.floor(wy),
    here = laid.get(at(x, y));
  if (scene.ghost && onTurnButton(scene, wx, wy, slack)) return { what: "turn" };
  const spot = nearestSpot(scene, wx, wy, slack);
  if (spot) return { what: "action", action: spot };
  const step = offers.steps.find((action) => action.x === x && action.y === y);
  if (step) return { what: "action", action: step };
  const list = offers.cells.get(at(x, y));
  if (list) return { what: "cell", list, x, y };
  const area = here && areaAt(scene, here, wx, wy, slack);
  if (area) return { what: "action", action: area };
  const figure = figureAt(scene, wx, wy);
  if (figure?.from && figure.from.segment >= 0 && figure.from.where !== "quarter")
    return { what: "feature", x: figure.from.x, y: figure.from.y, segment: figure.from.segment };
  if (!here) return { what: "empty", x, y };
  const segment = scene.engine.segmentAt(here.kind, here.rot, 1000 * (wx - x), 1000 * (wy - y));
  return segment === null ? { what: "tile", x, y } : { what: "feature", x, y, segment };
}

/** Middle of the turn button, in tiles: at the lower right corner, outside the tile. */
export function turnButton(ghost: Action, s: number): { x: number; y: number; r: number } {
  const off = s < 70 ? 11 : 4; // a small tile is not to be covered
  return { x: ghost.x! + 1 + off / s, y: ghost.y! + 1 + off / s, r: 20 / s };
}
function onTurnButton(scene: Scenery, wx: number, wy: number, slack: number): boolean {
  const list = scene.offers.cells.get(at(scene.ghost!.x!, scene.ghost!.y!));
  const button = turnButton(scene.ghost!, scene.s);
  return (
    !!list && list.length > 1 && Math.hypot(wx - button.x, wy - button.y) <= button.r + slack / 4 / scene.s
  );
}
function nearestSpot(scene: Scenery, wx: number, wy: number, slack: number): Action | null {
  let best: Action | null = null,
    off = Infinity;
  for (const spot of scene.offers.spots) {
    const lift = spot.what === "figure" ? scene.box / scene.s / 5 : 0; // a figure's body is above its feet
    const distance = Math.hypot(wx - spot.x, wy - (spot.y - lift));
    if (distance < off && distance <= Math.max(spot.r, (14 + slack) / scene.s))
      ((best = spot.action), (off = distance));
  }
  return best;
}
function areaAt(scene: Scenery, tile: Laid, wx: number, wy: number, slack: number): Action | null {
  const px = 1000 * (wx - tile.x),
    py = 1000 * (wy - tile.y),
    segment = scene.engine.segmentAt(tile.kind, tile.rot, px, py);
  const here = scene.offers.areas.filter((area) => area.tile.x === tile.x && area.tile.y === tile.y);
  const exact = here.find((area) => area.segment === segment);
  if (exact) return exact.action;
  let best: Action | null = null,
    off = (12 + slack) / scene.s;
  for (const area of here) {
    const distance = Math.hypot(wx - area.x, wy - (area.y - 0.06));
    if (distance < off) ((best = area.action), (off = distance));
  }
  return best;
}
/** The frontmost figure whose body is there. */
export function figureAt(
  scene: Pick<Scenery, "standing" | "box" | "s">,
  wx: number,
  wy: number,
): Standing | null {
  const w = (scene.box / scene.s) * 0.2,
    h = (scene.box / scene.s) * 0.5;
  for (let i = scene.standing.length - 1; i >= 0; i--) {
    const one = scene.standing[i]!,
      dx = Math.abs(wx - one.x),
      dy = one.y - wy;
    const wide = one.pose === "lying" ? 1.6 : 1,
      tall = one.pose === "lying" ? 0.5 : 1;
    if (dx <= w * wide && dy >= -0.03 && dy <= h * tall) return one;
  }
  return null;
}
