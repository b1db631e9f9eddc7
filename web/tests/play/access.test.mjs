// access.test.mjs -- the page as a screen reader has it: the accessibility tree of set-up, lobby and a whole turn. Everything that can be pressed
// has a name of its own, the question and the log are live, dialogs hold the focus and give it back; contrast, forced colours, the left hand.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { patience, asked, at, deal, front, home, host, seat, stage, take } from "./hands.mjs";

const held = stage();
let server;
before(async () => {
  server = await host(held);
});

const PRESSED = new Set([
  "button",
  "link",
  "textbox",
  "searchbox",
  "combobox",
  "checkbox",
  "radio",
  "spinbutton",
  "slider",
  "switch",
  "menuitem",
]);

/** The tree as readers get it: { role, name, live, value } of every node that is not ignored. */
async function tree(made) {
  const cdp = await made.context().newCDPSession(made);
  const { nodes } = await cdp.send("Accessibility.getFullAXTree");
  await cdp.detach();
  return nodes
    .filter((node) => !node.ignored)
    .map((node) => ({
      role: node.role?.value,
      name: (node.name?.value ?? "").trim(),
      live: node.properties?.find((one) => one.name === "live")?.value.value ?? "",
      focused: node.properties?.some((one) => one.name === "focused" && one.value.value) ?? false,
    }));
}
/** Everything that can be pressed says what it is. */
async function named(made, where) {
  const nodes = await tree(made),
    pressed = nodes.filter((node) => PRESSED.has(node.role));
  assert.ok(pressed.length > 2, `${where}: there is something to press`);
  assert.deepEqual(
    pressed.filter((node) => !/\p{L}|\p{N}/u.test(node.name)),
    [],
    `${where}: a name for everything`,
  );
  assert.equal(nodes.filter((node) => node.role === "heading").length > 0, true, `${where}: a heading`);
  return nodes;
}
/** What Tab goes through, in order, until it comes round. */
async function order(made, most = 80) {
  const seen = [];
  for (let i = 0; i < most; i++) {
    await made.keyboard.press("Tab");
    const at = await made.evaluate(() => {
      const one = document.activeElement;
      one.dataset.seen ??= String(Math.random());
      const box = one.getBoundingClientRect();
      return {
        key: one.dataset.seen,
        tag: one.tagName,
        text: (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40),
        visible: box.width > 0 && box.height > 0,
        inside: !!one.closest("dialog"),
        part: one.closest("section, .slip, aside, main, dialog")?.className ?? "",
      };
    });
    if (at.tag === "BODY" || seen.some((one) => one.key === at.key)) break;
    seen.push(at);
  }
  return seen;
}

test("set-up: names, groups, the order of Tab; details and dialogs", async () => {
  const made = await home(held, {
    seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)],
    sets: ["tower"],
  });
  let nodes = await named(made, "home");
  const roles = (role) => nodes.filter((node) => node.role === role).map((node) => node.name);
  assert.deepEqual(roles("radiogroup"), ["Your rulebook"]);
  assert.equal(roles("radio").length, 5);
  assert.ok(roles("checkbox").some((name) => /^The Tower/.test(name)));
  assert.ok(
    nodes.some((node) => node.role === "main"),
    "a main landmark",
  );
  for (const section of ["Your rulebook", "What is in the bag", "At the table"])
    assert.ok(roles("region").includes(section), section);
  const tabs = await order(made);
  assert.ok(
    tabs.every((one) => one.visible),
    "Tab never goes where nothing is seen",
  );
  const at = (text) => tabs.findIndex((one) => one.text.includes(text));
  assert.ok(
    at("Grow") < at("Details") &&
      at("Details") < at("The Tower") &&
      at("The Tower") < at("Ana") &&
      at("Ana") < at("Start"),
    "book, details, bag, seats, start",
  );
  assert.equal(
    tabs.filter((one) => /Brazil|Portugal|Spain|Romania/.test(one.text)).length,
    1,
    "a radio group is one stop",
  );

  await made.locator(".line[aria-controls=details]:visible").click();
  await made.waitForSelector("#details");
  nodes = await named(made, "details");
  assert.ok(roles("group").includes("The base game: copies of its tiles"));
  await made.click(".table ul .line >> nth=1");
  nodes = await named(made, "a seat");

  // a dialog holds the focus, closes by Escape, and gives the focus back
  await made.click("button[aria-label=Home]");
  const opener = made.locator("button:visible", { hasText: "Join with a link" });
  await opener.click();
  await made.waitForSelector("dialog[open]");
  nodes = await named(made, "join");
  assert.ok(nodes.some((node) => node.role === "dialog" && node.name === "Join with a link"));
  assert.equal(await made.evaluate(() => document.activeElement.tagName), "INPUT");
  for (let i = 0; i < 6; i++) {
    await made.keyboard.press("Tab");
    assert.ok(
      await made.evaluate(
        () => document.activeElement === document.body || !!document.activeElement.closest("dialog"),
      ),
      "Tab stays inside",
    );
  }
  await made.keyboard.press("Escape");
  await made.waitForFunction(() => !document.querySelector("dialog"));
  assert.equal(await made.evaluate(() => document.activeElement.textContent.trim()), "Join with a link");
  await made.context().close();
});

