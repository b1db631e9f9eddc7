// why -- why a figure of the chooser is refused: it is tried wherever it could be meant, and the engine's most telling answer counts.
import type { RuleBook } from "../rules";
import { segmentWords } from "../board/segment";
import type { Engine, Game } from "../engine/engine";
import type { RuleError, State } from "../engine/types";

/** These only say that it does not belong on that part of the map; another part may tell more. */
const ELSEWHERE = ["BUILDER_PLACE", "PIG_PLACE", "MAYOR_PLACE", "WAGON_PLACE", "ABBOT_PLACE", "GARDEN", "BARN_CORNER", "BARN_TILE", "TOWER_NONE"];
const NO_ANSWER = ["PHASE", "WORD", "NO_SEGMENT", "ACTION"];

/** What one might try with it: a piece on any tile, a barn on the new tile's corners, a figure on its segments. */
function tries(engine: Engine, state: State, key: string): string[] {
  const last = state.laid[state.lastLaid ?? 0]!, kind = engine.kinds()[last.kind]!;
  if (key === "tower") return state.laid.map(({ x, y }) => `tower ${x},${y}`);
  if (key === "barn") return [0, 1, 2, 3].map((i) => `barn ${last.x + (i & 1)},${last.y + (i >> 1)}`);
  return kind.segments.map((_, at) => `put ${key} ${segmentWords(kind, last.rot, at)}`);
}

/** `n`: how many of them are in the hand. */
export function whyFigure(engine: Engine, game: Game, state: State, key: string, n: number): RuleError {
  const must = game.why("pass"); // a set that insists on another action refuses this one too
  if (must && must.code !== "PHASE") return must;
  if (key === "fairy") return { code: "FAIRY_TARGET", rule: "PD-5", text: "" };
  if (n === 0 && key !== "tower") return { code: "NO_FIGURE", rule: "BASE-34", text: "" };
  const answers = tries(engine, state, key).map((text) => game.why(text)).filter((error): error is RuleError => !!error && !NO_ANSWER.includes(error.code));
  return answers.find((error) => !ELSEWHERE.includes(error.code)) ?? answers[0] ?? { code: "FEATURE_TAKEN", rule: "BASE-31", text: "" };
}

/** The first paragraph of a rule in plain words, or "" if there is no such rule. */
export function beginning(book: RuleBook, id: string): string {
  const first = book.rules.find((rule) => rule.id === id)?.blocks[0];
  return first && "p" in first ? first.p.replace(/ ?\*Source:[^*]*\*/g, "").replace(/[`*]/g, "") : "";
}
