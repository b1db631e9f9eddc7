// open -- a file that somebody chose: a record of ours, or another program's game, which a server can read.
import { capital, t } from "./lang/index.svelte";
import { engine } from "./loaded";
import { base } from "./table/remote.svelte";
import { refusal } from "./words";

/** Is the text a record of ours? Whether it holds is for the engine to say. */
export const isRecord = (text: string): boolean => text.startsWith("aude ");

/** The record in the file, checked by the engine; or what is wrong with it. */
export async function openFile(
  file: File,
  server: boolean | null,
): Promise<{ record?: string; trouble?: string }> {
  let text = await file.text();
  if (!isRecord(text)) {
    if (/^\s*\{\s*"kind"\s*:\s*"aude games"/.test(text)) return { trouble: t("open.many") };
    if (!/^\s*\{/.test(text)) return { trouble: t("open.none") }; // nor a game of another program
    if (server === false) return { trouble: t("open.needs") };
    const answer = await fetch(new URL("api/import", base()), { method: "POST", body: file }).catch(
      () => null,
    );
    const got = (await answer?.json().catch(() => null)) ?? {};
    if (!answer?.ok || !got.record) return { trouble: got.text ? capital(got.text) : t("open.failed") };
    text = got.record as string;
  }
  const opened = engine().open(text);
  if (!("game" in opened))
    return { trouble: t("open.bad", { line: opened.line ?? 0, why: refusal(opened) }) };
  opened.game.free();
  return { record: text };
}
