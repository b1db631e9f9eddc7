// defects.test.mjs -- small things that were wrong once: what is said, what a key does, what one press gives.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { root } from "../unit/load.mjs";
import { asked, at, deal, engine, front, home, opening, patience, phone, seat, stage } from "./hands.mjs";
import { wouldDo } from "../unit/players.mjs";

/** A cell as the map calls it: the first tile lies at M13. */
const cellName = (x, y) => `${String.fromCharCode(77 + x)}${13 + y}`;

const held = stage();
const two = { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 0)] };

test("a link to a record that was cut says so, not that a table is gone", async () => {
  const made = await page(held.browser);
  made.setDefaultTimeout(patience);
  await made.goto(`${held.url}#/r/H4sIAAAAA`);
  await made.waitForSelector("text=This link is not whole");
  await made.click("text=Home");
  await made.waitForSelector(".play");
  await made.context().close();
});

test("a copy without a server knows that: it asks for nothing that is not there", async () => {
  const missing = [];
  let told;
  const watch = (made) => {
    told = made.waitForResponse(/\/api\/me$/, { timeout: patience });
    made.on("response", (one) => one.status() >= 400 && missing.push(one.url()));
  };
  const made = await front(held, two, { watch });
  assert.notEqual((await (await told).json()).v, 1, "no server speaks like this");
  await made.keyboard.press("Enter");
  await asked(made);
  assert.deepEqual(missing, []);
  await made.context().close();
});

test("an address that names nothing, and a file that holds no game, are told in one sentence each", async () => {
  const made = await page(held.browser);
  made.setDefaultTimeout(patience);
  const says = (hash, words) =>
    made
      .goto(`${held.url}?${encodeURIComponent(hash)}${hash}`)
      .then(() => made.waitForSelector(`text=${words}`));
  await says("#/nonsense", "There is no such page here");
  await says("#/r/", "This link is not whole");
  await says("#/learn/99/9", "There is no such page here");
  await made.waitForSelector(".list .main"); // and the lessons are there
  await made.goto(`${held.url}?home#/`);
  await made.waitForSelector(".play");
  const opened = async (text, words) => {
    await made.setInputFiles("input[type=file]", { name: "x.aude", mimeType: "", buffer: Buffer.from(text) });
    await made.waitForSelector(`[role=alert] >> text=${words}`);
  };
  await opened("", "This file holds no game");
  await opened("aude 1\nrules nothing\nseats 2\n", "The record does not hold at line 2");
  const whole = readFileSync(join(root, "docs", "board.aude"), "utf8");
  await opened(whole.slice(0, whole.length / 2), "The record seems to be cut off: its last line");
  await opened('{"appVersion": "5.12.1"}', "This is not a save of JCloisterZone");
  await opened('{"kind":"aude games","version":1,"games":[]}', "This file holds several games");
  await opened("\x89PNG", "This file holds no game");
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("all expansions in one press can be started: the river stays in its box, and that is said", async () => {
  const made = await home(held, { ...two, river: "RIVER_I" });
  await made.click("text=Take all of them");
  assert.match(await made.textContent(".same"), /river stays in its box/);
  assert.equal(await made.getAttribute(".start .main", "aria-disabled"), "false");
  await made.click(".start .main");
  await made.waitForSelector(".game[data-at]");
  await made.context().close();
});

test("a second computer has a name, not a number, and nobody sits in yellow before it must be", async () => {
  const made = await home(held, two);
  for (let i = 0; i < 3; i++) await made.click("text=Add a seat");
  const names = await made.$$eval(".table ul .line .strong", (all) => all.map((one) => one.textContent));
  assert.equal(new Set(names).size, 5);
  assert.deepEqual(
    names.filter((name) => /\d/.test(name)),
    [],
  );
  assert.ok(
    !(await made.$$eval(".table ul .line svg[role=img]", (all) => all.map((one) => one.ariaLabel))).includes(
      "yellow",
    ),
  );
  await made.context().close();
});

test("Enter lays the tile that the arrows chose, also after the menu had the focus", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 12", names: ["Ana", "Bruno"] });
  await asked(made);
  await made.click("button[aria-label=Menu]");
  await made.waitForSelector("dialog[open]");
  await made.keyboard.press("Escape");
  await made.waitForFunction(() => !document.querySelector("dialog"));
  const before = await at(made);
  await made.keyboard.press("ArrowRight");
  await made.keyboard.press("Enter");
  await asked(made, before);
  assert.equal(await made.$("dialog[open]"), null, "the menu did not open again");
  assert.equal(await made.$(".panel .soft"), null, "two at one screen: neither is “you”");
  await made.context().close();
});

test("the tile in hand looks as it will lie: of a tile's drawings the one that its place has", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 12", names: ["Ana", "Bruno"] });
  await asked(made);
  const { hand } = made.mirror.state(),
    { engine } = made.mirror,
    cells = new Map();
  for (const one of made.mirror.actions())
    if (one.kind === "lay" && !cells.has(`${one.x},${one.y}`)) cells.set(`${one.x},${one.y}`, one);
  const copies = new Set();
  for (const { x, y, rot } of cells.values()) {
    const copy = engine.copyAt(x, y);
    copies.add(copy);
    await made.keyboard.press("Escape"); // letters that are typed after it begin another name
    for (const letter of cellName(x, y)) await made.keyboard.press(letter);
    await made
      .waitForFunction(
        (svg) => {
          const shown = document.querySelector(".hand .tile img").src;
          return decodeURIComponent(shown.slice(shown.indexOf(",") + 1)) === svg;
        },
        engine.tileSvg(hand, rot, copy, "map"),
      )
      .catch(() => assert.fail(`the hand shows another drawing than the tile at ${cellName(x, y)}`));
  }
  assert.ok(copies.size > 1, "places have drawings of their own");
  await made.context().close();
});

