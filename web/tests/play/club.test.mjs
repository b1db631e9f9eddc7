// club.test.mjs -- the club with a real server that has people and games: two who look for a game find each other, a table that is left open is
// listed, a game that is played is seen with its board, finished games are found, a player has a page; by keyboard, on the phone, in the
// dark. A copy without a server has no door to it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import {
  accessible,
  front,
  host,
  narrow,
  patience,
  phone,
  program,
  quiet,
  seat,
  stage,
  variants,
} from "./hands.mjs";

const held = stage();
const shots = process.env.AUDE_SHOTS;
let server;
before(async () => {
  const filled = spawnSync(join(dirname(program), "archive"), [
    `sqlite:${join(held.folder, "games.db")}`,
    "20",
    "2000",
  ]);
  assert.equal(filled.status, 0, String(filled.stderr));
  server = await host(held);
});

const choice = (name) => ({ seats: [seat("here", name, 1), seat("computer", "Mason", 3)] });
async function open(name, options = {}, settings = {}) {
  const made = await front(held, choice(name), { bypassCSP: true, ...options }, settings, server.url);
  made.setDefaultTimeout(patience);
  await made.click(".doors a[href='#/club']");
  await made.waitForSelector(".club .find .main");
  return made;
}
async function check(made, where) {
  await accessible(made, where, true);
  await narrow(made, ".club", where);
  if (shots) await made.screenshot({ path: `${shots}/club-${where}.png` });
}
/** A listed game of two at one screen, made by this page; it stands where it began. */
const publicGame = (made, title) =>
  made.evaluate(async (title) => {
    const line = new WebSocket(new URL("ws", location.href.replace("http", "ws").split("#")[0]), "aude-1");
    await new Promise((go) => (line.onopen = go));
    const ask = (message) =>
      new Promise((tell) => {
        line.addEventListener("message", ({ data }) => {
          const answer = JSON.parse(data);
          if (answer.id === message.id) tell(answer);
        });
        line.send(JSON.stringify(message));
      });
    await ask({ type: "hello", id: 1, v: 1 });
    const seats = [
      { kind: "here", name: "Lena", colour: "green" },
      { kind: "here", name: "Otto", colour: "yellow" },
    ];
    const head = "aude 1\nrules grow_revised\nswitch river OFF\nswitch abbot OFF\n";
    const made = await ask({ type: "create", id: 2, head, seats, options: { listed: true, title } });
    return made.table;
  }, title);
const says = (made, pattern) =>
  made.waitForFunction(([source]) => new RegExp(source).test(document.body.innerText), [pattern.source]);

test("without a server there is no door to a club", async () => {
  const made = await front(held, choice("Ana"));
  await made.waitForSelector(".doors a[href='#/deal']");
  await made.waitForTimeout(300);
  assert.equal(await made.locator(".doors a[href='#/club']").count(), 0);
  await made.goto(`${held.url}#/club`);
  await says(made, /No club answers here/);
  await made.close();
});

test("two who look for the same find each other; a table left open is listed", async () => {
  const ana = await open("Ana"),
    bruno = await open("Bruno", phone, { theme: "dark" });
  await check(ana, "desktop");
  await check(bruno, "phone-dark");
  await ana.click(".find .main");
  await says(ana, /Nobody waits just now/);
  await check(ana, "alone");
  await ana.keyboard.press("Escape");
  await ana.waitForSelector(".find [type=radio]");
  await ana.click(".find .main");
  await says(ana, /Nobody waits just now/);
  await bruno.click(".find .main");
  await bruno.waitForSelector(".find [role=alertdialog]");
  await check(bruno, "found");
  await says(bruno, /Ana[\s\S]*begin/); // who it is, and who begins
  await bruno.keyboard.press("Escape"); // no: nobody has lost anything
  await bruno.waitForSelector(".find [type=radio]");
  await says(ana, /Bruno has gone\. Looking on/);
  const second = await ana.context().newPage(); // another window of hers: one of the two is asked
  await second.goto(`${server.url}#/club`);
  await second.waitForSelector(".find .main");
  await second.fill(".find input[type=text]", "Ana");
  await second.click(".find .main");
  await second.waitForFunction(() => !document.querySelector(".find [type=radio]"));
  await bruno.click(".find .main");
  await says(second, /Another window of yours has found a game/);
  await second.waitForSelector(".find [type=radio]"); // it looks no longer
  await second.close();
  await Promise.all([ana, bruno].map((made) => made.getByText("Sit down").click()));
  await Promise.all([ana, bruno].map((made) => made.waitForSelector(".game[data-at]")));
  assert.equal(new URL(ana.url()).hash, new URL(bruno.url()).hash);
  await bruno.goto(`${server.url}#/club`);
  await bruno.waitForSelector(".find .main");
  await bruno.click(".find .main");
  await bruno.getByText("Leave the table open").click();
  await bruno.waitForFunction(() => location.hash.startsWith("#/t/"));
  await ana.goto(`${server.url}#/club`);
  await says(ana, /Bruno\s*guest,\s*free seat/);
  assert.match(
    await ana.locator("[aria-labelledby=h-open] li .small").first().innerText(),
    /Grow, revised · 15 min each · aids: club · /,
  );
  assert.deepEqual([...quiet(ana), ...quiet(bruno)], []);
  await ana.close();
  await bruno.close();
});

