// aids.test.mjs -- what the page tells and offers besides the rules: chances, odds, hints, others' options, a tile that fits nowhere; the
// tile carried by hand; whose turn it is at a shared screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, at, deal, dice, engine, opening, phone, stage, steps, take, variants } from "./hands.mjs";

const held = stage();
const setup = "rules grow\nseats 2",
  names = ["Ana", "Bruno"];

const middle = () =>
  opening(
    setup,
    names,
    "2a",
    (state) => state.laid.length >= 20 && state.phase === "tile" && state.actor === 0,
  );
const words = (made, selector) => made.textContent(selector).then((text) => text.replace(/\s+/g, " "));

test("a feature looked at: what it may bring, and its chance where the host allows it", async () => {
  const played = await middle();
  for (const [aids, expected, chance] of [
    ["coach", true, true],
    ["friendly", true, false],
    ["club", false, false],
  ]) {
    const made = await deal(held, { setup, names, played, options: { aids } });
    await asked(made);
    const features = made.mirror.features().filter((info) => info.strength.some((n) => n > 0)),
      at = features.findIndex((info) => info.kind !== "field");
    for (let i = 0; i <= at; i++) await made.keyboard.press("]");
    await made.waitForSelector(".card .pair");
    const said = await words(made, ".card"),
      info = features[at],
      outlook = made.mirror.outlook(info.cells[0].x, info.cells[0].y, info.cells[0].segment);
    assert.equal(
      said.includes(`expected at the end${Math.round(outlook.points)}`.replace("end", "end ")) ||
        said.includes(`expected at the end${Math.round(outlook.points)}`),
      expected,
      `${aids}: ${said}`,
    );
    assert.equal(said.includes(`closes ${Math.round(100 * outlook.chance)} %`), chance, `${aids}: ${said}`);
    assert.deepEqual(made.faults, []);
    await made.context().close();
  }
});

/** Six people, farmers wherever they go: a position in which a feature has `many` people in it. */
async function crowd(many) {
  const setup = "rules grow\nseats 6\nexpansions inns-cathedrals",
    names = ["Ana", "Bruno", "Carla", "Dan", "Eva", "Maximiliana Fernanda"];
  for (let seed = 1; seed < 60; seed++) {
    const game = (await engine()).create(setup, names, String(seed).padStart(32, "0")),
      roll = dice(seed),
      played = [];
    for (let list; (list = game.actions()).length; ) {
      if (
        list[0].kind === "lay" &&
        game
          .features()
          .some((info) => info.strength.filter(Boolean).length >= many && info.owners.length < many)
      ) {
        const at = game
          .features()
          .filter((info) => info.strength.some((n) => n > 0))
          .findIndex((info) => info.strength.filter(Boolean).length >= many && info.owners.length < many);
        game.free();
        return { setup, names, played, at, seed: String(seed) };
      }
      const fields = list.filter((one) => one.kind === "put" && one.feature === "field"),
        puts = fields.length ? fields : list.filter((one) => one.kind === "put");
      const { text } = puts.length ? puts[roll(puts.length)] : list[roll(list.length)];
      played.push(text);
      game.play(text);
    }
    game.free();
  }
  throw new Error("no such crowd");
}

