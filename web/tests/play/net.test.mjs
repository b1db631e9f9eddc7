// net.test.mjs -- two browsers at one table of `aude serve`: invite, play, reload, a server stopped and a server killed, take-back,
// a watcher, talk, a second window, resign, once more; then a short game to its end.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { page } from "../browser.mjs";
import {
  asked,
  at,
  banner,
  checkEnd,
  home,
  host,
  noBanner,
  patience,
  quiet,
  replayed,
  seat,
  stage,
  take,
} from "./hands.mjs";

const held = stage();
let server;
before(async () => {
  server = await host(held);
});

const says = (made, pattern) =>
  made.waitForFunction(([source]) => new RegExp(source).test(document.body.innerText), [pattern.source]);
const reaches = (made, step) =>
  made.waitForFunction(
    (step) => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
      return document.querySelector(".end h1") || Number(document.querySelector(".game")?.dataset.at) >= step;
    },
    step,
    { polling: 15 },
  );
const whose = (...all) => Promise.race(all.map((made) => asked(made).then(() => made)));

/** They play until the table is at `step`, or the game is over; every page sees every step. Gives who is asked then. */
async function together(all, step = Infinity, seed = 3) {
  for (let last = -1; ; ) {
    const made = await Promise.race(all.map((one) => asked(one, last).then((list) => ({ one, list }))));
    if (!made.list.length) return null;
    last = await at(made.one);
    if (last >= step) return made.one;
    await take(made.one, made.list[(last * 7919 + seed) % made.list.length]);
    await Promise.all(all.map((one) => reaches(one, last + 1)));
  }
}
const watched = (made) =>
  made.evaluate(() => ({
    people: [...document.querySelectorAll(".people [data-seat]")].map(
      (one) => one.querySelector(".name .strong").textContent + one.querySelector(".points").textContent,
    ),
    at: document.querySelector(".game").dataset.at,
  }));
const record = (id) => fetch(`${server.url}api/tables/${id}/record`).then((answer) => answer.text());

