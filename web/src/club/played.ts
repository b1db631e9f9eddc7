// played -- what the engine tells of finished games, for a player's page: points by their source, what a game began with. Only what was paid is
// added up here.
import type { Engine } from "../engine/engine";
import type { FeatureKind } from "../engine/names";
import { readRecord } from "./beside";

/** One finished game, as one of its players had it. */
export interface Played {
  sources: Map<string, number>[]; // of each seat: what was paid for roads, cities ...
  tile: number; // the kind of the player's first tile; -1: none was drawn
  put: FeatureKind | ""; // where the player's first follower went; "": there was none
}

const FEW = ["king", "robber", "king and robber", "fairy"]; // they share a row
const ORDER = ["road", "city", "monastery", "garden", "field", "goods", "other", "target", "catch"];

/** Has that seat laid a tile? */
export function hasMoved(engine: Engine, record: string, seat: number): boolean {
  const heard = readRecord(engine, record);
  if (!heard) return false;
  const game = engine.follow(heard.head);
  const moved = heard.texts.some((text) =>
    game.feed(text).events.some((event) => event.kind === "lay" && event.seat === seat),
  );
  game.free();
  return moved;
}

/** What a record says of that seat; null: it cannot be read. */
export function readPlayed(engine: Engine, record: string, seat: number): Played | null {
  const heard = readRecord(engine, record);
  if (!heard) return null;
  const game = engine.follow(heard.head);
  const played: Played = { sources: heard.names.map(() => new Map()), tile: -1, put: "" };
  for (const text of heard.texts)
    for (const event of game.feed(text).events) {
      if (event.kind === "score" && event.feature) {
        const row = played.sources[event.seat]!,
          source = FEW.includes(event.feature) ? "other" : event.feature;
        row.set(source, (row.get(source) ?? 0) + (event.points ?? 0));
      } else if (event.kind === "draw" && event.seat === seat && played.tile < 0) played.tile = event.tile!;
      else if (event.kind === "put" && event.seat === seat && !played.put)
        played.put = game.feature(event.x!, event.y!, event.segment!)?.kind ?? "";
    }
  game.free();
  return played;
}

/** A game and how it ended for the player. */
export interface Ended {
  played: Played;
  seat: number;
  won: boolean;
  points: number;
}
/** Games that began alike, and what became of them. */
export interface Begun<What> {
  what: What;
  games: number;
  won: number;
  points: number; // on average
}

const mean = (list: number[]): number => list.reduce((sum, one) => sum + one, 0) / (list.length || 1);

/** Points a game by their source: the player's, and those of the others at the same tables. */
export function sourcesOf(games: Ended[]): { source: string; own: number; others: number }[] {
  const rows = ORDER.map((source) => ({
    source,
    own: mean(games.map(({ played, seat }) => played.sources[seat]?.get(source) ?? 0)),
    others: mean(
      games.flatMap(({ played, seat }) =>
        played.sources.filter((_, i) => i !== seat).map((row) => row.get(source) ?? 0),
      ),
    ),
  }));
  return rows.filter((row) => row.own || row.others);
}

/** Games by what they began with, the most frequent first. */
export function begunWith<What>(games: Ended[], of: (played: Played) => What): Begun<What>[] {
  const groups = new Map<What, Ended[]>();
  for (const game of games) groups.set(of(game.played), [...(groups.get(of(game.played)) ?? []), game]);
  return [...groups]
    .map(([what, list]) => ({
      what,
      games: list.length,
      won: list.filter((one) => one.won).length,
      points: mean(list.map((one) => one.points)),
    }))
    .sort((a, b) => b.games - a.games || b.won - a.won);
}
