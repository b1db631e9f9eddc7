// remote -- a table on the server: one WebSocket, requests by number, the log by `since`. When the line breaks, it comes back by
// itself, asks for what it missed, and sends an unacknowledged move once more.
import { ownName } from "../settings.svelte";
import { store, stored } from "../store";
import { load } from "../loaded";
import { Fold, heard } from "./fold.svelte";
import {
  VERSION,
  type Answers,
  type Computer,
  type Push,
  type Pushes,
  type Question,
  type Refusal,
  type Requests,
} from "./messages";
import type { Answer, Entry, Line, Options, SeatRequest, Table } from "./types";

/** What became of a request, with the fields of its answer if it was granted. */
type Reply<T extends keyof Requests> = Answer & Partial<Answers[T]>;
/** What a table is told. */
type Heard = Exclude<Push, { type: "ok" | "bye" | "found" | "held" | "called" }>;
/** Requests about one table; it is named by the table itself. */
type AtTable = { [K in keyof Requests]: Requests[K] extends { table: string } ? K : never }[keyof Requests];

const PATIENCE = 8000; // ms until a silent answer means the line is down
const PING = 15000;
const STORE_AGAIN = 3000;

/** The socket all tables of this page share. */
class Connection {
  line = $state<Line>("connecting");
  retryAt = $state(0);
  restarting = $state(false);
  stalled = $state(false); // the server cannot store or read anything now
  version = "";
  computers = $state.raw<Computer[]>([]);
  push = $state<string | null>(null); // the server's key for messages to this browser; null: it sends none
  away = 0; // ms: who is away for less is not replaced by a computer
  #socket: WebSocket | null = null;
  found: ((table: string) => void) | null = null; // somebody looks for a game here (club/)
  held: ((code: Refusal) => void) | null = null; // there is somebody, but no table for the two; or another window has found one
  called: ((table: string) => void) | null = null; // a tournament is looked at: the next game has begun
  ahead = 0; // ms by which the server's clock is before ours: its dates are shown in our time
  #next = 1;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #askAgain: ReturnType<typeof setTimeout> | undefined;
  #waiting = new Map<number, (answer: Answer) => void>();
  #tables = new Set<RemoteTable>();

  async open(): Promise<void> {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.#socket = {} as WebSocket; // one attempt at a time
    try {
      await fetch(new URL("api/me", base()), { credentials: "same-origin" }); // sets the cookie
    } catch {
      this.#socket = null;
      this.#later();
      return;
    }
    const url = new URL("ws", base());
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url, "aude-1");
    this.#socket = socket;
    socket.onopen = () => void this.#hello();
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as Push);
    socket.onclose = () => this.#lost(socket);
  }

  async #hello(): Promise<void> {
    const answer = await this.request("hello", { v: VERSION });
    if (!answer.ok) return this.drop();
    this.version = answer.version ?? "";
    this.computers = answer.computers ?? [];
    this.away = (answer.away ?? 0) * 1000;
    this.push = answer.push ?? null;
    this.ahead = answer.time === undefined ? 0 : answer.time - Date.now();
    this.#tries = 0;
    this.line = "online";
    this.restarting = false;
    clearInterval(this.#ping);
    this.#ping = setInterval(() => void this.request("ping", {}), PING);
    for (const table of this.#tables) void table.resume();
  }

  #hear(message: Push): void {
    if ((message.type === "ok" || message.type === "error") && message.id !== undefined) {
      const { type, id, ...rest } = message;
      this.#waiting.get(id)?.({ ...rest, ok: type === "ok" });
      this.#waiting.delete(id);
    } else if (message.type === "bye") {
      this.restarting = message.reason === "restart";
    } else if (message.type === "found") {
      this.found?.(message.table);
    } else if (message.type === "held") {
      this.held?.(message.code);
    } else if (message.type === "called") {
      this.called?.(message.table);
    } else if (message.type === "error" && message.code === "STORE") {
      this.stall();
    } else if (message.type !== "ok") {
      for (const table of this.#tables) if (table.id === message.table) table.hear(message);
    }
  }

  /** The server's store is away. Nobody says when it is back to a table without a clock, so it is asked again. */
  stall(): void {
    this.stalled = true;
    clearTimeout(this.#askAgain);
    this.#askAgain = setTimeout(() => {
      for (const table of this.#tables) void table.resume();
    }, STORE_AGAIN);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearInterval(this.#ping);
    for (const tell of this.#waiting.values()) tell({ ok: false, code: "LINE" });
    this.#waiting.clear();
    this.#later();
  }

  #later(): void {
    const wait = Math.min(15000, 500 * 2 ** this.#tries) * (0.8 + 0.4 * Math.random());
    this.#tries++;
    this.line = "down";
    this.retryAt = Date.now() + wait;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.open(), wait);
  }

  request<T extends keyof Requests>(type: T, fields: Requests[T]): Promise<Reply<T>> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN)
      return Promise.resolve({ ok: false, code: "LINE" } as Reply<T>);
    const id = this.#next++;
    return new Promise((tell) => {
      const silent = setTimeout(() => this.drop(), PATIENCE);
      this.#waiting.set(id, (answer) => {
        clearTimeout(silent);
        tell(answer as Reply<T>);
      });
      socket.send(JSON.stringify({ type, id, ...fields }));
    });
  }

  drop(): void {
    const socket = this.#socket;
    if (socket && "close" in socket) {
      socket.close();
      this.#lost(socket);
    }
  }

  now(): void {
    if (this.line !== "down" || this.#socket) return;
    this.#tries = 0;
    void this.open();
  }

  /** Wait until the line is up, at most `ms`. */
  async ready(ms: number): Promise<boolean> {
    const until = Date.now() + ms;
    void this.open();
    while (this.line !== "online" && Date.now() < until) await new Promise((go) => setTimeout(go, 50));
    return this.line === "online";
  }

  add(table: RemoteTable): void {
    this.#tables.add(table);
    void this.open();
  }
  remove(table: RemoteTable): void {
    this.#tables.delete(table);
  }
}
export const connection = new Connection();

