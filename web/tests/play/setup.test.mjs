// setup.test.mjs -- the home screen in each of the five languages, chosen by the browser; no key, hole or engine's word is left in any text.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { web } from "../unit/load.mjs";
import { asked, at, deal, everything, home, patience, playOn, seat, stage, start, take } from "./hands.mjs";

const held = stage();
const words = (code) => JSON.parse(readFileSync(join(web, "src", "lang", `${code}.json`), "utf8"));
const roots = [...new Set(Object.keys(words("en")).filter((key) => key.includes(".")).map((key) => key.split(".")[0]))];
const unsaid = new RegExp(`(?<![\\w.-])(?:${roots.join("|")})\\.[\\w-]+|\\{\\w+\\}|\\b[A-Z]+_[A-Z_]+\\b|\\bundefined\\b|\\bNaN\\b`);

/** All that is shown or read aloud, but the rules, which are English. */
const said = (made) => made.evaluate(() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => (node.nodeType === 1 && (node.lang === "en" || /^(SCRIPT|STYLE)$/.test(node.tagName)) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  for (let node; (node = walk.nextNode()); )
    if (node.nodeType === 3) found.push(node.textContent);
    else for (const name of ["aria-label", "title", "placeholder", "alt"]) if (node.hasAttribute(name)) found.push(node.getAttribute(name));
  return [document.title, ...found].map((text) => text.trim()).filter(Boolean);
});
async function translated(made, where) {
  assert.deepEqual((await said(made)).filter((text) => unsaid.test(text)), [], where);
  assert.deepEqual(made.faults, [], where);
}

for (const code of ["en", "pt-BR", "pt-PT", "es", "ro"])
  test(`set-up, table and end in ${code}`, async () => {
    const text = words(code);
    const made = await page(held.browser, { locale: code });
    made.setDefaultTimeout(patience);
    await made.addInitScript(() => localStorage.getItem("aude.settings") ?? localStorage.setItem("aude.settings", JSON.stringify({ speed: "none", sound: false })));
    await made.goto(held.url);
    await made.waitForSelector(".start .main");
    assert.equal(await made.getAttribute("html", "lang"), code);
    assert.equal(await made.textContent("#h-book"), text["book.title"]);
    assert.equal(await made.textContent("#h-bag"), text["bag.title"]);
    await translated(made, "home");
    for (const book of await made.$$(".book")) {
      await book.click();
      await translated(made, "book");
    }
    const cards = await made.$$(".bag .cards:not(.three) .card");
    assert.equal(cards.length, everything.length);
    for (const [i, card] of cards.entries()) {
      await card.click();
      assert.equal(await made.textContent("#told"), `${text[`set.${everything[i]}.text`]} ${text["set.pieces"].replace("{what}", text[`set.${everything[i]}.pieces`])}`);
    }
    for (const card of await made.$$(".bag .three .card")) await card.click();
    await made.click(".books .line[aria-expanded]"); // details, with the switches of all sets
    await translated(made, "details");
    for (const line of await made.$$(".table ul .line")) {
      await line.click();
      await translated(made, "seats");
    }
    await made.click(".links .quiet:last-child");
    await made.waitForSelector("dialog");
    await translated(made, "settings");
    await made.keyboard.press("Escape");
    // the count and a river warn, in one sentence, and can be mended
    await made.waitForSelector(".start .warn");
    assert.ok((await made.textContent(".start .warn")).startsWith(text["err.COUNT_RIVER"]));
    await made.click(".start .warn .quiet >> nth=0");
    await made.waitForFunction(() => !document.querySelector(".start .warn"));
    await start(made);
    const list = await asked(made);
    await translated(made, "tile");
    const before = await at(made);
    await take(made, list.find((one) => one.startsWith("lay ")) ?? list[0]);
    await asked(made, before);
    await translated(made, "figure");
    for (const open of ["menu", "chronicle"]) {
      await made.click(`button[aria-label="${text[open]}"]`);
      await translated(made, open);
      if (open === "menu") await made.keyboard.press("Escape");
    }
    await made.context().close();

    const short = await deal(held, { setup: `rules grow\nseats 2\ndraws 8\nswitch abbot ON\nexpansions inns-cathedrals traders-builders`, names: ["Ana", "Bruno"] }, { locale: code }, { language: code });
    await playOn(short, { seed: 5, choose: (choices) => choices.find((one) => one.startsWith("put ")) });
    await short.waitForSelector(".end table");
    await translated(short, "telling");
    if (await short.$(".story .line .main")) await short.click(".story .line .quiet");
    await translated(short, "end");
    await short.context().close();
  });

test("the last choice is remembered, and what differs is told", async () => {
  const made = await home(held, { rules: "devir_es", seats: [seat("here", "Ana", 1), seat("here", "Bruno", 0)], sets: ["tower"] });
  await start(made);
  await made.goto(held.url);
  await made.waitForSelector(".start .main");
  assert.equal(await made.getAttribute(".book.chosen", "aria-checked"), "true");
  assert.match(await made.textContent(".book.chosen"), /Devir/);
  assert.equal(await made.$$eval(".bag .card[aria-checked=true]", (all) => all.length), 1);
  const same = await made.textContent(".same");
  await made.click(".bag .cards:not(.three) .card >> nth=0");
  assert.notEqual(await made.textContent(".same"), same);
  assert.match(await made.textContent(".plainlist"), /Ana, Bruno/, "the game that was begun can be gone on with");
  await made.context().close();
});
