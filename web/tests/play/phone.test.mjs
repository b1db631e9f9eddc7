// phone.test.mjs -- the game screen on phones, upright and on their side: nothing is cut off, nothing sticks out, the one button is in reach.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, deal, opening, outward, phone, stage, variants } from "./hands.mjs";

const held = stage();
const names = ["Ana Maria", "Bartolomeu", "Carla"];
const views = [
  [390, 844],
  [360, 640],
  [844, 390],
];

/** Words that are cut, things that stick out, and where the main button is. */
const look = (made) =>
  made.evaluate(() => {
    const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".choices");
    const cut = [
      ...document.querySelectorAll(
        ".cartouche h1, .cartouche .aside, .dock .button, .dock .main, .hinted p, .reason p",
      ),
    ]
      .filter((one) => seen(one) && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent.trim());
    const main = document.querySelector(".dock .main")?.getBoundingClientRect();
    const board = document.querySelector(".board").getBoundingClientRect();
    return {
      cut,
      wide: document.documentElement.scrollWidth > innerWidth,
      main:
        main &&
        main.top >= 0 &&
        main.bottom <= innerHeight + 0.5 &&
        main.left >= 0 &&
        main.right <= innerWidth + 0.5,
      board: [board.width, board.height],
    };
  });
async function check(made, what) {
  let { cut, wide, main, board } = await look(made);
  for (let n = 0; n < 200 && (n < 3 || cut.length || wide || !main || Math.min(...board) < 120); n++) {
    await made.waitForTimeout(100); // it comes to rest
    ({ cut, wide, main, board } = await look(made));
  }
  assert.deepEqual(cut, [], `${what}: cut off`);
  assert.equal(wide, false, `${what}: sticks out sideways`);
  assert.equal(main, true, `${what}: the button is out of reach`);
  assert.ok(Math.min(...board) >= 120, `${what}: the board has ${board.map(Math.round)} left`);
  assert.deepEqual(made.faults, [], what);
}
async function each(states, settings) {
  for (const [width, height] of views)
    for (const [what, setup, seed, played, then] of states) {
      const made = await deal(
        held,
        { setup, names, seed, played, options: { aids: "coach" } },
        { ...phone, viewport: { width, height } },
        settings,
      );
      await asked(made);
      await then?.(made);
      await check(made, `${what}, ${width} x ${height}, ${settings.language ?? "en"}`);
      await made.context().close();
    }
}

test("tile, hint and figure, in the longest languages, with long names", async () => {
  const setup = "rules grow\nseats 3",
    hint = async (made) => {
      await made.tap(".tools .hint");
      await made.waitForSelector(".hinted, .reason");
    };
  const tile = await opening(
      setup,
      names,
      "2a",
      (state) => state.laid.length >= 12 && state.phase === "tile" && state.actor === 1,
    ),
    figure = await opening(
      setup,
      names,
      "2a",
      (state) => state.laid.length >= 12 && state.phase === "action" && state.actor === 1,
    );
  for (const language of variants(["ro"], ["pt-BR"]))
    await each(
      [
        ["tile and hint", setup, "2a", tile, hint],
        ["figure", setup, "2a", figure],
      ],
      { language },
    );
});

test("dragon and catapult", async () => {
  const dragon = "rules grow\nseats 3\nexpansions princess-dragon tower",
    catapult = "rules grow\nseats 3\nexpansions catapult";
  await each(
    [
      ["dragon", dragon, "5", await opening(dragon, names, "5", (state) => state.phase === "dragon")],
      ["kinds", catapult, "4", await opening(catapult, names, "4", (state) => state.phase === "catapult")],
      ["throw", catapult, "4", await opening(catapult, names, "4", (state) => state.phase === "throw")],
    ],
    {},
  );
});

test("on its side: why a place is refused is said beside the low board, and no place lies under it", async () => {
  const setup = "rules grow\nseats 2",
    played = await opening(setup, ["Ana", "Bruno"], "b", (state) => state.turn >= 11);
  const made = await deal(
    held,
    { setup, names: ["Ana", "Bruno"], seed: "b", played },
    { ...phone, viewport: { width: 844, height: 390 } },
  );
  await asked(made);
  await made.waitForFunction(() => !document.querySelector(".handover"));
  const box = await made.locator("main.board").boundingBox();
  /** Points of the board that a finger reaches. */
  const free = () =>
    made.evaluate(({ x, y, width, height }) => {
      const found = [];
      for (let left = x + 6; left < x + width; left += 12)
        for (let top = y + 6; top < y + height; top += 12)
          if (document.elementFromPoint(left, top)?.closest(".board canvas")) found.push(`${left} ${top}`);
      return found;
    }, box);
  const before = await free();
  assert.ok(before.length > 500, "most of the board is free");
  for (const words of ["A tile must touch", "does not match"]) {
    let said = null;
    for (const { x, y } of outward(box)) {
      await made.touchscreen.tap(x, y);
      if ((said = await made.$(`.reason:has-text("${words}")`))) break;
    }
    assert.ok(said, words);
    const now = new Set(await free());
    assert.deepEqual(
      before.filter((point) => !now.has(point)),
      [],
      `${words}: it lies on the board`,
    );
  }
  assert.deepEqual(made.faults, []);
  await made.context().close();
});
