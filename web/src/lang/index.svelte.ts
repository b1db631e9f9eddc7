// lang -- the page's words. Every sentence lives in a language file, and only the one that is spoken is fetched; a key with "#one", "#few",
// "#other" is a plural by `n`.
import { formOf, type Code } from "./codes";

export { CODES, preferred, type Code } from "./codes";
type Words = Record<string, string>;
type Args = Record<string, string | number>;

const files: Record<Code, () => Promise<{ default: Words }>> = {
  en: () => import("./en.json"),
  "pt-BR": () => import("./pt-BR.json"),
  "pt-PT": () => import("./pt-PT.json"),
  es: () => import("./es.json"),
  ro: () => import("./ro.json"),
};

class Language {
  code = $state<Code>("en");
  words = $state.raw<Words>({});
  plural = $derived(new Intl.PluralRules(this.code));
  number = $derived(new Intl.NumberFormat(this.code));
}
const now = new Language();

export function language(): Code {
  return now.code;
}

type Part = (code: Code) => Promise<Words>;
const parts: Part[] = []; // words that came with a room of the page

export async function speak(code: Code): Promise<void> {
  const all = await Promise.all([
    files[code]().then((file) => file.default),
    ...parts.map((part) => part(code)),
  ]);
  now.words = Object.assign({}, ...all) as Words;
  now.code = code;
  document.documentElement.lang = code;
}
/** The words of a room from its folder `lang`, one file a language; `files` is import.meta.glob("./lang/*.json"). */
export function wordsOf(files: Record<string, () => Promise<unknown>>): Part {
  return async (code) => ((await files[`./lang/${code}.json`]!()) as { default: Words }).default;
}
/** A room brings words of its own: they are spoken from now on, in whatever language. */
export async function also(part: Part): Promise<void> {
  if (parts.includes(part)) return;
  const more = await part(now.code); // meanwhile others may have come
  now.words = { ...now.words, ...more };
  if (!parts.includes(part)) parts.push(part);
}

export function has(key: string): boolean {
  return key in now.words || `${key}#other` in now.words;
}

/** The sentence `key`, its {holes} filled; numbers are written as the language writes them. */
export function t(key: string, args: Args = {}): string {
  let text = now.words[key];
  if (text === undefined && args.n !== undefined)
    text = now.words[`${key}#${now.plural.select(Number(args.n))}`] ?? now.words[`${key}#other`];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = args[name];
    if (value === undefined) return hole;
    return typeof value === "number" ? num(value) : value;
  });
}

/** A number with a real minus sign. */
export function num(value: number): string {
  return now.number.format(value).replace("-", "−");
}

/** A date as this person writes it, in the language that is spoken. */
export function date(when: number): string {
  const form = formOf(now.code, navigator.languages ?? [navigator.language]);
  return new Intl.DateTimeFormat(form, { dateStyle: "medium", timeStyle: "short" }).format(when);
}

export function list(words: string[]): string {
  return new Intl.ListFormat(now.code, { style: "long", type: "conjunction" }).format(words);
}

export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(now.code) + text.slice(1);
}
export function small(text: string): string {
  return text.slice(0, 1).toLocaleLowerCase(now.code) + text.slice(1);
}
