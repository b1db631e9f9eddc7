// rules.mjs -- docs/rules as data for the rule sheet: every rule with its whole text, and the words of the five books for what the rules
// call by its English name. Read when the page is built.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const docs = join(dirname(fileURLToPath(import.meta.url)), "..", "docs", "rules");
const lines = (name) => readFileSync(join(docs, name), "utf8").split("\n");
const cells = (line) =>
  line
    .replace(/^\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim());

/** The files with rules in them, in the order of README.md's own list. */
function files() {
  const found = lines("README.md")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...cells(line)[0].matchAll(/`([\w-]+\.md)`/g)].map((one) => one[1]));
  return [...new Set(found)];
}

/** [{ id, title, blocks }] in the order of the files. A rule begins with "### BASE-31 Title" or "**TOW-4** text" and ends where the next
 *  rule or heading begins, as in `aude rules`. A block is { p }, { ul } or { table }. */
export function readRules() {
  const rules = [];
  for (const name of files()) {
    let blocks = null; // of the rule at hand
    let open = ""; // the kind of block that the next line may continue
    for (const line of lines(name)) {
      const headed = /^### ([A-Z0-9]+-[A-Z]?\d+) ?(.*)$/.exec(line),
        inline = /^\*\*([A-Z0-9]+-[A-Z]?\d+)\*\* (.*)$/.exec(line);
      const begun = headed ?? inline;
      if (begun) {
        rules.push({
          id: begun[1],
          title: headed ? plain(headed[2]) : "",
          blocks: (blocks = inline ? [{ p: inline[2] }] : []),
        });
        open = inline ? "p" : "";
      } else if (line.startsWith("#")) blocks = null;
      else if (blocks) open = add(blocks, open, line);
    }
  }
  return rules;
}
function plain(text) {
  return text.replace(/[*`]/g, "").trim();
}

/** The line into the last block or into a new one; which kind may go on. */
function add(blocks, open, line) {
  const last = blocks.at(-1);
  if (!line.trim()) return "";
  if (line.startsWith("|")) {
    if (open !== "table") blocks.push({ table: [cells(line)] });
    else if (!/^\|[\s:|-]+$/.test(line)) last.table.push(cells(line));
    return "table";
  }
  if (line.startsWith("- ")) {
    if (open !== "ul") blocks.push({ ul: [line.slice(2)] });
    else last.ul.push(line.slice(2));
    return "ul";
  }
  if (open === "ul") last.ul.push(`${last.ul.pop()} ${line.trim()}`);
  else if (open === "p") last.p += ` ${line.trim()}`;
  else blocks.push({ p: line.trim() });
  return open === "ul" ? "ul" : "p";
}

/** [[word of a book, [English words]]], from the glossary of README.md: one row is one thing, or as many as it has semicolons or strokes. */
export function readGlossary() {
  const found = new Map(),
    text = lines("README.md");
  for (let i = text.findIndex((line) => line.startsWith("| English |")) + 2; text[i].startsWith("|"); i++) {
    const [english, ...others] = cells(text[i]).map(things);
    for (const column of others)
      column.forEach((names, k) => {
        const meant = english[english.length === column.length ? k : 0];
        names.forEach((name, n) =>
          found.set(name, [
            ...new Set([...(found.get(name) ?? []), ...(listed(names, meant) ? [meant[n]] : meant)]),
          ]),
        );
      });
  }
  return [...found];
}
/** Three or more on both sides are different things in one order; one or two are names of the same. */
const listed = (names, meant) => names.length > 2 && names.length === meant.length;
/** "goods: wine, grain; double turn" as [["goods", "wine", "grain"], ["double turn"]]; a dash or "same" is nothing. */
function things(cell) {
  const bare = cell
    .replace(/\(also "([^)"]*)"\)/g, ", $1")
    .replace(/\([^)]*\)/g, "")
    .replace(/[*…]/g, "")
    .toLowerCase();
  return bare.split(/[;/]/).map((thing) =>
    thing
      .split(/[,:]/)
      .map((name) => name.trim().replace(/^(to|a) /, ""))
      .filter((name) => name.length > 1 && name !== "same"),
  );
}
