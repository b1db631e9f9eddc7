// setup.test.mjs -- the home screen in each of the five languages, chosen by the browser; no key, hole or engine's word is left in any text.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { web } from "../unit/load.mjs";
import {
  asked,
  at,
  deal,
  everything,
  home,
  patience,
  playOn,
  seat,
  stage,
  start,
  take,
  variants,
} from "./hands.mjs";

const held = stage();
const words = (code) => JSON.parse(readFileSync(join(web, "src", "lang", `${code}.json`), "utf8"));
const roots = [
  ...new Set(
    Object.keys(words("en"))
      .filter((key) => key.includes("."))
      .map((key) => key.split(".")[0]),
  ),
];
const unsaid = new RegExp(
  `(?<![\\w.-])(?:${roots.join("|")})\\.[\\w-]+|\\{\\w+\\}|\\b[A-Z]+_[A-Z_]+\\b|\\bundefined\\b|\\bNaN\\b`,
);

/** All that is shown or read aloud, but the rules, which are English. */
const said = (made) =>
  made.evaluate(() => {
    const found = [];
    const walk = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
      (node) =>
        node.nodeType === 1 && (node.lang === "en" || /^(SCRIPT|STYLE)$/.test(node.tagName))
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_ACCEPT,
    );
    for (let node; (node = walk.nextNode()); )
      if (node.nodeType === 3) found.push(node.textContent);
      else
        for (const name of ["aria-label", "title", "placeholder", "alt"])
          if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    return [document.title, ...found].map((text) => text.trim()).filter(Boolean);
  });
async function translated(made, where) {
  assert.deepEqual(
    (await said(made)).filter((text) => unsaid.test(text)),
    [],
    where,
  );
  assert.deepEqual(made.faults, [], where);
}

for (const code of variants(["ro"], ["en", "pt-BR", "pt-PT", "es"]))
  test(`set-up, table and end in ${code}`, async () => {
    const text = words(code);
    const made = await page(held.browser, { locale: code });
    made.setDefaultTimeout(patience);
    await made.addInitScript(
      () =>
        localStorage.getItem("aude.settings") ??
        localStorage.setItem("aude.settings", JSON.stringify({ speed: "none", sound: false })),
    );
    await made.goto(held.url);
    await made.waitForSelector(".play");
    await translated(made, "home");
    await made.click(".ways a >> nth=0");
    await made.waitForSelector(".start .main");
    assert.equal(await made.getAttribute("html", "lang"), code);
    assert.equal(await made.textContent("#h-book"), text["book.title"]);
    assert.equal(await made.textContent("#h-bag"), text["bag.title"]);
    await translated(made, "set-up");
    for (const book of await made.$$(".book")) {
      await book.click();
      await translated(made, "book");
    }
    const cards = await made.$$(".bag .cards:not(.three) .card");
    assert.equal(cards.length, everything.length);
    for (const [i, card] of cards.entries()) {
      await card.click();
      assert.equal(
        await made.textContent("#told"),
        `${text[`set.${everything[i]}.text`]} ${text["set.pieces"].replace("{what}", text[`set.${everything[i]}.pieces`])}`,
      );
    }
    for (const card of await made.$$(".bag .three .card")) await card.click();
    await made.click(".books .line[aria-expanded]"); // details, with the switches of all sets
    await made.waitForSelector("#details .switch");
    await translated(made, "details");
    for (const line of await made.$$(".table ul .line")) {
      await line.click();
      await translated(made, "seats");
    }
    await made.click(`header button[aria-label="${text.menu}"]`);
    await made.waitForSelector("dialog");
    await translated(made, "settings");
    await made.keyboard.press("Escape");
    // of the count and a river this book only warns; by another one it is refused, in one sentence, and can be mended
    await made.waitForSelector(".start .advice");
    assert.ok((await made.textContent(".start .advice")).startsWith(text["advice.COC-23"]));
    assert.equal(await made.locator(".start .warn").count(), 0);
    await made.click(".books .line[aria-expanded]");
    await made.click(".book >> nth=0");
    await made.click(".bag .three .card >> nth=0");
    await made.waitForSelector(".start .warn");
    assert.ok((await made.textContent(".start .warn")).startsWith(text["err.COUNT_RIVER"]));
    await made.click(".start .warn .quiet >> nth=0");
    await made.waitForFunction(() => !document.querySelector(".start .warn"));
    await start(made);
    await asked(made);
    await translated(made, "tile");
    let before, taken;
    do {
      const list = await asked(made); // a computer may have gone on meanwhile
      before = await at(made);
      taken = await take(made, list.find((one) => one.startsWith("lay ")) ?? list[0]);
    } while (!taken);
    await asked(made, before);
    await translated(made, "figure");
    for (const open of ["menu", "chronicle"]) {
      await made.click(`button[aria-label="${text[open]}"]`);
      await translated(made, open);
      if (open === "menu") await made.keyboard.press("Escape");
    }
    await made.context().close();

    const short = await deal(
      held,
      {
        setup: `rules grow\nseats 2\ndraws 8\nswitch abbot ON\nexpansions inns-cathedrals traders-builders`,
        names: ["Ana", "Bruno"],
      },
      { locale: code },
      { language: code },
    );
    await playOn(short, { seed: 5, choose: (choices) => choices.find((one) => one.startsWith("put ")) });
    await short.waitForSelector(".end table");
    await translated(short, "telling");
    if (await short.$(".story .line .main")) await short.click(".story .line .quiet");
    await translated(short, "end");
    await short.context().close();
  });

