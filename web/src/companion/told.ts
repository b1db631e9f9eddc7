// told -- what the engine is asked for a game whose draws are told (wasm/told.c): tiles by their sides, everything told again, the
// outcome of a real throw. Nothing is judged here.
import type { Engine, Figure, Game, GameEvent, RuleError, Said } from "../engine/engine";
import {
  EDGES,
  FIGURES,
  ON_TOWER,
  TOLD_ANY,
  TOLD_CATCHES,
  type Edge,
  type ToldCatch,
  type ToldReason,
  type ToldWhat,
} from "../engine/names";

export type Side = Edge | null; // null: not told yet

/** A kind of tile that may have been drawn; bit r of `turns`: turned r times it has the told sides. */
export interface Candidate {
  kind: number;
  left: number;
  turns: number;
}
export function tilesWithSides(game: Game, sides: Side[]): Candidate[] {
  const numbers = sides.map((side) => (side === null ? TOLD_ANY : EDGES.indexOf(side)));
  return game.json("bridge_told_kinds", null, ...numbers);
}

// ---- lines: "TURN PART SEAT WORDS"

/** One thing that was told: when, whose, its words and what they say. */
export interface Told extends Said {
  turn: number;
  part: number;
  seat: number;
  words: string;
}
/** The same, with what it adds to the record. */
export interface Step extends Told {
  text: string;
}
/** A line that no longer holds: what becomes of it and why; turn, part and seat say where the game was then. */
export interface Note {
  line: number;
  what: ToldWhat;
  reason: ToldReason;
  turn: number;
  part: number;
  seat: number;
  error: RuleError;
}
export interface Again {
  steps: Step[];
  used: number;
  notes: Note[];
}
export const lineOf = (told: Told): string => `${told.turn} ${told.part} ${told.seat} ${told.words}`;
/** Lines as this device keeps them; none of them, where one is no line. */
export function linesOf(engine: Engine, lines: string[]): Told[] {
  return engine.json<Told[] | null>("bridge_told_lines", lines.join("\n")) ?? [];
}
/** Plays the lines as far as they hold. Null: they are no lines at all. */
export function tellAgain(game: Game, lines: string[]): Again | null {
  return game.json("bridge_told_again", lines.join("\n"));
}

// ---- the real catapult

/** Words to be told for a throw; `wrong`: by how many followers it differs from what was asked for, `hits`: whom it hits. */
export interface Throw {
  words: string[];
  wrong: number;
  hits: GameEvent[];
}
/** The token came to rest there: 1024 units a tile. */
export function restedAt(game: Game, x: number, y: number): Throw | null {
  return game.json("bridge_told_rest", null, Math.round(x), Math.round(y));
}
/** The token hit just these. */
export function hitJust(game: Game, figures: Figure[]): Throw | null {
  const lines = figures.map((one) =>
    [one.seat, FIGURES.indexOf(one.kind), one.where === "tower" ? ON_TOWER : one.segment, one.x, one.y].join(
      " ",
    ),
  );
  return game.json("bridge_told_hits", lines.join("\n"));
}
export function tossed(game: Game, outcome: ToldCatch): string[] {
  return game.json("bridge_told_toss", null, TOLD_CATCHES.indexOf(outcome));
}
