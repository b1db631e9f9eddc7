// rooms.test.mjs -- what happens at a table beside the moves, by two browsers and a real server: who sits where, full and wrong rooms, pause,
// nudge, a computer for somebody who went away, clocks that run out, talk and its limits, a broken line, a link to a game that is over.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { serve } from "../serve.mjs";
import {
  asked,
  at,
  banner,
  dist,
  home,
  host,
  noBanner,
  quiet,
  seat,
  stage,
  take,
  variants,
} from "./hands.mjs";

const held = stage();
let server;
before(async () => {
  server = await host(held);
});

const says = (made, pattern) =>
  made.waitForFunction(([source]) => new RegExp(source, "s").test(document.body.innerText), [pattern.source]);
const whose = (...all) => Promise.race(all.map((made) => asked(made).then(() => made)));
const open = (name, options = {}, url = server.url) =>
  home(held, { seats: [seat("here", name, 1), seat("computer", "Mason", 3)] }, options, {}, url);
const fromMenu = async (made, text) => {
  await made.click("[aria-label=Menu]");
  await made.click(`.menu >> text=${text}`);
};
async function close(...all) {
  for (const made of all) {
    assert.deepEqual(quiet(made), []);
    await made.context().close();
  }
}

/** Ana makes a table and waits in the lobby; gives her page and the link. */
async function lobby(choice = {}, options = {}) {
  const ana = await home(
    held,
    { seats: [seat("here", "Ana", 1), seat("link", "", 0)], ...choice },
    options,
    {},
    server.url,
  );
  await ana.click(".start .main");
  await ana.waitForSelector(".lobby .invite");
  return { ana, link: await ana.inputValue(".invite input") };
}
async function sit(made, link, name) {
  await made.goto(link);
  await made.waitForSelector(".lobby");
  await made.fill(".lobby label input", name);
  await made.click(".lobby li button >> text=Sit here");
}
/** Ana and Bruno at a table that has begun. */
async function table(choice = {}, options = {}) {
  const { ana, link } = await lobby(choice, options),
    bruno = await open("Bruno");
  await sit(bruno, link, "Bruno");
  await ana.waitForSelector(".lobby .main[aria-disabled=false]");
  await ana.click(".lobby .main");
  for (const made of [ana, bruno]) await made.waitForSelector(".game[data-at]");
  return { ana, bruno, link };
}
/** One decision of whoever has to decide. */
async function move(...all) {
  const made = await whose(...all),
    now = await at(made),
    list = await asked(made);
  await take(made, list[0]);
  await Promise.all(
    all.map((one) =>
      one.waitForFunction(
        (now) => {
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
          return Number(document.querySelector(".game")?.dataset.at) > now;
        },
        now,
        { polling: 15 },
      ),
    ),
  );
}

test("the lobby: a link, its picture, a seat taken, freed by the host, a full room", async () => {
  const { ana, link } = await lobby({ clock: "budget", seconds: 600, late: "lose" });
  await says(ana, /Grow.*friendly.*10 min each.*when time runs out: the game is lost/);
  assert.ok((await ana.getAttribute(".invite svg path", "d")).length > 500, "the link as a QR code");
  await ana.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await ana.click(".invite >> text=Copy the link");
  await ana.waitForFunction(() =>
    /copied/.test(document.querySelector(".invite [role=status]")?.textContent),
  );
  assert.equal(await ana.evaluate(() => navigator.clipboard.readText()), link);

  const bruno = await open("Bruno");
  await sit(bruno, link, "Bruno");
  await says(bruno, /The host starts the game/);
  const carla = await open("Carla");
  await carla.goto(link);
  await says(carla, /All seats are taken/);
  assert.equal(await carla.$(".lobby .main"), null, "only the host starts");

  await bruno.click(".lobby summary");
  await bruno.fill(".lobby form input", "Shall we?");
  await bruno.keyboard.press("Enter");
  await says(ana, /Bruno\s*Shall we\?/);

  await ana.click("[aria-label='Free the seat of Bruno']");
  await says(bruno, /host has given your seat away/);
  await says(carla, /Take a free seat/);
  await sit(carla, link, "Carla");
  await says(bruno, /All seats are taken/);
  await ana.waitForSelector(".lobby .main[aria-disabled=false]");
  await carla.click("text=Stand up");
  await ana.waitForSelector(".lobby .main[aria-disabled=true]");
  assert.ok(!/given your seat away/.test(await carla.textContent(".lobby")), "whoever stands up knows it");
  await close(ana, bruno, carla);
});

test("my tables are found again from the first page, with whose turn it is; a private table stays private", async () => {
  const { ana, bruno, link } = await table({ watch: false });
  const slow = await whose(ana, bruno),
    waits = slow === ana ? bruno : ana;
  for (const made of [ana, bruno]) {
    await made.goto(`${server.url}#/`);
    await made.waitForSelector(".play");
    await made.waitForFunction(() => /Ana and Bruno/.test(document.querySelector(".lists")?.innerText ?? ""));
  }
  await slow.waitForFunction(
    () =>
      /your turn/.test(document.querySelector(".lists")?.innerText) && /^● Your turn/.test(document.title),
  );
  assert.ok(!/your turn/.test(await waits.textContent(".lists")));
  await slow.click(".lists >> text=Ana and Bruno");
  await asked(slow);
  const carla = await open("Carla");
  await carla.goto(link);
  await says(carla, /only for those who play it/);
  await close(ana, bruno, carla);
});

