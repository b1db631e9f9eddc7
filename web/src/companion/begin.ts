// begin -- from a set-up to a game beside the real box.
import { t } from "../lang/index.svelte";
import { engine } from "../loaded";
import { keep, settings, type Choice } from "../settings.svelte";
import { head, options, requests } from "../setup";
import { refusal } from "../words";
import { BoxTable } from "./box.svelte";

/** Start it and remember it: where the table is, or what is in the way. */
export async function begin(choice: Choice): Promise<{ route?: string; trouble?: string }> {
  const checked = engine().check(head(choice));
  if (checked.error) return { trouble: refusal(checked.error) };
  if (choice.seats.some((seat) => !seat.name.trim())) return { trouble: t("name.missing") };
  settings.choice = choice;
  keep();
  const table = await BoxTable.create(head(choice), requests(choice), {
    ...options(choice),
    aids: "friendly", // odds and fields at will, no hints
    clock: { kind: "none" },
  });
  table.close();
  return { route: `#/box/${table.id}` };
}
