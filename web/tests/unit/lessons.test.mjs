// lessons.test.mjs -- every lesson, played through the engine by every rulebook, with every sentence in every language.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readRules } from "../../rules.mjs";
import { load, loadEngine, web } from "./load.mjs";

const { attempt, keysOf, position, pressed, truth, YOU } = await load("learn/lesson.ts");
const engine = await loadEngine();
const json = (...path) => JSON.parse(readFileSync(join(web, "src", ...path), "utf8"));
const lessons = json("learn", "lessons.json");
const codes = ["en", "es", "pt-BR", "pt-PT", "ro"];
const words = Object.fromEntries(
  codes.map((code) => [code, { ...json("lang", `${code}.json`), ...json("learn", "lang", `${code}.json`) }]),
);
const books = engine.presets().map((preset) => preset.name);
const numbers = new Set(readRules().map((rule) => rule.id));
const every = lessons.flatMap((lesson) => lesson.steps.map((step, n) => ({ lesson, step, n })));

/** The page's sentence for a key, with its plural; holes are filled as the page fills them. */
function said(code, key, args) {
  const plural = new Intl.PluralRules(code).select(args.n ?? 0);
  const text = words[code][key] ?? words[code][`${key}#${plural}`] ?? words[code][`${key}#other`];
  assert.ok(text, `${code}: no sentence ${key}`);
  const whole = text.replace(/\{(\w+)\}/g, (hole, name) => args[name] ?? hole);
  assert.doesNotMatch(whole, /\{/, `${code}: ${key}`);
  return whole;
}
/** What the page would answer, in every language. */
function answered(outcome, where) {
  if (outcome.error) for (const code of codes) said(code, `err.${outcome.error.code}`, {});
  else {
    assert.ok(outcome.facts.length, `${where}: a wrong try without a word`);
    for (const code of codes)
      for (const fact of outcome.facts) {
        const what = fact.feature && words[code][`feature.${fact.feature.replace(/ /g, "_")}`];
        if (fact.event)
          said(code, fact.seat === YOU ? "try.score.you" : "try.score.rival", { n: fact.n, sum: "1" });
        else said(code, fact.key, { n: fact.n, what: fact.action?.text ?? what });
      }
  }
}

for (const book of books)
  test(`every goal can be reached, and nothing else reaches it: ${book}`, () => {
    for (const { lesson, step, n } of every) {
      const where = `${lesson.id} ${n + 1}`;
      const game = position(engine, lesson, n, book, ["You", "Bea"]);
      if (step.guess) {
        const { value } = truth(game, step);
        assert.ok(
          step.guess.of.includes(value),
          `${where}: the engine says ${value}, offered are ${step.guess.of}`,
        );
        assert.equal(new Set(step.guess.of).size, step.guess.of.length, where);
        assert.ok(step.guess.of.length > 1, where);
      } else if (step.press) {
        const all = game.features(step.press.kind),
          right = all.filter((info) => pressed(step, info).met);
        assert.ok(
          right.length > 0 && right.length < all.length,
          `${where}: ${right.length} of ${all.length}`,
        );
        for (const info of all)
          if (!right.includes(info)) answered({ ...pressed(step, info), error: null }, where);
      } else {
        assert.equal(game.state().actor, YOU, `${where}: it is not the pupil's turn`);
        const best = attempt(game, step, step.best);
        assert.ok(best.met, `${where}: ${step.best} does not meet the goal`);
        best.game.free();
        assert.ok(step.wrong.length > 0, `${where}: no wrong try is listed`);
        for (const text of step.wrong) {
          const outcome = attempt(game, step, text);
          assert.ok(!outcome.met, `${where}: ${text} meets the goal`);
          answered(outcome, `${where}: ${text}`);
          outcome.game?.free();
        }
        let met = 0;
        for (const action of game.actions()) {
          const outcome = attempt(game, step, action.text);
          if (outcome.met) met++;
          else answered(outcome, `${where}: ${action.text}`);
          outcome.game?.free();
        }
        assert.ok(met > 0, where);
      }
      game.free();
    }
  });

test("a wrong figure is answered with what was chosen; facts of a place are told only where the goal is such a place", () => {
  let seen = 0;
  for (const { lesson, step, n } of every) {
    if (!step.best) continue;
    const game = position(engine, lesson, n, books[0], ["You", "Bea"]);
    const about = (action) =>
      action?.segment === undefined ? "" : game.feature(action.x, action.y, action.segment)?.kind;
    const best = game.actions().find((one) => one.text === step.best);
    for (const action of game.actions().filter((one) => one.kind !== "lay")) {
      const outcome = attempt(game, step, action.text),
        where = `${lesson.id} ${n + 1}: ${action.text}: ${JSON.stringify(outcome.facts.map((one) => one.key))}`;
      const alike = action.figure === best?.figure && about(action) === about(best);
      if (!outcome.met && !alike && !outcome.facts.some((one) => one.event)) {
        assert.match(outcome.facts.map((one) => one.key).join(), /^try\.(chose|pass)$/, where);
        seen++;
      }
      outcome.game?.free();
    }
    game.free();
  }
  assert.ok(seen > 20, `${seen} wrong figures`);
});

test("every sentence of every lesson is there in every language, and no lesson's sentence is left over", () => {
  const wanted = new Set(lessons.flatMap(keysOf));
  for (const code of codes) {
    for (const key of wanted) assert.ok(words[code][key]?.trim(), `${code}: ${key}`);
    const left = Object.keys(words[code]).filter((key) => key.startsWith("lesson.") && !wanted.has(key));
    assert.deepEqual(left, [], code);
  }
  for (const key of wanted)
    if (key.endsWith(".say"))
      for (const code of codes.slice(1))
        assert.notEqual(words[code][key], words.en[key], `${code}: ${key} is English`);
});

test("every step names a rule that exists, and every expansion has its lesson", () => {
  for (const { lesson, step } of every) assert.ok(numbers.has(step.rule), `${lesson.id}: ${step.rule}`);
  const taught = new Set(lessons.map((lesson) => lesson.id));
  for (const set of engine.sets())
    if (set.playable && set.name !== "base") assert.ok(taught.has(set.name), `no lesson for ${set.name}`);
  assert.equal(new Set(lessons.map((lesson) => lesson.id)).size, lessons.length);
  const fields = lessons.find((lesson) => lesson.id === "farmer");
  assert.equal(fields.steps.length, 3, "farmers in three steps");
});

test("the first nine lessons take ten minutes: 200 words a minute and ten seconds a move", (t) => {
  const nine = lessons.filter((lesson) => lesson.group !== "sets").slice(0, 9);
  assert.equal(nine.at(-1).id, "farmer");
  for (const code of codes) {
    const text = nine.flatMap((lesson) =>
      keysOf(lesson)
        .filter((key) => !key.endsWith(".hint"))
        .map((key) => words[code][key]),
    );
    const count = text.join(" ").split(/\s+/).length,
      moves = nine.reduce((sum, lesson) => sum + lesson.steps.length, 0);
    const minutes = count / 200 + moves / 6;
    t.diagnostic(`${code}: ${count} words, ${moves} moves, ${minutes.toFixed(1)} minutes`);
    assert.ok(minutes <= 10, `${code}: ${minutes} minutes`);
  }
});
