// why -- what a turn does, in sentences: the facts are the engine's (puzzles/facts.c), only the words are made here.
import type { Game } from "../engine/engine";
import type { FactKind } from "../engine/names";
import { t } from "../lang/index.svelte";
import { featureWord, place } from "../words";

export interface Fact {
  kind: FactKind;
  seat: number;
  other?: number;
  feature: string;
  x: number;
  y: number;
  segment: number;
  points: number;
  of: number;
}

export function factsOf(game: Game, actions: string[]): Fact[] {
  return game.json<Fact[]>("bridge_puzzles_facts", actions.join("; "));
}

/** Facts about the same thing have the same words: whose it is decides. */
const WORDS: Partial<Record<FactKind, string>> = {
  grows: "worth",
  loses: "worth",
  sinks: "worth.other",
  feeds: "worth.other",
};
function said(fact: Fact, seat: number, names: string[]): string {
  const holes = {
    what: fact.feature ? featureWord(fact.feature) : "",
    place: place(fact),
    n: fact.points,
    of: fact.of,
    name: names[fact.kind === "scores" ? fact.seat : (fact.other ?? 0)] ?? "",
  };
  if (fact.kind === "scores") return t(fact.seat === seat ? "puzzle.why.scores" : "puzzle.why.gives", holes);
  return t(`puzzle.why.${WORDS[fact.kind] ?? fact.kind}`, holes);
}

/** These are about one place, whichever turn is played; the place of others is where the tile was laid. */
const PLACED: FactKind[] = ["blocks", "spoils", "hinders", "narrows", "fits"];
const key = (fact: Fact) =>
  [
    fact.kind,
    fact.seat,
    fact.feature,
    fact.points,
    fact.of,
    PLACED.includes(fact.kind) ? place(fact) : "",
  ].join(" ");

/** What a turn does and `other` does not. */
function apart(facts: Fact[], other: Fact[]): Fact[] {
  const same = new Set(other.map(key));
  return facts.filter((fact) => !same.has(key(fact)));
}
/** At most `most` sentences of what a turn does; what `other` does as well is left out. */
export function reasons(facts: Fact[], other: Fact[], seat: number, names: string[], most: number): string[] {
  const own = apart(facts, other);
  return [...new Set(own.map((fact) => said(fact, seat, names)))].slice(0, most);
}
/** They speak against a turn, or neither for nor against it. */
const NOT_FOR: FactKind[] = ["spoils", "last", "narrows", "feeds", "loses", "counts"];

/** Does anything that can be seen speak for a turn beside `other`? Where nothing does, only the numbers can say why. */
export function speaksFor(facts: Fact[], other: Fact[], seat: number): boolean {
  return apart(facts, other).some((fact) =>
    fact.kind === "scores" ? fact.seat === seat : !NOT_FOR.includes(fact.kind),
  );
}
const SEEN: FactKind[] = [
  "scores",
  "takes",
  "shares",
  "claims",
  "away",
  "spoils",
  "grows",
  "sinks",
  "feeds",
  "loses",
];
/** The fact that is shown on the board. */
export function shownOf(facts: Fact[]): Fact | null {
  return facts.find((fact) => SEEN.includes(fact.kind)) ?? null;
}