const JOINED = "aude.joined";
/** Tables on the server at which this browser has a seat, the latest first. */
export function joined(): { id: string; names: string[]; when: number }[] {
  const list = stored<unknown>(JOINED, []);
  return (Array.isArray(list) ? list : []).filter(
    (one) =>
      typeof one?.id === "string" &&
      Array.isArray(one.names) &&
      one.names.every((name: unknown) => typeof name === "string"),
  );
}
/** How they stand now: those that are over or gone are forgotten; whether it is my turn. */
export async function lookAt(
  tables: { id: string; names: string[] }[],
): Promise<{ id: string; names: string[]; mine: boolean; open: boolean }[]> {
  const found = [];
  for (const { id, names } of tables) {
    const answer = await connection.request("look", { table: id });
    const gone = answer.ok
      ? answer.status === "over" || !answer.seats?.length
      : answer.code === "NO_TABLE" || answer.code === "OFF";
    if (gone)
      store(
        JOINED,
        joined().filter((one) => one.id !== id),
      );
    else
      found.push({
        id,
        names,
        mine: typeof answer.actor === "number" && !!answer.seats?.includes(answer.actor),
        open: answer.ok && answer.status === "open",
      });
  }
  return found;
}

export function base(): string {
  return new URL("./", document.baseURI).href;
}

export class RemoteTable implements Table {
  readonly log = new Fold();
  own = $state.raw<number[]>([]);
  mine = $derived(this.own.filter((seat) => !this.log.seats[seat]?.computer));
  lent = $derived(
    this.own.filter(
      (seat) => this.log.seats[seat]?.computer && !this.log.seats[seat].resigned && !this.log.over,
    ),
  );
  host = $state(false);
  active = $state(true);
  pending = $state<string | null>(null);
  passed = $state<string | null>(null);
  presence = $state.raw<Table["presence"]>([]);
  watchers = $state(0);
  thinking = $state.raw<Table["thinking"]>(null);
  clock = $state.raw<Table["clock"]>(null);
  refused = $state(""); // why it may not be seen: NO_TABLE, OFF, BUSY
  #waiting: { text: string; at: number; tell: (answer: Answer) => void; tries: number } | null = null;

  constructor(readonly id: string) {
    connection.add(this);
    if (connection.line === "online") void this.resume();
  }

  static async create(head: string, seats: SeatRequest[], options: Options): Promise<Answer> {
    if (!(await connection.ready(5000))) return { ok: false, code: "LINE" };
    return connection.request("create", { head, seats, options });
  }

  get can(): Table["can"] {
    return { link: true, chat: this.log.options.chat !== false, ask: true };
  }
  get line(): Line {
    return this.refused ? "gone" : connection.line;
  }
  get retryAt(): number {
    return connection.retryAt;
  }
  get restarting(): boolean {
    return connection.restarting;
  }
  get stalled(): boolean {
    return connection.stalled;
  }

  /** The line is (again) up: ask for what was missed, then send what was not acknowledged. */
  async resume(): Promise<void> {
    const answer = await this.#request("watch", { since: this.log.seq });
    if (!answer.ok) {
      if (answer.code === "STORE") connection.stall();
      else if (answer.code !== "LINE" && answer.code !== "RATE") this.refused = answer.code ?? "NO_TABLE";
      return;
    }
    connection.stalled = false;
    const waiting = this.#waiting;
    if (!waiting) return;
    for (let i = 0; i < 100 && this.log.seq < Number(answer.seq ?? 0); i++)
      await new Promise((go) => setTimeout(go, 30)); // the log comes first
    if (this.#landed(waiting)) this.#settle({ ok: true });
    else if (this.log.steps.length !== waiting.at) this.#settle({ ok: false, code: "STALE" });
    else void this.#send();
  }

  /** Did the move get through before the line broke? */
  #landed(waiting: { text: string; at: number }): boolean {
    const step = this.log.steps[waiting.at];
    return !!step && this.mine.includes(step.seat) && step.action === waiting.text;
  }

