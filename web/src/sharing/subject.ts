// subject -- what is shared: a game as everybody heard it, and the moment of it that is meant.
import type { Engine, Game, State } from "../engine/engine";

export interface Subject {
  head: string;
  opening: string;
  steps: string[]; // texts, as the log has them
  names: string[];
  colours: number[];
  at: number; // steps played at the moment that is meant
  turn: number | null; // its turn, for links and file names; null: the game as a whole
  when: number; // ms since 1970
}

/** What a log holds of it: Fold has these, and so has a game that was kept. */
interface Log {
  head: string;
  opening: string;
  steps: { text: string; at: number }[];
  seats: { name: string; colour: number }[];
  created: number;
}

/** `at` and `turn` left out: all that was played. */
export function subjectOf(log: Log, at = log.steps.length, turn: number | null = null): Subject {
  return {
    head: log.head,
    opening: log.opening,
    steps: log.steps.map((step) => step.text),
    names: log.seats.map((seat) => seat.name),
    colours: log.seats.map((seat) => seat.colour),
    at,
    turn,
    when: log.steps.at(-1)?.at || log.created || Date.now(),
  };
}

/** The game after `at` steps; the caller frees it. */
export function gameAt(engine: Engine, subject: Subject, at = subject.at): Game {
  const game = engine.follow(subject.head);
  for (const text of [subject.opening, ...subject.steps.slice(0, at)]) game.feed(text);
  return game;
}

/** Which sets are in play, without the base game. */
export function setsOf(engine: Engine, subject: Subject): string[] {
  const head = engine.readHead(subject.head);
  return [...head.expansions, ...head.tilesOnly].filter((set) => set !== "base");
}

export interface Player {
  name: string;
  colour: number;
  points: number;
}
export function playersOf(subject: Subject, state: State): Player[] {
  return subject.names.map((name, seat) => ({
    name,
    colour: subject.colours[seat] ?? seat,
    points: state.seats[seat]?.points ?? 0,
  }));
}

/** "aude-2026-11-16-ana-bruno.png"; of a moment with its turn: "aude-2026-11-16-ana-bruno-12.png". */
export function fileName(subject: Subject, ending: string): string {
  const day = new Date(subject.when);
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  const words = subject.names.map(plain).filter(Boolean);
  const turn = subject.turn === null ? [] : [String(subject.turn)];
  return `${["aude", date, ...words, ...turn].join("-")}.${ending}`;
}
/** A name with letters and digits only, small, without accents. */
function plain(name: string): string {
  return [
    ...name
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ""),
  ]
    .slice(0, 16)
    .join("");
}
