// contest.test.mjs -- tournaments that are played to their end on the page, at a real server: a knock-out with a match for the third place, a
// round robin, teams with several games a match; at a desk and on a phone, by two who sit at each table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, device, host, narrow, phone, quiet, stage, take } from "./hands.mjs";

const held = stage();
const shots = process.env.AUDE_SHOTS;
let site;

/** Somebody who keeps that name. */
async function named(name, options = {}, settings = {}) {
  site ??= (await host(held)).url.replace("127.0.0.1", "localhost");
  const made = await device(held, options, settings);
  made.called = name;
  made.on("dialog", (dialog) => dialog.accept());
  await made.goto(`${site}#/name`);
  await made.waitForSelector(".name h1");
  await made.fill(".name input", name);
  await made.keyboard.press("Enter");
  await made.waitForSelector("[data-code]");
  return made;
}
async function shot(made, where) {
  if (shots) await made.screenshot({ path: `${shots}/contest-${where}.png`, fullPage: true });
}
async function check(made, where) {
  await accessible(made, where, true);
  await narrow(made, ".club", where);
  await shot(made, where);
}
/** The first of them holds it as `choose` says, all enter. */
async function hold(people, name, choose) {
  const [host] = people;
  await host.goto(`${site}#/club/hold`);
  await host.waitForSelector(".hold");
  await host.fill(".hold input[type=text]", name);
  for (const words of choose) await host.locator(".hold").getByText(words, { exact: true }).first().click();
  await shot(host, `${name}-form`);
  await host.click(".hold .main");
  await host.waitForFunction(() => location.hash.startsWith("#/club/t/"));
  return new URL(host.url()).hash;
}
async function enter(people, hash) {
  for (const made of people) {
    await made.goto(`${site}${hash}`);
    await made.click(".doing .main");
    await made.waitForSelector(".entered .own");
  }
}
/** What may be done at this page; it waits a moment for it itself, which costs less than to be asked again and again. */
const mayAct = (made) =>
  made.evaluate(async () => {
    for (let n = 0; n < 15; n++) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
      const all = [...document.querySelectorAll(".choices button")];
      if (all.length) return all.map((button) => button.dataset.act);
      await new Promise((go) => setTimeout(go, 20));
    }
    return [];
  });
/** Both go to their table and make a turn; then `loser` resigns, and both come back. */
async function duel(winner, loser, hash) {
  for (const made of [winner, loser]) {
    await made.waitForSelector(".doing a.main");
    await made.click(".doing a.main");
    await made.waitForSelector(".game[data-at]");
  }
  const moved = new Set();
  for (let n = 0; n < 400 && (moved.size < 2 || n < 4); n++)
    for (const made of [winner, loser]) {
      const list = await mayAct(made);
      if (list.length && (await take(made, list[0]))) moved.add(made);
    }
  await loser.click("[aria-label=Menu]");
  await loser.click(".menu >> text=Resign");
  await loser.click("dialog .two .button:last-child");
  for (const made of [winner, loser]) {
    await made.waitForSelector(".end h1");
    await shot(made, `end-${made.called}`);
    await made.getByText("To the tournament").click();
    await made.waitForSelector(".halves");
    assert.equal(new URL(made.url()).hash, hash);
  }
}
const places = (made) =>
  made.$$eval(".side table tbody tr", (rows) => rows.map((row) => row.innerText.replace(/\s+/g, " ").trim()));

/** Who meets whom in a round: the better one of each pair first. */
async function pairs(made, hash, people, round) {
  const about = await made.evaluate(
    async (path) => (await fetch(path)).json(),
    `api/tournaments/${hash.split("/").pop()}`,
  );
  return about.state.tables
    .filter((one) => one.round === round && one.second)
    .map((one) => [one.first - 1, one.second - 1].sort().map((i) => people[i]));
}
async function rounds(people, hash, name, n) {
  const [host] = people;
  for (let round = 1; round <= n; round++) {
    await host.click(".desk .main");
    await host.waitForSelector(".round");
    const meet = await pairs(host, hash, people, round);
    for (const [a, b] of meet) await duel(a, b, hash);
    if (round < n) await host.waitForSelector(".desk .main");
    await check(host, `${name}-after${round}`);
  }
}
/** It is over by itself, and everybody is told his place. */
async function ended(people, name) {
  for (const [i, made] of people.entries()) {
    await made.waitForFunction(
      (text) => document.querySelector(".doing")?.innerText.includes(text),
      `Place ${i + 1} of ${people.length}`,
    );
    await check(made, `${name}-end-${made.called}`);
  }
  assert.match(await people[0].innerText(".club header"), /finished/);
  const best = await people[0].$$eval("[aria-labelledby=h-best] li", (all) =>
    all.map((one) => one.innerText),
  );
  assert.equal(best.length, people.length, "the best have their best game below it");
  people.forEach((made, i) => assert.match(best[i], new RegExp(`${i + 1}\\. ${made.called} · Round \\d`)));
  const order = await people[0].$$eval(".side tbody tr", (rows) =>
    rows.map((row) => row.innerText.split(/\s+/)[1]),
  );
  assert.deepEqual(
    order,
    people.map((made) => made.called),
  );
  for (const made of people) assert.deepEqual(quiet(made), []);
}

const long = process.env.AUDE_LONG ? false : "whole teams take minutes: AUDE_LONG=1 plays them";
const known = {};
/** The same people in every test: a name is kept once. */
const come = async (name, ...how) => (known[name] ??= await named(name, ...how));
const ana = () => come("Ana"),
  bruno = () => come("Bruno", phone, { theme: "dark" }),
  carla = () => come("Carla"),
  dinu = () => come("Dinu", phone);

test("a knock-out of three to its end: one has a bye, the other two play for the final", async () => {
  const people = [await ana(), await bruno(), await carla()];
  const hash = await hold(people, "Cup", ["knock-out", "each table its own"]);
  await enter(people, hash);
  await rounds(people, hash, "cup", 2);
  await ended(people, "cup");
});

test("everybody against everybody to its end, with the same tiles", async () => {
  const people = [await ana(), await bruno()];
  const hash = await hold(people, "Robin", ["everybody against everybody"]);
  await enter(people, hash);
  await rounds(people, hash, "robin", 1);
  await ended(people, "robin");
});

test("teams of two, best of three, to their end", { skip: long }, async () => {
  const people = [await ana(), await bruno(), await carla(), await dinu()];
  const hash = await hold(people, "Pairs", ["teams of 2", "best of 3", "everybody against everybody"]);
  for (const [captain, mate, team] of [
    [people[0], people[1], "Blue"],
    [people[2], people[3], "Red"],
  ]) {
    await captain.goto(`${site}${hash}`);
    await captain.getByLabel("What the team is called").fill(team);
    await captain.getByText("Enter a team").click();
    await mate.goto(await captain.locator(".invite input").inputValue());
    await mate.locator(".two .main").click();
    await mate.waitForSelector(".entered .own");
  }
  const [a, b, c, d] = people;
  await a.goto(`${site}${hash}`);
  await a.click(".desk .main");
  for (let game = 1; game <= 2; game++) {
    await duel(a, c, hash); // seats are turned: the same two win both
    await check(a, `pairs-${game}`);
    await check(b, `pairs-${game}-phone`);
    await duel(b, d, hash);
  }
  await a.waitForFunction(() => document.querySelector(".doing")?.innerText.includes("Place 1 of 2"));
  for (const made of people) await check(made, `pairs-end-${made.called}`);
  await a.goto(`${site}${hash}/same/1`);
  await a.waitForSelector(".beside, .same, table");
  await check(a, "pairs-same");
});
