// open -- a file that somebody chose: a record of ours, or another program's game.
import { capital, t } from "./lang/index.svelte";
import { engine } from "./loaded";
import { refusal } from "./words";

/** Is the text a record of ours? Whether it holds is for the engine to say. */
export const isRecord = (text: string): boolean => text.startsWith("aude ");

/** The record in the file, checked by the engine; or what is wrong with it. */
export async function openFile(file: File): Promise<{ record?: string; trouble?: string }> {
  let text = await file.text();
  if (!isRecord(text)) {
    if (/^\s*\{\s*"kind"\s*:\s*"aude games"/.test(text)) return { trouble: t("open.many") };
    if (!/^\s*\{/.test(text)) return { trouble: t("open.none") }; // nor a game of another program
    const got = await import("./jcz/jcz").then(({ fromJcz }) => fromJcz(text)).catch(() => null);
    if (!got) return { trouble: t("fail.LINE") };
    if ("why" in got) return { trouble: capital(got.why) };
    text = got.text;
  }
  const opened = engine().open(text);
  if (!("game" in opened)) {
    const line = opened.line ?? 0,
      cut = line >= linesOf(text);
    return { trouble: t(cut ? "open.cut" : "open.bad", { line, why: refusal(opened) }) };
  }
  opened.game.free();
  return { record: text };
}

/** How many lines it has; what they say is for the engine to read. */
function linesOf(text: string): number {
  let lines = 1;
  for (const letter of text.trimEnd()) if (letter === "\n") lines++;
  return lines;
}