test("the menu has four groups; resigning stands in the last, and where others may lay is off", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 12", names: ["Ana", "Bruno"] }, phone);
  await asked(made);
  await made.click("button[aria-label=Menu]");
  await made.waitForSelector("dialog[open] .menu");
  const groups = await made.$$eval(".menu .pairs", (all) =>
    all.map((one) => [...one.querySelectorAll("button")].map((button) => button.textContent.trim())),
  );
  assert.equal(groups.length, 4);
  assert.ok(groups[3].includes("Resign") && !groups[0].concat(groups[1], groups[2]).includes("Resign"));
  assert.deepEqual(
    groups.flat().filter((text) => text !== text[0].toUpperCase() + text.slice(1)),
    [],
  );
  assert.equal(
    await made.getAttribute(".menu button:has-text('Where others may lay')", "aria-pressed"),
    "false",
  );
  await made.context().close();
});

test("a press far from everything is answered", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 12", names: ["Ana", "Bruno"] });
  await asked(made);
  const box = await made.locator(".board canvas").boundingBox();
  await made.mouse.click(box.x + box.width - 60, box.y + box.height / 2);
  await made.waitForSelector("text=A tile must touch");
  await made.context().close();
});

test("on a phone fields and odds are one tap away, and no tool lies on a place that fits", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2\ndraws 30", names: ["Ana", "Bruno"] }, phone);
  await asked(made);
  for (const name of ["Fields by owner", "Odds"])
    assert.ok(await made.locator(`.tools [aria-label^="${name.split(" ")[0]}"]`).isVisible(), name);
  await made.context().close();
});

test("a refused place says which side does not match, and lights it", async () => {
  const setup = "rules grow\nseats 2",
    names = ["Ana", "Bruno"];
  const played = await opening(setup, names, "5", (state) => state.turn >= 3);
  const made = await deal(held, { setup, names, seed: "5", played });
  await asked(made);
  const box = await made.locator(".board canvas").first().boundingBox();
  const red = () =>
    made.evaluate(() => {
      const canvas = document.querySelector(".board canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let n = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === 0xa5 && data[i + 1] === 0x28 && data[i + 2] === 0x2a) n++;
      return n;
    });
  const before = await red();
  // the first cell from the left that is answered so is the one beside the westernmost tile, where this tile fits in no turn
  const said = () => made.$("text=It does not match here");
  for (let x = box.x + 30; x < box.x + box.width - 30 && !(await said()); x += 45)
    for (let y = box.y + 60; y < box.y + box.height - 60 && !(await said()); y += 45)
      await made.mouse.click(x, y);
  assert.match(await (await said()).innerText(), /It does not match here: (north|east|south|west)\./);
  for (let n = 0; n < 200 && (await red()) <= before + 100; n++) await made.waitForTimeout(50);
  assert.ok((await red()) > before + 100, "the side is lit");
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("what is left of the tiles is read whole beside the hand, in the language with the longest words", async () => {
  const made = await deal(
    held,
    { setup: "rules grow\nseats 2", names: ["Ana", "Bruno"] },
    { viewport: { width: 1280, height: 800 } },
    { language: "ro" },
  );
  await asked(made);
  const { word, deck } = await made.evaluate(() => {
    const right = (part) => document.querySelector(part).getBoundingClientRect().right;
    return { word: right(".hand .word"), deck: right(".deck") };
  });
  assert.ok(word <= deck, `the words end at ${word}, the slip at ${deck}`);
  await made.context().close();
});

test("a bag has one number: at home, at the set-up and at the table; what stays in the box is told", async () => {
  const made = await front(held, {
    seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)], // nobody lays before somebody does
    river: "RIVER_I",
  });
  const number = async (part, pattern) => Number(pattern.exec(await made.innerText(part))[1]);
  const tiles = await number(".what", /(\d+) tiles/);
  await made.click("text=Change the game");
  await made.waitForSelector(".start .main");
  assert.equal(await number(".start", /^(\d+)\s+tiles/), tiles);
  const said = await made.innerText(".start");
  const [, base, river, less] = /(\d+) base, (\d+) river, less (\d+) /.exec(said) ?? [];
  assert.equal(Number(base) + Number(river) - Number(less), tiles, said);
  await made.click(".start .main");
  await made.waitForSelector(".game[data-at]");
  const table = await made.waitForFunction(
    () => /(\d+) tiles, nothing laid yet/.exec(document.querySelector(".game").innerText)?.[1],
  );
  assert.equal(Number(await table.jsonValue()), tiles);
  await made.context().close();
});

test("with no follower left nobody is asked for a figure: the tile lies, and one press goes on", async () => {
  const setup = "rules grow\nseats 2",
    names = ["Ana", "Bruno"];
  const game = (await engine()).create(setup, names, "3".padStart(32, "0")),
    played = [];
  const spent = ({ phase, actor, seats }) => phase === "action" && !seats[actor].supply.small;
  for (let n = 1; !spent(game.state()); n++) {
    const put = game.actions().findLast((action) => action.kind === "put"); // all of them out, as soon as can be
    played.push(put?.text ?? wouldDo(game, "greedy", 0, n));
    game.play(played.at(-1));
  }
  const { actor } = game.state();
  game.free();
  const made = await deal(held, { setup, names, seed: "3", played });
  await asked(made);
  assert.equal(await made.innerText(".game h1"), `${names[actor]}, your tile lies`);
  await made.click(".deck .main:has-text('Done')");
  await made.waitForFunction(() => /, lay your tile/.test(document.querySelector(".game h1")?.textContent));
  assert.deepEqual(made.faults, []);
  await made.context().close();
});
