// words -- actions, events and sums as sentences of the chosen language.
import { cellName } from "./board/props";
import type { Game } from "./engine/engine";
import { CATAPULT, QUARTERS } from "./engine/names";
import type {
  Action,
  EventKind,
  FeatureInfo,
  FeatureWord,
  FigureKind,
  GameEvent,
  KindInfo,
  RuleError,
  Source,
  State,
  Term,
} from "./engine/types";
import { capital, has, list, num, small, t } from "./lang/index.svelte";
import { apart } from "./winds";

export interface Context {
  names: string[];
  kinds: KindInfo[];
  state: State | null;
}

export function place(at: { x?: number; y?: number }): string {
  return at.x === undefined || at.y === undefined ? "" : cellName(at.x, at.y);
}
/** Degrees of a compass, 0 north, of an aim: 0 east (CAT-12). */
export function bearing(aim: number): number {
  return Math.round((aim / CATAPULT.turn) * 360 + 90) % 360;
}
export function name(context: Context, seat: number | undefined): string {
  return (seat !== undefined && context.names[seat]) || t("somebody");
}

/** What a segment is called: a monastery may be a shrine or an abbey. */
export function featureAt(context: Context, x: number, y: number, segment: number): FeatureWord {
  const laid = context.state?.laid.find((tile) => tile.x === x && tile.y === y);
  const facts = laid && context.kinds[laid.kind]?.segments[segment];
  if (!facts) return "";
  if (facts.kind === "monastery" && facts.tags.includes("shrine")) return "shrine";
  if (facts.kind === "monastery" && facts.tags.includes("abbey")) return "abbey";
  return facts.kind;
}
export function featureWord(feature: string): string {
  return t(`feature.${feature.replace(/ /g, "_")}`);
}
export function featureName(info: FeatureInfo): FeatureWord {
  return info.kind === "monastery" && info.tags.includes("shrine")
    ? "shrine"
    : info.kind === "monastery" && info.tags.includes("abbey")
      ? "abbey"
      : info.kind;
}

/** "Large follower": a figure by its whole name; on its button, beside its picture, it is just "Large". */
export function figureWord(figure: FigureKind | undefined): string {
  return t(figure === "large" ? "figure.large.whole" : `figure.${figure ?? "small"}`);
}
/** "Knight", "Large knight", "Pig": a figure on a feature. */
export function role(figure: FigureKind | undefined, feature: FeatureWord | "tower" | "quarter"): string {
  const plain =
    (figure === "small" || figure === "large") && has(`role.${feature}`) ? t(`role.${feature}`) : "";
  return !plain
    ? figureWord(figure)
    : figure === "large"
      ? capital(t("role.large", { role: small(plain) }))
      : plain;
}

/** "Knight to the city": what a button says. */
export function act(action: Action, context: Context): string {
  const who = () => name(context, action.seat);
  const where = place(action);
  const feature = action.onTower
    ? "tower"
    : action.quarter !== undefined && action.kind !== "send" // it goes from a quarter to a feature
      ? "quarter"
      : featureAt(context, action.x ?? 0, action.y ?? 0, action.segment ?? -1) || action.feature || "";
  const piece = role(action.figure, feature);
  switch (action.kind) {
    case "lay":
      return t("act.lay", { place: where, degrees: (action.rot ?? 0) * 90 });
    case "put":
      return t(`to.${feature}`, { piece });
    case "move":
      return t("act.move", { to: small(featureWord(feature)), place: where });
    case "send":
      return t("act.send", {
        piece: small(figureWord(action.figure)),
        quarter: t(`quarter.${QUARTERS[action.quarter ?? 0]}`),
        to: small(featureWord(feature)),
        place: where,
      });
    case "enter":
      return t("act.enter", {
        piece: figureWord(action.figure),
        quarter: t(`quarter.${QUARTERS[action.quarter ?? 0]}`),
      });
    case "count":
      return t("act.count", { quarter: t(`quarter.${QUARTERS[action.quarter ?? 0]}`) });
    case "step":
      return t(`act.step.${action.side}`, { place: where });
    case "ransom":
    case "swap":
      return t(`act.${action.kind}`, {
        piece: small(figureWord(action.figure)),
        name: who(),
        n: action.points ?? 0,
      });
    case "fairy":
    case "remove":
    case "capture":
      return t(`act.${action.kind}`, { name: who(), piece: small(piece), place: where });
    case "catapult":
      return t(`cat.${action.round}`);
    case "throw":
      return t("act.throw", {
        stand: (action.stand ?? 0) + 1,
        degrees: bearing(action.aim ?? 0),
        power: action.power ?? 0,
      });
    case "toss":
      return t("act.toss", { side: action.aim ?? 0, power: action.power ?? 0 });
    case "hands":
      return action.aim === undefined
        ? t("cat.hands.off")
        : t("act.hands", { along: action.aim, side: action.power ?? 0 });
    case "pick":
      return t("act.pick", { name: who(), piece: small(piece), place: where });
    case "replace":
      return action.x === undefined
        ? t("act.replace", { piece: figureWord(action.figure) })
        : t("act.replace.from", { piece: figureWord(action.figure), place: where });
    case "pass": // nobody is placed anyway where the question is another
      return t(has(`act.pass.${context.state?.phase}`) ? `act.pass.${context.state?.phase}` : "act.pass");
    case "pile": // after the last tile an abbey may still be placed, or kept
      return t(context.state && !context.state.left ? "act.keep" : "act.pile");
    case "decline":
      return context.state?.phase === "seduce" ? t("cat.decline") : t("act.decline", { place: where, piece });
    default:
      return has(`act.${action.kind}`) ? t(`act.${action.kind}`, { place: where, piece }) : action.text;
  }
}

