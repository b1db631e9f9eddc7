// watch -- others watch by link: this phone tells a server its record after every step, whoever has the link asks for it. The link holds
// the hash of a secret that never leaves this phone, so only this phone can write.
import type { Calls } from "../table/messages";
import { base } from "../table/remote.svelte";

export interface Watched {
  secret: string;
  watch: string; // what the link ends with
}

const PAUSE_MS = 1500; // between two records that are told
const url = (rest: string) => new URL(`api/box/${rest}`, base());

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}
async function post(secret: string, record: string): Promise<string | null> {
  const answer = await fetch(url(secret), { method: "POST", body: record }).catch(() => null);
  const got = answer?.ok
    ? ((await answer.json().catch(() => null)) as Partial<Calls["POST /api/box/SECRET"]> | null)
    : null;
  return typeof got?.watch === "string" ? got.watch : null;
}

/** Open the game to those who have the link. Null: there is no server that takes it. */
export async function openWatch(record: string): Promise<Watched | null> {
  const secret = newSecret(),
    watch = await post(secret, record);
  return watch ? { secret, watch } : null;
}
export const watchLink = (watched: Watched): string =>
  `${location.origin}${location.pathname}#/box/watch-${watched.watch}`;

/** Whoever opens it writes: it holds the secret. */
export const penLink = (watched: Watched): string =>
  `${location.origin}${location.pathname}#/box/pen-${watched.secret}~${watched.watch}`;
/** What such a link says, or null. */
export function penOf(rest: string): Watched | null {
  const [, secret, watch] = /^pen-([\w-]{20,100})~([\w-]{8,100})$/.exec(rest) ?? [];
  return secret && watch ? { secret, watch } : null;
}

/** Tells the newest record, never more often than the pause; what could not be told comes with the next. */
export class Teller {
  #next: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;
  constructor(private readonly secret: string) {}

  tell(record: string): void {
    this.#next = record;
    if (this.#timer === undefined)
      this.#timer = setTimeout(() => void this.#go(), Math.max(0, this.#last + PAUSE_MS - Date.now()));
  }
  async #go(): Promise<void> {
    const record = this.#next;
    this.#next = null;
    this.#last = Date.now();
    if (record !== null) await post(this.secret, record);
    this.#timer = undefined;
    if (this.#next !== null) this.tell(this.#next);
  }
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = null;
  }
}

/** What is told since `version`: a record, "same", "gone" (nobody tells it) or null (no news: the line is down). */
export async function lookAtBox(
  watch: string,
  version: number,
): Promise<{ version: number; record: string } | "same" | "gone" | null> {
  const answer = await fetch(url(`${watch}/${version}`), { cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) return "gone";
  const got = answer?.ok
    ? ((await answer.json().catch(() => null)) as Partial<Calls["GET /api/box/WATCH/VERSION"]> | null)
    : null;
  if (!got || typeof got.version !== "number") return null;
  return typeof got.record === "string" ? { version: got.version, record: got.record } : "same";
}
