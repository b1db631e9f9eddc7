// lines -- what was told as sentences: turns for the list, and what no longer holds.
import { cellName } from "../board/props";
import { FIGURES, type ActionKind, type FigureKind } from "../engine/names";
import type { KindInfo, RuleError } from "../engine/types";
import { has, small, t } from "../lang/index.svelte";
import { refusal, role } from "../words";
import type { Report } from "./box.svelte";
import { stepOf, type Note, type Step } from "./told";

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

type Words = Pick<Step, "words">;
const word = (line: Words | undefined, n: number) => line?.words.split(" ")[n] ?? "";

export function cellOf(words: string): string {
  const [, x, y] = /(-?\d+),(-?\d+)/.exec(words) ?? [];
  return x === undefined ? "" : cellName(Number(x), Number(y));
}
/** "Knight", "K15", or the record's own words where there are no better ones. */
export function sayWords(words: string): string {
  const line = { words },
    what = word(line, 0) as ActionKind,
    figure = word(line, 1) as FigureKind;
  if (what === "put" && FIGURES.includes(figure))
    return role(figure, word(line, 2) as Parameters<typeof role>[1]);
  if (what === "lay") return t("box.line.lay", { place: cellOf(words) });
  if (what === "draw") return t("box.line.draw");
  if (what === "pass") return t("box.line.pass");
  const key = `box.line.${what}`;
  return has(key) ? t(key, { place: cellOf(words) }) : words;
}

export function turnsOf(told: Step[], kinds: KindInfo[]): Turn[] {
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
    if (line.words.startsWith("draw ")) {
      now.draw = i;
      now.kind = kinds.find((one) => one.id === word(line, 1))?.kind ?? null;
    }
    if (/^(lay|abbey) /.test(line.words)) now.lay = i;
    if (line.words.startsWith("lay ")) now.rot = Number(word(line, 2)) / 90;
  });
  for (const one of turns) one.says = sayTurn(told.slice(one.from, one.to));
  return turns;
}
function sayTurn(lines: Step[]): string {
  const lay = lines.find((one) => /^(lay|abbey) /.test(one.words));
  const rest = lines
    .filter((one) => !/^(draw|lay|abbey|pass|pile|scatter|decline)\b/.test(one.words))
    .map((one) => small(sayWords(one.words)));
  const who = rest.length ? [...new Set(rest)].slice(0, 3).join(", ") : small(t("box.line.pass"));
  return [lay ? cellOf(lay.words) : t("box.line.none"), who].join(", ");
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
    const { turn, seat, words } = stepOf(report.lines[note.line] ?? "");
    return {
      turn,
      seat,
      says: sayWords(words),
      what: note.what,
      error: note.error,
      why: refusal(note.error),
    };
  });
}
/** Turns that are still to be told again behind the one at which it stopped. */
export function stillWaiting(report: Report): number {
  return new Set(report.lines.slice(report.again.used).map((line) => stepOf(line).turn)).size;
}
