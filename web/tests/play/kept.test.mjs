// kept.test.mjs -- what the browser keeps, in Chromium: one game in two tabs, a store without room, and a store that somebody damaged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../browser.mjs";
import {
  asked,
  at,
  banner,
  deal,
  front,
  noBanner,
  patience,
  playOn,
  seat,
  stage,
  steps,
  take,
} from "./hands.mjs";

const held = stage();
const two = { seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)] };
const told = (made, pattern) =>
  made.waitForFunction((source) => new RegExp(source).test(document.body.innerText), pattern.source);

async function beside(made) {
  const other = await made.context().newPage();
  other.faults = [];
  other.on("pageerror", (error) => other.faults.push(String(error)));
  other.setDefaultTimeout(patience);
  await other.goto(made.url());
  return other;
}
async function done(...pages) {
  for (const made of pages) assert.deepEqual(made.faults, []);
  await pages[0].context().close();
}

test("one game in two tabs: the other tab follows, takes over when it is asked to, and no move is lost", async () => {
  const first = await deal(held, { setup: "rules grow\nseats 2\ndraws 20", names: ["Ana", "Bruno"] });
  await asked(first);
  const second = await beside(first);
  await asked(second);
  for (let n = 0; n < 4; n++) assert.ok(await take(first, (await asked(first, n - 1))[0]));
  await first.waitForFunction(() => document.querySelector(".game")?.dataset.at === "4");
  await banner(second, /went on in another tab/);
  await second.waitForFunction(() => document.querySelector(".game")?.dataset.at === "4");
  assert.equal(await second.locator(".choices button").count(), 0, "nobody plays here meanwhile");
  const before = await steps(first);
  assert.equal(before.length, 4);
  await second.click("text=Take over here");
  assert.ok(await take(second, (await asked(second, 3))[0]));
  await banner(first, /went on in another tab/);
  await first.waitForFunction(() => document.querySelector(".game")?.dataset.at === "5");
  const after = await steps(second);
  assert.deepEqual(after.slice(0, 4), before);
  assert.equal(after.length, 5);
  await noBanner(second, /another tab/);
  await done(first, second);
});

test("a tab that heard nothing of it does not write over the newer game", async () => {
  const first = await deal(held, { setup: "rules grow\nseats 2\ndraws 20", names: ["Ana", "Bruno"] });
  const list = await asked(first);
  const second = await beside(first);
  await asked(second);
  // a page that was put to sleep is told nothing
  await second.addInitScript(() => {
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      if (type !== "storage") add.call(this, type, ...rest);
    };
  });
  await second.reload();
  await asked(second);
  for (let n = 0; n < 4; n++) assert.ok(await take(first, (await asked(first, n - 1))[0]));
  await first.waitForFunction(() => document.querySelector(".game")?.dataset.at === "4");
  const before = await steps(first);
  // what one page writes reaches the others a little later, if they are not told
  const whole = () =>
    JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith("aude.table.")));
  await second.waitForFunction(
    (text) =>
      JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith("aude.table."))) === text,
    await first.evaluate(whole),
  );
  assert.ok(await take(second, list.at(-1)), "the old position is still shown");
  await banner(second, /went on in another tab/);
  assert.deepEqual(await steps(first), before);
  await second.waitForFunction(() => document.querySelector(".game")?.dataset.at === "4");
  await done(first, second);
});

/** From now on there is no room. */
const fill = (made) =>
  made.evaluate(() => {
    for (let size = 4_000_000; size; size = Math.floor(size / 2))
      for (;;)
        try {
          localStorage.setItem(`filler.${localStorage.length}`, "x".repeat(size));
        } catch {
          break;
        }
  });

test("no room at all: Play still plays, it is told, and it is kept once there is room", async () => {
  const made = await front(held, two);
  await fill(made);
  await made.click(".play");
  const list = await asked(made);
  await banner(made, /no room left/);
  assert.ok(await take(made, list[0]));
  await asked(made, 0);
  const table = made.url();
  assert.equal(await made.evaluate(() => localStorage.getItem(`aude.table.${location.hash.slice(4)}`)), null);
  // home and back: the game is still where it was
  await made.click("text=My games");
  await told(made, /Not kept for want of room: 1/);
  await made.goto(`${held.url}#/`);
  await made.waitForSelector(".play");
  await made.goto(table);
  await asked(made, 0);
  assert.equal(await at(made), 1);
  await made.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("filler.")) localStorage.removeItem(key);
  });
  assert.ok(await take(made, (await asked(made, 0))[0]));
  await noBanner(made, /no room left/);
  assert.equal((await steps(made)).length, 2);
  await done(made);
});

