// source -- where the viewer's game comes from: the fragment of its address holds it whole (r=) or names a game of this server (g=); or
// the page around it sends a record (docs/viewer.md).
import { unpack } from "../table/pack";

export interface Wanted {
  packed: string;
  game: string;
  at: number | null; // the turn to begin with
}
export type Trouble = "none" | "damaged" | "unknown" | "line";

export function wanted(fragment: string): Wanted {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const at = said.get("at") ?? "";
  return {
    packed: said.get("r") ?? "",
    game: said.get("g") ?? "",
    at: /^\d{1,4}$/.test(at) ? Number(at) : null,
  };
}

/** The record as text, or what is in the way. Nothing is sent along that says who asks. */
export async function fetchRecord(
  { packed, game }: Wanted,
  base: string,
): Promise<{ text: string } | { trouble: Trouble }> {
  if (packed)
    return unpack(packed).then(
      (text) => ({ text }),
      () => ({ trouble: "damaged" as const }),
    );
  if (!game) return { trouble: "none" };
  if (!/^[a-z0-9]{1,15}$/.test(game)) return { trouble: "unknown" };
  const answer = await fetch(new URL(`api/tables/${game}/record`, base), { credentials: "omit" }).catch(
    () => null,
  );
  if (!answer) return { trouble: "line" };
  if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/plain"))
    return { trouble: answer.status === 404 || answer.ok ? "unknown" : "line" };
  return { text: await answer.text() };
}
