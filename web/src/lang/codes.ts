// codes -- the languages of the page, and the form in which somebody writes one of them.
export const CODES = ["en", "pt-BR", "pt-PT", "es", "ro"] as const;
export type Code = (typeof CODES)[number];

/** The form of a language that somebody's browser asks for: English is written in one way in Britain and in another in America. */
export function formOf(code: Code, wanted: readonly string[]): string {
  const same = (tag: string) => tag.toLowerCase() === code.toLowerCase();
  const own = (tag: string) => tag.toLowerCase().startsWith(`${code.toLowerCase()}-`);
  return wanted.find((tag) => same(tag) || own(tag)) ?? code;
}
