// words -- what the viewer says: one small file a language, only the one that is spoken is fetched.
import { preferred, type Code } from "../lang/codes";

export type Words = typeof import("./lang/en.json");
const files: Record<Code, () => Promise<{ default: Words }>> = {
  en: () => import("./lang/en.json"),
  "pt-BR": () => import("./lang/pt-BR.json"),
  "pt-PT": () => import("./lang/pt-PT.json"),
  es: () => import("./lang/es.json"),
  ro: () => import("./lang/ro.json"),
};

/** `wanted`: what the address says; else the browser's languages. */
export async function speak(wanted: string | null): Promise<{ code: Code; words: Words }> {
  const code = preferred(wanted ? [wanted] : navigator.languages);
  return { code, words: (await files[code]()).default };
}
export function fill(sentence: string, holes: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(holes[name] ?? hole));
}
