// guided -- at which tables of this device the coach speaks, and what has been said already.
import { store, stored } from "../store";

const KEY = "aude.coach"; // the tables at which the coach speaks, and which firsts have been

interface Guided {
  tables: string[];
  told: string[];
}
function guided(): Guided {
  const found = stored<Partial<Guided> | null>(KEY, null);
  const words = (list: unknown) =>
    (Array.isArray(list) ? list : []).filter((one): one is string => typeof one === "string");
  return { tables: words(found?.tables), told: words(found?.told) };
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
