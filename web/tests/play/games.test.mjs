// games.test.mjs -- my games: all of them are found, gone on with, looked at again, deleted, saved as a file and read from one; a full store.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asked, at, deal, front, patience, phone, playOn, seat, stage, take } from "./hands.mjs";
import { page } from "../browser.mjs";

const held = stage();
const two = { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)] };
const rows = (made) => made.$$eval(".games li", (all) => all.map((one) => one.innerText));

/** A finished game and a running one on one device, the finished one without a line in the index: an older page forgot it. */
async function both(view = {}) {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 6", names: ["Ana", "Bruno"] }, view);
  await playOn(made, { seed: 4 });
  await made.waitForSelector(".end h1");
  await made.evaluate(() => localStorage.removeItem("aude.tables"));
  await made.goto(`${held.url}#/`);
  await made.waitForSelector(".play");
  await made.click(".play");
  await asked(made);
  await made.goto(`${held.url}#/games`);
  await made.waitForSelector(".games li");
  return made;
}

for (const [name, view] of [
  ["desk", {}],
  ["phone", phone],
])
  test(`every game of this device is found, ${name}`, async () => {
    const made = await both(view);
    const list = await rows(made);
    assert.equal(list.length, 2);
    assert.match(list.join("\n"), /Ana \d+, Bruno \d+/, "the result of the finished one");
    assert.match(list.join("\n"), /running, turn \d/);
    assert.equal(await made.evaluate(() => document.querySelector(".games").scrollWidth > innerWidth), false);
    await made.click("text=Finished");
    assert.equal((await rows(made)).length, 1);
    await made.click(".games li a.button");
    await made.waitForSelector(".end h1");
    await made.goto(`${held.url}#/games`);
    await made.click("text=Running");
    await made.click(".games li a.button");
    await asked(made);
    assert.deepEqual(made.faults, []);
    await made.context().close();
  });

test("saved as a file, deleted, and read again: the same games, each once; rubbish is refused and nothing changes", async () => {
  const made = await both();
  const [download] = await Promise.all([
    made.waitForEvent("download"),
    made.click("text=Save all as a file"),
  ]);
  const path = join(held.folder, "games.json");
  await download.saveAs(path);
  const kept = await made.evaluate(() => JSON.stringify(localStorage));
  const import_ = async (file) => {
    await made.setInputFiles(".games input[type=file]", file);
    await made.waitForFunction((before) => document.querySelector(".told")?.textContent !== before, "");
    return made.textContent(".told");
  };
  assert.match(await made.textContent(".told"), /file: 2/);
  for (let n = 2; n > 0; n--) {
    await made.click(".games li [title=Delete] >> nth=0");
    await made.click(".games li button:has-text('Delete') >> nth=0");
    await made.waitForFunction((n) => document.querySelectorAll(".games li").length === n - 1, n);
  }
  assert.equal(
    await made.evaluate(() => Object.keys(localStorage).filter((key) => /^aude.table\./.test(key)).length),
    0,
  );
  await import_(path);
  await made.waitForFunction(() => document.querySelectorAll(".games li").length === 2);
  assert.match(await import_(path), /./);
  await made.waitForFunction(() => /Here already: 2/.test(document.querySelector(".told")?.textContent));
  const rubbish = join(held.folder, "rubbish.json");
  writeFileSync(rubbish, "{]");
  await import_(rubbish);
  await made.waitForFunction(() => /no file of games/.test(document.querySelector(".told")?.textContent));
  const whole = JSON.parse(readFileSync(path, "utf8"));
  whole.games[0].id = "here-0000000000";
  whole.games[0].entries[0].seats = 7;
  writeFileSync(rubbish, JSON.stringify(whole));
  await import_(rubbish);
  await made.waitForFunction(() => /Not readable: 1/.test(document.querySelector(".told")?.textContent));
  assert.equal((await rows(made)).length, 2);
  assert.ok(kept.length > 0);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("read from a file: newest first as before, each at its own turn and date", async () => {
  const made = await both();
  await made.click("text=Finished");
  await made.click(".games li a.button"); // its line is whole again
  await made.waitForSelector(".end h1");
  await made.goBack();
  await made.click(".games li a.button:has-text('Go on')");
  const now = await asked(made);
  assert.ok(await take(made, now[0]));
  await asked(made, 0);
  await made.goto(`${held.url}#/games`);
  await made.waitForSelector(".games li");
  const before = await rows(made);
  const [download] = await Promise.all([
    made.waitForEvent("download"),
    made.click("text=Save all as a file"),
  ]);
  const path = join(held.folder, "order.json");
  await download.saveAs(path);
  const whole = JSON.parse(readFileSync(path, "utf8"));
  whole.games.reverse(); // whatever the order in the file
  writeFileSync(path, JSON.stringify(whole));
  for (let n = 2; n > 0; n--) {
    await made.click(".games li [title=Delete] >> nth=0");
    await made.click(".games li button:has-text('Delete') >> nth=0");
    await made.waitForFunction((n) => document.querySelectorAll(".games li").length === n - 1, n);
  }
  await made.setInputFiles(".games input[type=file]", path);
  await made.waitForFunction(() => document.querySelectorAll(".games li").length === 2);
  assert.deepEqual(await rows(made), before);
  assert.match(before.join("\n"), /running, turn [12]$/m); // 2 if the computer has played meanwhile
  await made.context().close();
});

test("looking at a finished game does not change its date", async () => {
  const made = await both();
  const dates = () =>
    made.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => /^aude.table\./.test(key))
        .map((key) => [key, JSON.parse(localStorage.getItem(key)).when])
        .sort(),
    );
  const before = await dates();
  await made.click("text=Finished");
  await made.click(".games li a.button");
  await made.waitForSelector(".end h1");
  await made.goto(`${held.url}#/games`);
  await made.waitForSelector(".games li");
  assert.deepEqual(await dates(), before);
  await made.context().close();
});