test("two browsers: invited, reloaded, the server stopped and killed, talk, take-back, resign, once more", async () => {
  const ana = await home(
    held,
    { seats: [seat("here", "Ana", 1), seat("link", "", 0)], listed: true },
    {},
    {},
    server.url,
  );
  await says(ana, /open tables/i);
  await ana.click(".start .main");
  await ana.waitForSelector(".lobby .invite");
  const link = await ana.inputValue(".invite input"),
    id = /#\/t\/(\w+)$/.exec(link)[1];
  assert.equal(
    await ana.getAttribute(".lobby .main", "aria-disabled"),
    "true",
    "no start before everybody sits",
  );
  const bruno = await home(
    held,
    { seats: [seat("here", "Bruno", 0), seat("computer", "Mason", 3)] },
    {},
    {},
    server.url,
  );
  await says(bruno, /1 seat free/); // it is in the list
  await bruno.goto(link);
  await bruno.waitForSelector(".lobby");
  await says(bruno, /Ana invites you/);
  assert.equal(await bruno.locator(".lobby .invite").count(), 0, "a guest has nobody to invite");
  assert.equal(await bruno.innerText(".lobby .main"), "Sit here", "one gold button");
  const above = await bruno.evaluate(() => {
    const top = (part) => document.querySelector(part).getBoundingClientRect().top;
    return top(".lobby label input") < top(".lobby .main");
  });
  assert.ok(above, "the name is asked for before the seat");
  await bruno.fill(".lobby label input", "Bruno");
  await bruno.click(".lobby li button >> text=Sit here");
  await ana.waitForSelector(".lobby .main[aria-disabled=false]");
  await ana.click(".lobby .main");
  for (const made of [ana, bruno]) await made.waitForSelector(".game[data-at]");
  await together([ana, bruno], 6);

  // a reload changes nothing
  const before = await watched(bruno);
  await bruno.reload();
  await reaches(bruno, Number(before.at));
  assert.deepEqual(await watched(bruno), before);
  await together([ana, bruno], 10, 5);

  // stopped politely, then killed: both say so, both come back, nothing is lost
  for (const signal of ["SIGTERM", "SIGKILL"]) {
    const last = await at(ana),
      text = await record(id);
    await server.down(signal);
    await banner(ana, /line is down|Back in a moment/);
    await banner(bruno, /line is down|Back in a moment/);
    assert.equal(await ana.$(".choices button"), null, "nothing can be played into a dead line");
    await server.up();
    for (const made of [ana, bruno]) {
      await made.click(".banners >> text=Try now", { timeout: 2000 }).catch(() => {}); // it may be back by itself
      await noBanner(made, /line is down|Back in a moment/);
    }
    assert.equal(await record(id), text, `nothing was lost by ${signal}`);
    assert.equal(await at(ana), last);
    await together([ana, bruno], last + 4, 9);
  }

  // somebody watches: sees the same, has nothing to press
  const carla = await home(
    held,
    { seats: [seat("here", "Carla", 2), seat("computer", "Mason", 3)] },
    {},
    {},
    server.url,
  );
  await carla.goto(link);
  await says(carla, /You are watching/);
  await reaches(carla, await at(ana));
  assert.deepEqual(await watched(carla), await watched(ana));
  assert.equal(await carla.$(".choices button"), null);
  assert.equal(await carla.$(".game .main"), null);

  // talk: everybody reads it, those who have it closed see a mark
  await ana.click("[aria-label='Table talk']");
  await ana.fill("form input", "Nice city at 3,2!");
  await ana.keyboard.press("Enter");
  await bruno.waitForSelector(".dotted.new");
  await bruno.click("[aria-label='Table talk']");
  await bruno.waitForFunction(() => /Ana\s*Nice city/.test(document.querySelector("[role=log]")?.innerText));
  await bruno.waitForFunction(() => !document.querySelector(".dotted.new"));
  await bruno.fill("form input", "<b>Thanks</b>");
  await bruno.keyboard.press("Enter");
  await ana.waitForFunction(() =>
    /Bruno\s*<b>Thanks<\/b>/.test(document.querySelector("[role=log]")?.innerText),
  ); // text, not markup

  // a turn taken back: asked, refused, asked again, allowed
  const asker = await together([ana, bruno], (await at(ana)) + 2, 1),
    other = asker === ana ? bruno : ana;
  const mark = await at(asker);
  for (const answer of ["Refuse", "Allow"]) {
    await asker.click("[aria-label=Menu]");
    await asker.click("text=Take my last turn back");
    await banner(asker, /others are asked/);
    await banner(other, /asks to take back/);
    await other.click(`.banners >> text=${answer}`);
    await noBanner(other, /asks to take back/);
    if (answer === "Refuse") assert.equal(await at(asker), mark);
  }
  await asker.waitForFunction((mark) => Number(document.querySelector(".game").dataset.at) < mark, mark);
  const back = await at(asker);
  for (const made of [other, carla])
    await made.waitForFunction((back) => Number(document.querySelector(".game").dataset.at) === back, back);
  assert.equal(await whose(ana, bruno), asker, "it is the asker's turn again");
  await together([ana, bruno], back + 4, 2);

  // a second window of the same browser takes the seat over, and the first takes it back
  const again = await page({ newContext: () => ana.context() });
  again.setDefaultTimeout(patience);
  await again.goto(link);
  await again.waitForSelector(".game[data-at]");
  await banner(ana, /another window/);
  await ana.click(".banners .button");
  await banner(again, /another window/);
  await noBanner(ana, /another window/);
  await again.close();

  // resign: a question first; both see who won
  await bruno.click("[aria-label=Menu]");
  await bruno.click(".menu >> text=Resign");
  await bruno.click("dialog >> text=Go on");
  await bruno.click("[aria-label=Menu]");
  await bruno.click(".menu >> text=Resign");
  await bruno.click("dialog .two .button:last-child");
  for (const made of [ana, bruno, carla]) {
    await made.waitForSelector(".end h1");
    assert.match(await made.textContent(".end header"), /Ana wins.*by resignation/s);
    await made.waitForFunction(() => /checked/.test(document.querySelector(".fair")?.textContent ?? ""));
  }

  // once more, with everybody in the seat they had, when both have agreed
  await ana.click("footer >> text=Play again");
  await ana.waitForSelector(".lobby");
  assert.notEqual(ana.url(), link);
  await says(ana, /Bruno\s*has not agreed yet/);
  assert.equal(await ana.$(".lobby li button >> text=Sit here"), null, "his seat is nobody else's");
  await says(bruno, /Another game is asked for/);
  await bruno.click("footer button:text('Play again')");
  for (const made of [ana, bruno]) await made.waitForSelector(".game[data-at='0']");
  assert.equal(bruno.url(), ana.url());
  await together([ana, bruno], 3);
  for (const made of [ana, bruno, carla]) {
    assert.deepEqual(quiet(made), []);
    await made.context().close();
  }
});