test("no room: a rematch and a game from a moment of another one still play", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 4", names: ["Ana", "Bruno"] });
  await playOn(made, { seed: 4 });
  await made.waitForSelector(".end h1");
  await fill(made);
  await made.click("text=Play again");
  await asked(made);
  await banner(made, /no room left/);
  await made.goBack();
  await made.waitForSelector(".end h1");
  await made.keyboard.press("ArrowLeft");
  await made.waitForFunction(() => /Turn 3/.test(document.querySelector(".end h1")?.textContent));
  await made.click("text=Play it from here");
  await asked(made);
  await banner(made, /no room left/);
  await done(made);
});

test("a browser that may keep nothing: that is said, not that there is no room; everything plays", async () => {
  const made = await page(held.browser);
  made.setDefaultTimeout(patience);
  await made.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("The request is denied", "SecurityError");
      },
    }),
  );
  await made.goto(held.url);
  await told(made, /set to keep nothing of this page/);
  await made.click(".missed button");
  await made.click(".play");
  const list = await asked(made);
  assert.equal(await made.locator("text=no room").count(), 0, "there is room, it is only not allowed");
  assert.ok(await take(made, list[0]));
  await asked(made, 0);
  await made.goto(`${held.url}#/games`); // the same page: what it remembers is there
  await told(made, /set to keep nothing of this page/);
  await made.click("text=Go on");
  await asked(made, 0);
  await made.goto(`${held.url}#/learn/1/1`);
  await made.waitForSelector(".lesson h1");
  await done(made);
});

for (const [what, kept] of Object.entries({
  "settings null": { "aude.settings": "null" },
  "settings cut off": { "aude.settings": '{"language":"e' },
  "a language nobody speaks": { "aude.settings": '{"language":"xx","theme":"blue","speed":7}' },
  "a set-up that is none": { "aude.settings": '{"language":"en","choice":5}' },
  "a set-up with strange seats": { "aude.settings": '{"language":"en","choice":{"rules":"grow","seats":5}}' },
}))
  test(`damaged: ${what}: the page is there, and says so once`, async () => {
    const made = await page(held.browser);
    made.setDefaultTimeout(patience);
    await made.goto(held.url);
    await made.waitForSelector(".play");
    await made.evaluate(
      (kept) => Object.entries(kept).forEach(([key, text]) => localStorage.setItem(key, text)),
      kept,
    );
    await made.reload();
    await made.waitForSelector(".play");
    await told(made, /settings kept in this browser could not be read/);
    for (const room of ["new", "learn", "games"]) {
      await made.goto(`${held.url}#/${room}`);
      await made.waitForSelector("h1:visible");
    }
    await made.click(".missed button");
    await made.waitForFunction(() => !document.querySelector(".missed"));
    await made.reload();
    await made.waitForSelector("h1:visible");
    assert.equal(await made.locator(".missed").count(), 0);
    await done(made);
  });

test("damaged: index, games, seats elsewhere, the coach and lessons: every room is there, and the good game too", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 20", names: ["Ana", "Bruno"] });
  await asked(made);
  await made.evaluate(() => {
    localStorage.setItem("aude.tables", '[null,5,"x",{"id":7},{"id":"here-x","names":[null]}]');
    localStorage.setItem("aude.table.here-bad", "{]");
    localStorage.setItem("aude.table.here-worse", '{"setup":"rules x","entries":[5]}');
    localStorage.setItem("aude.joined", '[null,{"id":5}]');
    localStorage.setItem("aude.coach", '{"tables":5,"told":[7]}');
    localStorage.setItem("aude.lessons", '{"done":5,"at":{"tile":"x","road":"x"},"last":"tile"}');
    localStorage.setItem("aude.sliders", "{]");
  });
  await made.goto(`${held.url}#/games`);
  await made.reload();
  await told(made, /Ana and Bruno/);
  await told(made, /damaged and cannot be read/);
  assert.equal(await made.locator(".games li").count(), 3);
  for (const id of ["here-bad", "here-worse"]) {
    await made.goto(`${held.url}#/t/${id}`);
    await told(made, /cannot be read any more/);
  }
  await made.goto(`${held.url}#/`);
  await made.waitForSelector(".play");
  await made.goto(`${held.url}#/learn`);
  await made.waitForSelector(".row");
  await told(made, /kept of your lessons could not be read/);
  await made.click(".missed button");
  await made.goto(`${held.url}#/learn/3/abc`);
  await made.waitForSelector(".lesson canvas");
  await made.goto(`${held.url}#/learn/3/99`);
  await made.waitForSelector(".lesson canvas");
  await done(made);
});

test("a fault in a screen leaves no empty page: it is told, and there is a way home", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 20", names: ["Ana", "Bruno"] });
  await asked(made);
  await made.evaluate(() => {
    Intl.DateTimeFormat = function () {
      throw new Error("planted");
    };
    location.hash = "#/games";
  });
  await told(made, /Something went wrong on this page/);
  await made.click("button:has-text('Home')");
  await made.waitForSelector(".play");
  for (let n = 0; n < 100 && !made.faults.length; n++) await made.waitForTimeout(50); // what is printed comes a little later
  assert.match(made.faults.join(), /planted/);
  await made.context().close();
});
