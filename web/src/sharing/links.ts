// links -- addresses that lead others to a game: short ones where a server knows it, else with the whole record inside.
import { pack } from "../table/pack";
import type { Subject } from "./subject";

const root = (): string => new URL("./", document.baseURI).href;

/** `table` is its name at a server; "": no server knows it. */
export async function linkTo(
  table: string,
  subject: Subject,
  record: () => Promise<string>,
): Promise<string> {
  const turn = subject.turn === null ? "" : `/${subject.turn}`;
  return table ? `${root()}g/${table}${turn}` : `${root()}#/r/${await pack(await record())}${turn}`;
}

/** What another page needs to show the game (docs/viewer.md). */
export async function viewerCode(
  table: string,
  subject: Subject,
  record: () => Promise<string>,
  language: string,
): Promise<string> {
  const game = table ? `g=${table}` : `r=${await pack(await record())}`;
  const at = subject.turn === null ? "" : `&at=${subject.turn}`;
  const title = subject.names.join(", ").replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<iframe src="${root()}embed/?lang=${language}#${game}${at}" title="${title}" width="640" height="520" style="border:0"></iframe>`;
}
