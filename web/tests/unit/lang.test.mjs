// lang.test.mjs -- the five languages hold the same keys, the page uses all of them and no other, the engine's words are all there,
// and no text stands outside the language files.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";
import { load, loadEngine } from "./load.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const root = join(web, "..");
const read = (path) => readFileSync(path, "utf8");
const codes = ["en", "pt-BR", "pt-PT", "es", "ro"];
/** Every part of the page that loads later has words of its own. */
const later = readdirSync(join(web, "src")).filter((part) =>
  existsSync(join(web, "src", part, "lang", "en.json")),
);
const folders = ["lang", ...later.map((part) => join(part, "lang"))];
const files = Object.fromEntries(
  codes.map((code) => [
    code,
    Object.assign({}, ...folders.map((folder) => JSON.parse(read(join(web, "src", folder, `${code}.json`))))),
  ]),
);
const plain = (key) => key.replace(/#.*/, "");
const keysOf = (code) => new Set(Object.keys(files[code]).map(plain));

function sources(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === "lang" || name === "engine" ? [] : sources(path);
    return /\.(svelte|ts)$/.test(name) ? [path] : [];
  });
}
const pages = sources(join(web, "src"));

test("every language has every key, and no other", () => {
  const wanted = keysOf("en");
  for (const code of codes) {
    const there = keysOf(code);
    assert.deepEqual(
      [...wanted].filter((key) => !there.has(key)),
      [],
      `${code} lacks keys`,
    );
    assert.deepEqual(
      [...there].filter((key) => !wanted.has(key)),
      [],
      `${code} has keys English lacks`,
    );
  }
});

test("no file says the same key twice: the first would never be read", () => {
  for (const code of codes)
    for (const folder of folders) {
      const said = [...read(join(web, "src", folder, `${code}.json`)).matchAll(/^\s*"([^"]+)":/gm)].map(
        (one) => one[1],
      );
      const twice = said.filter((key, i) => said.indexOf(key) !== i);
      assert.deepEqual(twice, [], `${folder}/${code}.json`);
    }
});

test("plurals have the forms of their language", () => {
  for (const code of codes) {
    const bases = new Set(
      Object.keys(files[code])
        .filter((key) => key.includes("#"))
        .map(plain),
    );
    const forms = code === "ro" ? ["one", "few", "other"] : ["one", "other"];
    for (const base of bases)
      for (const form of forms)
        assert.ok(`${base}#${form}` in files[code], `${code}: ${base}#${form} is missing`);
  }
});

test("nobody has 1 points: a number of points is a plural of its language", () => {
  const never = [
    "event.ransom", // always the same number
    "puzzle.said.works.points", // less would be said to be good
    "puzzle.said.ends", // a mean, with a sign
    "club.luck.luck", // the same
  ];
  for (const code of codes)
    assert.deepEqual(
      Object.entries(files[code])
        .filter(([key, text]) => /\{\w+\} (points|puntos|pontos|puncte)\b/.test(text) && !key.includes("#"))
        .map(([key]) => key)
        .filter((key) => !never.includes(key)),
      [],
      code,
    );
});

test("every text has the same holes in every language", () => {
  const holes = (text) =>
    [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]))].sort().join();
  for (const code of codes)
    for (const [key, text] of Object.entries(files[code])) {
      assert.ok(text.trim(), `${code}: ${key} is empty`);
      const model = files.en[key] ?? files.en[`${plain(key)}#other`] ?? files.en[plain(key)];
      const own = holes(text),
        wanted = holes(model);
      // "1 turn fits here" may say its number in words
      assert.ok(
        own === wanted ||
          (/#one$/.test(key) &&
            own ===
              wanted
                .split(",")
                .filter((hole) => hole !== "n")
                .join()),
        `${code}: ${key} has {${own}}, English has {${wanted}}`,
      );
    }
});

