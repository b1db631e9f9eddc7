// setup -- from the choices of the home screen to a record's head, and what each book brings along.
import type { Engine } from "./engine/engine";
import {
  FIGURES,
  type FigureKind,
  type PresetName,
  type SetName,
  type SwitchName,
  type SwitchValues,
} from "./engine/names";
import type { Choice, SeatChoice } from "./settings.svelte";
import { AIDS, CLOCKS, LATE, SEAT_KINDS } from "./table/messages";
import { COLOURS, cutName, type Clock, type Options, type SeatRequest } from "./table/types";

export const BOOKS = [
  "grow",
  "grow_revised",
  "devir_pt",
  "devir_es",
  "bigbox_ro",
] as const satisfies PresetName[];
export const EXPANSIONS: { set: SetName; roman: string; tile: string; figure: string; colour: number }[] = [
  { set: "inns-cathedrals", roman: "I", tile: "inns-cathedrals/cathedral", figure: "large", colour: 1 },
  {
    set: "traders-builders",
    roman: "II",
    tile: "traders-builders/city2-corner-wine",
    figure: "builder",
    colour: 2,
  },
  {
    set: "princess-dragon",
    roman: "III",
    tile: "princess-dragon/field-volcano",
    figure: "dragon",
    colour: 0,
  },
  { set: "tower", roman: "IV", tile: "tower/field", figure: "tower", colour: 4 },
  { set: "abbey-mayor", roman: "V", tile: "abbey-mayor/abbey", figure: "mayor", colour: 3 },
  { set: "count", roman: "VI", tile: "count/06", figure: "count", colour: 0 },
  { set: "king-robber", roman: "VI", tile: "king-robber/", figure: "king", colour: 0 },
  { set: "cult", roman: "VI", tile: "cult/shrine", figure: "small", colour: 5 },
  { set: "catapult", roman: "VII", tile: "catapult/field", figure: "catapult", colour: 0 },
];

/** Books whose printed examples follow another reading than their text, so that both are offered by name (EDN-20). */
export const PICTURED: PresetName[] = ["devir_pt", "devir_es"];
export const PICTURES: SwitchValues["farm_rule"] = "FIELD_CITY_ONCE"; // the reading of their examples

/** What a book begins with besides the base: the engine's preset says it. */
export function bag(engine: Engine, rules: PresetName): Pick<Choice, "river" | "abbot" | "sets"> {
  const { river, abbot } = book(engine, rules);
  return { river, abbot: abbot === "ON", sets: [] };
}
/** The switches of a book. */
export function book(engine: Engine, rules: PresetName): SwitchValues {
  return engine.presets().find((one) => one.name === rules)!.switches;
}

export function first(engine: Engine, language: string, names: [string, string], level: string): Choice {
  const own: Record<string, PresetName> = { "pt-PT": "devir_pt", es: "devir_es", ro: "bigbox_ro" };
  const rules = own[language] ?? "grow_revised";
  const seats: SeatChoice[] = [
    { kind: "here", name: names[0], colour: 1, level },
    { kind: "computer", name: names[1], colour: 0, level }, // red: gold and yellow mean "act here"
  ];
  return {
    rules,
    ...bag(engine, rules),
    ...plain(),
    switches: {},
    seats,
    clock: "none",
    seconds: 900,
    increment: 10,
    late: "default",
    aids: "friendly",
    listed: false,
    watch: true,
    chat: true,
    title: "",
    seed: "",
  };
}

/** The same for somebody who has never played: the base box alone, and everything that can be shown is shown. */
export function newcomer(choice: Choice): Choice {
  return { ...choice, river: "OFF", abbot: false, sets: [], aids: "coach" };
}

/** Nothing beyond what the sets bring: every set once, with its rules, their figures, every tile. */
export const plain = (): Pick<Choice, "use" | "copies" | "figures" | "draws" | "first"> => ({
  use: {},
  copies: {},
  figures: {},
  draws: 0,
  first: -1,
});

/** The sets whose tiles are in the bag, in the engine's order. */
export function inBag(choice: Choice): SetName[] {
  const rivers: Record<SwitchValues["river"], SetName[]> = {
    OFF: [],
    RIVER_I: ["river-1"],
    RIVER_II: ["river-2"],
    RIVER_BOTH: ["river-1", "river-2"],
  };
  return ["base", ...rivers[choice.river], ...choice.sets];
}

/** The setup as a record's head without names and seed. */
export function head(choice: Choice): string {
  const switches: Partial<SwitchValues> = {
    ...choice.switches,
    river: choice.river,
    abbot: choice.abbot ? "ON" : "OFF",
  };
  const lines = [
    `rules ${choice.rules}`,
    `seats ${choice.seats.length}`,
    ...Object.entries(switches).map(([name, value]) => `switch ${name} ${value}`),
  ];
  const add = (word: string, sets: string[]) => sets.length && lines.push(`${word} ${sets.join(" ")}`);
  const there = inBag(choice);
  add(
    "expansions",
    choice.sets.filter((set) => choice.use[set] !== "tiles"),
  );
  add(
    "tiles-only",
    choice.sets.filter((set) => choice.use[set] === "tiles"),
  );
  add(
    "rules-only",
    choice.sets.filter((set) => choice.use[set] === "rules"),
  );
  for (const set of there)
    if ((choice.copies[set] ?? 1) > 1) lines.push(`copies ${set} ${choice.copies[set]}`);
  for (const [kind, n] of Object.entries(choice.figures)) lines.push(`figures ${kind} ${n}`);
  if (choice.draws > 0) lines.push(`draws ${choice.draws}`);
  if (choice.first >= 0 && choice.first < choice.seats.length) lines.push(`first ${choice.first}`);
  return lines.join("\n");
}

