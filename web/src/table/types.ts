// types.ts -- a table as the page sees it, wherever it lives: a log (docs/protocol.md) and a few requests.
import { SEAT_COLOURS, type SeatColour } from "../engine/names";
import type { Fold } from "./fold.svelte";

export { SEAT_COLOURS as COLOURS } from "../engine/names";
export type Kind = "here" | "link" | "computer";
export type Aids = "purist" | "club" | "friendly" | "coach";

export interface Seat {
  kind: Kind;
  name: string;
  colour: number;
  level: string;
  taken: boolean;
  computer: boolean /* plays for an absent person */;
  resigned: boolean;
}
export interface SeatRequest {
  kind: Kind;
  name: string;
  colour: string;
  level: string;
}
export type Clock =
  | { kind: "none" }
  | { kind: "move"; seconds: number }
  | { kind: "budget"; seconds: number; increment: number };
export interface Options {
  title?: string;
  listed?: boolean;
  watch?: boolean;
  chat?: boolean;
  aids?: Aids;
  clock?: Clock;
  late?: "default" | "computer" | "lose";
}

export interface Entry {
  seq: number;
  at: number;
  type: string;
  [field: string]: unknown;
}
export interface Step {
  n: number;
  seat: number;
  action: string;
  text: string;
  ms: number;
  by: "human" | "computer" | "clock";
  at: number;
  undo: boolean /* its seat may have it back */;
}
export interface Talk {
  at: number;
  by: string;
  seat: number | null;
  text: string;
}
export interface Ask {
  ask: number;
  what: "takeback" | "pause" | "resume" | "computer";
  seat: number;
  by: number;
  at: number;
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
export interface Over {
  why: "end" | "resign" | "clock";
  points: number[];
  winners: number[];
  seed: string;
}

export interface Answer {
  ok: boolean;
  code?: string;
  rule?: string;
  text?: string;
  why?: string;
  [field: string]: unknown;
}
export type Line = "online" | "connecting" | "down" | "elsewhere" | "gone";

/** One table. `log` and the facts below are reactive; requests answer when they are done or refused. */
export interface Table {
  readonly id: string;
  readonly log: Fold;
  readonly mine: number[]; // seats this browser plays
  readonly lent: number[]; // seats of this browser that a computer plays for now; they can be taken back
  readonly host: boolean;
  readonly active: boolean; // this window plays them; false: another window does
  readonly line: Line;
  readonly refused?: string; // while the line is "gone": the server's reason
  readonly retryAt: number; // when the next try comes (ms), while the line is down
  readonly restarting: boolean;
  readonly pending: string | null; // an action sent and not yet acknowledged
  readonly passed: string | null; // "STALE": my action came too late
  readonly presence: { seat: number; online: boolean; since: number }[];
  readonly watchers: number;
  readonly thinking: { seat: number; limit: number; since: number } | null;
  readonly clock: { left: number[]; running: number | null; at: number } | null;
  readonly can: { link: boolean; chat: boolean; ask: boolean }; // what there is at this table
  act(text: string): Promise<Answer>;
  undo(): Promise<Answer>;
  ask(what: Ask["what"], seat: number): Promise<Answer>;
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
  aids?(level: Aids): void; // where everybody sits at this screen: what people may see from now on
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
