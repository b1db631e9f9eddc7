// question -- what the cartouche says: the question in plain words, and the fact that helps.
import type { FeatureInfo, Phase } from "../engine/types";
import { capital, has, small as lower, t } from "../lang/index.svelte";
import { featureWord, name, place } from "../words";
import type { Play } from "./play.svelte";

const key = (phase: Phase | "") => phase.replace(/ /g, "_");
/** Of the question: after the last tile there is an abbey to place or to keep, and none to draw. Where no figure can be placed nobody is asked for one. */
const asks = (phase: Phase | "", left: number, nothing: boolean) =>
  phase === "source" && !left ? "q.last_abbey" : nothing ? "q.nothing" : `q.${key(phase)}`;

export function titleOf(
  { pos, show, context, over, table, log, my, round, phase, watching, mine, nothing }: Play,
  desktop: boolean,
): string {
  if (!pos || !show.ready) return t("loading");
  const actor = pos.actor === null ? "" : name(context, pos.actor);
  if (over) return t("q.over");
  if (!show.live) return t("q.past", { n: show.moments[show.at]?.turn ?? 0 });
  if (table.thinking && !my) return t("q.thinking", { name: name(context, table.thinking.seat) });
  if (show.acting && round)
    return phase === "throw"
      ? t("event.throw", { name: actor })
      : phase === "catch"
        ? t("event.hands", { name: actor })
        : t("cat.fair", { place: place(round.fair) });
  if (!my && pos.actor !== null && mine.includes(pos.actor) && !table.pending && !log.paused)
    return t("q.soon");
  if (!my) return watching ? t("q.watching") : t("q.waiting", { name: actor });
  const question = asks(phase, pos.left, nothing);
  return mine.length > 1 || desktop ? t(question, { name: actor }) : capital(t(`${question}.short`));
}

export function factOf(play: Play, desktop: boolean, now: number): string {
  const { pos, show, over, table, my, phase } = play;
  if (!pos || !show.ready || over) return "";
  if (!show.live) return t("fact.past");
  if (table.pending) return t("fact.pending");
  if (show.acting) return t("cat.skip");
  if (!my) return othersFact(play, now);
  if (play.round) return throwFact(play);
  if (phase === "tile") {
    const grows = growsTo(play),
      places = t("fact.places", { n: play.cells });
    return !grows ? places : desktop ? `${places} ${grows}` : grows;
  }
  if (phase === "action")
    return play.nothing ? t("fact.nothing") : t("fact.areas", { n: play.group?.actions.length ?? 0 });
  if (pos.walk)
    return t(desktop ? "fact.step" : "fact.step.short", {
      n: pos.walk.steps + 1,
      of: pos.walk.of,
      name: name(play.context, pos.seat),
    });
  return t("fact.ways", { n: play.ways.length });
}
function othersFact({ table, watching, context, pos, phase, mine, log }: Play, now: number): string {
  if (pos!.actor !== null && mine.includes(pos!.actor) && !log.paused) return t("cat.skip"); // what others did is still being told
  if (table.thinking)
    return t("fact.thinking", {
      n: Math.max(0, Math.round((now - table.thinking.since) / 1000)),
      most: Math.ceil(table.thinking.limit / 1000),
    });
  if (watching) {
    const who = name(context, pos!.actor ?? -1),
      others = table.watchers - 1;
    return others > 0
      ? t("fact.watching", { name: who, n: others })
      : t("fact.watching.alone", { name: who });
  }
  return has(`doing.${key(phase)}`) ? t(`doing.${key(phase)}`) : "";
}
function throwFact({ round, phase, mine, context, throwing, ways }: Play): string {
  if (phase === "catapult") return t("cat.fact.kind");
  if (phase === "catch") return t("cat.fact.catch");
  if (phase !== "throw") return t("fact.ways", { n: ways.length });
  if (round!.kind !== "catch") return throwing?.sliders ? t("cat.fact.sliders") : t("cat.fact.throw");
  const catcher = round!.catcher!;
  return mine.includes(catcher) ? t("cat.fact.away", { name: name(context, catcher) }) : t("cat.fact.toss");
}

/** What the chosen place would join: "Here the city grows to 5 tiles". */
function growsTo({ chosen, show, engine }: Play): string {
  if (!chosen || chosen.kind !== "lay" || !show.game) return "";
  const copy = show.game.clone();
  try {
    if (copy.play(chosen.text).error) return "";
    const found = engine
      .kinds()
      [chosen.tile ?? 0].segments.map((_, i) => copy.feature(chosen.x!, chosen.y!, i))
      .filter(
        (one): one is FeatureInfo => !!one && (one.kind === "city" || one.kind === "road") && one.tiles > 1,
      );
    const best = found.sort(
      (a, b) =>
        Number(b.complete) - Number(a.complete) ||
        Number(b.kind === "city") - Number(a.kind === "city") ||
        b.tiles - a.tiles,
    )[0];
    return best
      ? t(best.complete ? "fact.closes" : "fact.grows", {
          what: lower(featureWord(best.kind)),
          n: best.tiles,
        })
      : "";
  } finally {
    copy.free();
  }
}