test("the page uses every key, and no unknown one", () => {
  const all = keysOf("en"),
    used = new Set();
  const prefixes = [];
  for (const path of pages) {
    const text = read(path);
    for (const [, literal] of text.matchAll(/"([\w.-]+)"/g)) if (all.has(literal)) used.add(literal);
    for (const [, made] of text.matchAll(/`([^`]*)`/g)) {
      const pattern = made.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "\u0000");
      if (/^[a-z]+(\.[a-z]+)*\.\u0000/.test(pattern))
        prefixes.push(
          new RegExp(`^${pattern.replace(/[.*+?^$()[\]\\|]/g, "\\$&").replace(/\u0000/g, "[\\w.-]+")}$`),
        );
    }
    for (const [, literal] of text.matchAll(/[^\w.]t\("([^"]+)"/g))
      assert.ok(all.has(literal), `${path}: no such key: ${literal}`);
  }
  const questions = /^q\.\w+(\.short)?$/; // `q.${phase}` and its short form
  const unused = [...all].filter(
    (key) => !used.has(key) && !questions.test(key) && !prefixes.some((prefix) => prefix.test(key)),
  );
  assert.deepEqual(unused, [], "keys nobody uses");
});

test("every word of the engine has a translation", async () => {
  const { ACTIONS, ERRORS, EVENTS, PHASES, ROUNDS, SOURCES, TERMS } = await load("engine/names.ts");
  const all = keysOf("en"),
    key = (word) => word.replace(/ /g, "_");
  for (const code of ERRORS) assert.ok(all.has(`err.${code}`), `err.${code}`);
  for (const term of TERMS) assert.ok(all.has(`term.${key(term)}`), `term.${term}`);
  for (const source of SOURCES) assert.ok(all.has(`feature.${key(source)}`), `feature.${source}`);
  for (const round of ROUNDS)
    for (const said of ["cat", "cat.chose", "event.round"])
      assert.ok(all.has(`${said}.${round}`), `${said}.${round}`);
  const silent = ["turn", "draw", "return", "over", "reveal", "scatter", "land", "rest", "award"];
  for (const event of EVENTS)
    assert.ok(silent.includes(event) || all.has(`event.${event}`), `event.${event}`);
  const passing = ["start", "draw", "score", "next", "over", "fair", "scatter", "thrown"]; // nobody is asked there
  for (const phase of PHASES)
    assert.ok(
      passing.includes(phase) || (all.has(`q.${key(phase)}`) && all.has(`q.${key(phase)}.short`)),
      `q.${phase}`,
    );
  const own = [
    "put",
    "step",
    "draw",
    "throw",
    "toss",
    "hands",
    "pick",
    "replace",
    "catapult",
    "glimpse",
    "reveal",
    "scatter",
  ]; // made of their parts
  for (const action of ACTIONS) assert.ok(own.includes(action) || all.has(`act.${action}`), `act.${action}`);
});

test("every reason of a tournament's rules has a sentence", async () => {
  const { TOURNAMENT_WHYS } = await load("table/messages.ts");
  const all = keysOf("en");
  assert.ok(TOURNAMENT_WHYS.length > 30);
  for (const why of TOURNAMENT_WHYS)
    assert.ok(why === "GOOD" || all.has(`fail.TOURNAMENT.${why}`), `fail.TOURNAMENT.${why}`);
});

test("every switch of the set-up has a name, its readings and what they mean, in every language", async () => {
  const engine = await loadEngine();
  const elsewhere = ["river", "abbot", "starter"]; // chosen by cards and by who begins
  const offered = new Map(
    engine
      .switches()
      .map(({ name, values }) => [name, values])
      .filter(([name, values]) => values.length > 1 && !elsewhere.includes(name)),
  );
  assert.ok(offered.size > 60, String(offered.size));
  for (const code of codes) {
    const told = JSON.parse(read(join(web, "src", "lang", `switches-${code}.json`)));
    assert.deepEqual(Object.keys(told).sort(), [...offered.keys()].sort(), code);
    const labels = new Map();
    for (const [name, { label, text, values }] of Object.entries(told)) {
      assert.deepEqual(
        Object.keys(values).sort(),
        offered
          .get(name)
          .filter((value) => !/^\d+$/.test(value))
          .sort(),
        `${code}: ${name}`,
      );
      for (const word of [label, text, ...Object.values(values)])
        assert.ok(word.trim() && !/[A-Z]_|\{/.test(word), `${code}: ${name}: ${word}`);
      assert.ok(
        /[.!]$/.test(text) && text.length > label.length && text.length < 260,
        `${code}: ${name} is explained in a sentence`,
      );
      assert.equal(labels.get(label), undefined, `${code}: ${name} and ${labels.get(label)} have one label`);
      labels.set(label, name);
      assert.equal(
        new Set(Object.values(values)).size,
        Object.values(values).length,
        `${code}: two values of ${name} read alike`,
      );
    }
  }
});

/** What a switch is about must stand in its label, in the words of the page: labels once named other things than the switch did. */
test("labels name what their switch is about", () => {
  const figures = (code, ...keys) => keys.map((key) => files[code][key].toLowerCase());
  for (const code of codes) {
    const told = JSON.parse(read(join(web, "src", "lang", `switches-${code}.json`)));
    for (const word of figures(code, "figure.builder", "figure.pig"))
      assert.ok(
        told.volcano_specials.label.toLowerCase().includes(word),
        `${code}: ${told.volcano_specials.label}`,
      );
    for (const word of figures(code, "figure.fairy"))
      assert.ok(!told.volcano_specials.label.toLowerCase().includes(word), code);
    assert.ok(told.loser_wagon.label.toLowerCase().includes(files[code]["figure.wagon"].toLowerCase()), code);
    assert.ok(
      told.loser_wagon.text
        .toLowerCase()
        .includes(files[code]["feature.shrine"].toLowerCase().replace("sectă", "secta")),
      `${code}: ${told.loser_wagon.text}`,
    );
  }
});

test("no text stands outside the language files", () => {
  const allowed = /^(Aude|Enter|Esc|N)$/; // the game's name; what is printed on keys
  const spoken = new Set(["aria-label", "title", "placeholder", "alt", "label"]);
  const faults = [];
  const walk = (node, path) => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach((one) => walk(one, path));
    if (node.type === "Text" && /\p{L}{2}/u.test(node.data) && !allowed.test(node.data.trim()))
      faults.push(`${path}: ${node.data.trim()}`);
    if (node.type === "StyleDirective") return;
    if (node.type === "Attribute") {
      if (spoken.has(node.name) && Array.isArray(node.value))
        node.value.forEach(
          (one) =>
            one.type === "Text" &&
            /\p{L}{2}/u.test(one.data) &&
            faults.push(`${path}: ${node.name}="${one.data}"`),
        );
      return;
    }
    for (const [key, value] of Object.entries(node))
      if (!["metadata", "parent", "css", "js"].includes(key)) walk(value, path);
  };
  for (const path of pages.filter((name) => name.endsWith(".svelte")))
    walk(parse(read(path), { modern: true }).fragment, path);
  assert.deepEqual(faults, []);
});

test("a tile is called what the language's rulebook calls it, in every room", () => {
  // the words of docs/rules/README.md; others were used beside them once. A tower is built of pieces.
  const strange = {
    es: /\blosetas?\b/i,
    "pt-BR": /\b(uma|sua|nova|próxima|última|qual) peça\b|\bpeças\b(?! de torre)/i,
    ro: /(?<!\p{L})pies(ă|a|e|ele|elor)(?!\p{L})(?! (de turn|cu piesă))(?<!piesă cu piesă)/iu,
  };
  const towers = /tower|turn/; // keys about towers
  for (const [code, word] of Object.entries(strange))
    for (const [key, text] of Object.entries(files[code]))
      if (!towers.test(key)) assert.doesNotMatch(text, word, `${code}: ${key}`);
});

test("a figure's work has one name in a language, also where a computer's style is named after it", () => {
  for (const [code, words] of Object.entries(files)) {
    assert.equal(words["computer.thief"], words["role.road"], code);
    assert.equal(words["computer.farmer"], words["role.field"], code);
    assert.equal(words["computer.builder"], words["figure.builder"], code);
  }
});

test("dates are written as the browser's owner writes that language", async () => {
  const { formOf } = await load("lang/codes.ts");
  for (const [code, wanted, form] of [
    ["en", ["en-US", "en"], "en-US"],
    ["en", ["pt-PT", "en-GB"], "en-GB"],
    ["es", ["es-MX"], "es-MX"],
    ["pt-BR", ["pt-PT", "pt-BR"], "pt-BR"],
    ["ro", ["de-DE", "en-US"], "ro"],
    ["en", ["eng"], "en"],
  ])
    assert.equal(formOf(code, wanted), form, `${code} ${wanted}`);
});