test("a full store: the game goes on, it is told, and nothing that was kept is lost", async () => {
  const made = await front(held, two);
  await made.click(".play");
  const list = await asked(made),
    before = await at(made);
  const kept = await made.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => /^aude.table\./.test(key));
    const text = localStorage.getItem(name);
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    return [name, text];
  });
  assert.ok(await take(made, list[0]));
  await asked(made, before);
  await made.waitForSelector("text=The browser has no room left");
  assert.equal(await made.evaluate((name) => localStorage.getItem(name), kept[0]), kept[1]);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("nearly full: the oldest finished games are offered as a file before they go", async () => {
  const made = await both();
  await made.evaluate(() => localStorage.setItem("aude.filler", "x".repeat(4_300_000)));
  await made.reload();
  await made.waitForSelector("text=full");
  const [download] = await Promise.all([
    made.waitForEvent("download"),
    made.click("text=Save the oldest (1)"),
  ]);
  const path = join(held.folder, "oldest.json");
  await download.saveAs(path);
  assert.equal(JSON.parse(readFileSync(path, "utf8")).games.length, 1);
  assert.equal((await rows(made)).length, 2, "still here until the file is there");
  await made.click("text=remove these 1 here");
  await made.waitForFunction(() => document.querySelectorAll(".games li").length === 1);
  await made.context().close();
});

test("what is no game is said to be none, and can be deleted", async () => {
  const made = await page(held.browser);
  made.setDefaultTimeout(patience);
  await made.addInitScript(() => {
    localStorage.setItem(
      "aude.tables",
      JSON.stringify([{ id: "here-gone", when: 1, over: true, names: ["Ana"] }]),
    );
    localStorage.setItem(
      "aude.table.here-bad",
      JSON.stringify({ id: "here-bad", setup: "rules x", entries: [], when: 2 }),
    );
  });
  await made.goto(`${held.url}#/games`);
  await made.waitForSelector(".games li");
  assert.equal((await rows(made)).length, 2);
  assert.equal(await made.locator(".games li .rubric:has-text('cannot be read')").count(), 2);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

for (const [locale, form] of [
  ["en-GB", /\d+ Nov 2025, \d\d:\d\d/],
  ["en-US", /Nov \d+, 2025, \d+:\d\d\s[AP]M/],
])
  test(`dates as they are written where the browser lives: ${locale}`, async () => {
    const made = await page(held.browser, { locale });
    made.setDefaultTimeout(patience);
    await made.addInitScript(() =>
      localStorage.setItem(
        "aude.tables",
        JSON.stringify([{ id: "here-gone", when: Date.UTC(2025, 10, 14, 12), over: true, names: ["Ana"] }]),
      ),
    );
    await made.goto(`${held.url}#/games`);
    await made.waitForSelector(".games li");
    assert.match((await rows(made))[0], form);
    await made.context().close();
  });
