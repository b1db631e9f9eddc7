// told -- what the engine is asked for a game whose draws are told (wasm/told.c): tiles by their sides, everything told again, the
// outcome of a real throw. Nothing is judged here.
import type { Figure, Game, GameEvent, RuleError } from "../engine/engine";
import { EDGES, FIGURES, type Edge } from "../engine/names";

export type Side = Edge | null; // null: not told yet
const ANY = 255; // TOLD_ANY
const ON_TOWER = 254; // AUDE_ON_TOWER

/** A kind of tile that may have been drawn; bit r of `turns`: turned r times it has the told sides. */
export interface Candidate {
  kind: number;
  left: number;
  turns: number;
}
export function candidates(game: Game, sides: Side[]): Candidate[] {
  const numbers = sides.map((side) => (side === null ? ANY : EDGES.indexOf(side)));
  return game.json("bridge_told_kinds", null, ...numbers);
}

// ---- lines: "TURN PART SEAT WORDS"

/** One thing that was told, and what it adds to the record. */
export interface Step {
  turn: number;
  part: number;
  seat: number;
  words: string;
  text: string;
}
export interface Note {
  line: number;
  what: "left" | "gone" | "stops";
  error: RuleError;
}
export interface Again {
  steps: Step[];
  used: number;
  notes: Note[];
}
export const lineOf = (step: Omit<Step, "text">): string =>
  `${step.turn} ${step.part} ${step.seat} ${step.words}`;
export function stepOf(line: string): Omit<Step, "text"> {
  const [, turn, part, seat, words] = /^(\d+) (\d+) (\d+) (.+)$/.exec(line) ?? [];
  return { turn: Number(turn), part: Number(part), seat: Number(seat), words: words ?? "" };
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
export const CATCHES = ["caught", "touched", "far", "short"] as const; // enum told_catch
export type Catch = (typeof CATCHES)[number];
export function tossed(game: Game, outcome: Catch): string[] {
  return game.json("bridge_told_toss", null, CATCHES.indexOf(outcome));
}
