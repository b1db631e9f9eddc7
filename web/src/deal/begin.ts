// begin -- a deal becomes a table on this device: the base box, the person first, the same computer every day.
import { computerName } from "../begin";
import type { Level } from "../engine/names";
import { t } from "../lang/index.svelte";
import { engine } from "../loaded";
import type { Choice } from "../settings.svelte";
import { head, options, plain, requests } from "../setup";
import { LocalTable } from "../table/local.svelte";
import { seedOf } from "./day";
import { dealBegan } from "./tries";

export const LEVEL: Level = "level-4";

/** The set-up of every deal; club_deal_of_day() in club/deal.c is the same. */
function choice(): Choice {
  return {
    rules: "grow_revised",
    river: "OFF",
    abbot: false,
    sets: [],
    ...plain(),
    first: 0,
    switches: {},
    seats: [
      { kind: "here", name: t("player.n", { n: 1 }), colour: 1, level: LEVEL },
      { kind: "computer", name: computerName(LEVEL), colour: 0, level: LEVEL },
    ],
    clock: "none",
    seconds: 900,
    increment: 10,
    late: "default",
    aids: "club",
    listed: false,
    watch: true,
    chat: false,
    title: "",
    seed: "",
  };
}
/** How many tiles a deal has. */
export const tilesOf = (): number => engine().check(head(choice())).tiles;

async function begin(seed: string): Promise<string> {
  const made = choice();
  const table = await LocalTable.create(head(made), requests(made), options(made), seed);
  table.close();
  return table.id;
}
/** Start it: where the table is. */
export async function beginDeal(date: string, counts: boolean): Promise<string> {
  const id = await begin(seedOf(date));
  if (counts) dealBegan(date, id);
  return `#/t/${id}`;
}
/** A deal of a server that was told, for oneself alone. */
export const beginPast = async (seed: string): Promise<string> => `#/t/${await begin(seed)}`;
