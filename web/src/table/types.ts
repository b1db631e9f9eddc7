// types.ts -- a table as the page sees it, wherever it lives: a log (docs/protocol.md) and a few requests.
import { NAME_BYTES, SEAT_COLOURS, type SeatColour } from "../engine/names";
import type * as messages from "./messages";
import type { Fold } from "./fold.svelte";

export { SEAT_COLOURS as COLOURS } from "../engine/names";
/** Letters of a name at a table; fewer where letters take more than a byte, for a record keeps so many bytes. */
export const LONGEST_NAME = 24;
/** As much of a name as a table keeps. */
export function cutName(name: string): string {
  const letters = [...name],
    now = () => letters.join("");
  while (now().length > LONGEST_NAME || new TextEncoder().encode(now()).length > NAME_BYTES) letters.pop();
  return now();
}
/** How many letters it has, if it takes no more like its last one; else 0. */
export function fullName(name: string): number {
  const letters = [...name];
  return letters.length && cutName(name + letters.at(-1)) === name ? letters.length : 0;
}
export type { Aids, ComputerWhy, Question } from "./messages";

/** A seat as the log has made it. */
export interface Seat {
  kind: messages.SeatKind;
  name: string;
  colour: number;
  level: string;
  taken: boolean;
  computer: boolean /* plays for an absent person */;
  resigned: boolean;
  kept?: boolean /* who sits there keeps this name */;
  bot?: boolean /* a program that keeps a name */;
}
export type SeatRequest = Required<messages.SeatWanted>;
/** The clocks of the protocol, each with what it needs. */
export type Clock =
  | { kind: "none" }
  | { kind: "move"; seconds: number }
  | { kind: "budget"; seconds: number; increment: number };
export type Options = Omit<messages.OptionsWanted, "clock"> & { clock?: Clock };

/** A log that this browser wrote itself may say less of the table than a server's. */
export interface OpenEntry extends Pick<messages.OpenEntry, "seq" | "at" | "type" | "head"> {
  seats: (Omit<messages.SeatWanted, "colour" | "level"> & {
    colour?: string | number;
    level?: string | null;
    taken?: boolean;
    kept?: boolean;
    bot?: boolean;
  })[];
  options?: Options;
  commit?: string;
  from?: string | null;
  place?: messages.Place;
  deal?: string;
}
/** Only at a table of this browser: what people may see from now on. */
interface OptionsEntry {
  seq: number;
  at: number;
  type: "options";
  options: Options;
}
export type Entries = Omit<messages.Entries, "open"> & { open: OpenEntry; options: OptionsEntry };
export type Entry = Entries[keyof Entries];
/** An entry before it has its place in a log. */
export type NewEntry = { [K in keyof Entries]: Omit<Entries[K], "seq" | "at"> }[keyof Entries];

export type Step = Omit<messages.StepEntry, "seq" | "type">;
export type Rewind = Omit<messages.RewindEntry, "seq" | "type"> & { after: number /* steps before it */ };
export type Talk = Omit<messages.ChatEntry, "seq" | "type">;
export type Over = Omit<messages.OverEntry, "seq" | "type" | "at" | "text">;
/** An open question, and who has answered. */
export interface Ask extends Pick<messages.AskEntry, "ask" | "what" | "seat" | "by" | "at"> {
  answers: number[];
  refused?: number;
}
/** What happens to a table and is no move; `seat` is whom it is about. */
export interface News {
  what:
    | "nudge"
    | "late.default"
    | "late.computer"
    | "takeback"
    | "no"
    | "silence"
    | "resume"
    | "back"
    | "resigned"
    | "computer";
  seat: number;
  at: number;
  by: string;
}

/** What became of a request. "LINE": there is no connection. */
export interface Answer {
  ok: boolean;
  code?: messages.Refusal | "LINE";
  rule?: string;
  text?: string;
  why?: string;
  table?: string; // a new one
}
export type Line = "online" | "connecting" | "down" | "elsewhere" | "gone";

/** What a server that calls browsers is asked about one table (app/tell.svelte.ts); `key` is its public key. */
export interface Calls {
  key: string;
  subscribe(browser: Omit<messages.Requests["subscribe"], "table">): Promise<Answer>;
  unsubscribe(browser: Omit<messages.Requests["unsubscribe"], "table">): Promise<Answer>;
  subscribed(
    browser: Omit<messages.Requests["subscribed"], "table">,
  ): Promise<Answer & Partial<messages.Answers["subscribed"]>>;
}

/** One table. `log` and the facts below are reactive; requests answer when they are done or refused. */
export interface Table {
  readonly id: string;
  readonly log: Fold;
  readonly own: number[]; // seats of this browser, whoever plays them now
  readonly mine: number[]; // those of them that are played here
  readonly lent: number[]; // seats of this browser that a computer plays for now; they can be taken back
  readonly host: boolean;
  readonly active: boolean; // this window plays them; false: another window does
  readonly line: Line;
  readonly refused?: string; // while the line is "gone": the server's reason
  readonly retryAt: number; // when the next try comes (ms), while the line is down
  readonly restarting: boolean;
  readonly stalled?: boolean; // the server cannot store anything now: nothing is taken, clocks stand still
  readonly pending: string | null; // an action sent and not yet acknowledged
  readonly passed: string | null; // "STALE": my action came too late
  readonly presence: messages.Presence[];
  readonly watchers: number;
  readonly thinking: { seat: number; limit: number; since: number } | null;
  readonly clock: { left: number[]; running: number | null; at: number } | null;
  readonly unkept?: boolean; // the browser's store is full: the game goes on, but a reload would lose what came since
  readonly can: { link: boolean; chat: boolean; ask: boolean }; // what there is at this table
  act(text: string): Promise<Answer>;
  undo(): Promise<Answer>;
  ask(what: messages.Question, seat: number): Promise<Answer>;
  answer(ask: number, yes: boolean): Promise<Answer>;
  back(seat: number): Promise<Answer>;
  resign(seat: number): Promise<Answer>;
  rematch(): Promise<Answer>; // with `table`
  chat(text: string): Promise<Answer>;
  nudge(): Promise<Answer>;
  here(): Promise<Answer>;
  sit(seat: number, name: string, colour: string): Promise<Answer>;
  stand(seat: number): Promise<Answer>;
  change(seat: number, to: SeatRequest): Promise<Answer>;
  start(): Promise<Answer>;
  readonly calls?: Calls | null; // the server calls those who ask for it when it is their turn
  aids?(level: messages.Aids): void; // where everybody sits at this screen: what people may see from now on
  /** The record of the game as far as it may be known. */
  record(): Promise<string>;
  retry(): void;
  close(): void;
}

export function colourIndex(colour: unknown, otherwise: number): number {
  if (typeof colour === "number") return colour;
  const at = SEAT_COLOURS.indexOf(String(colour) as SeatColour);
  return at < 0 ? otherwise : at;
}