test("who looked in before a private game began is shown out when it does, and told so", async () => {
  const { ana, link } = await lobby({ watch: false }),
    bruno = await open("Bruno"),
    carla = await open("Carla");
  await carla.goto(link);
  await carla.waitForSelector(".lobby");
  await sit(bruno, link, "Bruno");
  await ana.waitForSelector(".lobby .main[aria-disabled=false]");
  await ana.click(".lobby .main");
  await bruno.waitForSelector(".game[data-at]");
  await says(carla, /only for those who play it/);
  await close(ana, bruno, carla);
});

test("wrong links say so", async () => {
  const ana = await open("Ana");
  await ana.goto(`${server.url}#/t/nosuchtable0`);
  await says(ana, /There is no such table/);
  await ana.click("button >> text=Home");
  await ana.waitForSelector(".play");
  await ana.click("text=Join with a link");
  await ana.fill("dialog input", "good evening");
  await ana.keyboard.press("Enter");
  await says(ana, /That is no link to a table/);
  const { ana: other, link } = await lobby();
  await ana.fill("dialog input", `Look: ${link} , see you`);
  await ana.keyboard.press("Enter");
  await ana.waitForSelector(".lobby");
  await close(ana, other);
});

test("pause and go on, both by consent; nothing can be played meanwhile", async () => {
  const { ana, bruno } = await table();
  await move(ana, bruno);
  const asker = await whose(ana, bruno),
    other = asker === ana ? bruno : ana;
  await fromMenu(asker, "Pause");
  await banner(asker, /others are asked/);
  await banner(other, /asks for a pause/);
  await other.click(".banners >> text=Refuse");
  await banner(asker, /said no/);
  await fromMenu(asker, "Pause");
  await banner(other, /asks for a pause/);
  await other.click(".banners >> text=Allow");
  for (const made of [ana, bruno]) {
    await banner(made, /paused/i);
    assert.equal(await made.$(".choices button"), null, "a paused table offers nothing");
  }
  await other.click(".banners .button");
  await banner(asker, /asks to go on/);
  await asker.click(".banners >> text=Allow");
  await banner(other, /Play goes on/);
  await move(ana, bruno);
  await close(ana, bruno);
});

test("a nudge after a minute: the one who is waited for hears and reads it", async () => {
  const { ana, bruno } = await table();
  const slow = await whose(ana, bruno),
    waits = slow === ana ? bruno : ana;
  await waits.clock.install();
  await waits.clock.fastForward(65000);
  await banner(waits, /has been thinking for 1 minute/);
  await waits.click(".banners >> text=Nudge");
  await banner(slow, /is waiting for you/);
  await close(ana, bruno);
});

test("somebody goes away: a computer plays by consent, and gives the seat back", async () => {
  const { ana, link } = await lobby({
    seats: [seat("here", "Ana", 1), seat("link", "", 0), seat("link", "", 2)],
  });
  const bruno = await open("Bruno"),
    carla = await open("Carla");
  await sit(bruno, link, "Bruno");
  await sit(carla, link, "Carla");
  await ana.waitForSelector(".lobby .main[aria-disabled=false]");
  await ana.click(".lobby .main");
  const all = [ana, bruno, carla];
  for (const made of all) await made.waitForSelector(".game[data-at]");
  const gone = await whose(...all),
    here = all.filter((made) => made !== gone),
    before = await at(gone);
  const url = gone.url(),
    name = gone === ana ? "Ana" : gone === bruno ? "Bruno" : "Carla";
  await gone.goto(`${server.url}api/health`);
  await banner(here[0], new RegExp(`${name} has been away`));
  await here[0].click(".banners >> text=Let a computer play");
  await banner(here[1], new RegExp(`shall a computer play for ${name}`));
  await here[1].click(".banners >> text=Allow");
  for (const made of here)
    await made.waitForFunction(
      (before) => Number(document.querySelector(".game")?.dataset.at) > before,
      before,
    );
  await banner(here[0], new RegExp(`A computer plays for ${name}`)).catch(() => {}); // it may be gone again already
  await gone.goto(url);
  await banner(gone, /take my seat again/);
  assert.equal(await gone.$(".choices button"), null, "the computer has the seat");
  await gone.click(".banners >> text=take my seat again");
  await noBanner(gone, /take my seat again/);
  for (const made of here) await banner(made, new RegExp(`${name} plays again`));
  for (let i = 0; i < 5; i++) await move(...all);
  await close(...all);
});