test("the last choice is remembered, and what differs is told", async () => {
  const made = await home(held, {
    rules: "devir_es",
    seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)],
    sets: ["tower"],
  });
  await start(made);
  await made.goto(held.url);
  assert.match(
    await made.textContent(".lists"),
    /Ana and Bruno/,
    "the game that was begun can be gone on with",
  );
  assert.match(await made.textContent(".plate .what"), /Devir. The Tower. .* As last time./);
  await made.click("text=Change the game");
  await made.waitForSelector(".start .main");
  assert.equal(await made.getAttribute(".book.chosen", "aria-checked"), "true");
  assert.match(await made.textContent(".book.chosen"), /Devir/);
  assert.equal(await made.$$eval(".bag .card[aria-checked=true]", (all) => all.length), 1);
  const same = await made.textContent(".same");
  await made.click(".bag .cards:not(.three) .card >> nth=0");
  assert.notEqual(await made.textContent(".same"), same);
  await made.context().close();
});

test("every card has its picture", async () => {
  const made = await home(held, { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] });
  const sizes = await made.$$eval(".card .art", (all) =>
    Promise.all(
      all.map((one) => {
        const url = /^url\("(.*)"\)$/s.exec(getComputedStyle(one).backgroundImage)?.[1];
        return url
          ? Object.assign(new Image(), { src: url })
              .decode()
              .then(
                () => true,
                () => false,
              )
          : false;
      }),
    ),
  );
  assert.deepEqual(sizes, new Array(12).fill(true));
  await made.context().close();
});

test("details: copies, tiles alone, figures, an early end and who begins; tiles and minutes follow", async () => {
  const made = await home(held, {
    seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)],
    sets: ["tower"],
  });
  const big = (n) =>
    made.waitForFunction((n) => document.querySelector(".numbers .big")?.textContent === n, String(n));
  const minutes = () => made.$eval(".numbers p:last-child .big", (one) => Number(one.textContent));
  await big(90);
  const usual = await minutes();
  await made.click(".books .line[aria-expanded]");
  await made.click("[aria-label='The base game: copies of its tiles: one more']");
  await big(162);
  assert.ok((await minutes()) > usual, "more tiles take longer");
  await made.selectOption("[aria-label='The Tower: what is used']", "rules");
  await big(144);
  await made.selectOption("[aria-label='The Tower: what is used']", "tiles");
  await big(162);
  assert.equal(
    await made.$$eval("#details label", (all) => all.filter((one) => /Ransom/.test(one.textContent)).length),
    0,
    "no rules of tiles without rules",
  );
  await made.click("[aria-label='Follower: one less']");
  assert.match(
    await made.textContent(".books .line"),
    /2 × The base game.*The Tower: tiles only.*own figures/,
  );
  for (let i = 0; i < 4; i++) await made.click("[aria-label='The base game: copies of its tiles: one more']");
  await made.waitForSelector(".start .warn"); // more tiles than a game holds: the engine's own reason
  for (let i = 0; i < 5; i++) await made.click("[aria-label='The base game: copies of its tiles: one less']");
  await big(90);
  await made.fill("#details input[max='320']", "6");
  await big(7);
  await made.selectOption("#details label:has-text('Who begins') select", "1");
  await start(made);
  await made.waitForFunction(() => /Bruno/.test(document.querySelector("h1")?.textContent));
  const kept = await made.evaluate(
    () =>
      JSON.parse(
        localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith("aude.table.here"))),
      ).setup,
  );
  for (const line of ["tiles-only tower", "figures small 6", "draws 6", "first 1"])
    assert.ok(kept.split("\n").includes(line), line);
  await playOn(made, { seed: 3 });
  await made.waitForSelector(".end table");
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("a set-up is kept under a name, loaded again, and sent as a link that names nobody", async () => {
  const made = await home(held, {
    seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3), seat("computer", "Rival", 2)],
    sets: ["tower", "cult"],
    copies: { tower: 2 },
    aids: "club",
  });
  await made.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await made.locator("button:visible", { hasText: "Keep this set-up" }).click();
  await made.keyboard.type("Sunday");
  await made.keyboard.press("Enter");
  await made.waitForFunction(() => /Sunday/.test(document.querySelector(".books")?.innerText));
  await made.click("text=Only the base");
  await made.waitForFunction(() => document.querySelector(".numbers .big")?.textContent === "72");
  await made.reload();
  await made.waitForSelector(".start .main");
  await made.click("text=Only the base");
  await made.locator("button:visible", { hasText: "Sunday" }).click();
  await made.waitForFunction(
    () => document.querySelector(".numbers .big")?.textContent === String(72 + 36 + 5),
  );
  await made.locator("button:visible", { hasText: "Link to this set-up" }).click();
  await made.waitForFunction(() => /copied/.test(document.querySelector(".books")?.innerText));
  const link = await made.evaluate(() => navigator.clipboard.readText());

  const other = await home(held, { seats: [seat("here", "Bruno", 1), seat("computer", "Mason", 3)] });
  await other.goto(link);
  await other.waitForFunction(() =>
    /set-up from the link/.test(document.querySelector(".same")?.textContent),
  );
  assert.equal(await other.textContent(".numbers .big"), "113");
  assert.match(await other.textContent(".books .line"), /club.*2 × The Tower/);
  const seats = await other.$$eval(".table ul .who .strong", (all) => all.map((one) => one.textContent));
  assert.equal(seats[0], "Bruno", "one's own name stays");
  assert.equal(seats.length, 3);
  assert.ok(!seats.includes("Rival"));
  await other.goto(`${held.url}#/s/rubbish`);
  await other.waitForFunction(() => /no set-up/.test(document.querySelector(".start .warn")?.textContent));
  await made.locator("[aria-label='Remove “Sunday”']:visible").click();
  await made.waitForFunction(() => /removed/.test(document.querySelector(".books")?.innerText));
  assert.equal(
    await made.evaluate(() => JSON.parse(localStorage.getItem("aude.settings")).favourites.length),
    0,
  );
  for (const one of [made, other]) {
    assert.deepEqual(one.faults, []);
    await one.context().close();
  }
});