test("games that are played are seen in the hall, with their boards", async () => {
  const made = await open("Ana");
  const table = await publicGame(made, "In public");
  await made.goto(`${server.url}#/`);
  await made.goto(`${server.url}#/club`);
  const card = made.locator(`.boards a[href="#/t/${table}"]`);
  await card.waitFor();
  await card.locator("[data-drawn]").waitFor(); // its board came into view and was laid
  assert.match(await card.innerText(), /Lena\s+guest\s+\d+\s+Otto\s+guest\s+\d+[\s\S]*tile \d+ of 71/);
  await check(made, "hall");
  await card.focus();
  await made.keyboard.press("Enter");
  await made.waitForSelector(".game[data-at]");
  assert.deepEqual(quiet(made), []);
  await made.close();
});

test("long names and titles on a phone: nothing shrinks, parts from its name, or fills the page", async () => {
  const long = "Bartholomaeus of Highrock",
    seats = ["red", "blue"].map((colour) => ({ kind: "link", name: long, colour, level: "", taken: true }));
  const table = (id, status) => ({
    table: id,
    title: "word ".repeat(24).trim(),
    seats,
    status,
    sets: ["base", "inns-cathedrals"],
    rules: "grow",
    tiles: 71,
    steps: 9,
    created: 1,
    updated: 1,
    watch: true,
    points: [104, 7],
  });
  const made = await open("Ana", phone);
  await made.route("**/api/tables", (route) => route.fulfill({ json: { tables: [table("a", "open")] } }));
  await made.route("**/api/hall*", (route) => route.fulfill({ json: { games: [table("b", "running")] } }));
  await made.reload();
  await made.waitForSelector("[aria-labelledby=h-playing] .boards .seat");
  const seen = await made.evaluate(() => {
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    const title = document.querySelector("[aria-labelledby=h-open] .title");
    const room = getComputedStyle(document.querySelector(".room"));
    return {
      arrow: box("[aria-labelledby=h-open] li a > svg").width,
      lines: title.clientHeight / parseFloat(getComputedStyle(title).lineHeight),
      whole: title.title === title.textContent,
      shield: box(".boards .seat > svg").top - box(".boards .seat .who").top,
      points: box(".boards .seat .n").top - box(".boards .seat .who").top,
      frame: [room.borderTopWidth, room.outlineOffset],
    };
  });
  assert.equal(seen.arrow, 20, "the arrow of a row stays as large as it is");
  assert.ok(
    seen.lines < 2.5 && seen.whole,
    `two lines of a long title, the whole of it beside: ${seen.lines}`,
  );
  assert.ok(Math.abs(seen.shield) < 8, `a shield stands beside its name: ${seen.shield}`);
  assert.ok(Math.abs(seen.points) < 8, `points stand beside their name: ${seen.points}`);
  assert.deepEqual(seen.frame, ["5px", "-5px"], "what scrolls ends at the frame's line");
  await made.goto(`${server.url}#/club/games`);
  await made.waitForSelector("[aria-labelledby=h-games] li .serif");
  assert.match(
    await made.locator("[aria-labelledby=h-games] li .serif").first().innerText(),
    /^\S.*\u00a0\d+, .*\u00a0\d+$/,
    "points stay with the name before them",
  );
  await made.close();
});

