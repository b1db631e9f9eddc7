// sources.mjs -- the page's own sources as trees, and the words that are made of the C tables: for tests that read code.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { web } from "./load.mjs";

const MADE = ["engine/names.ts", "table/messages.ts"]; // by the build

function* files(folder) {
  for (const name of readdirSync(join(web, "src", folder))) {
    const path = join(folder, name);
    if (statSync(join(web, "src", path)).isDirectory()) yield* files(path);
    else if (/\.(ts|svelte)$/.test(name) && !name.endsWith(".d.ts") && !MADE.includes(path)) yield path;
  }
}

/** A source as a tree of Svelte's compiler, whose positions are those of `code`. */
export function read(path, code) {
  if (path.endsWith(".svelte")) return { path, code, tree: parse(code, { modern: true }) };
  const before = '<script lang="ts">',
    { instance } = parse(`${before}${code}</script>`, { modern: true });
  walk(instance.content, (node) => {
    node.start -= before.length;
    node.end -= before.length;
  });
  return { path, code, tree: instance.content };
}
/** All sources: {path, code, tree}. */
export const sources = () =>
  [...files("")].map((path) => read(path, readFileSync(join(web, "src", path), "utf8")));

/** Calls `see(node, parents)` for every node of code below `node`. */
export function walk(node, see, parents = []) {
  if (!node || typeof node !== "object") return;
  if (Array.isArray(node)) return node.forEach((one) => walk(one, see, parents));
  if (typeof node.type === "string" && typeof node.start === "number") see(node, parents);
  for (const [key, one] of Object.entries(node))
    if (key !== "loc" && key !== "parent" && key !== "comments" && one && typeof one === "object")
      walk(one, see, node.type ? [...parents, node] : parents);
}

/** The words of the lists in a file that the build made, by the list's name. */
export function lists(path) {
  const code = readFileSync(join(web, "src", path), "utf8");
  return Object.fromEntries(
    [...code.matchAll(/^export const (\w+) = \[(.*)\] as const;$/gm)].map(([, name, list]) => [
      name,
      JSON.parse(`[${list}]`),
    ]),
  );
}
/** The values of all switches. */
export function values() {
  const [, body] = readFileSync(join(web, "src", MADE[0]), "utf8").match(
    /^export interface SwitchValues \{(.*?)^\}/ms,
  );
  return [...body.matchAll(/"(.*?)"/g)].map(([, value]) => value);
}
/** All of them. */
export const names = new Set([...MADE.flatMap((path) => Object.values(lists(path)).flat()), ...values()]);
