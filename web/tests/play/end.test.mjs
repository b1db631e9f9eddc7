// end.test.mjs -- a table of six with I to IV, and its end: everybody's name is read whole, each source is told once, the map is free when the
// story is over, and points for what is held have no place on it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { asked, deal, engine, patience, phone, playOn, stage, variants } from "./hands.mjs";
import { wouldDo } from "../unit/players.mjs";

const held = stage();
const names = ["Ana", "Bruno", "Carla", "Dan", "Eva", "Francisca"],
  seed = "9";
const setup = "rules grow\nseats 6\nexpansions inns-cathedrals traders-builders princess-dragon tower";
let all, bought; // every action; where a figure is to be placed and somebody could be bought back
before(async () => {
  const game = (await engine()).create(setup, names, seed.padStart(32, "0"));
  ((all = []), (bought = []));
  for (let n = 1; game.actions().length; n++) {
    bought.push(game.state().phase === "action" && game.actions().some((one) => one.kind === "ransom"));
    all.push(wouldDo(game, "greedy", 0, n));
    game.play(all.at(-1));
  }
  game.free();
});
const views = { desktop: {}, phone };

test("six people in the rail: every name is read whole, whoever's turn it is", async () => {
  const ransom = all.findIndex((_, n) => n > 100 && bought[n]);
  assert.ok(ransom > 0, "somebody can buy a follower back");
  // on a low screen, with a button more among the people, the deck still has its place, and whoever decides is in sight
  const low = await deal(
    held,
    { setup, names, played: all.slice(0, ransom), seed },
    { viewport: { width: 1280, height: 720 } },
  );
  await asked(low);
  const out = await low.evaluate(() =>
    [...document.querySelectorAll(".deck button, .panel.turn")]
      .filter((one) => one.getBoundingClientRect().bottom > innerHeight)
      .map((one) => one.textContent),
  );
  assert.deepEqual(out, []);
  assert.ok((await low.locator(".deck button").count()) > 4);
  await low.locator(".ransom").first().scrollIntoViewIfNeeded();
  assert.ok(await low.locator(".ransom").first().isVisible());
  await low.context().close();
  for (const played of [all.slice(0, 150), all.slice(0, 151)]) {
    const made = await deal(held, { setup, names, played, seed });
    await asked(made);
    const cut = await made.$$eval(".people .name .strong", (every) =>
      every.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
    assert.deepEqual(cut, []);
    assert.equal(await made.locator(".people .panel").count(), 6);
    await made.context().close();
  }
});

for (const [where, view] of variants([["desktop", views.desktop]], [["phone", views.phone]]))
  test(`the end, ${where}: told by kind, then the map is free`, async () => {
    const made = await deal(held, { setup, names, played: all.slice(0, -1), seed }, view);
    await playOn(made, { choose: () => all.at(-1) });
    await made.waitForSelector(".end .story");
    const kinds = await made.$$eval(".steps b", (every) => every.map((one) => one.textContent));
    assert.deepEqual(kinds, [...new Set(kinds)], "each source once");
    assert.ok(kinds.includes("Goods") && kinds.includes("Fairy"), kinds.join());
    // step by step, to the goods: a sum, a sentence, and no place
    const card = made.locator(".end .card");
    for (let n = 0; !/goods/.test((await card.count()) ? await card.innerText() : ""); n++) {
      assert.ok(n < 60, "the goods come");
      await made.click(".story .line .main");
    }
    assert.match(await card.innerText(), /at the end: goods$/m);
    await made.click(".story .line .quiet"); // all at once
    await made.waitForFunction(() => /wins|share/.test(document.querySelector(".end h1")?.textContent));
    assert.equal(await card.count(), 0, "nothing lies over the map");
    // told to its last step, it goes by itself
    await made.click(".story .line .quiet");
    while (await made.locator(".story .line .main").count()) await made.click(".story .line .main");
    assert.equal(await card.count(), 1);
    await card.waitFor({ state: "detached" });

    const boxes = await made.evaluate(() => {
      const of = (selector) => document.querySelector(selector).getBoundingClientRect();
      return {
        steps: of(".steps").bottom,
        slider: of("footer").top,
        fair: of(".fair").bottom,
        table: of(".sources").right,
        wide: document.querySelector(".sources").scrollWidth - document.querySelector(".sources").clientWidth,
        all: innerHeight,
      };
    });
    assert.ok(
      boxes.steps + 8 <= boxes.slider,
      `the list of sources ends at ${boxes.steps}, the slider begins at ${boxes.slider}`,
    );
    assert.ok(boxes.wide <= 0, "six columns fit");
    if (where === "desktop")
      assert.ok(boxes.fair < boxes.slider, "the promise about the draw is seen without scrolling");
    assert.deepEqual(made.faults, []);
    await made.context().close();
  });

/** What of it is not on the screen without scrolling. */
const unseen = (made, chosen) =>
  made.$$eval(chosen, (all) =>
    all
      .map((one) => [one.textContent, one.getBoundingClientRect()])
      .filter(([, box]) => box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth)
      .map(([text]) => text),
  );

for (const [where, view] of variants([["phone", phone]], [["desktop", {}]]))
  test(`who resigned may play again, ${where}: the button is seen without scrolling`, async () => {
    const made = await deal(
      held,
      { setup: "rules grow\nseats 2", names: ["Ana", "Computer"], computers: [1] },
      view,
    );
    await asked(made);
    await made.click(`[aria-label="Menu"]`);
    await made.click("text=Resign");
    await made.click("dialog[open] button:has-text('Resign') >> nth=-1");
    await made.waitForSelector(".end h1");
    await made.waitForSelector(".next button:has-text('Play again')");
    assert.deepEqual(await unseen(made, ".next button"), []);
    await made.click(".next button");
    await asked(made);
    assert.deepEqual(made.faults, []);
    await made.context().close();
  });

test("one seat: the points, and nobody wins against nobody", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 1\ndraws 6", names: ["Ana"] });
  await playOn(made, { seed: 4 });
  await made.waitForSelector(".end h1");
  await made.click(".story .line .quiet").catch(() => {});
  await made.waitForFunction(() =>
    /^Ana: \d+ points?$/.test(document.querySelector(".end h1")?.textContent.trim()),
  );
  assert.equal(await made.locator(".end h1.won").count(), 0);
  await made.context().close();
});

