// readings.test.mjs -- how the rules are chosen and read: the explanation beside a switch, readings by name, advice, the rule sheet, the lap mark.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { web } from "../unit/load.mjs";
import { asked, deal, engine, everything, home, phone, seat, stage, start, variants } from "./hands.mjs";
import { wouldDo } from "../unit/players.mjs";

const held = stage();
const two = [seat("here", "Ana", 1), seat("here", "Bruno", 3)];
const json = (name) => JSON.parse(readFileSync(join(web, "src", "lang", `${name}.json`), "utf8"));
const details = async (made) => {
  await made.locator(".line[aria-expanded=false][aria-controls=details]:visible").click();
  await made.waitForSelector("#details .switch");
};
const done = async (...pages) => {
  for (const made of pages) {
    assert.deepEqual(made.faults, []);
    await made.context().close();
  }
};

for (const code of variants(["en", "ro"], ["pt-BR", "pt-PT", "es"]))
  test(`a switch says what its readings mean, in ${code}`, async () => {
    const words = json(`switches-${code}`),
      fetched = [];
    const made = await home(
      held,
      { seats: two, sets: everything.filter((set) => set !== "count"), river: "RIVER_II", abbot: true },
      {
        locale: code,
        watch: (page) => page.on("request", (request) => fetched.push(request.url().split("/").pop())),
      },
      { language: code },
    );
    assert.ok(!fetched.some((name) => name.startsWith("switches-")), "not before they are asked for");
    await details(made);
    assert.deepEqual(
      fetched.map((name) => /^switches-(en|es|ro|pt-BR|pt-PT)-/.exec(name)?.[1]).filter(Boolean),
      [code],
    );
    const shown = await made.$$eval("#details .switch label", (all) =>
      all.map((one) => [one.htmlFor.replace("switch-", ""), one.textContent]),
    );
    assert.ok(shown.length > 40, String(shown.length));
    for (const [name, label] of shown) assert.equal(label, words[name].label);
    assert.equal(await made.locator("#details .text:visible").count(), 0, "calm until asked");
    for (const name of ["volcano_specials", "loser_wagon", "barn_timing"]) {
      await made.locator(`[aria-controls="told-${name}"]`).click();
      assert.ok(
        (await made.locator("#details .text:visible").allTextContents()).join().startsWith(words[name].text),
        name,
      );
      assert.equal(await made.locator("#details .text:visible").count(), 1, "one at a time");
    }
    await made.locator("#told-barn_timing button").click();
    await made.waitForSelector("dialog[open] [data-rule]");
    assert.equal(await made.getAttribute("dialog[open] ol > li", "data-rule"), "AM-23");
    await done(made);
  });

test("only switches that can matter are shown, and another switch may bring one or take it away", async () => {
  const made = await home(held, { seats: two, sets: ["abbey-mayor", "inns-cathedrals"] });
  await details(made);
  const there = (name) => made.locator(`#switch-${name}`).count();
  for (const name of ["loser_wagon", "barn_without_farmers", "half_cathedral", "coc_exposed"])
    assert.equal(await there(name), 0, name);
  assert.equal(await there("barn_second"), 1);
  await made.selectOption("#switch-farmers", "OFF");
  await made.waitForSelector("#switch-barn_without_farmers");
  assert.equal(await there("barn_second"), 0, "no barns, no second barn");
  await made.selectOption("#switch-small_city", "HALF");
  await made.waitForSelector("#switch-half_cathedral");
  await done(made);
});

test("a book begins as the program has it, and Devir's pictures are a reading by name", async () => {
  const made = await home(held, { seats: two });
  const tiles = () => made.textContent(".numbers .big");
  await made.click(".book >> nth=1");
  assert.match(await made.textContent(".book.chosen"), /Grow, revised.*72 tiles.*a river of 12/);
  assert.equal(await tiles(), "72", "without river and abbot (EDN-7, EDN-8)");
  assert.equal(await made.locator(".bag .card[aria-checked=true]").count(), 0);
  assert.equal(
    await made.locator(".readings select").count(),
    0,
    "nothing is asked where both readings are alike",
  );
  for (const book of [2, 3]) {
    await made.click(`.book >> nth=${book}`);
    const fields = made.locator(".readings label:has-text('Fields') select");
    assert.equal(await fields.inputValue(), "CITY_POOLED");
    await fields.selectOption({ label: "as in the book’s pictures" });
    assert.equal(await fields.inputValue(), "FIELD_CITY_ONCE");
  }
  await details(made);
  assert.equal(
    await made.locator("#switch-farm_rule option:checked").textContent(),
    "as in the book’s pictures",
  );
  await made.click(".book >> nth=0");
  assert.equal(await made.locator(".readings label:has-text('Fields')").count(), 0);
  assert.equal(
    await made.locator("#switch-farm_rule option[value=FIELD_CITY_ONCE]").textContent(),
    "each field, a city only once",
  );
  await done(made);
});

