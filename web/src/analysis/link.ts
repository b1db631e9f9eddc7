// link -- a whole tree in an address: the set-up, the actions in short words, variations, notes; deflated, base64url (docs/analysis.md).
import type { Engine } from "../engine/engine";
import type { RuleError } from "../engine/types";
import { pack } from "../table/pack";
import { Tree } from "./tree";

export type Opened = { tree: Tree; at: number } | { error: RuleError | null; moments: number; turn: number };

// ---- words

const FEATURE: Record<string, string> = { c: "city", r: "road", f: "field", m: "monastery", g: "garden" };
const FIGURE: Record<string, string> = {
  "": "small",
  L: "large",
  A: "abbot",
  W: "wagon",
  M: "mayor",
  B: "builder",
  P: "pig",
};
const turned = (map: Record<string, string>) =>
  new Map(Object.entries(map).map(([letter, word]) => [word, letter]));
const LETTER = turned(FEATURE),
  CAPITAL = turned(FIGURE);

/** "lay 3,-1 270" is "3,-1w", "put small city N E" is "cN E", "put large road W" is "LrW", "pass" is "-"; a tile that is drawn is a number of
 * the list of tiles; others stand as they are after "=". */
function shorten(words: string, tiles: string[]): string {
  const [verb, ...rest] = words.split(" ");
  if (verb === "draw" && rest.length === 1) return `~${tiles.indexOf(rest[0]!).toString(36)}`;
  if (verb === "lay" && rest.length === 2) return rest[0]! + "nesw"[Number(rest[1]) / 90]!;
  if (words === "pass") return "-";
  const figure = CAPITAL.get(rest[0] ?? ""),
    feature = LETTER.get(rest[1] ?? "");
  if (verb === "put" && figure !== undefined && feature && !rest.includes("at"))
    return figure + feature + rest.slice(2).join(" ");
  return `=${words}`;
}
function lengthen(short: string, tiles: string[]): string {
  if (short.startsWith("~")) return `draw ${tiles[parseInt(short.slice(1), 36)] ?? "?"}`;
  if (short === "-") return "pass";
  if (short.startsWith("=")) return short.slice(1);
  const lay = /^(-?\d+,-?\d+)([nesw])$/.exec(short);
  if (lay) return `lay ${lay[1]} ${90 * "nesw".indexOf(lay[2]!)}`;
  const [, figure, feature, sides] = /^([A-Z]?)([a-z])(.*)$/.exec(short) ?? [];
  if (figure === undefined || !FIGURE[figure] || !FEATURE[feature!]) return short;
  return `put ${FIGURE[figure]} ${FEATURE[feature!]} ${sides}`.trimEnd();
}

/** "base/ city road-curve river-1/ lake": every set is named once. */
function tileLine(ids: string[]): string {
  let set = "";
  const words = ids.flatMap((id) => {
    const [own, name] = id.split("/") as [string, string];
    const fresh = own !== set;
    set = own;
    return fresh ? [`${own}/`, name] : [name];
  });
  return ["tiles", ...words].join(" ");
}
function tilesOf(line: string): string[] {
  let set = "";
  return line
    .split(" ")
    .slice(1)
    .flatMap((word) => {
      if (!word.endsWith("/")) return [set + word];
      set = word;
      return [];
    });
}

// ---- texts

/** The set-up; the tiles by their numbers; then lines of actions. A line begins with the moment that it follows, counted as they stand
 * in the text, and notes are lines with the moment that they belong to. The last line says that it was the last. */
export function textOf(tree: Tree): string {
  const head = tree
    .record(true)
    .split("\nplay")[0]!
    .split("\n")
    .filter((line) => line !== "aude 1" && line !== "seed hidden");
  const drawn = tree.moments.filter((one) => one.words.startsWith("draw ")).map((one) => one.words.slice(5));
  const tiles = [...new Set(drawn)].sort(),
    numbers = new Map<number, number>([[0, 0]]),
    lines: string[] = [],
    heads: number[] = tree.children(0);
  for (let first = heads.shift(); first !== undefined; first = heads.shift()) {
    const words: string[] = [];
    for (let at = first; at >= 0; at = tree.moments[at]!.child) {
      numbers.set(at, numbers.size);
      words.push(shorten(tree.moments[at]!.words, tiles));
      heads.push(...tree.children(at).slice(1));
    }
    lines.push(`${numbers.get(tree.moments[first]!.parent)!.toString(36)}:${words.join(";")}`);
  }
  for (const [moment, number] of numbers)
    for (const note of tree.moments[moment]!.note.split("\n").filter(Boolean))
      lines.push(`${number.toString(36)}"${note}`);
  return [...head, tileLine(tiles), ...lines, "."].join("\n");
}

