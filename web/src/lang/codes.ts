// codes -- the languages of the page.
export const CODES = ["en", "pt-BR", "pt-PT", "es", "ro"] as const;
export type Code = (typeof CODES)[number];
