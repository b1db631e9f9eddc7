// home.test.mjs -- the first screen: one press plays; what was played last; games that wait; everything by keys; five languages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { web } from "../unit/load.mjs";
import { asked, at, front, patience, phone, seat, stage, steps, take, variants } from "./hands.mjs";

const held = stage();
const words = (code) => JSON.parse(readFileSync(join(web, "src", "lang", `${code}.json`), "utf8"));

async function newcomer(options = {}) {
  const made = await page(held.browser, options);
  made.setDefaultTimeout(patience);
  await made.goto(held.url);
  await made.waitForSelector(".play");
  return made;
}
const choice = (made) => made.evaluate(() => JSON.parse(localStorage.getItem("aude.settings")).choice);

test("a newcomer presses Play and lays a tile: the base box, the weakest computer, the coach's aids", async () => {
  const made = await newcomer();
  assert.match(await made.textContent(".plate h2"), /^You and Novice$/);
  assert.match(await made.textContent(".plate .what"), /72 tiles/);
  assert.equal(await made.locator(".main:visible").count(), 1, "one gold button");
  await made.click(".play");
  const list = await asked(made);
  const { aids, sets, river, abbot, seats } = await choice(made);
  assert.deepEqual(
    { aids, sets, river, abbot, level: seats[1].level },
    { aids: "coach", sets: [], river: "OFF", abbot: false, level: "level-1" },
  );
  assert.notEqual(seats[1].colour, 3, "nobody is in the colour of what one may press");
  assert.ok(await made.locator(".tool.hint").count(), "the coach's lamp is there");
  await made.waitForSelector(".coach"); // as promised: the game explains itself
  assert.ok(await take(made, list[0]));
  await made.waitForFunction(() => Number(document.querySelector(".game")?.dataset.at) >= 1);
  assert.ok((await steps(made)).length >= 1);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("who has played before is not guided", async () => {
  const made = await front(held, { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)] });
  await made.click(".play");
  await asked(made);
  assert.equal(await made.evaluate(() => localStorage.getItem("aude.coach")), null);
  await made.context().close();
});

test("Play starts what was played last, and says so before", async () => {
  const made = await front(held, {
    rules: "devir_es",
    seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)],
    sets: ["tower"],
  });
  assert.match(await made.textContent(".plate h2"), /^Ana and Bruno$/);
  assert.match(await made.textContent(".plate .what"), /Devir. The Tower. 90 tiles/);
  await made.click(".play");
  await asked(made);
  assert.match(await made.textContent(".people"), /Ana[^]*Bruno/);
  await made.goto(`${held.url}#/`);
  await made.waitForSelector(".lists li");
  assert.match(await made.textContent(".lists"), /Ana and Bruno[^]*turn 1/);
  await made.click(".lists li a");
  await asked(made);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("keys: Enter plays, N sets up, W goes on; not while something has the focus", async () => {
  const made = await front(held, { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)] });
  await made.keyboard.press("n");
  await made.waitForSelector(".start .main");
  await made.click("button[aria-label=Home]");
  await made.waitForSelector(".play");
  await made.focus(".links .quiet >> nth=1");
  await made.keyboard.press("w");
  assert.ok(await made.$(".play"), "a key for somebody else's button");
  await made.evaluate(() => document.activeElement.blur());
  await made.keyboard.press("Enter");
  await asked(made);
  await made.goto(`${held.url}#/`);
  await made.waitForSelector(".lists li");
  await made.keyboard.press("w");
  await asked(made);
  await made.context().close();
});

test("with friends: without a server the computer's seat is a person's", async () => {
  const made = await front(held, { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 0)] });
  await made.click("text=With friends");
  await made.waitForSelector(".start .main");
  await made.waitForFunction(() => !/computer/.test(document.querySelector(".table ul")?.innerText));
  await made.context().close();
});

for (const [code, view] of variants(
  [
    ["en", {}],
    ["ro", phone],
  ],
  [
    ["es", phone],
    ["pt-BR", phone],
    ["pt-PT", phone],
  ],
))
  test(`home in ${code}: every word is there and nothing is cut`, async () => {
    const made = await newcomer({ locale: code, ...view }),
      text = words(code);
    assert.equal(await made.textContent(".play"), `${text["home.play"]}Enter`);
    assert.ok((await made.textContent("footer")).includes(text["home.promise"]));
    assert.equal(
      await made.evaluate(() => document.querySelector(".home").scrollWidth > innerWidth),
      false,
      "wider than the screen",
    );
    assert.ok(
      await made.evaluate(() => document.querySelector(".play").getBoundingClientRect().bottom < innerHeight),
      "Play is in sight",
    );
    await made.context().close();
  });

test("a kept choice of an older page, and rubbish in its place, are mended or passed over", async () => {
  for (const [kept, title] of [
    [
      { choice: { rules: "grow", seats: [{ kind: "here", name: "Ana" }, { kind: "computer" }] } },
      /^You and /,
    ],
    [{ choice: { seats: 7 } }, /^You and Novice$/],
  ]) {
    const made = await page(held.browser);
    made.setDefaultTimeout(patience);
    await made.addInitScript((text) => localStorage.setItem("aude.settings", text), JSON.stringify(kept));
    await made.addInitScript(() => localStorage.setItem("aude.tables", '[{"id":3},null,"x"]'));
    await made.goto(held.url);
    await made.waitForSelector(".play");
    assert.match(await made.textContent(".plate h2"), title);
    assert.deepEqual(made.faults, []);
    await made.context().close();
  }
});