for (const [late, told] of variants(
  [["computer", /Time ran out: a computer plays for (Ana|Bruno)|A computer plays for/]],
  [["default", /Time ran out: the plainest move was made for (Ana|Bruno)/]],
))
  test(`a time for each move runs out (${late}): both are told what happened`, async () => {
    const { ana, bruno } = await table({ clock: "move", seconds: 5, late });
    const slow = await whose(ana, bruno),
      before = await at(slow);
    await Promise.all([ana, bruno].map((made) => banner(made, told)));
    await Promise.all(
      [ana, bruno].map((made) =>
        made.waitForFunction(
          (before) => Number(document.querySelector(".game")?.dataset.at) > before,
          before,
        ),
      ),
    );
    if (late === "computer") {
      await slow.click(".banners >> text=take my seat again");
      await noBanner(slow, /take my seat again/);
    }
    await close(ana, bruno);
  });

test("a budget that is used up loses the game, and both see it", async () => {
  const { ana, bruno, link } = await table({ clock: "budget", seconds: 6, increment: 0, late: "lose" });
  const slow = await whose(ana, bruno),
    winner = slow === ana ? "Bruno" : "Ana";
  await Promise.all([ana, bruno].map((made) => made.waitForSelector(".end h1")));
  for (const made of [ana, bruno])
    assert.match(await made.textContent(".end header"), new RegExp(`${winner} wins.*on the clock`, "s"));

  // whoever opens the link now sees the end, and has nothing to press but to look
  const carla = await open("Carla");
  await carla.goto(link);
  await carla.waitForSelector(".end h1");
  assert.match(await carla.textContent(".end header"), new RegExp(`${winner} wins`, "s"));
  await close(ana, bruno, carla);
});

test("talk: a watcher has a name, what comes too fast stays in the field", async () => {
  const { ana, bruno, link } = await table();
  const carla = await open("Carla");
  await carla.goto(link);
  await says(carla, /You are watching/);
  await carla.click("[aria-label='Table talk']");
  await carla.fill("form input", "Good luck, both of you");
  await carla.keyboard.press("Enter");
  await ana.click("[aria-label='Table talk']");
  await ana.waitForFunction(() => /Carla\s*Good luck/.test(document.querySelector("[role=log]")?.innerText));
  await carla.waitForFunction(() => !document.querySelector("form input").value);
  // Within the page, so that a slow machine is fast enough.
  await ana.evaluate(async () => {
    const input = document.querySelector("form input");
    for (let i = 0; i < 12; i++) {
      input.value = `line ${i}`;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.form.requestSubmit();
      await new Promise((go) => setTimeout(go, 20));
    }
  });
  await says(ana, /Too fast/);
  assert.match(await ana.inputValue("form input"), /line/);
  assert.equal(await ana.getAttribute("form input", "maxlength"), "300");
  await close(ana, bruno, carla);
});

test("a line that breaks with a move under way: it is kept, sent once more, and made once", async () => {
  const { ana, bruno, link } = await table();
  const site = await serve(dist, "/", server.url); // a proxy whose lines can be cut
  const slow = await whose(ana, bruno),
    other = slow === ana ? bruno : ana;
  // the one to move comes back through the proxy, with the same cookie
  const cookies = await slow.context().cookies(server.url);
  await slow
    .context()
    .addCookies(
      cookies.map(({ name, value }) => ({ name, value, url: site.url, httpOnly: true, sameSite: "Lax" })),
    );
  await slow.goto(`${site.url}${new URL(link).hash}`);
  const list = await asked(slow),
    now = await at(slow);
  site.deaf();
  assert.ok(await take(slow, list[0]));
  await slow.waitForTimeout(300);
  assert.equal(await at(other), now, "nobody has heard of it");
  site.cut();
  await slow.waitForFunction((now) => Number(document.querySelector(".game")?.dataset.at) > now, now);
  await noBanner(slow, /line is down/);
  await other.waitForFunction((now) => Number(document.querySelector(".game")?.dataset.at) > now, now);
  const record = await fetch(`${server.url}api/tables/${/#\/t\/(\w+)/.exec(link)[1]}/record`).then((answer) =>
    answer.text(),
  );
  assert.equal(record.split(list[0]).length, 2, "the move stands once in the record");
  await close(ana, bruno);
  site.close();
});

test("the server's store is away: that is said, a reload does not lose the table, and it goes on by itself", async () => {
  const { ana, bruno } = await table();
  let away = false,
    tell;
  await bruno.routeWebSocket(/\/ws$/, (page) => {
    const server = page.connectToServer();
    tell = (message) => page.send(JSON.stringify({ type: "error", code: "STORE", text: "away", ...message }));
    page.onMessage((text) => {
      const { type, id } = JSON.parse(text);
      if (away && type === "watch") tell({ id });
      else server.send(text);
    });
  });
  await bruno.reload();
  await bruno.waitForSelector(".game[data-at]");
  away = true;
  tell({});
  await banner(bruno, /cannot store moves/);
  await bruno.reload(); // its first question is refused as well
  await banner(bruno, /cannot store moves/);
  away = false;
  await noBanner(bruno, /cannot store moves/);
  await move(ana, bruno);
  await close(ana, bruno);
});