/** How much of its box the map fills, the larger of both directions: tiles are darker than the empty table. */
const filled = (made) =>
  made.$eval(".end .map canvas", (canvas) => {
    const { width, height } = canvas,
      { data } = canvas.getContext("2d").getImageData(0, 0, width, height),
      [r, g, b] = data, // the table, in the corner
      columns = new Set(),
      rows = new Set();
    for (let y = 0; y < height; y += 3)
      for (let x = 0; x < width; x += 3) {
        const i = 4 * (y * width + x);
        if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 90) continue;
        columns.add(x);
        rows.add(y);
      }
    const extent = (of, all) => (Math.max(...of) - Math.min(...of)) / all;
    return Math.max(extent(columns, width), extent(rows, height));
  });

test("at the end the whole map fills its box, also after the window has grown", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 30", names: ["Ana", "Bruno"] });
  await playOn(made, { seed: 4 });
  await made.waitForSelector(".end h1");
  const fills = async (when) => {
    let share = 0;
    for (let n = 0; n < 200 && share <= 0.6; n++) {
      await made.waitForTimeout(100); // the map comes to rest
      share = await filled(made);
    }
    assert.ok(share > 0.6, `${when}: ${share.toFixed(2)} of the box`);
  };
  await fills("at once");
  await made.setViewportSize({ width: 1720, height: 1200 });
  await fills("in a larger window");
  await made.context().close();
});
