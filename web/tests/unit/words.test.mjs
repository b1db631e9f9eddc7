// words.test.mjs -- every comparison with a word of the engine or of the server is checked by the compiler. Each such word is misspelt in a
// copy of the sources, all at once: where the compiler does not object, something is compared as a plain string. Whatever else it finds is
// a fault of the sources themselves: so `npm run check`, which takes as long again, is left to `make test-all`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { web } from "./load.mjs";
import { names, sources, walk } from "./sources.mjs";

// Words that are the same by chance, and mean something else there.
const OTHERS = {
  "board/paint.ts": ["none"], // of SVG
  "embed/main.ts": ["turn", "play"], // what the page around a viewer says, and an address
};
const NEAR = ["includes", "indexOf", "has"]; // of a list: is the word in it?

/** The edits that misspell the words of one file: {start, end, text}; in `text` the misspelt word has a line of its own. */
function edits({ path, code, tree }) {
  const found = [],
    isWord = (node) =>
      node?.type === "Literal" && names.has(node.value) && !OTHERS[path]?.includes(node.value);
  const word = (node) => found.push({ ...at(node), text: `\n${JSON.stringify(`${node.value}~`)}\n` });
  const compared = (node, literal, other) => {
    const [x, w] = [other, literal].map((one) => code.slice(...Object.values(at(one))));
    const wrong = `\n${x} === ${JSON.stringify(`${literal.value}~`)}\n`;
    const whole = `(((${wrong}) && false) || (${x}) === ${w})`; // as before, for what follows from it
    found.push({ ...at(node), text: node.operator === "!==" ? `!${whole}` : whole });
  };
  walk(tree, (node) => {
    if (node.type === "BinaryExpression" && /^[!=]==$/.test(node.operator)) {
      if (isWord(node.right)) compared(node, node.right, node.left);
      else if (isWord(node.left)) compared(node, node.left, node.right);
    } else if (node.type === "SwitchCase" && isWord(node.test)) {
      found.push({
        ...at(node.test),
        text: `\n${JSON.stringify(`${node.test.value}~`)}\n: case ${node.test.raw}`,
      });
    } else if (node.type === "CallExpression" && NEAR.includes(node.callee.property?.name)) {
      node.arguments.filter(isWord).forEach(word);
      if (node.callee.object.type === "ArrayExpression")
        node.callee.object.elements.filter(isWord).forEach(word);
    }
  });
  return found;
}
const OBJECTS = /no overlap|not comparable|not assignable/; // what the compiler says of a word that cannot be there
const SAYS = /\b(ERROR|WARNING|FAILURE) |error TS/; // a line of svelte-check, of tsc
const at = ({ start, end }) => ({ start, end });

/** The text with the edits made, and the lines on which the misspelt words are. Of two that overlap the inner one is made. */
function misspelt(code, list) {
  const inner = list.filter(
    (one) => !list.some((other) => other !== one && other.start >= one.start && other.end <= one.end),
  );
  const lines = new Map();
  let text = "",
    from = 0;
  for (const { start, end, text: by } of inner.sort((a, b) => a.start - b.start)) {
    text += code.slice(from, start);
    lines.set(text.split("\n").length + 1, code.slice(0, start).split("\n").length);
    text += by;
    from = end;
  }
  return { text: text + code.slice(from), lines };
}

test("a misspelt word of the engine or the server does not compile, wherever the page compares one", (t) => {
  const copy = mkdtempSync(join(tmpdir(), "aude-words-"));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of [
    "src",
    "embed",
    "tsconfig.json",
    "tsconfig.worker.json",
    "svelte.config.js",
    "package.json",
  ])
    cpSync(join(web, name), join(copy, name), { recursive: true });
  symlinkSync(join(web, "node_modules"), join(copy, "node_modules"));
  const expected = new Map(); // "file:line" of the copy: where that is in the sources
  for (const one of sources()) {
    const { text, lines } = misspelt(one.code, edits(one));
    if (lines.size) writeFileSync(join(copy, "src", one.path), text);
    for (const [line, was] of lines) expected.set(`${one.path}:${line}`, `${one.path}:${was}`);
  }
  assert.ok(expected.size > 200, `only ${expected.size} comparisons were found`);
  const misspelled = new Set(expected.keys()),
    others = [];
  for (const [program, ...args] of [
    ["svelte-check", "--tsconfig", "./tsconfig.json", "--output", "machine"],
    ["tsc", "-p", "tsconfig.worker.json", "--pretty", "false"],
  ]) {
    const { status, stdout, stderr } = spawnSync(join(copy, "node_modules", ".bin", program), args, {
      cwd: copy,
      encoding: "utf8",
    });
    assert.ok(status === 0 || SAYS.test(stdout), `${program} ends with ${status}: ${stderr}`);
    for (const line of stdout.split("\n").filter((one) => SAYS.test(one))) {
      const [, path, at] = line.match(/src\/([\w./-]+?)"?[ (:](\d+)[:,]\d+/) ?? [];
      if (OBJECTS.test(line) && misspelled.has(`${path}:${at}`)) expected.delete(`${path}:${at}`);
      else others.push(line);
    }
  }
  assert.deepEqual(
    others,
    [],
    "what the compiler finds beside the misspelt words (lines of a copy that has more of them)",
  );
  assert.deepEqual([...new Set(expected.values())], [], "compared as plain strings");
});
