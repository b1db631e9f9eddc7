// rooms -- which address is which room. All but home and the game are fetched when they are opened for the first time.
import type { Component } from "svelte";

/** What every room is given. `rest` is what the address says after the room's name. */
export interface RoomProps {
  go: (route: string) => void;
  rules: (id?: string) => void;
  menu: () => void;
  record: (text: string) => void;
  rest: string;
  route: string; // the whole address
}
type Part = () => Promise<{ default: Component<RoomProps> }>;

export type Address =
  | { room: "home"; lost?: true } // lost: the address names no room
  | { room: "table"; kind: "t" | "r"; id: string; at: number | null }
  | { room: Room; rest: string };

/** Parts of the page that may not be there: then neither is their door. */
const learn = Object.values(import.meta.glob<{ default: Component<RoomProps> }>("./learn/Lessons.svelte"))[0];
const box = Object.values(import.meta.glob<{ default: Component<RoomProps> }>("./companion/Room.svelte"))[0];
const deal = Object.values(import.meta.glob<{ default: Component<RoomProps> }>("./deal/Room.svelte"))[0];
const name = Object.values(import.meta.glob<{ default: Component<RoomProps> }>("./name/Room.svelte"))[0];
const club = Object.values(import.meta.glob<{ default: Component<RoomProps> }>("./club/Room.svelte"))[0];
const analyse = Object.values(
  import.meta.glob<{ default: Component<RoomProps> }>("./analysis/Analyse.svelte"),
)[0];

const puzzles = Object.values(
  import.meta.glob<{ default: Component<RoomProps> }>("./puzzles/Puzzles.svelte"),
)[0];

const rooms = {
  new: () => import("./screens/Setup.svelte"),
  s: () => import("./screens/Setup.svelte"),
  games: () => import("./screens/Games.svelte"),
  learn,
  deal,
  box,
  name,
  analyse,
  puzzles,
  club,
} satisfies Record<string, Part | undefined>;
type Room = keyof typeof rooms;
const isRoom = (name: string): name is Room => !!(rooms as Record<string, Part | undefined>)[name];

export function part(room: Room): Part | undefined {
  return rooms[room];
}

export function address(hash: string): Address {
  const [, kind, id, at] = /^#\/([tr])\/([^/]+)(?:\/(\d+))?$/.exec(hash) ?? [];
  if (id?.startsWith("box-")) return { room: "box", rest: id }; // a game of its own kind
  if (id) return { room: "table", kind: kind as "t" | "r", id, at: at === undefined ? null : Number(at) };
  const [, room, rest] = /^#\/(\w+)(?:\/(.*))?$/.exec(hash) ?? [];
  if (room && isRoom(room)) return { room, rest: rest ?? "" };
  return /^#\/./.test(hash) ? { room: "home", lost: true } : { room: "home" };
}