export interface Freedom {
  tiles: boolean;
  rules: boolean;
  copies: boolean;
}
const freedoms = new Map<string, Freedom>();

/** What may be done with a set beyond taking it: the engine is asked, and what changes no number of tiles is no choice. */
export function freedom(engine: Engine, rules: PresetName, set: SetName): Freedom {
  const key = `${rules} ${set}`,
    found = freedoms.get(key);
  if (found) return found;
  const rivers: Partial<Record<SetName, SwitchValues["river"]>> = {
    "river-1": "RIVER_I",
    "river-2": "RIVER_II",
  };
  const river = rivers[set];
  const count = (...lines: string[]) =>
    engine.check([`rules ${rules}`, "seats 2", `switch river ${river ?? "OFF"}`, ...lines].join("\n")).tiles;
  const take = river || set === "base" ? [] : [`expansions ${set}`];
  const both = count(...take),
    tilesOnly = take.length ? count(`tiles-only ${set}`) : 0,
    rulesOnly = count(...take, `rules-only ${set}`);
  const made = {
    tiles: tilesOnly > 0 && tilesOnly > count(),
    rules: rulesOnly > 0 && rulesOnly < both,
    copies: count(...take, `copies ${set} 2`) > both,
  };
  freedoms.set(key, made);
  return made;
}

/** The figures a player gets from the sets alone. */
export function dealt(engine: Engine, choice: Choice): Choice["figures"] {
  return engine.check(head({ ...choice, figures: {}, draws: 0 })).figures;
}

/** The figures that were asked for, less those of sets that are no longer in play. */
export function wanted(engine: Engine, choice: Choice): Choice["figures"] {
  const there = dealt(engine, choice); // nothing, where the set-up cannot be played
  return Object.fromEntries(
    Object.entries(choice.figures).filter(([kind]) => !there.small || there[kind as FigureKind]! > 0),
  );
}

export const UNITS = { s: 1, min: 60, h: 3600, d: 86400 };
export type Unit = keyof typeof UNITS;
/** A time as people say it: 90 s, 15 min, 2 days. */
export function span(seconds: number): { n: number; unit: Unit } {
  const unit =
    (["d", "h", "min"] as const).find((one) => seconds >= UNITS[one] && seconds % UNITS[one] === 0) ?? "s";
  return { n: seconds / UNITS[unit], unit };
}

// ---- what is kept and sent around

/** What a link says of a set-up: no names of people, no seed, nothing that belongs to one evening. */
export function shared(choice: Choice): Choice {
  return {
    ...choice,
    seats: choice.seats.map((seat) => ({ ...seat, name: "" })),
    seed: "",
    listed: false,
    title: "",
  };
}

type Loose = Record<string, unknown>;
const USES: Choice["use"][SetName][] = ["tiles", "rules"];
const whole = (value: unknown, from: number, to: number, otherwise: number) =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to
    ? (value as number)
    : otherwise;
const among = <T extends string>(value: unknown, known: readonly T[], otherwise: T): T =>
  known.includes(value as T) ? (value as T) : otherwise;
/** The fields of an object that `good` accepts. */
function fields<T>(value: unknown, good: (name: string, one: unknown) => boolean): Record<string, T> {
  return Object.fromEntries(
    Object.entries(value && typeof value === "object" ? value : {}).filter(([name, one]) => good(name, one)),
  ) as Record<string, T>;
}

/** A set-up that was kept by an older page or came by a link, made whole: what this page does not know is left out. Null if it is none.
 *  `named` gives a seat without a name one. */