test("the lobby: who sits where, the invitation, what is waited for", async () => {
  const ana = await home(held, { seats: [seat("here", "Ana", 1), seat("link", "", 0)] }, {}, {}, server.url);
  await ana.click(".start .main");
  await ana.waitForSelector(".lobby .invite");
  const nodes = await named(ana, "lobby");
  assert.ok(nodes.some((node) => node.role === "image" && node.name === "QR code of the link"));
  assert.ok(
    nodes.some(
      (node) => node.role === "heading" && /Waiting for 1 player/.test(node.name) && node.live === "polite",
    ),
    "what is waited for is spoken",
  );
  assert.ok(
    nodes.some((node) => node.role === "image" && node.name === "blue"),
    "colours have names",
  );
  await ana.context().close();
});

test("a whole turn: the question and the log are live, the focus follows, the menu gives it back", async () => {
  const made = await deal(held, { setup: "rules grow\nseats 2", names: ["Ana", "Bruno"], seed: "b" });
  let list = await asked(made),
    nodes = await named(made, "lay");
  assert.ok(
    nodes.some(
      (node) =>
        node.role === "heading" && /(Ana|Bruno), lay your tile/.test(node.name) && node.live === "polite",
    ),
  );
  assert.ok(
    nodes.some((node) => node.role === "navigation" && node.name === "All choices as a list"),
    "the map is a picture; beside it stands everything it offers",
  );
  const choices = nodes.filter((node) => node.role === "button" && /^Lay/.test(node.name));
  assert.ok(choices.length >= list.length, "every choice is a button with words");
  const before = await at(made);
  await take(made, list[0]);
  list = await asked(made, before);
  nodes = await named(made, "figure");
  assert.ok(nodes.some((node) => node.role === "heading" && /place a figure/.test(node.name)));
  await take(made, list.find((one) => one === "pass") ?? list[0]);
  await asked(made, before + 1);
  nodes = await tree(made);
  assert.ok(
    nodes.some((node) => node.role === "log" && node.name),
    "the log is a log, with a name",
  );
  await made.focus("[aria-label=Menu]");
  await made.keyboard.press("Enter");
  await made.waitForSelector("dialog[open]");
  await named(made, "menu");
  await made.keyboard.press("Escape");
  await made.waitForFunction(() => !document.querySelector("dialog"));
  assert.equal(await made.evaluate(() => document.activeElement.getAttribute("aria-label")), "Menu");
  await made.context().close();
});

test("every room has one main part and one h1", async () => {
  const made = await front(held, { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] });
  const source = readFileSync(new URL("../../src/rooms.ts", import.meta.url), "utf8"),
    rooms = [.../^const rooms = \{(.*?)^\}/ms.exec(source)[1].matchAll(/^ {2}(\w+)/gm)].map(([, one]) => one);
  assert.ok(rooms.length >= 10, `the rooms of rooms.ts: ${rooms}`);
  const count = () =>
    made.evaluate(() => ["main, [role=main]", "h1"].map((one) => document.querySelectorAll(one).length));
  // Another room may stand there first, and none for a moment between the two: what is counted has to stay.
  const parts = async (where) => {
    let found = await count(),
      stays = false;
    for (const until = Date.now() + patience; !stays && Date.now() < until; ) {
      await made.waitForTimeout(150);
      const now = await count();
      stays = now.join() === "1,1" && now.join() === found.join();
      found = now;
    }
    assert.deepEqual(found, [1, 1], `${where}: main parts and h1`);
  };
  await parts("home");
  for (const room of [...rooms, "learn/1/1", "puzzles/today"]) {
    await made.goto("about:blank");
    await made.goto(`${held.url}#/${room}`);
    await parts(room);
  }
  await made.goto(`${held.url}#/analyse`);
  await made.click(".main");
  await made.waitForSelector(".study canvas");
  await parts("analysis board");
  await made.goto(`${held.url}#/no-such-room`);
  await made.waitForSelector(".first .button");
  assert.equal(await made.locator("main").count(), 1, "an address that names nothing");
  await made.context().close();
});

