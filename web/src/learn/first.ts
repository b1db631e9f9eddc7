// first -- a guided first game: the base box against the weakest computer, with the coach beside it.
import { language, t } from "../lang/index.svelte";
import { engine } from "../loaded";
import { keep, settings, store, stored } from "../settings.svelte";
import { first, head, options, requests } from "../setup";
import { LocalTable } from "../table/local.svelte";

const KEY = "aude.coach"; // the tables at which the coach speaks, and which firsts have been

interface Guided {
  tables: string[];
  told: string[];
}
function guided(): Guided {
  const found = stored<Partial<Guided> | null>(KEY, null) ?? {};
  return {
    tables: Array.isArray(found.tables) ? found.tables : [],
    told: Array.isArray(found.told) ? found.told : [],
  };
}
/** Does the coach speak at this table? */
export function isGuided(table: string): boolean {
  return guided().tables.includes(table);
}
/** From now on the coach speaks at this table, from the beginning. */
export function guide(table: string): void {
  store(KEY, { tables: [table, ...guided().tables].slice(0, 8), told: [] });
}
export function hush(table: string): void {
  const kept = guided();
  store(KEY, { ...kept, tables: kept.tables.filter((one) => one !== table) });
}
export const told = (): string[] => guided().told;
export function tell(what: string): void {
  const kept = guided();
  if (!kept.told.includes(what)) store(KEY, { ...kept, told: [...kept.told, what] });
}

/** A new guided game; its table's id. */
export async function begin(): Promise<string> {
  const weak =
    engine()
      .computers()
      .find((one) => one.name === "level-1") ?? engine().computers()[0];
  const own = settings.name || t("learn.you");
  const level = weak.name;
  const choice = {
    ...first(engine(), language(), [own, t(`computer.${level}`)], level),
    river: "OFF",
    abbot: false,
    sets: [],
    first: 0,
  };
  const table = await LocalTable.create(head(choice), requests(choice), options(choice));
  table.close();
  guide(table.id);
  keep();
  return table.id;
}
