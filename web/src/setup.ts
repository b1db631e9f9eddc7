// setup -- from the choices of the home screen to a record's head, and what each book brings along.
import type { Engine } from "./engine/engine";
import type { Choice, SeatChoice } from "./settings.svelte";
import { COLOURS, type Clock, type Options, type SeatRequest } from "./table/types";

export const BOOKS = ["grow", "grow_revised", "devir_pt", "devir_es", "bigbox_ro"] as const;
export const EXPANSIONS: { set: string; roman: string; tile: string; figure: string; colour: number }[] = [
  { set: "inns-cathedrals", roman: "I", tile: "inns-cathedrals/cathedral", figure: "large", colour: 1 },
  { set: "traders-builders", roman: "II", tile: "traders-builders/city2-corner-wine", figure: "builder", colour: 2 },
  { set: "princess-dragon", roman: "III", tile: "princess-dragon/field-volcano", figure: "dragon", colour: 0 },
  { set: "tower", roman: "IV", tile: "tower/field", figure: "tower", colour: 4 },
  { set: "abbey-mayor", roman: "V", tile: "abbey-mayor/abbey", figure: "mayor", colour: 3 },
  { set: "count", roman: "VI", tile: "count/06", figure: "count", colour: 0 },
  { set: "king-robber", roman: "VI", tile: "king-robber/", figure: "king", colour: 0 },
  { set: "cult", roman: "VI", tile: "cult/shrine", figure: "small", colour: 5 },
  { set: "catapult", roman: "VII", tile: "catapult/field", figure: "catapult", colour: 0 },
];

/** What a book has in its box besides the base. */
export function bag(rules: string): Pick<Choice, "river" | "abbot" | "sets"> {
  if (rules === "grow_revised") return { river: "RIVER_I", abbot: true, sets: [] };
  return { river: "OFF", abbot: false, sets: [] };
}

export function first(language: string, names: [string, string], level: string): Choice {
  const rules = ({ "pt-BR": "grow_revised", "pt-PT": "devir_pt", es: "devir_es", ro: "bigbox_ro" } as Record<string, string>)[language] ?? "grow_revised";
  const seats: SeatChoice[] = [
    { kind: "here", name: names[0], colour: 1, level },
    { kind: "computer", name: names[1], colour: 3, level },
  ];
  return { rules, ...bag(rules), switches: {}, seats, clock: "none", seconds: 900, increment: 10, late: "default", aids: "friendly", listed: false, seed: "" };
}

/** The setup as a record's head without names and seed. */
export function head(choice: Choice): string {
  const switches: Record<string, string> = { ...choice.switches, river: choice.river, abbot: choice.abbot ? "ON" : "OFF" };
  const lines = [`rules ${choice.rules}`, `seats ${choice.seats.length}`, ...Object.entries(switches).map(([name, value]) => `switch ${name} ${value}`)];
  if (choice.sets.length) lines.push(`expansions ${choice.sets.join(" ")}`);
  return lines.join("\n");
}

export function options(choice: Choice): Options {
  const clock: Clock =
    choice.clock === "none" ? { kind: "none" } : choice.clock === "move" ? { kind: "move", seconds: choice.seconds } : { kind: "budget", seconds: choice.seconds, increment: choice.increment };
  return { listed: choice.listed, watch: true, chat: true, aids: choice.aids, clock, late: choice.late };
}

export function requests(choice: Choice): SeatRequest[] {
  return choice.seats.map((seat) => ({ kind: seat.kind, name: seat.name, colour: COLOURS[seat.colour], level: seat.kind === "computer" ? seat.level : "" }));
}

/** Minutes: every tile takes its player's usual time. */
export function minutes(tiles: number, seats: SeatChoice[], pace: number): number {
  const each = seats.map((seat) => (seat.kind === "computer" ? 3 : pace));
  const average = each.reduce((sum, one) => sum + one, 0) / Math.max(1, each.length);
  const exact = (tiles * average) / 60;
  return exact < 20 ? Math.max(1, Math.round(exact)) : Math.round(exact / 5) * 5;
}

/** Switches that matter for what is in the bag, those that only one value exists for left out. */
export function relevant(engine: Engine, choice: Choice): string[] {
  const has = (set: string) => choice.sets.includes(set);
  const river = choice.river !== "OFF";
  const by: [RegExp, boolean][] = [
    [/^(river|abbot|lap_mark|max_players|starter)$/, false],
    [/^river_/, river],
    [/^half_cathedral$/, has("inns-cathedrals")],
    [/^second_part$/, has("traders-builders")],
    [/^(fairy_binding|dragon_|volcano_specials|portal_|princess)/, has("princess-dragon")],
    [/^(ransom_|tower_reopens|tower_top)/, has("tower")],
    [/^volcano_lake/, choice.river === "RIVER_II" || choice.river === "RIVER_BOTH"],
    [/^king_robber$/, has("king-robber")],
    [/^cult_tiles$/, has("cult")],
    [/^(abbey_|barn_|pig_on|wagon_|loser_|herd_barn)/, has("abbey-mayor")],
    [/^(count_|coc_)/, has("count")],
    [/^(tower_reaches)/, has("count") && has("tower")],
    [/^(fairy_quarter)/, has("count") && has("princess-dragon")],
    [/^pig_herd$/, river && choice.river !== "RIVER_I"],
    [/^cat/, has("catapult")],
  ];
  return engine.switches().filter((sw) => sw.values.length > 1 && (by.find(([pattern]) => pattern.test(sw.name))?.[1] ?? true)).map((sw) => sw.name);
}
