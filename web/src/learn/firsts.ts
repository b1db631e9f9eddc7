// firsts -- what happens for the first time in somebody's game, read from the engine's events; the coach has a sentence for each.
import type { EventKind, FeatureWord, GameEvent, Phase, State } from "../engine/types";

export const FIRSTS = ["tile", "figure", "farmer", "put", "score", "home", "rival", "out", "last"] as const;
export type First = (typeof FIRSTS)[number];

export interface Seen {
  events: GameEvent[]; // everything so far
  state: State;
  mine: number; // my seat
  asked: Phase | ""; // the phase, if I must decide now
  feature: (event: GameEvent) => FeatureWord; // what a figure was put on
}
const LAST = 10; // tiles left when the end is near

/** The firsts that have come, in the order in which they are worth a word. */
export function firsts({ events, state, mine, asked, feature }: Seen): First[] {
  const own = (kind: EventKind) => events.filter((event) => event.kind === kind && event.seat === mine);
  const put = own("put"),
    farmers = put.filter((event) => feature(event) === "field");
  const come: Record<First, boolean> = {
    tile: asked === "tile" && !own("lay").length,
    figure: asked === "action" && !put.length,
    farmer: farmers.length > 0,
    put: put.length > farmers.length,
    score: own("score").some((event) => !!event.points),
    home: own("return").length > 0,
    rival: events.some(
      (event) => event.kind === "score" && event.seat >= 0 && event.seat !== mine && !!event.points,
    ),
    out: state.seats[mine]?.supply.small === 0,
    last: state.left <= LAST && state.left > 0,
  };
  return FIRSTS.filter((first) => come[first]);
}
