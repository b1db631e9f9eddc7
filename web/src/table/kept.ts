// kept -- the games of this device: an index that tells enough to list them, and each game under a name of its own.
import { engine } from "../loaded";
import { store, stored } from "../settings.svelte";
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
  rules?: string;
  sets?: string[];
  points?: number[];
  winners?: number[];
}

const INDEX = "aude.tables";
const nameOf = (id: string) => `aude.table.${id}`;

/** Every game of this device, newest first. */
export function kept(): Line[] {
  const list = stored<unknown>(INDEX, []);
  const known = (Array.isArray(list) ? list : []).filter(
    (one): one is Line => typeof one?.id === "string" && Array.isArray(one.names),
  );
  return [...known, ...strays(known)];
}
/** Games that no index names any more (an older page forgot them, or two windows wrote at once) are games all the same. */
function strays(known: Line[]): Line[] {
  const found: Line[] = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const id = /^aude\.table\.(here-\w+)$/.exec(localStorage.key(i)!)?.[1];
      if (!id || known.some((one) => one.id === id)) continue;
      const game = wholeGame(id);
      if (game) found.push(lineOf(game));
    }
  } catch {
    // no store, no games
  }
  return found.sort((a, b) => b.when - a.when);
}
/** The game itself; null: it is not here, or what is here is no game. */
export function wholeGame(id: string): Kept | null {
  const found = stored<Kept | null>(nameOf(id), null);
  return found && typeof found.setup === "string" && Array.isArray(found.entries) ? found : null;
}

/** What can be said of a game without playing it. */
function lineOf(game: Kept): Line {
  const open = game.entries.find((entry) => entry.type === "open") as
    | { seats?: { name: string }[] }
    | undefined;
  const over = game.entries.find((entry) => entry.type === "over") as
    | { points?: number[]; winners?: number[] }
    | undefined;
  return {
    id: game.id,
    when: game.when,
    over: !!over,
    names: (open?.seats ?? []).map((seat) => seat.name),
    points: over?.points,
    winners: over?.winners,
  };
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

/** Keep a game and its line. False: there was no room, and what was kept before is still there. */
export function keepGame(game: Kept, line: Line): boolean {
  const others = kept().filter((one) => one.id !== game.id);
  return store(nameOf(game.id), game) && store(INDEX, [line, ...others]);
}
export function forget(id: string): void {
  try {
    localStorage.removeItem(nameOf(id));
  } catch {
    return;
  }
  store(
    INDEX,
    kept().filter((one) => one.id !== id),
  );
}

/** About how much of the browser's room is used, 0 to 1: it gives a page five million letters. */
export function fullness(): number {
  const ROOM = 5 * 1024 * 1024;
  let used = 0;
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const name = localStorage.key(i)!;
      used += name.length + (localStorage.getItem(name)?.length ?? 0);
    }
  } catch {
    return 0;
  }
  return Math.min(1, used / ROOM);
}
