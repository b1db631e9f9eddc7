// lines -- what was told as sentences: turns for the list, and what no longer holds.
import { cellName } from "../board/props";
import type { Said } from "../engine/types";
import { has, small, t } from "../lang/index.svelte";
import { refusal, role } from "../words";
import type { Report } from "./box.svelte";
import type { Note, Step, Told } from "./told";

/** One part of a turn: where its lines stand among the told ones. */
export interface Turn {
  turn: number;
  part: number;
  seat: number;
  from: number;
  to: number; // behind its last line
  draw: number; // its last draw, or -1
  lay: number; // -1: nothing was laid
  kind: number | null; // tile
  rot: number;
  says: string;
}

const cellOf = ({ x, y }: Said): string => (x === undefined ? "" : cellName(x, y!));
/** "Knight", "K15", or the record's own words where there are no better ones. */
function say(told: Told): string {
  const { kind, figure, feature, words } = told;
  if (kind === "put" && figure) return role(figure, feature ?? "tower");
  if (kind === "lay") return t("box.line.lay", { place: cellOf(told) });
  if (kind === "draw") return t("box.line.draw");
  if (kind === "pass") return t("box.line.pass");
  const key = `box.line.${kind}`;
  return has(key) ? t(key, { place: cellOf(told) }) : words;
}

export function turnsOf(told: Step[]): Turn[] {
  const turns: Turn[] = [];
  told.forEach((line, i) => {
    let now = turns.at(-1);
    if (!now || now.turn !== line.turn || now.part !== line.part) {
      now = {
        turn: line.turn,
        part: line.part,
        seat: line.seat,
        from: i,
        to: i,
        draw: -1,
        lay: -1,
        kind: null,
        rot: 0,
        says: "",
      };
      turns.push(now);
    }
    now.to = i + 1;
    if (line.kind === "draw") {
      now.draw = i;
      now.kind = line.tile ?? null;
    }
    if (isLaid(line)) now.lay = i;
    if (line.kind === "lay") now.rot = line.rot!;
  });
  for (const one of turns) one.says = sayTurn(told.slice(one.from, one.to));
  return turns;
}
const isLaid = ({ kind }: Said) => kind === "lay" || kind === "abbey";
/** What is said of a turn by the tile and its place, or is nobody's doing. */
const UNSAID: Said["kind"][] = ["draw", "lay", "abbey", "pass", "pile", "scatter", "decline"];
function sayTurn(lines: Step[]): string {
  const lay = lines.find(isLaid);
  const rest = lines.filter((one) => !UNSAID.includes(one.kind)).map((one) => small(say(one)));
  const who = rest.length ? [...new Set(rest)].slice(0, 3).join(", ") : small(t("box.line.pass"));
  return [lay ? cellOf(lay) : t("box.line.none"), who].join(", ");
}

// ---- what no longer holds

export interface Finding {
  turn: number;
  seat: number;
  says: string;
  what: Note["what"];
  rule: string; // the rule that forbids it; "": no rule does, the game went otherwise
  why: string;
  then: string; // what becomes of it
  first: boolean; // it may still hold: something else is told before it
}
/** Kinds of decision whose cause can be named; the others share a sentence. */
const CAUSES: Partial<Record<NonNullable<Said["kind"]>, string>> = {
  second: "second",
  move: "move",
  step: "step",
  capture: "capture",
  swap: "capture",
  catapult: "thrown",
  throw: "thrown",
  scatter: "thrown",
  toss: "thrown",
  hands: "thrown",
  pick: "thrown",
  replace: "thrown",
};
/** Why a line no longer holds. A rule says it itself; where the game went otherwise it is said what is different now. */
function why(note: Note, line: Told, names: string[]): string {
  const { reason, error } = note;
  if (reason === "rule") return refusal(error);
  if (reason === "past") {
    const cause = line.part > 1 ? "second" : ((line.kind && CAUSES[line.kind]) ?? "");
    const key = error.code === "OVER" ? "over" : cause;
    return t(key ? `box.why.past.${key}` : "box.why.past", { n: line.turn, name: names[line.seat] ?? "" });
  }
  const key = reason === "other" ? "other" : note.part > 1 ? "first.second" : "first.other";
  return t(`box.why.${key}`, { n: note.turn, name: names[note.seat] ?? "" });
}
export function findings(report: Report, names: string[]): Finding[] {
  return report.again.notes.map((note) => {
    const line = report.lines[note.line]!;
    return {
      turn: line.turn,
      seat: line.seat,
      says: say(line),
      what: note.what,
      rule: note.reason === "rule" ? (note.error.rule ?? "") : "",
      why: why(note, line, names),
      first: note.reason === "first",
      then: t(note.reason === "first" ? "box.again.first" : `box.again.${note.what}`),
    };
  });
}
/** Where telling goes on by hand: the turn, and whether something new is asked there. Null: everything else was told again. */
export function goesOn(report: Report): { turn: number; anew: boolean } | null {
  const note = report.again.notes.find((one) => one.what === "stops");
  return note ? { turn: note.turn, anew: note.reason !== "first" } : null;
}
/** Turns that are told again behind the one that is told by hand. */
export function stillWaiting(lines: Told[], turn: number): number {
  return new Set(lines.map((line) => line.turn).filter((one) => one !== turn)).size;
}
