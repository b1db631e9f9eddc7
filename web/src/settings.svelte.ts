// settings -- what this device remembers: how the page looks and sounds, the last set-up, the usual pace.
import type { FigureKind, PresetName, SetName, SwitchValues } from "./engine/names";
import { preferred, type Code } from "./lang/index.svelte";
import { remembered, usual } from "./remembered";
import { missed } from "./missed.svelte";
import { store, textOf } from "./store";
import type { Aids, ClockKind, Late, SeatKind } from "./table/messages";

export interface SeatChoice {
  kind: SeatKind;
  name: string;
  colour: number;
  level: string;
}
export interface Choice {
  rules: PresetName;
  river: SwitchValues["river"];
  abbot: boolean;
  sets: SetName[];
  use: Partial<Record<SetName, "tiles" | "rules">>; // of a set in the bag, where it is not both
  copies: Partial<Record<SetName, number>>; // of a set's tiles, where it is not one
  figures: Partial<Record<FigureKind, number>>; // for each player, where it is not what the sets deal
  draws: number; // the game ends after this number; 0: with the bag
  first: number; // the seat that begins; -1: by lot
  switches: Partial<SwitchValues>; // only what differs from the book
  seats: SeatChoice[];
  clock: ClockKind;
  seconds: number;
  increment: number;
  late: Late;
  aids: Aids;
  listed: boolean;
  watch: boolean; // those without a seat may watch
  chat: boolean;
  title: string; // in the list of open tables
  seed: string;
}

export interface Favourite {
  name: string;
  choice: Choice;
}

export interface Settings {
  language: Code;
  theme: "system" | "light" | "dark";
  contrast: "system" | "more";
  sound: boolean;
  speed: "calm" | "normal" | "quick" | "none";
  atOnce: boolean; // a plain placement needs one press
  wheelTurns: boolean; // wheel over the ghost turns it
  leftHanded: boolean; // the page is mirrored: class "left-handed" on <html>
  notify: boolean; // a message of the system when it is my turn and the page is hidden
  name: string; // under which this person sits down elsewhere
  vibrate: boolean;
  throwsAtOnce: boolean; // of computers: what came of it is shown, not the flight
  pointsOnly: boolean;
  tools: string[]; // overlays switched on
  choice: Choice | null;
  favourites: Favourite[];
  pace: number; // seconds a human takes for a tile on this device
}

const KEY = "aude.settings";
const found = remembered(textOf(KEY), usual(preferred(navigator.languages ?? [navigator.language])));
export const settings = $state<Settings>(found.settings);
if (found.lost) {
  missed("settings");
  keep(); // said once: what could not be read is not read again
}

/** The name of whoever uses this device, as far as it is known. */
export function ownName(): string {
  return settings.name || (settings.choice?.seats.find((seat) => seat.kind === "here")?.name ?? "");
}

export function keep(): void {
  store(KEY, $state.snapshot(settings));
}

/** What the system asks for, as state. */
class System {
  dark = $state(matches("(prefers-color-scheme: dark)"));
  still = $state(matches("(prefers-reduced-motion: reduce)"));
  contrast = $state(matches("(prefers-contrast: more)"));
  constructor() {
    follow("(prefers-color-scheme: dark)", (on) => (this.dark = on));
    follow("(prefers-reduced-motion: reduce)", (on) => (this.still = on));
    follow("(prefers-contrast: more)", (on) => (this.contrast = on));
  }
}
function matches(query: string): boolean {
  return matchMedia(query).matches;
}
function follow(query: string, tell: (on: boolean) => void): void {
  matchMedia(query).addEventListener("change", (event) => tell(event.matches));
}
export const system = new System();

export function isDark(): boolean {
  return settings.theme === "system" ? system.dark : settings.theme === "dark";
}
/** How long things take: 1 as designed, 0 not at all. */
export function motion(): number {
  if (system.still) return 0;
  return { calm: 1.6, normal: 1, quick: 0.5, none: 0 }[settings.speed];
}
/** The rail and the dock are on the other side. */
export function leftHanded(): boolean {
  return settings.leftHanded;
}
