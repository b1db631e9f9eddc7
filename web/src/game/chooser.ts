// chooser -- the figure chooser's groups: the actions of the list by what one would take in hand.
import type { ArtFigure, Game } from "../engine/engine";
import type { Action, ActionKind, FigureKind, State } from "../engine/types";
import { t } from "../lang/index.svelte";
import { figurePicture } from "../loaded";
import type { Group } from "../parts/Chooser.svelte";

/** What one would take in hand: a figure of the supply, or what only one kind of action moves. */
export type Hand = FigureKind | Exclude<ActionKind, "put"> | "princess";

const ORDER: Hand[] = [
  "small",
  "large",
  "builder",
  "pig",
  "wagon",
  "mayor",
  "barn",
  "fairy",
  "tower",
  "abbot",
  "recall",
  "princess",
];
function keyOf(action: Action): Hand {
  if (action.kind === "put") return action.figure ?? "small";
  return action.kind === "remove" ? "princess" : action.kind;
}

/** Every figure of this game that the one to decide has, or could use now; those without actions are refused. */
export function groupsOf(game: Game, state: State, plays: Action[], colour: number): Group[] {
  const seat = state.actor!,
    supply = state.seats[seat].supply as Partial<Record<Hand, number>>,
    by = new Map<Hand, Action[]>();
  for (const action of plays)
    if (action.kind !== "pass") by.set(keyOf(action), [...(by.get(keyOf(action)) ?? []), action]);
  const keys = new Set([...(Object.keys(supply) as Hand[]), ...by.keys()]);
  if (state.hasFairy) keys.add("fairy");
  if (state.seats[seat].towerPieces !== undefined) keys.add("tower");
  const place = (key: Hand) => (ORDER.indexOf(key) + 99) % 99;
  return [...keys]
    .filter((key) => key !== "second")
    .sort((a, b) => place(a) - place(b))
    .map((key) => ({
      key,
      label: t(`figure.${key}`),
      picture: figurePicture(
        (key === "recall" ? "abbot" : key === "princess" ? "small" : key) as ArtFigure,
        colour,
      ),
      count: key === "tower" ? (state.seats[seat].towerPieces ?? 0) : (supply[key] ?? null),
      actions: by.get(key) ?? [],
      why: () => game.whyNot(key),
    }));
}
