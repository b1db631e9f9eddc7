// props.ts -- what the page and the board say to each other. The page holds the game and the question; the board draws and
// reports what was pressed. The board never sends an action by itself: it calls onchoose() with one of `actions`.
import type { Action, FeatureInfo, Game, State } from "../engine/engine";

export interface Cell {
  x: number;
  y: number;
}
export type Overlay = "fields" | "odds" | "last" | "theirs";

export interface BoardProps {
  game: Game; // for feature(), fit(), dead(), preview()
  state: State; // what to draw; a new object whenever something changed
  actions: Action[]; // what I may do now: empty when it is not my decision (then nothing is gold)
  question: "lay" | "figure" | "target" | "step" | "none"; // how to offer them: cells with a ghost; areas; figures or tiles elsewhere; dragon's tiles
  colours: number[]; // seat -> colour 0..5 (red blue green yellow black violet), to be used instead of the seat when painting
  names: string[]; // seat -> name
  chosen: Action | null; // the ghost or area chosen (two-way: onpick)
  turn: number; // the turn last wanted, 0..3: the ghost takes it where it fits
  overlays: Set<Overlay>; // aids that are switched on
  aids: { odds: boolean; dead: boolean; fields: boolean; projected: boolean }; // allowed at this table
  lit: FeatureInfo | null; // the feature being spoken of; the rest is dimmed when `dim`
  dim: boolean;
  theirs?: { seat: number; cells: Cell[] } | null; // somebody else lays a tile: where it may lie, marked faintly in his colour
  advice?: { lay: Action | null; figure: Action | null } | null; // what the coach would do: shown, not chosen
  wheelTurns?: boolean; // the wheel over the ghost turns it (else it zooms there, too)
  clash?: (Cell & { sides: string }) | null; // a refused place, and which of its sides do not match: "NE"
  marks: (Cell & { seat: number })[]; // last moves, newest first
  pills: (Cell & { px: number; py: number; seat: number; points: number })[]; // points that fell, for one round
  inset: { top: number; right: number; bottom: number; left: number }; // px covered by rail, dock, cartouche
  away: boolean; // the line is down: draw at 35 % colour
  motion: number; // 1 normal, 0.5 quick, 0 none
  dark: boolean;
  whole?: boolean; // all of the map is shown, however small: where nothing is chosen on it
  frame: boolean; // the map's frame with letters and numbers: on a desktop
  onpick(action: Action | null): void; // chosen, not yet done (ghost pinned or turned, area pressed once)
  onchoose(action: Action): void; // do it (click on a legal cell, second press)
  onrefused(text: string, at: Cell, place?: string): void; // an impossible place was pressed: the action text, for game.why(); of a figure its kind and segment alone
  onhover(cell: Cell | null): void; // an empty, not legal cell was rested on for 300 ms, or long pressed
  oninspect(feature: FeatureInfo | null, at: Cell | null, pinned: boolean): void;
}

// The engine itself (tileSvg, path, segmentAt ...) is engine() of loaded.ts. settings.wheelTurns (settings.svelte.ts): wheel over the ghost turns.
// Methods of the mounted component: fit(), zoom(factor), show(cells: Cell[]), focus(), place(cell): DOMRect on screen,
// carry(point): the tile in hand is held over the board there: the legal place, if there is one, becomes the ghost
export function cellName(x: number, y: number): string {
  // The start tile is M13: letters run west to east, numbers north to south, both from the middle, so that a name never changes.
  const column = x + 12;
  if (column < 0) return `-${letters(-column - 1)}${y + 13}`;
  return `${letters(column)}${y + 13}`;
}
export function letters(column: number): string {
  const tail = String.fromCharCode(65 + (column % 26));
  return column < 26 ? tail : letters(Math.floor(column / 26) - 1) + tail;
}
