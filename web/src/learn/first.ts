// first -- a guided first game: the base box against the weakest computer, with the coach beside it.
import { language, t } from "../lang/index.svelte";
import { engine } from "../loaded";
import { settings } from "../settings.svelte";
import { first, head, newcomer, options, requests } from "../setup";
import { LocalTable } from "../table/local.svelte";
import { guide } from "./guided";

/** A new guided game; its table's id. */
export async function begin(): Promise<string> {
  const weak =
    engine()
      .computers()
      .find((one) => one.name === "level-1") ?? engine().computers()[0];
  const own = settings.name || t("player.n", { n: 1 });
  const level = weak.name;
  const choice = { ...newcomer(first(engine(), language(), [own, t(`computer.${level}`)], level)), first: 0 };
  const table = await LocalTable.create(head(choice), requests(choice), options(choice));
  table.close();
  guide(table.id);
  return table.id;
}