test("a short game over the network to its end: the same points for all, a fair draw, a record that holds", async () => {
  const ana = await home(
    held,
    { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] },
    {},
    {},
    server.url,
  );
  // the page has no field for `draws`: the table is asked for as the page asks, with one more line
  const id = await ana.evaluate(
    () =>
      new Promise((tell, fail) => {
        const socket = new WebSocket(new URL("ws", location.href).href.replace("http", "ws"), "aude-1");
        socket.onerror = fail;
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", id: 1, v: 1 }));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "error") fail(new Error(data));
          if (message.id === 1)
            socket.send(
              JSON.stringify({
                type: "create",
                id: 2,
                head: "aude 1\nrules grow\nseats 3\ndraws 16",
                seats: [
                  { kind: "here", name: "Ana", colour: "blue", level: "" },
                  { kind: "link", name: "", colour: "red", level: "" },
                  { kind: "computer", name: "Mason", colour: "yellow", level: "greedy" },
                ],
                options: { watch: true, chat: true, aids: "friendly", clock: { kind: "none" } },
              }),
            );
          if (message.id === 2) tell(message.table);
        };
      }),
  );
  await ana.goto(`${server.url}#/t/${id}`);
  await ana.waitForSelector(".lobby");
  const bruno = await home(
    held,
    { seats: [seat("here", "Bruno", 0), seat("computer", "Mason", 3)] },
    {},
    {},
    server.url,
  );
  await bruno.goto(`${server.url}#/t/${id}`);
  await bruno.fill(".lobby label input", "Bruno");
  await bruno.click(".lobby li button >> text=Sit here");
  await ana.waitForSelector(".lobby .main[aria-disabled=false]");
  await ana.click(".lobby .main");
  for (const made of [ana, bruno]) await made.waitForSelector(".game[data-at]");
  assert.match(await record(id), /^seed hidden$/m, "nobody knows the draws while they play");
  await ana.click("[aria-label=Menu]");
  const promised = /\b([0-9a-f]{12})\b/.exec(await ana.textContent(".menu"))?.[1];
  assert.ok(promised, "the promise is shown before the end");
  await ana.keyboard.press("Escape");
  await together([ana, bruno]);
  const points = await checkEnd(ana);
  assert.deepEqual(await checkEnd(bruno), points);
  for (const made of [ana, bruno])
    await made.waitForFunction(() => /checked/.test(document.querySelector(".fair")?.textContent ?? ""));
  await bruno.click(".fair button");
  assert.match(await bruno.textContent(".proof"), new RegExp(`sha256:${promised}`));
  await bruno.keyboard.press("Escape");
  const { answer } = await replayed(bruno, held);
  assert.equal(answer.finished, true);
  assert.deepEqual(Object.fromEntries(answer.players.map((one) => [one.name, one.points])), points);
  const whole = await record(id);
  assert.match(whole, /^seed [0-9a-f]{32}$/m);
  for (const made of [ana, bruno]) await made.context().close();
});
