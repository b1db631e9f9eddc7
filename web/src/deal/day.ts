// day -- which deal is open: one a day, from the date alone, as club/deal.c says it (tests/club/deals.json holds both to the same list).
const DAY = 24 * 3600 * 1000;
const NOON = DAY / 2;

/** The deal of this time: the UTC day on which it began, at noon. */
export const dateOf = (now: number): string =>
  new Date(Math.max(0, Math.floor((now - NOON) / DAY)) * DAY).toISOString().slice(0, 10);
/** When the next one begins. */
export const nextAfter = (now: number): number => (Math.floor((now - NOON) / DAY) + 1) * DAY + NOON;
/** The day before. */
export const before = (date: string): string => new Date(Date.parse(date) - DAY).toISOString().slice(0, 10);

/** A date as addresses have it; null: it is none. */
export function readDate(text: string): string | null {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

/** The seed: the date as a number, 20261116, in the 32 hexadecimal digits of a record. */
export const seedOf = (date: string): string =>
  Number(date.replaceAll("-", "")).toString(16).padStart(32, "0");
