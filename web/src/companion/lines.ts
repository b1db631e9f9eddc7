// lines -- what was told as sentences: turns for the list, and what no longer holds.
import { cellName } from "../board/props";
import type { RuleError, Said } from "../engine/types";
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
  error: RuleError;
  why: string;
}
export function findings(report: Report): Finding[] {
  return report.again.notes.map((note) => {
    const line = report.lines[note.line]!;
    return {
      turn: line.turn,
      seat: line.seat,
      says: say(line),
      what: note.what,
      error: note.error,
      why: refusal(note.error),
    };
  });
}
/** Turns that are still to be told again behind the one at which it stopped. */
export function stillWaiting(report: Report): number {
  return new Set(report.lines.slice(report.again.used).map((line) => line.turn)).size;
}