test("more contrast and forced colours: what is chosen is seen, and every button has an edge", async () => {
  for (const media of [{ contrast: "more" }, { forcedColors: "active" }]) {
    const made = await home(held, {
      seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)],
      sets: ["tower"],
    });
    await made.emulateMedia(media);
    if (media.contrast) await made.waitForSelector('html[data-contrast="more"]');
    else await made.waitForFunction(() => matchMedia("(forced-colors: active)").matches);
    const edges = await made.evaluate(
      () =>
        [...document.querySelectorAll(".card, .book.chosen, .start .main, .pair .button")].filter((one) => {
          const style = getComputedStyle(one);
          return style.borderTopStyle === "none" || parseFloat(style.borderTopWidth) < 1;
        }).length,
    );
    assert.equal(edges, 0, JSON.stringify(media));
    const [on, off] = await made.evaluate(() =>
      [".card.on", ".card:not(.on)"].map(
        (one) =>
          getComputedStyle(document.querySelector(one)).outlineStyle +
          getComputedStyle(document.querySelector(one)).borderTopWidth,
      ),
    );
    assert.notEqual(on, off, "a chosen card differs by more than its colours");
    const books = await made.$$eval(".book", (all) =>
      all.map((one) => `${getComputedStyle(one).outlineStyle} ${getComputedStyle(one).borderTopColor}`),
    );
    assert.ok(
      books.slice(1).every((book) => book !== books[0]),
      `the chosen book too: ${books}`,
    );
    if (process.env.AUDE_SHOTS)
      await made.screenshot({ path: `${process.env.AUDE_SHOTS}/${Object.keys(media)[0]}.png` });
    await made.context().close();
  }
});

test("left hand, no movement, notices: one switch each, remembered", async () => {
  const made = await front(
    held,
    { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] },
    { permissions: ["notifications"] },
    { speed: "normal" },
  );
  const open = async () => {
    await made.locator(".links .quiet:visible", { hasText: "English" }).click();
    await made.waitForSelector("dialog[open]");
  };
  await open();
  await made.click("text=Left-handed");
  await made.selectOption("dialog label:has-text('Speed') select", "none");
  await made.click("text=A message when it is my turn");
  await made.waitForFunction(() => JSON.parse(localStorage.getItem("aude.settings")).notify);
  await made.keyboard.press("Escape");
  await made.reload();
  await made.waitForSelector(".play");
  assert.equal(await made.evaluate(() => document.documentElement.classList.contains("left-handed")), true);
  assert.equal(await made.evaluate(() => document.documentElement.hasAttribute("data-still")), true);
  const kept = await made.evaluate(() => JSON.parse(localStorage.getItem("aude.settings")));
  assert.deepEqual([kept.leftHanded, kept.speed, kept.notify], [true, "none", true]);
  await made.context().close();
});

test("my turn on a hidden page: title, shield and a message, if it was allowed", async () => {
  const made = await home(
    held,
    { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3, "random")] },
    { permissions: ["notifications"] },
    { notify: true },
  );
  await made.evaluate(() => {
    window.told = [];
    window.away = false;
    window.Notification = class {
      static permission = "granted";
      constructor(title, { body }) {
        window.told.push(`${title}: ${body}`);
      }
      close() {}
    };
    Object.defineProperty(document, "hidden", { configurable: true, get: () => window.away });
  });
  await made.click(".start .main");
  await made.waitForSelector(".game[data-at]");
  let list = await asked(made);
  await made.waitForFunction(() => /^● Your turn/.test(document.title));
  assert.deepEqual(await made.evaluate(() => window.told), [], "who looks needs no message");
  await made.evaluate(() => (window.away = true));
  for (let now = -1; !(await made.evaluate(() => window.told.length)); list = await asked(made, now)) {
    now = await at(made);
    assert.ok(now < 12, "a message comes with my next turn");
    await take(made, list[0]);
  }
  assert.equal((await made.evaluate(() => window.told))[0], "Aude: It is your turn.");
  const icon = (pattern) =>
    made.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector("link[rel=icon]").href),
      pattern.source,
    );
  await icon(/dba92c/);
  // the part of the page that brings the app's own shield comes when there is time: a turn's stays, and home has the app's
  await made.waitForFunction(() =>
    performance.getEntriesByType("resource").some((one) => /\/Note-/.test(one.name) && one.responseEnd),
  );
  await made.waitForTimeout(300);
  await icon(/dba92c/);
  await made.evaluate(() => (location.hash = "#/"));
  await icon(/tab-32/);
  await made.context().close();
});