test("rulings: as the book says, or as most programs play; what the book advises against is said, and can be played", async () => {
  const made = await home(held, {
    rules: "bigbox_ro",
    seats: two,
    sets: ["princess-dragon", "tower", "abbey-mayor"],
  });
  const rulings = made.locator(".readings select").first(),
    usual = (await engine()).usual();
  assert.equal(await rulings.inputValue(), "book");
  assert.match(await made.textContent(".readings p"), /differ in \d+ rules/);
  await details(made);
  const value = (name) => made.locator(`#switch-${name}`).inputValue();
  assert.deepEqual([await value("barn_timing"), await value("tower_reopens")], ["AT_ONCE", "NO"]);
  await rulings.selectOption("usual");
  for (const name of ["barn_timing", "tower_reopens", "portal_just_completed", "princess_after"])
    assert.equal(await value(name), usual[name], name);
  await made.selectOption("#switch-barn_timing", "AT_ONCE");
  assert.equal(await rulings.inputValue(), "own");
  await rulings.selectOption("book");
  assert.deepEqual([await value("barn_timing"), await value("tower_reopens")], ["AT_ONCE", "NO"]);
  assert.equal(await made.locator(".start .advice").count(), 0);
  await done(made);

  const warned = await home(held, { rules: "bigbox_ro", seats: two, sets: ["count"], river: "RIVER_II" });
  assert.match(await warned.textContent(".start .advice"), /advises against the count together with a river/);
  assert.equal(await warned.locator(".start .warn").count(), 0, "it is no refusal");
  await warned.click(".start .advice button");
  await warned.waitForSelector("dialog[open] [data-rule]");
  assert.equal(await warned.getAttribute("dialog[open] ol > li", "data-rule"), "COC-23");
  await warned.keyboard.press("Escape");
  await start(warned);
  await done(warned);
});

test("the rule sheet: at the rule that was named, whole, and by the books' words", async () => {
  const made = await home(
    held,
    { seats: two, sets: ["count"], river: "RIVER_I" },
    { locale: "ro" },
    { language: "ro" },
  );
  await made.click(".start .warn button:has-text('COC-23')"); // a refusal
  await made.waitForSelector("dialog[open] [data-rule]");
  const first = () => made.getAttribute("dialog[open] ol > li", "data-rule");
  assert.equal(await first(), "COC-23");
  const text = await made.innerText("dialog[open]");
  assert.ok(text.includes(json("ro")["rules.exact"]), "that it is English is said in Romanian");
  assert.match(await made.innerText("[data-rule=COC-23]"), /count_with_river/);
  const find = made.locator("dialog[open] input[type=search]");
  await find.fill("INT-12");
  await made.waitForSelector("[data-rule=INT-12] table");
  assert.equal(await first(), "INT-12");
  assert.match(await made.innerText("[data-rule=INT-12] table"), /field joined to a barn/);
  await made.click("[data-rule=INT-12] button:has-text('AM-23')"); // a rule that it speaks of
  await made.waitForFunction(() => document.querySelector("dialog[open] ol > li").dataset.rule === "AM-23");
  assert.match(await made.innerText("[data-rule=AM-23]"), /Example: the new tile connects/);
  assert.match(await made.innerText("[data-rule=AM-23]"), /barn_timing/);
  await find.fill("țăran");
  await made.waitForFunction(() => document.querySelectorAll("dialog[open] ol > li").length > 20);
  assert.ok(
    (await made.$$eval("dialog[open] ol > li", (all) => all.map((one) => one.dataset.rule))).includes(
      "BASE-49",
    ),
  );
  await done(made);
});

test("the track's mark: from 50 points on as the book has it, beside the points", async () => {
  const setup = "rules grow\nseats 2\nfirst 0",
    reader = await engine(),
    seed = "5".padStart(32, "0");
  const game = reader.create(setup, ["Ana", "Bruno"], seed),
    played = [];
  while (!game.state().seats.some((one) => one.points >= 50)) {
    const action = wouldDo(game, "greedy", 0, 1);
    assert.equal(game.play(action).error, undefined, action);
    played.push(action);
    assert.ok(!game.state().over, "somebody comes to 50");
  }
  const rich = game.state().seats.findIndex((one) => one.points >= 50);
  for (const [mark, view, marks] of [
    ["LAY_DOWN", {}, ["50"]],
    ["TILE_50_100", phone, ["50"]],
    ["NONE", {}, []],
  ]) {
    const made = await deal(
      held,
      { setup: `${setup}\nswitch lap_mark ${mark}`, names: ["Ana", "Bruno"], played, seed },
      view,
    );
    await asked(made);
    assert.deepEqual(
      await made.$$eval(`[data-seat="${rich}"] .lap`, (all) => all.map((one) => one.textContent)),
      marks,
      mark,
    );
    assert.equal(await made.locator(`[data-seat="${1 - rich}"] .lap`).count(), 0);
    if (process.env.AUDE_SHOTS) await made.screenshot({ path: `${process.env.AUDE_SHOTS}/lap-${mark}.png` });
    await done(made);
  }
  game.free();
});
