// remembered -- the settings out of whatever the store holds: an older page's, a newer one's, or something damaged. Each is looked at
// by itself, so that one that cannot be read costs no other.
import { CODES } from "./lang/codes";
import type { Choice, Favourite, Settings } from "./settings.svelte";

/** What a device has before anything is set. */
export const usual = (language: Settings["language"]): Settings => ({
  language,
  theme: "system",
  contrast: "system",
  sound: true,
  speed: "normal",
  atOnce: false,
  wheelTurns: true,
  leftHanded: false,
  notify: false,
  name: "",
  vibrate: true,
  throwsAtOnce: false,
  pointsOnly: false,
  tools: ["last"],
  choice: null,
  favourites: [],
  pace: 25,
});

type Loose = Record<string, unknown>;
const isThing = (value: unknown): value is Loose =>
  !!value && typeof value === "object" && !Array.isArray(value);
const among =
  (...known: readonly string[]) =>
  (value: unknown) =>
    known.includes(value as string);
const isBoolean = (value: unknown) => typeof value === "boolean";
const isWord = (value: unknown) => typeof value === "string";

/** A set-up as far as the page reads it without asking the engine; the rest is mended where it is used (setup.ts). */
function isChoice(value: unknown): value is Choice {
  return (
    isThing(value) &&
    isWord(value.rules) &&
    Array.isArray(value.seats) &&
    value.seats.every((seat) => isThing(seat) && isWord(seat.name))
  );
}
const isFavourite = (value: unknown): value is Favourite =>
  isThing(value) && isWord(value.name) && isChoice(value.choice);

const good: { [K in keyof Settings]: (value: unknown) => boolean } = {
  language: among(...CODES),
  theme: among("system", "light", "dark"),
  contrast: among("system", "more"),
  sound: isBoolean,
  speed: among("calm", "normal", "quick", "none"),
  atOnce: isBoolean,
  wheelTurns: isBoolean,
  leftHanded: isBoolean,
  notify: isBoolean,
  name: isWord,
  vibrate: isBoolean,
  throwsAtOnce: isBoolean,
  pointsOnly: isBoolean,
  tools: (value) => Array.isArray(value) && value.every(isWord),
  choice: (value) => value === null || isChoice(value),
  favourites: (value) => Array.isArray(value) && value.every(isFavourite),
  pace: (value) => Number.isFinite(value) && (value as number) > 0,
};

/** The settings that are kept as `text` (null: none are), and whether something of them was thrown away. */
export function remembered(text: string | null, usual: Settings): { settings: Settings; lost: boolean } {
  const settings = { ...usual };
  if (text === null) return { settings, lost: false };
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return { settings, lost: true };
  }
  if (!isThing(found)) return { settings, lost: true };
  if (found.leftHanded === undefined && found.left === true) found.leftHanded = true; // its name until version 0.1
  let lost = false;
  for (const key of Object.keys(good) as (keyof Settings)[]) {
    if (found[key] === undefined) continue; // of an older page
    if (good[key](found[key])) Object.assign(settings, { [key]: found[key] });
    else lost = true;
  }
  if (Array.isArray(found.favourites)) settings.favourites = found.favourites.filter(isFavourite);
  return { settings, lost };
}
