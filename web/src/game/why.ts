// why -- the rule behind a refusal, in short.
import type { RuleBook } from "../rules";

/** The first paragraph of a rule in plain words, or "" if there is no such rule. */
export function beginning(book: RuleBook, id: string): string {
  const first = book.rules.find((rule) => rule.id === id)?.blocks[0];
  return first && "p" in first ? first.p.replace(/ ?\*Source:[^*]*\*/g, "").replace(/[`*]/g, "") : "";
}
