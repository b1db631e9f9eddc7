// short -- a moment in few words: "K15", "thief", "no follower".
import { cellName } from "../board/props";
import type { Said } from "../engine/types";
import { has, t } from "../lang/index.svelte";
import { role } from "../words";

export function short({ kind, x, y, figure, feature, words }: Said & { words: string }): string {
  const cell = x === undefined ? "" : cellName(x, y!);
  if (kind === "lay" || kind === "abbey") return cell;
  if (kind === "pass") return t("analysis.pass");
  if (kind === "put" && figure) return [role(figure, feature ?? "tower"), cell].filter(Boolean).join(" ");
  return has(`act.${kind}`) && !/\{(?!place)/.test(t(`act.${kind}`))
    ? t(`act.${kind}`, { place: cell })
    : words;
}