const sizes = [
  [360, 640],
  [390, 844],
  [1440, 900],
  [1920, 1080],
  [720, 450],
];
/** What is cut off or sticks out of the set-up as it is shown now. */
const cut = (made) =>
  made.evaluate(() => {
    const found = [],
      home = document.querySelector(".home");
    if (home.scrollWidth > home.clientWidth) found.push("the page scrolls sideways");
    for (const one of home.querySelectorAll("*")) {
      const box = one.getBoundingClientRect();
      if (box.width && (box.right > innerWidth + 1 || box.left < -1))
        found.push(`outside: ${one.tagName} ${one.textContent.trim().slice(0, 30)}`);
      if (
        /^(BUTTON|H1|H2|H3|LABEL|OUTPUT|P)$/.test(one.tagName) &&
        one.clientWidth &&
        one.scrollWidth > one.clientWidth + 1
      )
        found.push(`cut: ${one.textContent.trim().slice(0, 40)}`);
    }
    return found;
  });

// The two languages with the longest words; the page is opened once and the window takes every size.
for (const code of variants(["pt-BR"], ["en", "pt-PT", "ro", "es"]))
  test(`nothing is cut off or runs out in ${code}, in windows of five sizes`, async () => {
    const made = await home(
      held,
      {
        seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)],
        sets: everything.filter((set) => set !== "count"),
        river: "RIVER_BOTH",
        abbot: true,
        clock: "move",
        seconds: 172800,
      },
      { viewport: { width: 1440, height: 900 }, locale: code },
      { language: code },
    );
    await made.locator(".line[aria-expanded=false][aria-controls=details]:visible").click();
    await made.waitForSelector("#details");
    await made.click(".table ul .line >> nth=0");
    for (const [width, height] of sizes) {
      await made.setViewportSize({ width, height });
      await made.waitForFunction((width) => innerWidth === width, width);
      if (!(await made.$("#details")))
        await made.locator(".line[aria-expanded=false][aria-controls=details]:visible").click();
      await made.waitForSelector("#details");
      // A window that has just got another size is laid out anew, in steps: what stays counts.
      let found = await cut(made);
      for (let again = 0; found.length && again < 50; again++) {
        await made.waitForTimeout(100);
        found = await cut(made);
      }
      assert.deepEqual(found, [], `${width} x ${height}`);
    }
    await made.context().close();
  });

test("computers by strength and by style stand in groups of their own", async () => {
  const made = await home(held, { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 0, "level-4")] });
  await made.click("button:has-text('Mason')");
  const groups = await made.$$eval("optgroup", (all) =>
    all.map((one) => [one.label, [...one.children].map((option) => option.value)]),
  );
  assert.deepEqual(
    groups.map(([label]) => label),
    ["By strength", "By style"],
  );
  assert.deepEqual(groups[1][1], ["builder", "thief", "farmer"]);
  assert.ok(groups[0][1].includes("level-7") && !groups[0][1].includes("thief"));
  assert.deepEqual(made.faults, []);
  await made.context().close();
});
