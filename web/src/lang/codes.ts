// codes -- the languages of the page, which of them a browser wants, and the form in which somebody writes one of them.
export const CODES = ["en", "pt-BR", "pt-PT", "es", "ro"] as const;
export type Code = (typeof CODES)[number];

/** The first of the browser's languages that we speak. */
export function preferred(wanted: readonly string[]): Code {
  for (const tag of wanted) {
    const exact = CODES.find((code) => code.toLowerCase() === tag.toLowerCase());
    if (exact) return exact;
    const main = tag.toLowerCase().split("-")[0];
    if (main === "pt") return "pt-PT"; // pt-BR was exact
    const same = CODES.find((code) => code === main);
    if (same) return same;
  }
  return "en";
}

/** The form of a language that somebody's browser asks for: English is written in one way in Britain and in another in America. */
export function formOf(code: Code, wanted: readonly string[]): string {
  const same = (tag: string) => tag.toLowerCase() === code.toLowerCase();
  const own = (tag: string) => tag.toLowerCase().startsWith(`${code.toLowerCase()}-`);
  return wanted.find((tag) => same(tag) || own(tag)) ?? code;
}
