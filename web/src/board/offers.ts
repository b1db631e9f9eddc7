// offers.ts -- the actions of the list as things on the map: cells to lay on, areas in their true shapes, spots to press.

import type { Action, Engine, Laid, State } from "../engine/engine";
import { footOn, quarterSpot } from "./figures";

/** `x`, `y`: the figure's feet, in tiles. */
export interface Area {
  action: Action;
  tile: Laid;
  segment: number;
  x: number;
  y: number;
}
/** `r` in tiles. */
export interface Spot {
  action: Action;
  x: number;
  y: number;
  r: number;
  what: "figure" | "tower" | "quarter" | "corner" | "top";
}
export interface Offers {
  cells: Map<string, Action[]>; // lay and abbey, by cell
  areas: Area[];
  spots: Spot[];
  steps: Action[];
}

export const at = (x: number, y: number) => `${x},${y}`;

export function offers(engine: Engine, state: State, actions: Action[]): Offers {
  const found: Offers = { cells: new Map(), areas: [], spots: [], steps: [] };
  const laid = new Map(state.laid.map((tile) => [at(tile.x, tile.y), tile]));
  for (const action of actions) {
    if (action.kind === "lay" || action.kind === "abbey") {
      const key = at(action.x!, action.y!);
      found.cells.set(key, [...(found.cells.get(key) ?? []), action]);
    } else if (action.kind === "step") found.steps.push(action);
    else one(engine, state, laid, action, found);
  }
  return found;
}

function one(engine: Engine, state: State, laid: Map<string, Laid>, action: Action, found: Offers): void {
  const tile = action.x === undefined ? undefined : laid.get(at(action.x, action.y!));
  const spot = (x: number, y: number, what: Spot["what"], r = 0.2) =>
    found.spots.push({ action, x, y, r, what });
  if (action.kind === "barn" || action.kind === "set-barn")
    return void spot(action.x!, action.y!, "corner", 0.24);
  if (
    action.kind === "enter" ||
    action.kind === "count" ||
    (action.kind === "set-figure" && action.quarter !== undefined)
  ) {
    const place = quarterSpot(engine, state, action.quarter!);
    if (place) spot(place.x, place.y, "quarter", 0.3);
    return;
  }
  if (!tile) return;
  if (action.kind === "set-dragon") return void spot(tile.x + 0.5, tile.y + 0.5, "figure", 0.34);
  const tower = action.kind === "tower" || action.kind === "set-tower" || action.kind === "take-tower";
  if (tower || action.onTower) {
    const foot = engine.towerFoot(tile.kind, tile.rot) ?? { px: 500, py: 500 };
    return void spot(tile.x + foot.px / 1000, tile.y + foot.py / 1000, tower ? "tower" : "top", 0.24);
  }
  if (
    action.kind === "put" ||
    action.kind === "move" ||
    action.kind === "send" ||
    action.kind === "set-figure"
  ) {
    if (action.segment === undefined) return;
    return void found.areas.push({
      action,
      tile,
      segment: action.segment,
      ...footOn(engine, tile, action.segment),
    });
  }
  // A figure that stands there: fairy, princess, capture, recall.
  const figure = state.figures.find(
    (one) =>
      one.x === action.x &&
      one.y === action.y &&
      (action.seat === undefined || one.seat === action.seat) &&
      one.kind === (action.figure ?? "abbot") &&
      (action.segment === undefined || one.segment === action.segment),
  );
  if (figure) spot(figure.x + figure.px / 1000, figure.y + figure.py / 1000, "figure", 0.24);
  else if (action.quarter !== undefined) {
    const place = quarterSpot(engine, state, action.quarter);
    if (place) spot(place.x, place.y, "figure", 0.24);
  } else spot(tile.x + 0.5, tile.y + 0.5, "figure", 0.24);
}

/** The legal turn for a cell: the wanted one if it fits, else the nearest clockwise. */
export function turnedOffer(list: Action[], wanted: number): Action {
  for (let by = 0; by < 4; by++) {
    const found = list.find((action) => (action.rot ?? 0) === (wanted + by) % 4);
    if (found) return found;
  }
  return list[0]!;
}
/** The next legal turn, clockwise or back. */
export function nextTurn(list: Action[], rot: number, by: 1 | -1): Action | null {
  for (let step = 1; step <= 3; step++) {
    const found = list.find((action) => (action.rot ?? 0) === (rot + by * step + 8) % 4);
    if (found) return found;
  }
  return null;
}
