// deal.test.mjs -- today's deal in a copy of the page without a server: the deal of the date, one try that counts, its result kept with earlier
// days and after the game is deleted; by keyboard, on a phone, in the dark.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../unit/load.mjs";
import { finished } from "./finished.mjs";
import { accessible, front, patience, phone, playOn, quiet, seat, stage, variants } from "./hands.mjs";

const held = stage();
const { deals } = JSON.parse(readFileSync(join(root, "tests/club/deals.json"), "utf8"));
const deal = deals.find((one) => one.date === "2026-11-16");

/** A page whose clock shows this time, and goes on. */
async function open(now, options = {}, settings = {}) {
  const made = await front(
    held,
    { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] },
    { watch: (page) => page.addInitScript(shift, now * 1000), ...options },
    settings,
  );
  made.setDefaultTimeout(patience);
  return made;
}
function shift(to) {
  const real = Date.now,
    begun = real(),
    from = Number(sessionStorage.getItem("to") ?? to);
  Date.now = () => from + real() - begun;
}
const later = async (made, to) => {
  await made.evaluate((to) => sessionStorage.setItem("to", String(to * 1000)), to);
  await made.goto(`${held.url}#/`);
  await made.reload();
  await made.waitForSelector(".doors");
  await made.click(".doors a[href='#/deal']");
  await made.waitForSelector(".deal h1");
};
const kept = (made) => made.evaluate(() => JSON.parse(localStorage.getItem("aude.deals") ?? "[]"));
const text = (made, where) => made.locator(where).first().innerText();
const check = (made, where) => accessible(made, where, true);
const wide = (made) =>
  made.evaluate(() => document.querySelector(".deal").scrollWidth - document.documentElement.clientWidth);

test("the deal of the day: one try counts, and its result stays", async () => {
  const made = await open(deal.now);
  await made.click(".doors a[href='#/deal']");
  await made.waitForSelector(".deal .main");
  assert.match(await text(made, ".deal .aside"), /16 November 2026/);
  await check(made, "before");
  await made.click(".deal .main");
  await made.waitForSelector(".game[data-at]");
  const [first] = await kept(made);
  assert.equal(first.date, "2026-11-16");
  const game = await made.evaluate((id) => JSON.parse(localStorage.getItem(`aude.table.${id}`)), first.id);
  const begun = game.entries.find((entry) => entry.type === "open");
  assert.equal(begun.commit, deal.promise, "the tiles are those of club/deal.c");
  assert.equal(begun.options.aids, "club");

  // Left in the middle: the room offers to go on, not a second try.
  await made.goto(`${held.url}#/deal`);
  await made.waitForSelector(".deal a.main");
  assert.match(await text(made, ".deal h2"), /goes on/);
  await made.click(".deal a.main");
  await playOn(made, { seed: 5 });

  await made.goto(`${held.url}#/deal`);
  await made.waitForSelector(".deal .ways");
  const [{ points, won }] = await kept(made);
  assert.ok(points.every(Number.isInteger));
  assert.equal(won, Math.sign(points[0] - points[1]));
  assert.match(await text(made, ".deal h2"), new RegExp(`^${points[0]} to ${points[1]} against Mason$`));
  await check(made, "after");
  if (process.env.AUDE_LOOK) await made.screenshot({ path: join(process.env.AUDE_LOOK, "deal-after.png") });

  // The result, copied; where the browser does not let the page copy it is shown.
  await made.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await made.click(".deal >> text=Copy my result");
  await made.waitForSelector(".deal >> text=Mark the link and copy it yourself");
  assert.match(await made.inputValue(".deal textarea"), new RegExp(`${points[0]} .*#/deal/2026-11-16$`));

  // Again, for oneself: the result that counts stays.
  await made.click(".deal .ways >> text=Play it again");
  await made.waitForSelector(".game[data-at]");
  assert.deepEqual(await kept(made), [{ date: "2026-11-16", id: first.id, points, won }]);
  assert.notEqual(await made.evaluate(() => location.hash), `#/t/${first.id}`);

  // The next day has another deal, and the result stands among earlier ones, even without its game.
  await later(made, deal.next);
  assert.match(await text(made, ".deal .aside"), /17 November 2026/);
  assert.match(await text(made, ".deal .now h2"), /The same \d+ tiles/);
  assert.match(await text(made, ".deal li"), new RegExp(`16 November\\s*${points[0]} to ${points[1]}`));
  await made.evaluate((id) => {
    localStorage.removeItem(`aude.table.${id}`);
    const lines = JSON.parse(localStorage.getItem("aude.tables")).filter((one) => one.id !== id);
    localStorage.setItem("aude.tables", JSON.stringify(lines));
  }, first.id);
  await made.click(".deal li a");
  await made.waitForSelector(".deal .ways");
  assert.match(await text(made, ".deal .ways"), /no longer on this device/);
  assert.deepEqual(quiet(made), []);
  await made.context().close();
});