export function mend(
  found: unknown,
  fresh: Choice,
  engine: Engine,
  named: (seat: SeatChoice, i: number) => string,
): Choice | null {
  const old = (found && typeof found === "object" ? found : {}) as Loose;
  if (
    !Array.isArray(old.seats) ||
    old.seats.length < 1 ||
    old.seats.length > 6 ||
    !engine.presets().some((book) => book.name === old.rules)
  )
    return null;
  const playable = new Set<unknown>(
    engine
      .sets()
      .filter((set) => set.playable)
      .map((set) => set.name),
  );
  const levels = engine.computers().map((one) => one.name),
    usual = fresh.seats.at(-1)!.level;
  const values = new Map<string, string[]>(engine.switches().map((sw) => [sw.name, sw.values]));
  const rivers = (values.get("river") ?? []) as SwitchValues["river"][],
    listed = Array.isArray(old.sets) ? old.sets : [];
  const colours = new Set<number>();
  const seats = (old.seats as Loose[]).map((raw, i) => {
    const free = [0, 1, 2, 3, 4, 5].find((one) => !colours.has(one))!,
      wanted = whole(raw?.colour, 0, 5, free);
    const seat: SeatChoice = {
      kind: among(raw?.kind, SEAT_KINDS, "here"),
      name: typeof raw?.name === "string" ? cutName(raw.name) : "",
      colour: colours.has(wanted) ? free : wanted,
      level: among(raw?.level, levels, usual),
    };
    colours.add(seat.colour);
    return { ...seat, name: seat.name || seat.kind === "link" ? seat.name : named(seat, i) };
  });
  return {
    rules: old.rules as PresetName,
    river: among(old.river, rivers, "OFF"),
    abbot: old.abbot === true,
    sets: EXPANSIONS.map((one) => one.set).filter((set) => playable.has(set) && listed.includes(set)),
    use: fields(old.use, (set, how) => playable.has(set) && USES.some((one) => one === how)),
    copies: fields(old.copies, (set, n) => playable.has(set) && whole(n, 2, 9, 0) > 0),
    figures: fields(
      old.figures,
      (kind, n) => FIGURES.includes(kind as FigureKind) && whole(n, 0, 20, -1) >= 0,
    ),
    draws: whole(old.draws, 1, 320, 0),
    first: whole(old.first, 0, seats.length - 1, -1),
    switches: fields(old.switches, (name, value) => values.get(name)?.includes(value as string) ?? false),
    seats,
    clock: among(old.clock, CLOCKS, fresh.clock),
    seconds: whole(old.seconds, 5, 14 * 86400, fresh.seconds),
    increment: whole(old.increment, 0, 86400, fresh.increment),
    late: among(old.late, LATE, fresh.late),
    aids: among(old.aids, AIDS, fresh.aids),
    listed: old.listed === true,
    watch: old.watch !== false,
    chat: old.chat !== false,
    title: typeof old.title === "string" ? old.title.slice(0, 40) : "",
    seed: "",
  };
}

export function options(choice: Choice): Options {
  const clock: Clock =
    choice.clock === "none"
      ? { kind: "none" }
      : choice.clock === "move"
        ? { kind: "move", seconds: choice.seconds }
        : { kind: "budget", seconds: choice.seconds, increment: choice.increment };
  return {
    ...(choice.listed && choice.title.trim() ? { title: choice.title.trim() } : {}),
    listed: choice.listed,
    watch: choice.watch,
    chat: choice.chat,
    aids: choice.aids,
    clock,
    late: choice.late,
  };
}

export function requests(choice: Choice): SeatRequest[] {
  return choice.seats.map((seat) => ({
    kind: seat.kind,
    name: seat.name,
    colour: COLOURS[seat.colour],
    level: seat.kind === "computer" ? seat.level : "",
  }));
}

/** Minutes: every tile takes its player's usual time. */
export function minutes(tiles: number, seats: SeatChoice[], pace: number): number {
  const each = seats.map((seat) => (seat.kind === "computer" ? 3 : pace));
  const average = each.reduce((sum, one) => sum + one, 0) / Math.max(1, each.length);
  const exact = (tiles * average) / 60;
  return exact < 20 ? Math.max(1, Math.round(exact)) : Math.round(exact / 5) * 5;
}

/** The switches of a choice with one set: only what differs from the book is kept. */
export function withSwitch(
  engine: Engine,
  choice: Choice,
  name: SwitchName,
  value: string,
): Choice["switches"] {
  const { [name]: _, ...rest } = choice.switches;
  return value === book(engine, choice.rules)[name] ? rest : { ...rest, [name]: value };
}

/** How the book is read where its letter and other programs differ (EDN-21): as it stands, as those play, or a bit of each. */
export function rulingsOf(engine: Engine, choice: Choice): "book" | "usual" | "own" {
  const usual = engine.usual(),
    letter = book(engine, choice.rules);
  const all = (wanted: Partial<SwitchValues>) =>
    (Object.keys(usual) as SwitchName[]).every(
      (name) => (choice.switches[name] ?? letter[name]) === wanted[name],
    );
  return all(letter) ? "book" : all(usual) ? "usual" : "own";
}
/** The switches with all of these readings as the book or as other programs have them; the rest stays. */
export function withRulings(engine: Engine, choice: Choice, others: boolean): Choice["switches"] {
  const usual = engine.usual(),
    letter = book(engine, choice.rules);
  const rest = Object.entries(choice.switches).filter(([name]) => !(name in usual));
  return Object.fromEntries([
    ...rest,
    ...(others ? Object.entries(usual).filter(([name, value]) => letter[name as SwitchName] !== value) : []),
  ]);
}

const ELSEWHERE: SwitchName[] = ["river", "abbot", "starter"]; // chosen by the cards and by who begins

/** The switches that are worth a question: the engine knows which can matter in this game. */
export function relevant(engine: Engine, choice: Choice): SwitchName[] {
  return engine.check(head(choice)).matters.filter((name) => !ELSEWHERE.includes(name));
}
