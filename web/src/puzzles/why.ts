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

function said(fact: Fact, seat: number, names: string[]): string {
  const holes = {
    what: fact.feature ? featureWord(fact.feature) : "",
    place: place(fact),
    n: fact.points,
    of: fact.of,
    name: names[fact.kind === "scores" ? fact.seat : (fact.other ?? 0)] ?? "",
  };
  if (fact.kind === "scores") return t(fact.seat === seat ? "puzzle.why.scores" : "puzzle.why.gives", holes);
  return t(`puzzle.why.${fact.kind}`, holes);
}

const key = (fact: Fact) => [fact.kind, fact.seat, fact.feature, fact.points].join(" ");

/** At most `most` sentences of what a turn does; what `other` does as well is left out. */
export function reasons(facts: Fact[], other: Fact[], seat: number, names: string[], most: number): string[] {
  const same = new Set(other.map(key));
  const own = facts.filter((fact) => !same.has(key(fact)));
  return [...new Set((own.length ? own : facts).map((fact) => said(fact, seat, names)))].slice(0, most);
}
const UNSEEN: Fact["kind"][] = ["home", "last", "fits", "blocks"];
/** The fact that is shown on the board. */
export function shownOf(facts: Fact[]): Fact | null {
  return facts.find((fact) => !UNSEEN.includes(fact.kind)) ?? null;
}