interface Read {
  head: string;
  lines: { from: number; actions: string[] }[];
  notes: [number, string][];
  whole: boolean;
}
function read(text: string): Read {
  const rows = text.split("\n"),
    cut = rows.findIndex((row) => row.startsWith("tiles ") || row === "tiles");
  const tiles = tilesOf(rows[cut] ?? "");
  const found: Read = {
    head: rows.slice(0, Math.max(0, cut)).join("\n"),
    lines: [],
    notes: [],
    whole: false,
  };
  for (const row of cut < 0 ? [] : rows.slice(cut + 1)) {
    const [, number, sign, rest] = /^([0-9a-z]+)([:"])(.*)$/.exec(row) ?? [];
    if (row === ".") found.whole = true;
    else if (sign === '"') found.notes.push([parseInt(number!, 36), rest!]);
    else if (sign === ":")
      found.lines.push({
        from: parseInt(number!, 36),
        actions: rest!.split(";").map((one) => lengthen(one, tiles)),
      });
  }
  return found;
}

/** The tree of such a text. What cannot be is said with the moment where it stands. */
export function treeOf(engine: Engine, text: string): Opened {
  const { head, lines, notes, whole } = read(text);
  const checked = engine.check(head);
  if (!head || checked.error) return { error: head ? checked.error! : null, moments: 0, turn: 0 };
  const tree = Tree.fresh(engine, head);
  if (!(tree instanceof Tree)) return { error: tree, moments: 0, turn: 0 };
  const numbers = [0];
  const refuse = (error: RuleError | null): Opened => {
    const turn = tree.moments[numbers.at(-1)!]?.turn ?? 0;
    tree.free();
    return { error, moments: numbers.length - 1, turn };
  };
  for (const { from, actions } of lines) {
    if (numbers[from] === undefined) return refuse(null);
    const { made, error } = tree.addAll(numbers[from], actions);
    numbers.push(...made);
    if (error) return refuse(whole ? error : null); // of a link that is cut the last word may be a half one
  }
  if (!whole) return refuse(null);
  for (const [number, note] of notes) {
    const moment = numbers[number];
    if (moment === undefined) return refuse(null);
    const old = tree.moments[moment]!.note;
    tree.note(moment, old ? `${old}\n${note}` : note);
  }
  const again = Tree.open(engine, tree.record()); // a game that is over is real: what was played stays
  tree.free();
  return again instanceof Tree ? { tree: again, at: 0 } : { error: again, moments: 0, turn: 0 };
}

// ---- addresses

/** As far as it can be unpacked: a link that is cut still tells how far it goes. */
async function unpackable(packed: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    const raw = atob(
      packed
        .replace(/[^\w-]/g, "")
        .replace(/-/g, "+")
        .replace(/_/g, "/")
        .slice(0, 1 << 20),
    );
    const bytes = Uint8Array.from(raw, (char) => char.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let got = await reader.read(); !got.done && text.length < 1 << 21; got = await reader.read())
      text += decoder.decode(got.value, { stream: true });
  } catch {
    // what came before the damage is told below
  }
  return text;
}
/** Four letters of a link may be lost at its end so that it can no longer be decoded at all: then it is tried without them. */
async function unpackFar(packed: string): Promise<string> {
  return unpackable(packed.slice(0, packed.length - (packed.length % 4 === 1 ? 1 : 0)));
}

export async function addressOf(tree: Tree, at: number): Promise<string> {
  const { text, moves } = tree.packed();
  return `#/analyse/${await pack(text)}~${moves}/${numberOf(tree, at)}`;
}
/** Only the way to this moment: the position, without variations and notes. */
export async function positionOf(engine: Engine, tree: Tree, at: number): Promise<string> {
  const way = Tree.open(engine, tree.way(at));
  if (!(way instanceof Tree)) return addressOf(tree, at);
  const address = await addressOf(way, way.last(0));
  way.free();
  return address;
}
/** The moment's number as the text counts it. */
function numberOf(tree: Tree, wanted: number): number {
  const heads = tree.children(0);
  let number = 0;
  if (wanted === 0) return 0;
  for (let first = heads.shift(); first !== undefined; first = heads.shift())
    for (let at = first; at >= 0; at = tree.moments[at]!.child) {
      number++;
      if (at === wanted) return number;
      heads.push(...tree.children(at).slice(1));
    }
  return 0;
}
export function momentOf(tree: Tree, number: number): number {
  const heads = tree.children(0);
  let n = 0;
  for (let first = heads.shift(); first !== undefined; first = heads.shift())
    for (let at = first; at >= 0; at = tree.moments[at]!.child) {
      if (++n === number) return at;
      heads.push(...tree.children(at).slice(1));
    }
  return 0;
}
/** Behind the wave stand the actions; links of the earlier form have none. */
export async function openLink(engine: Engine, packed: string): Promise<Opened> {
  const wave = packed.indexOf("~");
  if (wave < 0) return treeOf(engine, await unpackFar(packed));
  const tree = Tree.ofPack(engine, (await unpackFar(packed.slice(0, wave))) + packed.slice(wave + 1));
  return tree instanceof Tree ? { tree, at: 0 } : tree;
}
