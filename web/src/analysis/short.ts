// short -- a moment in few words, from the words of the record: "K15", "thief", "no follower".
import { cellName } from "../board/props";
import type { FigureKind } from "../engine/names";
import type { FeatureWord } from "../engine/types";
import { has, t } from "../lang/index.svelte";
import { role } from "../words";

const FEATURES = ["road", "city", "monastery", "garden", "field"];

export function short(words: string): string {
  const [verb, ...rest] = words.split(" ");
  const place = /(-?\d+),(-?\d+)/.exec(words);
  const cell = place ? cellName(Number(place[1]), Number(place[2])) : "";
  if (verb === "lay" || verb === "abbey") return cell;
  if (verb === "pass") return t("analysis.pass");
  if (verb === "put") {
    const feature = (FEATURES.includes(rest[1] ?? "") ? rest[1] : "") as FeatureWord;
    return [role(rest[0] as FigureKind, feature || "tower"), cell].filter(Boolean).join(" ");
  }
  return has(`act.${verb}`) && !/\{(?!place)/.test(t(`act.${verb}`))
    ? t(`act.${verb}`, { place: cell })
    : words;
}
