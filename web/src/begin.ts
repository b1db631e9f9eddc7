// begin -- from a set-up to a table: the set-up of the last game made whole, a newcomer's first one, and starting it.
import { capital, has, language, t } from "./lang/index.svelte";
import type { Level } from "./engine/names";
import { guide } from "./learn/guided";
import { engine } from "./loaded";
import { keep, settings, type Choice } from "./settings.svelte";
import { first, head, mend, newcomer, options, requests } from "./setup";
import { LocalTable } from "./table/local.svelte";
import { RemoteTable } from "./table/remote.svelte";
import { failure, refusal } from "./words";

export function computerName(level: string): string {
  return has(`computer.${level}`)
    ? t(`computer.${level}`)
    : capital(
        engine()
          .computers()
          .find((one) => one.name === level)?.title ?? level,
      );
}

function levelOr(wanted: Level): Level {
  const all = engine().computers();
  return (all.find((one) => one.name === wanted) ?? all.at(-1)!).name;
}
const against = (level: string): [string, string] => [
  settings.name || t("player.n", { n: 1 }),
  computerName(level),
];

/** What a set-up that is not whole is filled with, and a board for study begins with: a computer that plays well. */
export function freshChoice(): Choice {
  const level = levelOr("level-4");
  return first(engine(), language(), against(level), level);
}
/** A first game ever: the base box and the gentlest computer that plays to win, with everything the coach can show. */
export function gentleChoice(): Choice {
  const level = levelOr("level-1");
  return newcomer(first(engine(), language(), against(level), level));
}
/** What was kept may be of an older version. Null: it is no set-up. */
export function saneChoice(old: unknown): Choice | null {
  return old
    ? mend(old, freshChoice(), engine(), (seat, i) =>
        seat.kind === "computer" ? computerName(seat.level) : t("player.n", { n: i + 1 }),
      )
    : null;
}

/** A seat of this game is taken by link, or the table is listed: it needs a server. */
const isAway = (choice: Choice): boolean =>
  choice.listed || choice.seats.some((seat) => seat.kind === "link");

function seedOf(typed: string): string {
  return typed
    .replace(/[^0-9a-f]/gi, "")
    .toLowerCase()
    .padStart(32, "0")
    .slice(0, typed ? 32 : 0);
}

/** Start it and remember it: where the table is, or what is in the way. Guided: the coach comes to the table. */
export async function begin(choice: Choice, guided = false): Promise<{ route?: string; trouble?: string }> {
  const checked = engine().check(head(choice));
  if (checked.error) return { trouble: refusal(checked.error) };
  if (choice.seats.some((seat) => !seat.name.trim() && seat.kind !== "link"))
    return { trouble: t("name.missing") };
  settings.choice = choice;
  keep();
  try {
    if (isAway(choice)) {
      const answer = await RemoteTable.create(`aude 1\n${head(choice)}`, requests(choice), options(choice));
      return answer.ok ? { route: `#/t/${answer.table}` } : { trouble: failure(answer) };
    }
    const table = await LocalTable.create(
      head(choice),
      requests(choice),
      options(choice),
      seedOf(choice.seed),
    );
    table.close();
    if (guided) guide(table.id);
    return { route: `#/t/${table.id}` };
  } catch (cause) {
    return { trouble: t("fail.unknown", { code: cause instanceof Error ? cause.message : String(cause) }) };
  }
}
