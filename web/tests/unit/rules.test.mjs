// rules.test.mjs -- the rule sheet: it opens at the rule that was named, holds the whole text, and knows the words of the five books.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readGlossary, readRules } from "../../rules.mjs";
import { load, root, web } from "./load.mjs";

const { Finder, pieces, ruleWording } = await load("rules.ts");
const book = { rules: readRules(), glossary: readGlossary() };
const english = new Finder(book, true),
  foreign = new Finder(book, false);
const ids = (found) => found.map((rule) => rule.id);
const rule = (id) => book.rules.find((one) => one.id === id);

test("every refusal and every switch opens at its own rule", () => {
  const header = readFileSync(join(root, "include", "aude_rules.h"), "utf8");
  const body = (name) => new RegExp(`#define ${name}\\(X\\)([\\s\\S]*?)\\n\\n`).exec(header)[1];
  const named = [
    ...body("AUDE_ERRORS").matchAll(/X\(\w+, "([A-Z0-9]+-\d+)"/g),
    ...body("AUDE_SWITCH_LIST").matchAll(/X\(\w+, "\w+", "([A-Z0-9]+-\d+)"/g),
  ].map((found) => found[1]);
  assert.ok(new Set(named).size > 64, String(new Set(named).size));
  for (const id of named) for (const finder of [english, foreign]) assert.equal(finder.find(id)[0]?.id, id);
  assert.equal(english.find("base-29")[0].id, "BASE-29", "small letters do as well");
  assert.ok(ids(english.find("BASE-29")).includes("BASE-4"), "those that speak of it come after it");
  assert.ok(!ids(english.find("BASE-2")).includes("BASE-29"), "a number is whole");
});

test("every rule that a refusal, an event, advice, a lesson or the book names is told in five languages", () => {
  const header = readFileSync(join(root, "include", "aude_rules.h"), "utf8");
  const errors = /#define AUDE_ERRORS\(X\)([\s\S]*?)\n\n/.exec(header)[1];
  const cited = new Set();
  for (const [, id] of errors.matchAll(/X\(\w+,\s*"([A-Z0-9]+-\d+)"/g)) cited.add(id);
  for (const file of ["event.c", "setup.c"])
    for (const [, id] of readFileSync(join(root, "engine", file), "utf8").matchAll(/"([A-Z0-9]+-\d+)"/g))
      cited.add(id);
  const json = (...path) => JSON.parse(readFileSync(join(root, "web", "src", ...path), "utf8"));
  for (const lesson of json("learn", "lessons.json")) for (const step of lesson.steps) cited.add(step.rule);
  for (const chapter of json("learn", "book.json"))
    for (const part of chapter.parts) if (part.rule) cited.add(part.rule);
  assert.ok(cited.size > 90, String(cited.size));
  const en = json("lang", "rules-en.json");
  for (const code of ["en", "es", "pt-BR", "pt-PT", "ro"]) {
    const told = json("lang", `rules-${code}.json`);
    assert.deepEqual(
      [...cited].filter((id) => !told[id]?.trim()),
      [],
      `${code}: rules without a sentence`,
    );
    assert.deepEqual(
      Object.keys(told).filter((id) => !rule(id)),
      [],
      `${code}: no such rule`,
    );
    assert.deepEqual(Object.keys(told).sort(), Object.keys(en).sort(), code);
    for (const [id, text] of Object.entries(told)) {
      assert.match(text, /[.!]$/, `${code}: ${id} is a sentence`);
      if (code !== "en") assert.notEqual(text, en[id], `${code}: ${id} is English`);
    }
  }
});

test("nothing of a rule is left out", () => {
  const defined = readdirSync(join(root, "docs", "rules")).flatMap((name) =>
    [
      ...readFileSync(join(root, "docs", "rules", name), "utf8").matchAll(
        /^(?:### |\*\*)([A-Z0-9]+-[A-Z]?\d+)\b/gm,
      ),
    ].map((found) => found[1]),
  );
  assert.deepEqual(ids(book.rules).sort(), defined.sort(), "every rule of every file, once");
  const table = (id) => rule(id).blocks.find((block) => block.table)?.table;
  assert.deepEqual(table("INT-12")[3], ["field joined to a barn (AM-23)", "1", "2", "2", "3"]);
  assert.ok(table("CAT-14").length > 15 && table("EDN-19").length > 6);
  assert.match(ruleWording(rule("AM-21")), /Ruling: "at once" means/);
  assert.match(ruleWording(rule("BASE-58")), /Example \(page 7 of Grow\)/);
  // every line between two rules is in the sheet
  for (const name of ["base.md", "tower.md", "abbey-mayor.md", "editions.md"]) {
    let inside = false;
    for (const line of readFileSync(join(root, "docs", "rules", name), "utf8").split("\n")) {
      const begins = /^(### |\*\*)([A-Z0-9]+-[A-Z]?\d+)/.exec(line);
      inside = begins ? true : line.startsWith("#") ? false : inside;
      const bare = line.replace(/^- |^\| ?| ?\|$/g, "").split(" | ")[0];
      if (inside && !begins && bare.trim() && !/^[-| :]+$/.test(line))
        assert.ok(
          book.rules.some((one) => ruleWording(one).includes(bare)),
          `${name}: ${line}`,
        );
    }
  }
});

test("the books' words find the rules", () => {
  const farmers = ids(english.find("farmer"));
  assert.ok(farmers.includes("BASE-57") || farmers.includes("BASE-56"));
  for (const word of [
    "fazendeiro",
    "fazendeiros",
    "camponês",
    "camponeses",
    "granjero",
    "granjeros",
    "țăran",
    "țărani",
    "taran",
    "Țăran",
  ])
    for (const finder of [english, foreign]) assert.deepEqual(ids(finder.find(word)), farmers, word);
  const start = ids(foreign.find("cartonaș de start"));
  assert.ok(start.includes("BASE-4") && !start.includes("AM-3"), "a name of several words is one name");
  assert.deepEqual(ids(foreign.find("căruț")), ids(english.find("wagon")));
  assert.deepEqual(ids(foreign.find("constructor")), ids(english.find("builder")));
  assert.ok(ids(foreign.find("granero final")).includes("AM-25"), "two words must both stand there");
  // Romanian "turn" is a tower; whoever speaks English means the turn
  assert.ok(ids(foreign.find("turn")).includes("TOW-5"));
  assert.ok(!ids(english.find("turn")).includes("TOW-5"));
  assert.deepEqual(ids(english.find("no such word anywhere")), []);
  assert.equal(english.find("").length, book.rules.length);
  assert.deepEqual(ids(english.find("fairy_binding")).slice(0, 2), ["PD-5", "PD-6"]);
});

test("a line falls into its pieces", () => {
  assert.deepEqual(
    pieces("See `a = b` and **K**, *Source: AM-3.* (BASE-57)").map(({ kind, text }) => `${kind}:${text}`),
    [
      "text:See ",
      "code:a = b",
      "text: and ",
      "strong:K",
      "text:, ",
      "em:Source: ",
      "rule:AM-3",
      "em:.",
      "text: (",
      "rule:BASE-57",
      "text:)",
    ],
  );
  for (const one of book.rules)
    assert.equal(
      pieces(ruleWording(one))
        .map((piece) => piece.text)
        .join("")
        .replace(/[`*]/g, ""),
      ruleWording(one).replace(/[`*]/g, ""),
      one.id,
    );
});

test("an asterisk that means times is no emphasis", () => {
  const text = (line) =>
    pieces(line)
      .map((piece) => piece.text)
      .join("");
  assert.equal(text("isqrt(W*W+H*H) and du*du/16384"), "isqrt(W*W+H*H) and du*du/16384");
  assert.deepEqual(
    pieces("a *word* here").map((piece) => piece.kind),
    ["text", "em", "text"],
  );
});

test("what is said of the marks in the exact rules is true: the books by the names that stand there", () => {
  const texts = JSON.stringify(readRules());
  const books = ["Grow", "Grow revised", "Devir PT", "Devir ES", "Big Box"];
  for (const book of books) assert.ok(texts.includes(book), `no rule names ${book}`);
  assert.ok(/\bP11\b/.test(texts) && /\bK\b/.test(texts));
  for (const code of ["en", "es", "pt-BR", "pt-PT", "ro"]) {
    const said = JSON.parse(readFileSync(join(web, "src", "lang", `${code}.json`), "utf8"))["rules.marks"];
    for (const book of books) assert.ok(said.includes(book), `${code}: ${book}`);
    for (const number of said.match(/\b0\d\d\b/g) ?? [])
      assert.ok(texts.includes(number), `${code}: ${number}`);
  }
});