test("two games of one deal are laid side by side, tile by tile", async () => {
  const setup = "aude 1\nrules grow_revised\nfirst 0\nswitch river OFF\nswitch abbot OFF\n",
    names = ["Ana", "Mason"],
    seed = (20261116).toString(16);
  let tile = 0; // where the second goes another way
  const one = await finished("here-one", setup, names, seed);
  const two = await finished("here-two", setup, names, seed, Infinity, (game, n, best) => {
    if (tile || n < 20 || !/^lay/.test(best)) return best;
    tile = game.state().laid.length;
    return game
      .actions()
      .map((action) => action.text)
      .find((text) => /^lay/.test(text) && text !== best);
  });
  const points = ({ state }) => state.seats.map((seat) => seat.points);
  const made = await open(deal.now, { ...phone, bypassCSP: true }, { theme: "dark" });
  await made.evaluate(
    ([games, tries]) => {
      for (const game of games) localStorage.setItem(`aude.table.${game.id}`, JSON.stringify(game));
      localStorage.setItem("aude.deals", JSON.stringify(tries));
    },
    [[one.kept, two.kept], [{ date: "2026-11-16", id: "here-one", points: points(one) }]],
  );
  await made.goto(`${held.url}#/deal`);
  await made.click(".deal .ways >> text=My games, side by side");
  await made.waitForSelector(".beside");
  const shown = () =>
    made.evaluate(() =>
      [0, 1].map((i) =>
        [...document.querySelectorAll(`[data-points="${i}"]`)].map((seat) => Number(seat.textContent)),
      ),
    );
  const at = () => text(made, ".beside .big");
  assert.match(await at(), /^Tile 1 of 71\s+both did the same/);
  await made.click(`.beside >> text=They parted at tile ${tile}.`);
  assert.match(await at(), new RegExp(`^Tile ${tile} of 71\\s+here they parted`));
  assert.notEqual(...(await made.locator(".beside .said").allInnerTexts()));
  await made.keyboard.press("ArrowLeft");
  assert.match(await at(), new RegExp(`^Tile ${tile - 1} of 71\\s+both did the same`));
  assert.equal(...(await made.locator(".beside .said").allInnerTexts()));
  assert.deepEqual(...(await shown()), "as long as they did the same they stand the same");
  await made.keyboard.press("End");
  assert.deepEqual(await shown(), [points(one), points(two)]);
  await made.focus(".beside input[type=range]"); // and by the slider, which has the keys of its own
  await made.keyboard.press("Home");
  assert.match(await at(), /The start/);
  await check(made, "beside");
  assert.ok((await wide(made)) <= 0, "nothing is wider than the phone");
  if (process.env.AUDE_LOOK) await made.screenshot({ path: join(process.env.AUDE_LOOK, "deal-beside.png") });
  assert.deepEqual(quiet(made), []);
  await made.context().close();
});

test("days that are none, days to come, damaged memories", async () => {
  const made = await open(deal.now);
  for (const [rest, words] of [
    ["2026-02-30", /no such day/],
    ["yesterday", /no such day/],
    ["2026-11-17", /not open yet/],
    ["2026-11-15", /The same \d+ tiles/],
  ]) {
    await made.goto(`${held.url}#/deal/${rest}`);
    await made.waitForFunction(
      ([source]) => new RegExp(source).test(document.querySelector(".deal h2")?.innerText ?? ""),
      [words.source],
    );
  }
  await made.click(".deal .main"); // yesterday's is played, and does not count
  await made.waitForSelector(".game[data-at]");
  assert.deepEqual(await kept(made), []);
  for (const bad of ['{"a":1}', "[null,3,{}]", '[{"date":"x","id":1}]', "not json"]) {
    await made.evaluate((bad) => localStorage.setItem("aude.deals", bad), bad);
    await later(made, deal.now);
    assert.match(await text(made, ".deal h2"), /The same \d+ tiles/);
  }
  assert.deepEqual(quiet(made), []);
  await made.context().close();
});

test("by keyboard, on a phone, in the dark, in two languages, or in all five in long runs", async () => {
  for (const [code, words] of variants(
    [
      ["pt-PT", /mesmas \d+ peças/],
      ["ro", /Aceleași \d+ de cartonașe/],
    ],
    [
      ["en", /same \d+ tiles/],
      ["es", /mismas \d+ piezas/],
      ["pt-BR", /mesmas \d+ cartelas/],
    ],
  )) {
    const made = await open(deal.now, { ...phone, colorScheme: "dark" }, { language: code });
    await made.evaluate(
      (kept) => localStorage.setItem("aude.deals", JSON.stringify(kept)),
      [{ date: "2026-11-14", id: "here-gone", points: [93, 91], won: 1 }],
    );
    await made.goto(`${held.url}#/deal`);
    await made.waitForSelector(".deal .main");
    assert.match(await text(made, ".deal .now h2"), words);
    assert.ok((await wide(made)) <= 0, `${code}: nothing is wider than the phone`);
    const date = await made.locator(".deal header .aside").boundingBox();
    assert.ok(
      date.y >= 0 && date.height < 40,
      `${code}: the date has its own line, not three beside the title`,
    );
    await check(made, `${code}, phone, dark`);
    if (process.env.AUDE_LOOK)
      await made.screenshot({ path: join(process.env.AUDE_LOOK, `deal-${code}.png`) });
    assert.deepEqual(quiet(made), []);
    await made.context().close();
  }
  const made = await open(deal.now);
  await made.focus(".doors a[href='#/deal']");
  await made.keyboard.press("Enter");
  await made.waitForSelector(".deal .main");
  if (process.env.AUDE_LOOK) await made.screenshot({ path: join(process.env.AUDE_LOOK, "deal-desk.png") });
  for (let i = 0; i < 12; i++) {
    await made.keyboard.press("Tab");
    if (await made.evaluate(() => document.activeElement.matches(".deal .main"))) break;
  }
  await made.keyboard.press("Enter");
  await made.waitForSelector(".game[data-at]");
  assert.equal((await kept(made)).length, 1);
  await made.context().close();
});
