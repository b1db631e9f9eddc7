// finale -- the map while the final count is told: a figure stays until what it stands in has been counted, then it walks home.
import type { Engine, Game } from "../engine/engine";
import type { Figure, GameEvent, State } from "../engine/types";

/** The feature that an event is about, or -1. */
function featureOf(game: Game, event: GameEvent): number {
  if (event.x === undefined || event.y === undefined || event.segment === undefined) return -1;
  return game.feature(event.x, event.y, event.segment)?.id ?? -1;
}

/** A figure that went home during the count, where it stood before. */
function stood(engine: Engine, game: Game, state: State, event: GameEvent): Figure | null {
  const tile = state.laid.find((one) => one.x === event.x && one.y === event.y);
  if (!tile || event.segment === undefined || !event.figure || event.seat < 0) return null;
  const { px, py } = engine.foot(tile.kind, tile.rot, event.segment);
  return {
    seat: event.seat,
    kind: event.figure,
    where: "segment",
    x: tile.x,
    y: tile.y,
    segment: event.segment,
    px,
    py,
    lying: engine.kinds()[tile.kind]?.segments[event.segment]?.kind === "field",
    feature: featureOf(game, event),
  };
}

/** The end position as it is while the `told`th scoring of the count is told; its figures are still there. `events` are those of the last step. */
export function duringCount(
  engine: Engine,
  game: Game,
  state: State,
  events: GameEvent[],
  told: number,
): State {
  const from = events.findIndex((event) => event.kind === "final");
  if (from < 0) return state;
  const count = events.slice(from),
    finals = count.filter((event) => event.kind === "score" && event.final);
  if (told >= finals.length) return state;
  const counted = new Set(finals.slice(0, Math.max(0, told - 1)).map((event) => featureOf(game, event)));
  const waiting = count
    .filter((event) => event.kind === "return")
    .map((event) => stood(engine, game, state, event))
    .filter((one) => one !== null && !counted.has(one.feature)) as Figure[];
  return { ...state, figures: [...state.figures, ...waiting] };
}
