// record -- a table that is only a record: opened from a file or out of a link, to be looked at.
import { load } from "../loaded";
import { Fold } from "./fold.svelte";
import type { Answer, Entry, Line, Table } from "./types";

const no: Answer = { ok: false, code: "OVER" };

export class RecordTable implements Table {
  readonly log = new Fold();
  readonly can = { link: false, chat: false, ask: false };
  mine: number[] = [];
  lent: number[] = [];
  host = false;
  active = true;
  line: Line = "online";
  retryAt = 0;
  restarting = false;
  pending = null;
  passed = null;
  presence: Table["presence"] = [];
  watchers = 0;
  thinking = null;
  clock = null;

  private constructor(readonly id: string) {}

  /** Null if the text is no record that holds. */
  static async open(text: string, id: string): Promise<RecordTable | null> {
    const opened = (await load()).open(text);
    if (!("game" in opened)) return null;
    const { head, steps, game } = opened;
    const state = game.state();
    game.free();
    const names = [...head.matchAll(/^name \d+ (.*)$/gm)].map((found) => found[1]);
    const entries: Omit<Entry, "seq" | "at">[] = [
      { type: "open", head, seats: names.map((name, i) => ({ kind: "here", name, colour: i, taken: true })), options: { aids: "coach" }, commit: /^commit (\S+)/m.exec(text)?.[1] ?? "" },
      { type: "start", head, text: steps[0] },
      ...(await seats(head, steps)).map((seat, i) => ({ type: "step", n: i + 1, seat, action: steps[i + 1].trim().split(";")[0], text: steps[i + 1], ms: 0, by: "human" })),
      { type: "over", why: "end", points: state.seats.map((seat) => seat.points), winners: state.winners, seed: /^seed ([0-9a-f]+)$/m.exec(text)?.[1] ?? "" },
    ];
    const table = new RecordTable(id);
    table.log.apply(entries.map((entry, i) => ({ ...entry, seq: i + 1, at: 0 }) as Entry));
    return table;
  }

  act = async () => no;
  undo = async () => no;
  ask = async () => no;
  answer = async () => no;
  back = async () => no;
  resign = async () => no;
  rematch = async () => no;
  chat = async () => no;
  nudge = async () => no;
  here = async () => no;
  sit = async () => no;
  stand = async () => no;
  change = async () => no;
  start = async () => no;
  retry(): void {}
  close(): void {}
}

/** Who decided each step: ask the game before it is told. */
async function seats(head: string, steps: string[]): Promise<number[]> {
  const game = (await load()).follow(head);
  const found: number[] = [];
  game.feed(steps[0]);
  for (const step of steps.slice(1)) {
    found.push(game.state().actor ?? -1);
    game.feed(step);
  }
  game.free();
  return found;
}

/** A whole record small enough for a link. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let raw = "";
  for (const byte of bytes) raw += String.fromCharCode(byte);
  return btoa(raw).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
export async function unpack(packed: string): Promise<string> {
  const raw = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(raw, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