/** What the buttons of a list say, by the record's words: no two of them say the same. */
export function acts(actions: Action[], context: Context): Map<string, string> {
  return apart(
    actions.map((action) => ({ text: action.text, words: act(action, context), wind: action.wind })),
    (wind) => t(`wind.${wind}`),
  );
}

/** What one more look at a choice tells: whom the dragon sends home. The engine plays the step on a copy and says. */
export function consequence(action: Action, context: Context, game: Game | null): string {
  if (action.kind !== "step" || !game) return "";
  const eaten = game.eaten(action.text);
  if (!eaten.length) return t("eats.nobody");
  return t("eats", {
    whom: list(
      eaten.map((event) =>
        t("of", {
          name: name(context, event.seat),
          piece: small(
            role(
              event.figure,
              event.segment === undefined ? "" : featureAt(context, event.x!, event.y!, event.segment),
            ),
          ),
        }),
      ),
    ),
  });
}

/** `2 × 4 tiles + 2 × 1 shield = 10` */
export function sum(terms: Term[] | undefined, points: number): string {
  const parts = (terms ?? []).map((term) => {
    const unit = t(`term.${term.kind.replace(/ /g, "_")}`, { n: term.count });
    return `${num(term.each)} × ${num(term.count)} ${unit}`;
  });
  return parts.length ? `${parts.join(" + ")} = ${num(points)}` : num(points);
}

/** Events by which a tile is not laid; each names its rule. */
export const LOST: EventKind[] = ["discard", "reshuffle", "aside"];

const HELD: Source[] = ["goods", "king", "robber", "king and robber"];
/** Points for what a player holds are paid at no place, though the event names one. */
export function placed(event: GameEvent): boolean {
  return (
    event.x !== undefined && !(event.kind === "score" && !!event.feature && HELD.includes(event.feature))
  );
}

/** One sentence for an event, or "" for those that need none. */
export function sentence(event: GameEvent, context: Context): string {
  const who = name(context, event.seat);
  const where = placed(event) ? place(event) : "";
  const args = {
    name: who,
    place: where,
    other: name(context, event.other),
    n: event.points ?? 0,
    piece: event.figure ? small(figureWord(event.figure)) : "",
  };
  switch (event.kind) {
    case "turn":
    case "draw":
    case "over":
    case "return":
      return "";
    case "put": {
      const feature = featureAt(context, event.x!, event.y!, event.segment!);
      return t("event.put", {
        ...args,
        what: small(t(`to.${feature || "tower"}`, { piece: role(event.figure, feature) })),
      });
    }
    case "score":
      return t(event.final ? "event.score.final" : "event.score", {
        ...args,
        what: small(featureWord(event.feature ?? "field")),
      }).trim();
    case "goods":
      return t("event.goods", { ...args, goods: t(`goods.${event.goods}`, { n: event.points ?? 1 }) });
    case "award":
      return t(event.feature === "city" ? "event.award.king" : "event.award.robber", args);
    case "enter":
    case "send":
    case "count":
      return t(`event.${event.kind}`, { ...args, quarter: t(`quarter.${QUARTERS[event.other ?? 0]}`) });
    case "round":
      return t(`event.round.${event.round}`, args);
    case "lose":
    case "hit":
    case "nearest":
    case "replace":
      return capital(
        t(`event.${event.kind}`, {
          ...args,
          piece: small(role(event.figure, featureAt(context, event.x!, event.y!, event.segment!))),
        }),
      );
    case "hands":
      return t(event.points ? "event.hands" : "event.hands.off", args);
    case "catch":
      return t(`event.catch.${event.points ?? 0}`, args);
    case "by-hand":
      return t("event.by-hand", {
        ...args,
        n: `${(event.points ?? 0) < 0 ? "−" : "+"}${num(Math.abs(event.points ?? 0))}`,
      });
    case "dragon":
      return t(event.seat >= 0 ? "event.dragon" : "event.dragon.comes", args);
    default:
      return has(`event.${event.kind}`) ? t(`event.${event.kind}`, args) : "";
  }
}

/** A refusal in the player's language; the engine's own sentence where we have none. */
export function refusal(error: RuleError): string {
  return has(`err.${error.code}`) ? t(`err.${error.code}`) : capital(error.text);
}
/** A failed request. */
export function failure(answer: { code?: string; why?: string; text?: string }): string {
  if (answer.why && has(`err.${answer.why}`)) return t(`err.${answer.why}`);
  if (answer.why && has(`fail.${answer.code}.${answer.why}`)) return t(`fail.${answer.code}.${answer.why}`);
  if (answer.code && has(`fail.${answer.code}`)) return t(`fail.${answer.code}`);
  return answer.text ? capital(answer.text) : t("fail.unknown", { code: answer.code ?? "?" });
}

export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  if (left >= 86400000)
    return t("clock.days", { d: Math.floor(seconds / 86400), h: Math.floor((seconds % 86400) / 3600) });
  if (left >= 3600000)
    return `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  if (left < 60000) return `0:${String(seconds).padStart(2, "0")}.${Math.floor((left % 1000) / 100)}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "City, G5 to H6": the corners of what a feature covers. */
export function extent(info: FeatureInfo): string {
  const xs = info.cells.map((cell) => cell.x),
    ys = info.cells.map((cell) => cell.y);
  const from = cellName(Math.min(...xs), Math.min(...ys)),
    to = cellName(Math.max(...xs), Math.max(...ys));
  const what = featureWord(featureName(info));
  return from === to ? t("extent.one", { what, place: from }) : t("extent", { what, from, to });
}