test("a feature with many people in it: what each would get if the game ended now, as the engine says, and nothing is cut off", async () => {
  const { setup, names, played, at, seed } = await crowd(4);
  for (const [view, ...told] of [
    [{}, "friendly", ...variants([], ["club"])],
    [{ viewport: { width: 1920, height: 1080 } }, ...variants([], ["friendly", "club"])],
    [phone, "friendly", "club"],
    [
      { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
      ...variants(["friendly"], ["club"]),
    ],
  ])
    for (const aids of told) {
      const made = await deal(held, { setup, names, played, seed, options: { aids } }, view),
        info = made.mirror.features().filter((one) => one.strength.some((n) => n > 0))[at];
      await asked(made);
      for (let i = 0; i <= at; i++) await made.keyboard.press("]");
      await made.waitForSelector(".worth");
      const { x, y, segment } = info.cells[0],
        due = made.mirror.due(x, y, segment),
        inside = due
          .map((points, seat) => ({ seat, points }))
          .filter((one) => one.points || info.strength[one.seat]);
      assert.ok(inside.length >= 4 && inside.some((one) => !one.points), "somebody gets nothing");
      const rows = await made.$$eval(".due li", (all) =>
        all.flatMap((one) => {
          const who = [...one.querySelectorAll(".who, [aria-label]")].map(
            (each) => each.getAttribute("aria-label") ?? each.textContent,
          );
          return who.map((name) => ({ name, points: Number(one.querySelector("b").textContent) }));
        }),
      );
      if (aids === "club") assert.deepEqual(rows, [], "where the host lets nobody see what would be");
      else
        assert.deepEqual(
          rows,
          inside
            .sort((a, b) => b.points - a.points)
            .map((one) => ({ name: names[one.seat], points: one.points })),
        );
      const box = await made.locator(".worth").evaluate((one) => {
        one.scrollIntoView({ block: "nearest" });
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return {
          inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
          wide: one.scrollWidth <= one.clientWidth,
        };
      });
      if (process.env.AUDE_SHOTS && aids === "friendly")
        await made.screenshot({ path: `${process.env.AUDE_SHOTS}/due-${view.viewport?.width ?? 1440}.png` });
      assert.deepEqual(box, { inside: true, wide: true }, JSON.stringify(view));
      assert.deepEqual(made.faults, []);
      await made.context().close();
    }
});

test("a hint is a legal ghost and a sentence; where the host allows none, it says so", async () => {
  const played = await middle();
  const made = await deal(held, { setup, names, played, options: { aids: "coach" } });
  const list = await asked(made);
  await made.click(".tools .hint");
  await made.waitForSelector(".advice");
  assert.match(await words(made, ".card"), /Lay at [A-Z]+\d+/);
  assert.doesNotMatch(await words(made, ".card"), /turned/);
  assert.ok((await words(made, ".card .advice + p")).length > 10, "one sentence why");
  await made.keyboard.press("Enter"); // the ghost lies where the coach would lay it
  await made.waitForFunction(() => !document.querySelector(".advice"));
  const done = (await steps(made)).at(-1).action;
  assert.ok(list.includes(done), `${done} is one of the list`);
  await made.waitForSelector(".figures");
  await made.keyboard.press("h");
  await made.waitForSelector(".advice");
  await made.keyboard.press("Escape");
  assert.equal(await made.$(".advice"), null);
  assert.deepEqual(made.faults, []);
  await made.context().close();

  const none = await deal(held, { setup, names, played, options: { aids: "friendly" } });
  await asked(none);
  assert.equal(await none.$(".tools .hint"), null);
  await none.keyboard.press("h");
  await none.waitForFunction(() => /Hints are off/.test(document.querySelector(".banners")?.textContent));
  assert.equal(await none.$(".advice"), null);
  // everybody sits here: the menu changes it, and it holds after a reload
  await none.click("[aria-label=Menu]");
  await none.selectOption("dialog select", "coach");
  await none.keyboard.press("Escape");
  await none.reload();
  await asked(none);
  await none.click(".tools .hint");
  await none.waitForSelector(".advice");
  assert.deepEqual(none.faults, []);
  await none.context().close();
});

test("a tile that fits nowhere is shown with its rule, and again from the log", async () => {
  const played = await opening(setup, names, "b", (_, n) => n === 11);
  const made = await deal(held, { setup, names, played, seed: "b" });
  await asked(made);
  await take(made, "put small city N W"); // the crossroads that Bruno draws next has no place
  await made.waitForSelector(".lost");
  assert.match(await words(made, ".lost"), /fits nowhere Out of the game. Bruno draws again. BASE-15/);
  await made.click(".lost .foot .quiet:last-child");
  assert.equal(await made.$(".lost"), null);
  await made.click(".middle .line:has-text('fits nowhere')");
  await made.waitForSelector(".lost img");
  await made.click(".lost .foot .quiet:first-child");
  await made.waitForFunction(() =>
    /the same player draws another/.test(document.querySelector("dialog[open]")?.textContent ?? ""),
  );
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

/** The middle of the first legal cell that is well inside the board, on the screen. */
async function legalCell(made) {
  const all = new Map(
    made.mirror
      .actions()
      .filter((action) => action.kind === "lay")
      .map((action) => [`${action.x},${action.y}`, action]),
  );
  return made.evaluate(
    async (cells) => {
      await document.fonts.ready;
      const canvas = document.querySelector(".board canvas").getBoundingClientRect();
      return { canvas: { x: canvas.x, y: canvas.y, width: canvas.width, height: canvas.height }, cells };
    },
    [...all.values()],
  );
}

test("the tile in hand is carried onto the board: by mouse it is laid, the wheel turns it; elsewhere nothing happens", async () => {
  const made = await deal(held, { setup, names });
  await asked(made);
  const hand = await made.locator(".hand .tile").boundingBox(),
    { canvas } = await legalCell(made),
    before = await at(made);
  const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 };
  const pick = async () => {
    await made.mouse.move(hand.x + 30, hand.y + 30);
    await made.mouse.down();
  };
  await pick();
  await made.mouse.move(canvas.x + 300, canvas.y + canvas.height - 120, { steps: 3 }); // far from the one tile that lies
  await made.waitForSelector("img.carried:not(.over)");
  await made.mouse.up();
  assert.equal(await at(made), before);
  assert.equal(await made.$("img.carried"), null);

  await pick();
  await made.mouse.move(middle.x, middle.y + 300, { steps: 8 });
  for (let y = 300; y > 0 && !(await made.$("img.carried.over")); y -= 12)
    await made.mouse.move(middle.x, middle.y + y);
  await made.waitForSelector("img.carried.over", { state: "attached" });
  const first = await made.getAttribute("img.carried", "src");
  await made.mouse.wheel(0, 100);
  await made.waitForFunction((first) => document.querySelector("img.carried").src !== first, first);
  await made.mouse.up();
  await made.waitForFunction(
    (before) => Number(document.querySelector(".game").dataset.at) === before + 1,
    before,
  );
  assert.match((await steps(made)).at(-1).action, /^lay 0,1 /);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("by finger it stays as the ghost, a second finger turns it", async () => {
  const made = await deal(held, { setup, names }, phone);
  await asked(made);
  const before = await at(made),
    touch = await made.context().newCDPSession(made);
  const hand = await made.locator(".hand .tile").boundingBox(),
    { canvas } = await legalCell(made);
  const send = (type, points) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await send("touchStart", [[hand.x + 30, hand.y + 30]]);
  let y = canvas.y + canvas.height - 20;
  for (; y > canvas.y + 60 && !(await made.$("img.carried.over")); y -= 16)
    await send("touchMove", [[canvas.x + canvas.width / 2, y]]);
  await made.waitForSelector("img.carried.over", { state: "attached" });
  const first = await made.getAttribute("img.carried", "src");
  await send("touchStart", [
    [canvas.x + canvas.width / 2, y],
    [canvas.x + 40, y - 60],
  ]);
  await made.waitForFunction((first) => document.querySelector("img.carried").src !== first, first);
  await send("touchEnd", []);
  await made.waitForSelector(".hand + .main[aria-disabled=false]");
  assert.equal(await at(made), before, "not laid yet");
  await made.tap(".hand + .main");
  await made.waitForFunction(
    (before) => Number(document.querySelector(".game").dataset.at) === before + 1,
    before,
  );
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("two people at one screen: it says whose turn it is; alone it does not", async () => {
  const made = await deal(held, { setup, names });
  const list = await asked(made),
    first = made.mirror.state().actor; // by lot
  const says = (name) =>
    made.waitForFunction(
      (name) => document.querySelector(".handover")?.textContent.trim() === `${name}, it is your turn`,
      name,
    );
  await says(names[first]);
  await take(made, list[0]);
  await asked(made, 0);
  await made.waitForFunction(() => !document.querySelector(".handover"));
  await take(made, "pass");
  await says(names[1 - first]);
  await made.waitForFunction(() => !document.querySelector(".handover"));
  assert.deepEqual(made.faults, []);
  await made.context().close();

  const alone = await deal(held, { setup, names, computers: [1] });
  await asked(alone);
  await alone.waitForTimeout(200);
  assert.equal(await alone.$(".handover"), null);
  await alone.context().close();
});

test("a wide screen has room for the log beside the people; the book closes it", async () => {
  const made = await deal(held, { setup, names }, { viewport: { width: 1920, height: 1080 } });
  await asked(made);
  assert.ok(await made.isVisible("aside.side [role=log]"));
  const [log, rail] = [
    await made.locator("aside.side").boundingBox(),
    await made.locator(".rail").boundingBox(),
  ];
  assert.ok(log.x + log.width <= rail.x + 1 && log.height > 900, "side by side");
  await made.click(".railhead [aria-label=Chronicle]");
  assert.equal(await made.$("aside.side"), null);
  await made.click(".railhead [aria-label=Chronicle]");
  await made.setViewportSize({ width: 1440, height: 900 });
  await made.waitForFunction(() => !document.querySelector("aside.side"));
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("without motion nothing moves, and everything is still said", async () => {
  const made = await deal(held, { setup, names }, { reducedMotion: "reduce" }, { speed: "normal" });
  const list = await asked(made);
  await made.waitForSelector(".handover");
  assert.deepEqual(
    await made.$eval(".handover", (one) => [
      getComputedStyle(one).opacity,
      getComputedStyle(one).animationName,
    ]),
    ["1", "none"],
  );
  await take(made, list[0]);
  await asked(made, 0);
  const moving = await made.evaluate(() =>
    document
      .getAnimations()
      .filter((one) => one.effect.getComputedTiming().duration > 20)
      .map((one) => one.animationName),
  );
  assert.deepEqual(moving, []);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("nothing can be placed: going on is the main button, and Enter", async () => {
  const game = (await engine()).create(setup, names, "2a".padStart(32, "0")),
    played = [];
  const stuck = () =>
    game.state().phase === "action" &&
    game.state().actor === 0 &&
    game.actions().every((action) => action.kind === "pass");
  while (!stuck()) {
    const list = game.actions(),
      text = (list.find((action) => action.kind === "put") ?? list[0]).text; // everybody spends followers
    played.push(text);
    game.play(text);
  }
  game.free();
  const made = await deal(held, { setup, names, played });
  await asked(made);
  assert.match(await words(made, ".game"), /Nothing can be placed now/);
  assert.match(await words(made, "button.main"), /Done/);
  assert.equal(await made.$("text=Choose an area"), null);
  const before = await at(made);
  await made.keyboard.press("Enter");
  await made.waitForFunction((before) => Number(document.querySelector(".game").dataset.at) > before, before);
  assert.equal((await steps(made))[before].action, "pass");
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("the short log: as many lines as there is room for, none of them cut off", async () => {
  const made = await deal(
    held,
    { setup, names, played: await middle() },
    { viewport: { width: 1280, height: 660 } },
  );
  await asked(made);
  const seen = [];
  for (const height of [660, 780, 900, 1080]) {
    await made.setViewportSize({ width: 1280, height });
    const [shown, low, bottom] = await made.evaluate(() => {
      const entries = [...document.querySelectorAll(".lines.brief .entry")]
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.height);
      return [
        entries.length,
        Math.max(...entries.map((box) => box.bottom)),
        document.querySelector(".middle").getBoundingClientRect().bottom,
      ];
    });
    assert.ok(low <= bottom, `at ${height} the last line ends at ${low}, the column at ${bottom}`);
    seen.push(shown);
  }
  assert.ok(seen[0] >= 1 && seen.every((n, i) => !i || n >= seen[i - 1]), `more room, more lines: ${seen}`);
  assert.ok(seen[2] > seen[0] && seen[3] >= 5, `${seen}`);
  await made.context().close();
  made.mirror.free();
});
