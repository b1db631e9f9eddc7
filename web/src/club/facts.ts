// facts -- what is said of a table in one line: its book, its sets, its clock, how old it is.
import { t } from "../lang/index.svelte";
import type { SeatTold, Summary } from "../table/messages";

const MINUTE = 60_000;

/** "5 minutes ago" */
export function ageOf(since: number, form: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - since) / MINUTE));
  const told = new Intl.RelativeTimeFormat(form, { numeric: "auto" });
  if (minutes < 90) return told.format(-minutes, "minute");
  return minutes < 36 * 60
    ? told.format(-Math.round(minutes / 60), "hour")
    : told.format(-Math.round(minutes / 1440), "day");
}

export function clockOf(table: Pick<Summary, "clock">, form: string): string {
  const clock = table.clock;
  if (!clock || clock.kind === "none" || !clock.seconds) return t("clock.none");
  if (clock.kind === "budget") return t("clock.budget.short", { n: Math.round(clock.seconds / 60) });
  const [n, unit]: [number, string] =
    clock.seconds >= 86_400
      ? [clock.seconds / 86_400, "day"]
      : clock.seconds >= 60
        ? [clock.seconds / 60, "minute"]
        : [clock.seconds, "second"];
  return new Intl.NumberFormat(form, {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: 0,
  }).format(n);
}

export const nameOf = (seat: SeatTold): string => seat.name || t(seat.taken ? "club.somebody" : "club.guest");

const joined = (words: string[]) => words.filter(Boolean).join(" · ");

/** Everything that matters to who may sit down. */
export const factsOf = (table: Summary, form: string): string =>
  joined([
    t(`book.${table.rules}`),
    ...table.sets.slice(1).map((set) => t(`set.${set}`)),
    clockOf(table, form),
    table.aids ? t("club.aids", { what: t(`aids.${table.aids}`) }) : "",
    table.rated ? t("club.rated") : "",
    ageOf(table.created, form),
  ]);

/** What matters to who watches. */
export const playedOf = (table: Summary, form: string): string =>
  joined([
    ...table.sets.slice(1).map((set) => t(`set.${set}`)),
    clockOf(table, form),
    table.rated ? t("club.rated") : "",
  ]);