  /** A kind that this page does not know yet changes nothing. */
  hear(message: Heard): void {
    const take = this.#kinds[message.type] as ((message: Heard) => void) | undefined;
    take?.(message);
  }

  #kinds: { [K in Heard["type"]]: (message: Pushes[K]) => void } = {
    log: (message) => {
      for (const entry of message.entries) entry.at -= connection.ahead;
      if (!this.log.apply(message.entries as Entry[])) void this.#request("watch", { since: this.log.seq });
      if (
        message.entries.some(
          (entry) => entry.type === "over" || entry.type === "seat" || entry.type === "open",
        )
      )
        this.#remember();
      if (message.entries.some((entry) => entry.type === "step" || entry.type === "over"))
        this.thinking = null;
    },
    presence: (message) => {
      this.presence = message.seats.map((one) => ({ ...one, since: one.since - connection.ahead }));
      this.watchers = message.watchers;
    },
    mine: (message) => {
      this.own = message.seats;
      this.#remember();
      this.host = message.host;
      this.active = message.active;
    },
    clock: (message) => (this.clock = { left: message.left, running: message.running, at: Date.now() }),
    error: (message) => (this.refused = message.code), // shown out of a table that is private once it plays
    thinking: (message) => (this.thinking = { seat: message.seat, limit: message.limit, since: Date.now() }),
  };

  /** Whoever has a seat finds the way back from the first page. */
  #remember(): void {
    const others = joined().filter((one) => one.id !== this.id),
      names = this.log.seats.map((seat) => seat.name).filter(Boolean);
    if (this.own.length && !this.log.over)
      store(JOINED, [{ id: this.id, names, when: Date.now() }, ...others].slice(0, 16));
    else if (others.length !== joined().length) store(JOINED, others);
  }

  #request<T extends AtTable>(type: T, fields: Omit<Requests[T], "table">): Promise<Reply<T>> {
    return connection.request(type, { table: this.id, ...fields } as Requests[T]);
  }

  act(text: string): Promise<Answer> {
    this.passed = null;
    this.pending = text;
    return new Promise((tell) => {
      this.#waiting = { text, at: this.log.steps.length, tell, tries: 0 };
      void this.#send();
    });
  }

  async #send(): Promise<void> {
    const waiting = this.#waiting!;
    if (waiting.tries++ > 1) return this.#settle({ ok: false, code: "LINE" });
    const answer = await this.#request("act", { at: waiting.at, action: waiting.text });
    if (this.#waiting !== waiting) return;
    if (answer.code !== "LINE") this.#settle(answer);
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    this.pending = null;
    if (answer.code === "STALE") this.passed = "STALE";
    waiting?.tell(answer);
  }

  calls = $derived.by(() => {
    const key = connection.push;
    if (!key || !this.own.length || this.log.over) return null;
    return {
      key,
      subscribe: (browser: Omit<Requests["subscribe"], "table">) => this.#request("subscribe", browser),
      unsubscribe: (browser: Omit<Requests["unsubscribe"], "table">) =>
        connection.request("unsubscribe", { table: this.id, ...browser }),
      subscribed: (browser: Omit<Requests["subscribed"], "table">) => this.#request("subscribed", browser),
    };
  });
  undo = () => this.#request("undo", { at: this.log.steps.length });
  ask = (what: Question, seat: number) => this.#request("ask", { what, seat });
  answer = (ask: number, yes: boolean) => this.#request("answer", { ask, yes });
  back = (seat: number) => this.#request("back", { seat });
  resign = (seat: number) => this.#request("resign", { seat });
  rematch = () => this.#request("rematch", {});
  chat = (text: string) =>
    this.#request("chat", this.own.length || !ownName() ? { text } : { text, name: ownName() });
  nudge = () => this.#request("nudge", {});
  here = () => this.#request("here", {});
  sit = (seat: number, name: string, colour: string) => this.#request("sit", { seat, name, colour });
  stand = (seat: number) => this.#request("stand", { seat });
  change = (seat: number, to: SeatRequest) => this.#request("seat", { seat, ...to });
  start = () => this.#request("start", {});
  /** The server's own record; where it cannot be had, what was heard here. */
  async record(): Promise<string> {
    const answer = await fetch(new URL(`api/tables/${this.id}/record`, base()), {
      credentials: "same-origin",
    }).catch(() => null);
    return answer?.ok ? answer.text() : heard(await load(), this.log);
  }
  retry(): void {
    connection.now();
  }
  close(): void {
    void this.#request("leave", {});
    connection.remove(this);
  }
}
