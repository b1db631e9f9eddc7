// analysis -- a board to go on from any moment of a game: a table of its own against computers, which cannot touch the record.
import { load } from "../loaded";
import type { Fold } from "../table/fold.svelte";
import { LocalTable } from "../table/local.svelte";
import { COLOURS } from "../table/types";

/** The seat that is looked at plays on, computers take the others. The tiles come as they came; where the seed is not known, those
 *  after this moment are shuffled anew. Gives the new table's id. */
export async function playFrom(log: Fold, step: number, seat: number): Promise<string> {
  const plain = log.head.replace(/^(seed|play|name|commit|aude).*\n?/gm, "");
  const drawn = [log.opening, ...log.steps.slice(0, step).map((one) => one.text)].join(" ").matchAll(/\bdraw (\S+?);/g);
  const setup = log.over?.seed ? plain : `${plain}\norder ${[...drawn].map((found) => found[1]).join(" ")}`.replace(/\n+/g, "\n");
  const clever = (await load()).computers().at(-1)!.name;
  const seats = log.seats.map((one, i) => ({ kind: i === seat ? ("here" as const) : ("computer" as const), name: one.name, colour: COLOURS[one.colour], level: i === seat ? "" : one.level || clever }));
  const played = log.steps.slice(0, step).map((one) => one.action);
  const table = await LocalTable.create(setup, seats, { ...log.options, clock: { kind: "none" } }, log.over?.seed || undefined, played);
  table.close();
  return table.id;
}
