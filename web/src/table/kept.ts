// kept -- the games of this device: an index that tells enough to list them, and each game under a name of its own.
import { engine } from "../loaded";
import { drop, names, onlyHere, store, stored, storeText, TABLE, textOf, written } from "../store";
import type { Game } from "../engine/engine";
import type { PresetName, SetName } from "../engine/names";
import type { Kept } from "./authority";
import type { Fold } from "./fold.svelte";

/** A game as the list shows it. Games of older pages have no more than the first four. */
export interface Line {
  id: string;
  when: number;
  over: boolean;
  names: string[];
  colours?: number[];
  people?: number[]; // seats of people
  turn?: number;
  tiles?: number;
  rules?: PresetName;
  sets?: SetName[];
  points?: number[];
  winners?: number[];
}

const INDEX = "aude.tables";
export const nameOf = (id: string): string => TABLE + id;

// ---- the list

/** Every game of this device, newest first. */
export function kept(): Line[] {
  const known = indexed();
  return [...known, ...strays(known)].sort((a, b) => b.when - a.when);
}
function indexed(): Line[] {
  const list = stored<unknown>(INDEX, []);
  const lines = (Array.isArray(list) ? list : []).map(lineFrom).filter((one) => one !== null);
  return lines.filter((one, i) => lines.findIndex((other) => other.id === one.id) === i);
}
/** Games that no index names any more (an older page forgot them, or two windows wrote at once) are games all the same. */
function strays(known: Line[]): Line[] {
  return names()
    .map((name) =>
      name.startsWith(TABLE) ? /^(here|box)-\w+$/.exec(name.slice(TABLE.length))?.[0] : undefined,
    )
    .filter((id) => id !== undefined && !known.some((one) => one.id === id))
    .map((id) => lineOf(id!, wholeGame(id!)));
}

const every = <T>(value: unknown, good: (one: unknown) => boolean): T[] | undefined =>
  Array.isArray(value) && value.every(good) ? (value as T[]) : undefined;
const isWord = (one: unknown) => typeof one === "string";
const isWhole = (one: unknown) => Number.isInteger(one);
const whole = (one: unknown) => (isWhole(one) ? (one as number) : undefined);

/** A line as it was written, or by whomever: what cannot be true is left out. Null: it names no game. */
function lineFrom(found: unknown): Line | null {
  const raw = (found && typeof found === "object" ? found : {}) as Record<keyof Line, unknown>;
  const people = every<string>(raw.names, isWord);
  if (typeof raw.id !== "string" || !people) return null;
  return {
    id: raw.id,
    when: Number.isFinite(raw.when) ? (raw.when as number) : 0,
    over: raw.over === true,
    names: people,
    colours: every(raw.colours, isWhole),
    people: every(raw.people, isWhole),
    turn: whole(raw.turn),
    tiles: whole(raw.tiles),
    rules: isWord(raw.rules) ? (raw.rules as PresetName) : undefined,
    sets: every<SetName>(raw.sets, isWord),
    points: every(raw.points, isWhole),
    winners: every(raw.winners, isWhole),
  };
}
/** What can be said of a game without playing it; of one that is damaged, no more than its name. */
function lineOf(id: string, game: Kept | null): Line {
  type Open = { seats?: { name?: unknown }[] } | undefined;
  const open = game?.entries.find((entry) => entry?.type === "open") as Open;
  const over = game?.entries.find((entry) => entry?.type === "over") as Partial<Line> | undefined;
  const seats = Array.isArray(open?.seats) ? open.seats : [];
  const line = lineFrom({ ...over, id, when: game?.when, names: seats.map((seat) => String(seat?.name)) });
  return { ...line!, over: !!over || !game };
}

// ---- a game

/** The game itself; null: it is not here, or what is here is no game. */
export function wholeGame(id: string): Kept | null {
  return gameFrom(textOf(nameOf(id)));
}
/** A game from its text, as far as can be told without playing it. */
export function gameFrom(text: string | null): Kept | null {
  try {
    const found = JSON.parse(text ?? "null") as Kept | null;
    return found && typeof found.setup === "string" && Array.isArray(found.entries) ? found : null;
  } catch {
    return null;
  }
}

/** How far a game is. */
export function factsOf(game: Game): { turn: number; tiles: number } {
  const { turn, laid, left, hand } = game.state();
  return { turn, tiles: laid.length + left + (hand === null ? 0 : 1) };
}
/** The line of a running table. */
export function describe(game: Kept, log: Fold, facts: { turn: number; tiles: number }): Line {
  const head = engine().readHead(log.head);
  return {
    id: game.id,
    when: game.when,
    over: !!log.over,
    names: log.seats.map((seat) => seat.name),
    colours: log.seats.map((seat) => seat.colour),
    people: log.seats.flatMap((seat, i) => (seat.kind === "computer" ? [] : [i])),
    ...facts,
    rules: head.rules,
    sets: [...head.expansions, ...head.tilesOnly],
    points: log.over?.points,
    winners: log.over?.winners,
  };
}

/** Keep a game and its line. False: there was no room; what was kept before is still there, and this window remembers the rest. */
export function keepGame(game: Kept, line: Line): boolean {
  return storeText(nameOf(game.id), JSON.stringify(game)) && keepLine(line);
}
export function keepLine(line: Line): boolean {
  return store(INDEX, [line, ...kept().filter((one) => one.id !== line.id)]);
}
export function forgetGame(id: string): void {
  drop(nameOf(id));
  store(
    INDEX,
    kept().filter((one) => one.id !== id),
  );
}
/** Is some of this game only in this window, because there was no room? */
export const isUnkept = (id: string): boolean => onlyHere(nameOf(id));
/** The game as other windows see it, as text: whoever knows the text it wrote itself sees whether somebody else has written since. */
export const gameText = (id: string): string | null => written(nameOf(id));

/** About how much of the browser's room is used, 0 to 1: it gives a page five million letters. */
export function fullness(): number {
  const ROOM = 5 * 1024 * 1024;
  const used = names().reduce((sum, name) => sum + name.length + (textOf(name)?.length ?? 0), 0);
  return Math.min(1, used / ROOM);
}
