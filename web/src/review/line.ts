// line -- what was done or could have been done at a step, as actions, words and reasons. The engine plays it on a copy.
import type { Action, Engine, FeatureInfo, Game, GameEvent, State } from "../engine/engine";
import { small, t } from "../lang/index.svelte";
import type { Fold } from "../table/fold.svelte";
import { act, featureName, featureWord, place, sum, type Context } from "../words";

export interface Played {
  lay: Action | null;
  figure: Action | null;
  words: string;
  events: GameEvent[];
  state: State;
  tile: number | null;
  touched: FeatureInfo[] /* what the tile belongs to now */;
}

export function gameAt(engine: Engine, log: Fold, step: number): Game {
  const game = engine.follow(log.head);
  for (const text of [log.opening, ...log.steps.slice(0, step).map((one) => one.text)]) game.feed(text);
  return game;
}

/** Where a figure goes is said, too, unless it goes to the tile that was just named. */
function placed(action: Action, lay: Action | null, words: string): string {
  if (action.kind !== "put" || action.x === undefined || (lay?.x === action.x && lay.y === action.y))
    return words;
  return t("extent.one", { what: words, place: place(action) });
}

/** Play the actions on a copy of `from`, which stays as it is. */
export function followLine(from: Game, texts: (string | undefined)[], context: Context): Played {
  const game = from.clone(),
    words: string[] = [],
    events: GameEvent[] = [];
  let lay: Action | null = null,
    figure: Action | null = null;
  const tile = game.state().hand;
  for (const text of texts) {
    const action = text && game.actions().find((one) => one.text === text);
    if (!action) continue;
    words.push(placed(action, lay, act(action, { ...context, state: game.state() })));
    if (action.kind === "lay" || action.kind === "abbey") lay = action;
    else if (action.kind === "put") figure = action;
    events.push(...(game.play(action.text).events ?? []));
  }
  const state = game.state(),
    at = lay as Action | null;
  const touched =
    at && tile !== null
      ? context.kinds[tile].segments
          .map((_, i) => game.feature(at.x!, at.y!, i))
          .filter((one): one is FeatureInfo => !!one)
      : [];
  game.free();
  return {
    lay,
    figure,
    touched,
    words: words.map((one, i) => (i ? small(one) : one)).join(", "),
    events,
    state,
    tile,
  };
}

const scored = (played: Played, seat: number) =>
  played.events.filter(
    (event) => event.kind === "score" && !event.final && event.seat === seat && (event.points ?? 0) > 0,
  );
const total = (events: GameEvent[]) => events.reduce((all, event) => all + (event.points ?? 0), 0);
const key = (event: GameEvent) => `${event.feature} ${event.points} ${event.x},${event.y}`;

/** Why the better one is better, in short sentences: points at once, for whom, followers kept, and the balance at the end. */
export function reasons(
  better: Played,
  played: Played,
  seat: number,
  points: number,
  names: string[],
): string[] {
  const list: string[] = [];
  const had = new Set(scored(played, seat).map(key));
  for (const event of scored(better, seat)
    .filter((one) => !had.has(key(one)))
    .slice(0, 1))
    list.push(
      t("why.scores", {
        what: small(featureWord(event.feature ?? "")),
        sum: sum(event.terms, event.points ?? 0),
      }),
    );
  names.forEach((name, other) => {
    const given = total(scored(played, other)) - total(scored(better, other));
    if (other !== seat && given > 0) list.push(t("why.gave", { name, n: given }));
  });
  const grown = better.touched
    .filter((one) => !one.complete && one.tiles > 2 && one.owners.includes(seat) && one.kind !== "field")
    .sort((a, b) => b.points - a.points)[0];
  if (grown) list.push(t("why.grows", { what: small(featureWord(featureName(grown))), n: grown.tiles }));
  const fed = played.touched.find(
    (one) =>
      one.kind !== "field" &&
      !one.complete &&
      one.tiles > 1 &&
      one.owners.length > 0 &&
      !one.owners.includes(seat),
  );
  if (fed)
    list.push(
      t("why.feeds", { what: small(featureWord(featureName(fed))), name: names[fed.owners[0]] ?? "" }),
    );
  const hand = (one: Played) =>
    Object.values(one.state.seats[seat]?.supply ?? {}).reduce((all, n) => all + (n ?? 0), 0);
  if (hand(better) > hand(played)) list.push(t("why.keeps"));
  else if (better.figure && hand(better) < hand(played)) list.push(t("why.stands"));
  if (Math.round(points) >= 1) list.push(t("why.points", { n: Math.round(points) }));
  return list;
}