test("finished games are found, and a player has a page", async () => {
  const made = await open("Ana");
  await made.click("a[href='#/club/games']");
  await made.waitForSelector(".club [aria-labelledby=h-games] li");
  await check(made, "games");
  await made.fill("[type=search]", "player 3");
  await made.keyboard.press("Enter");
  await made.waitForFunction(() => {
    const rows = [...document.querySelectorAll("[aria-labelledby=h-games] li")];
    return rows.length > 1 && rows.every((row) => /Player 3\s/.test(row.innerText));
  });
  const first = await made.locator("[aria-labelledby=h-games] li").count();
  await made.getByText("Earlier games").click();
  await made.waitForFunction(
    (n) => document.querySelectorAll("[aria-labelledby=h-games] li").length > n,
    first,
  );
  await made
    .locator("[aria-labelledby=h-games] li a", { hasText: /^Player 3$/ })
    .first()
    .click();
  await made.waitForSelector(".who .name");
  assert.equal(await made.locator(".who .name").innerText(), "Player 3");
  await says(made, /\d{3,4}\s±\s\d+/);
  await check(made, "player");
  await made.goto(`${server.url}#/club/u/Nobody`);
  await says(made, /Nobody keeps that name/);
  assert.deepEqual(
    quiet(made).filter((fault) => !/404/.test(fault)),
    [],
  );
  await made.close();
});

test("every page of the club in another language, or in five in long runs, on a phone", async () => {
  for (const language of variants(["ro"], ["en", "es", "pt-BR", "pt-PT"])) {
    const made = await open("Ana", phone, { language, theme: language === "ro" ? "dark" : "light" });
    for (const page of ["", "/hold", "/games", "/u/1", "/u/Nobody", "/t/none", "/beside/none/gone"]) {
      await made.goto(`${server.url}#/club${page}`);
      await made.waitForSelector(".club .find, .club .hold, .club .archive, .club .who, .club .slip");
      const [text, over] = await made.evaluate(() => [
        document.querySelector(".club").innerText,
        document.querySelector(".club").scrollWidth - document.documentElement.clientWidth,
      ]);
      assert.doesNotMatch(
        text,
        /\bclub\.[a-z]|\{\w+\}|undefined/,
        `${language} ${page}: every word is there`,
      );
      assert.ok(over <= 0, `${language} ${page}: nothing is wider than the screen`);
    }
    await made.close();
  }
});

test("the ladder has our computers; two who are found and can have no table are told why", async () => {
  const ana = await open("Ana"),
    bruno = await open("Bruno", phone, { theme: "dark" });
  const rows = ana.locator("[aria-labelledby=h-arena] tr");
  await rows.first().waitFor();
  assert.match(await rows.first().innerText(), /Grand Master\s+[\d,]+ ± \d+/);
  assert.match(await ana.innerText("[aria-labelledby=h-arena] table"), /Mason\s+1,500/);
  await bruno.route("**/api/club", async (route) => {
    const club = await (await route.fetch()).json();
    const rating = { person: 9001, pool: "two", value: 1733, error: 90, games: 40 };
    club.bots = [
      { person: 9001, name: "Thinker", since: 1, ratings: [rating] },
      { person: 9002, name: "Dicer", since: 1, ratings: [] },
    ];
    await route.fulfill({ json: club });
  });
  await bruno.reload();
  await bruno.waitForSelector("[aria-labelledby=h-ladder] li");
  assert.match(
    await bruno.innerText("[aria-labelledby=h-ladder]"),
    /Thinker[\s\S]*1,733 ± 90[\s\S]*Dicer[\s\S]*not enough/,
  );
  await check(bruno, "ladder-phone-dark");
  await ana.locator(".arena").scrollIntoViewIfNeeded();
  await check(ana, "ladder");
  // Nobody limits who comes from this machine: the server's word is put into the line.
  for (const made of [ana, bruno]) {
    await made.routeWebSocket(/\/ws/, (line) => {
      const server = line.connectToServer();
      line.onMessage((text) => {
        server.send(text);
        if (/"seek"/.test(text)) line.send(JSON.stringify({ type: "held", code: "RATE", text: "too many" }));
      });
    });
    await made.reload();
    await made.waitForSelector(".find .main");
    await made.click(".find .main");
    await says(made, /no table can be opened now: .*You go on waiting/);
    await check(made, made === ana ? "held" : "held-phone-dark");
    await made.keyboard.press("Escape");
    await made.waitForSelector(".find [type=radio]");
  }
  await ana.close();
  await bruno.close();
});
