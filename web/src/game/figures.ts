// figures -- the figure chooser's groups: the actions of the list by what one would take in hand, and why a figure is refused.
import type { ArtFigure, Engine, Game } from "../engine/engine";
import type { Action, RuleError, State } from "../engine/types";
import { t } from "../lang/index.svelte";
import { figurePicture } from "../loaded";
import type { Group } from "../parts/Chooser.svelte";

const ORDER = ["small", "large", "builder", "pig", "wagon", "mayor", "barn", "fairy", "tower", "abbot", "recall", "princess"];
const OTHER_NAMES: Record<string, string> = { barn: "barn", fairy: "fairy", tower: "tower", recall: "recall", remove: "princess" };

function keyOf(action: Action): string {
  return action.kind === "put" ? (action.figure ?? "small") : (OTHER_NAMES[action.kind] ?? action.kind);
}

/** Every figure of this game that the one to decide has, or could use now; those without actions are refused. */
export function groupsOf(engine: Engine, game: Game, state: State, plays: Action[], colour: number): Group[] {
  const seat = state.actor!, supply = state.seats[seat].supply as Record<string, number>, by = new Map<string, Action[]>();
  for (const action of plays) if (action.kind !== "pass") by.set(keyOf(action), [...(by.get(keyOf(action)) ?? []), action]);
  const keys = new Set([...Object.keys(supply), ...by.keys()]);
  if (state.sets.includes("princess-dragon") && state.fairy !== undefined) keys.add("fairy");
  if (state.sets.includes("tower")) keys.add("tower");
  const place = (key: string) => (ORDER.indexOf(key) + 99) % 99;
  return [...keys].filter((key) => key !== "second").sort((a, b) => place(a) - place(b)).map((key) => ({
    key,
    label: t(`figure.${key}`),
    picture: figurePicture((key === "recall" ? "abbot" : key === "princess" ? "small" : key) as ArtFigure, colour),
    count: key === "tower" ? (state.seats[seat].towerPieces ?? 0) : (supply[key] ?? null),
    actions: by.get(key) ?? [],
    why: () => whyFigure(engine, game, state, plays, key, supply[key] ?? 0),
  }));
}

/** Why can this figure not be placed? Try it on every segment of the tile and take the most telling answer. */
function whyFigure(engine: Engine, game: Game, state: State, plays: Action[], key: string, n: number): RuleError {
  const last = state.laid[state.lastLaid ?? 0];
  const small = plays.filter((action) => action.kind === "put" && action.figure === "small" && action.x === last.x && action.y === last.y);
  const tries = small.map((action) => action.text.replace(/^put small/, `put ${key}`));
  const words = engine.kinds()[last.kind].segments.map((segment) => segmentWords(segment, last.rot)).filter(Boolean);
  tries.push(...words.map((word) => `put ${key} ${word}`));
  if (key === "barn" || key === "tower") tries.unshift(`${key} ${last.x},${last.y}`);
  if (n === 0 && key !== "tower" && key !== "fairy") return { code: "NO_FIGURE", rule: "BASE-34", text: "" };
  for (const text of tries) {
    const error = game.why(text);
    if (error && !["PHASE", "WORD", "NO_SEGMENT", "ACTION"].includes(error.code)) return error;
  }
  return key === "fairy" ? { code: "FAIRY_TARGET", rule: "PD-5", text: "" } : { code: "FEATURE_TAKEN", rule: "BASE-31", text: "" };
}
function segmentWords(segment: { kind: string; sides?: number }, rot: number): string {
  if (segment.kind === "monastery" || segment.kind === "garden") return segment.kind;
  if (segment.kind === "field" || !segment.sides) return "";
  const turned = ((segment.sides << rot) | (segment.sides >> (4 - rot))) & 15;
  return `${segment.kind} ${["N", "E", "S", "W"].filter((_, i) => turned & (1 << i)).join(" ")}`;
}
