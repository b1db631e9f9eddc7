// rules -- the rule sheet's search: by number, by an English word, or by the word that one of the five books has for it.

export type Block = { p: string } | { ul: string[] } | { table: string[][] };
export interface Rule {
  id: string;
  title: string;
  blocks: Block[];
}
export interface RuleBook {
  rules: Rule[];
  glossary: [word: string, english: string[]][];
}

/** In small letters without accents, so that "taran" finds what "țăran" finds. */
export function bare(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
export function ruleWording(rule: Rule): string {
  return [
    rule.id,
    rule.title,
    ...rule.blocks.flatMap((block) =>
      "p" in block ? [block.p] : "ul" in block ? block.ul : block.table.flat(),
    ),
  ].join(" ");
}

export class Finder {
  private texts: string[];
  private glossary: [string, string[]][];
  /** `english`: whoever asks speaks English, so a word that stands in the rules is meant as it stands. */
  constructor(
    private book: RuleBook,
    private english: boolean,
  ) {
    this.texts = book.rules.map((rule) => bare(ruleWording(rule)).replace(/[`*]/g, ""));
    this.glossary = book.glossary.map(([word, meant]) => [bare(word), meant.map(bare)]);
  }

  /** The rule of that number first, then those that speak of it; or the rules in which every word stands. */
  find(query: string): Rule[] {
    const wanted = bare(query).trim(),
      exact = this.book.rules.find((rule) => rule.id.toLowerCase() === wanted);
    if (exact)
      return [
        exact,
        ...this.book.rules.filter(
          (rule, i) => rule !== exact && new RegExp(`\\b${wanted}\\b`).test(this.texts[i]),
        ),
      ];
    const words =
      this.phrase(wanted) ??
      wanted
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => this.meant(word));
    return this.book.rules.filter((_, i) =>
      words.every((any) => any.some((one) => this.texts[i].includes(one))),
    );
  }

  /** A name of several words: "cartela inicial". */
  private phrase(wanted: string): string[][] | null {
    const found = wanted.includes(" ") && this.glossary.find(([word]) => word === wanted);
    return found ? [found[1]] : null;
  }
  /** What a word may stand as in the rules. */
  private meant(word: string): string[] {
    if (this.english && this.texts.some((text) => text.includes(word))) return [word];
    const found = nearest(this.glossary, word);
    return found.length ? found : [word];
  }
}
/** The English of a word: of the word itself; else of the longest whose plural or other ending it may be; else of what it begins. */
function nearest(glossary: [string, string[]][], word: string): string[] {
  const parts = glossary.flatMap(([name, meant]) => name.split(" ").map((part) => ({ part, meant })));
  const ends = parts.filter(
    ({ part }) => part.length > 3 && word.startsWith(part) && word.length < part.length + 4,
  );
  const longest = Math.max(...ends.map(({ part }) => part.length));
  for (const some of [
    parts.filter(({ part }) => part === word),
    ends.filter(({ part }) => part.length === longest),
    word.length > 3 ? parts.filter(({ part }) => part.startsWith(word)) : [],
  ])
    if (some.length) return [...new Set(some.flatMap(({ meant }) => meant))];
  return [];
}

/** A line of the text in its pieces: code, emphasis, the number of another rule. */
export interface Piece {
  kind: "text" | "code" | "strong" | "em" | "rule";
  text: string;
}
const MARKS =
  /`([^`]+)`|\*\*([^*]+)\*\*|(?<![\w)])\*([^*\s][^*]*)\*(?![\w(])|\b((?:BASE|EDN|RIV2?|ABB|IC|TB|PD|TOW|AM|KR|CULT|COC|CAT|INT)-C?\d+)\b/g;
export function pieces(line: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const mark of line.matchAll(MARKS)) {
    if (mark.index > from) found.push({ kind: "text", text: line.slice(from, mark.index) });
    const [, code, strong, em, rule] = mark;
    if (em)
      found.push(
        ...pieces(em).map((piece) => (piece.kind === "text" ? { ...piece, kind: "em" as const } : piece)),
      );
    else found.push({ kind: code ? "code" : strong ? "strong" : "rule", text: code ?? strong ?? rule });
    from = mark.index + mark[0].length;
  }
  if (from < line.length) found.push({ kind: "text", text: line.slice(from) });
  return found;
}
