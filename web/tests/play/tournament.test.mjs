// tournament.test.mjs -- a tournament on the page, at a real server: held, entered, a round begun, a table found, a result corrected; on the
// phone, in the dark, in another language. Two browsers with names of their own, kept by Chromium's virtual authenticator.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, device, host, narrow, phone, stage } from "./hands.mjs";

const held = stage();
const shots = process.env.AUDE_SHOTS;
let site;

/** Somebody who keeps that name, in the club. */
async function named(name, options = {}, settings = {}) {
  site ??= (await host(held)).url.replace("127.0.0.1", "localhost");
  const made = await device(held, options, settings);
  await made.goto(`${site}#/name`);
  await made.waitForSelector(".name h1");
  await made.fill(".name input", name);
  await made.keyboard.press("Enter");
  await made.waitForSelector("[data-code]");
  await made.goto(`${site}#/club`);
  await made.waitForSelector(".tournaments");
  return made;
}
async function check(made, where) {
  await accessible(made, where, true);
  await narrow(made, ".club", where);
  if (shots) await made.screenshot({ path: `${shots}/tournament-${where}.png` });
}

/** The page asks for its tournament every few seconds, not with every answer: twenty calls of ours find few of its own between them. */
async function asksSeldom(made) {
  let asked = 0;
  const count = (request) => (asked += /api\/tournaments\//.test(request.url()));
  made.on("request", count);
  for (let n = 0; n < 20; n++) await made.evaluate(() => fetch("api/club").then((answer) => answer.text()));
  made.off("request", count);
  assert.ok(asked < 10, `a tournament that is looked at was asked for ${asked} times`);
}

/** On a phone a large button chooses what is shown of a tournament; at a desk everything is. */
async function parts(desk, small) {
  assert.equal(await desk.innerText("h1"), "Thursday evening");
  assert.match(await desk.innerText("header .aside"), /round 1 of 5/);
  assert.deepEqual(await shown(desk), [false, true, true], "a desk has room for all of it");
  assert.deepEqual(
    await shown(small),
    [true, true, false],
    "a phone shows the tables of a round that is played",
  );
  const standing = small.getByRole("button", { name: "Classificação" });
  await standing.focus();
  await small.keyboard.press("Enter");
  assert.deepEqual(await shown(small), [true, false, true], "and the standing when it is asked for");
  assert.equal(await standing.getAttribute("aria-pressed"), "true");
  await check(small, "standing-phone");
  await small.getByRole("button", { name: "Mesas" }).click();
}
const shown = (made) =>
  Promise.all([".parts", ".halves > .tables", ".side"].map((part) => made.locator(part).isVisible()));

test("a tournament: held, entered, begun, played, corrected", async () => {
  const ana = await named("Ana"),
    bruno = await named("Bruno", phone, { theme: "dark", language: "pt-BR" });
  ana.on("dialog", (dialog) => dialog.accept());
  // who keeps a name plays under it: nothing is to be typed
  await ana.waitForFunction(() => document.querySelector(".find")?.innerText.includes("You play as Ana"));
  assert.equal(await ana.locator(".find input[type=text]").count(), 0);
  await ana.click(".tournaments a[href='#/club/hold']");
  await ana.waitForSelector(".hold");
  await check(ana, "form");
  await ana.fill(".hold input[type=text]", "Thursday evening");
  await ana.getByText("each table its own").click();
  await ana.click(".hold .main");
  await ana.waitForFunction(() => location.hash.startsWith("#/club/t/"));
  await ana.waitForSelector(".doing .main");
  assert.equal(await ana.locator("#h-pairs, .club table").count(), 0, "nobody meets anybody before round 1");
  await ana.click(".doing .main"); // enters
  await ana.waitForSelector(".entered .own");
  await bruno.goto(`${site}${new URL(ana.url()).hash}`);
  await bruno.click(".doing .main");
  await bruno.waitForSelector(".entered .own");
  await check(bruno, "phone-dark");
  await asksSeldom(bruno);
  await ana.click(".desk .main"); // the first round
  await ana.waitForSelector(".doing a.main");
  await bruno.waitForSelector(".doing a.main");
  await ana.waitForSelector(".boards .own [data-drawn]"); // my table, small
  await check(ana, "round");
  await parts(ana, bruno);
  await bruno.click(".doing a.main");
  await bruno.waitForSelector(".game[data-at]");
  await ana.getByText("did not come").last().click();
  await ana.getByText("Correct a result").click();
  await ana.getByLabel("Points of Ana").fill("31"); // who of the two is first was drawn
  await ana.getByLabel("Who won").selectOption("Bruno"); // he had fewer points: she lost by the clock
  await ana.locator("input[type=text]").fill("They played on wood");
  await ana.getByText("Put it right").click();
  await ana.waitForFunction(() => document.body.innerText.includes("They played on wood"));
  assert.match(await ana.innerText(".corrections"), /(31:0|0:31), won by Bruno\. They played on wood/);
  await check(ana, "corrected");
  const log = await ana.evaluate(
    async (path) => (await fetch(path)).text(),
    await ana.getAttribute(".files a", "href"),
  );
  assert.match(log, /^aude tournament 1\n/);
  assert.match(log, /corrected 1 1 1 1 (31:0 won second|0:31 won first) reason They played on wood/);
  await ana.close();
  await bruno.close();
});

test("teams: one enters a team, another joins it by its link, and both have a board", async () => {
  const carla = await named("Carla"),
    dan = await named("Dan", phone, { theme: "dark" });
  await carla.goto(`${site}#/club/hold`);
  await carla.fill(".hold input[type=text]", "In pairs");
  await carla.getByText("teams of 2").click();
  await carla.click(".hold .main");
  await carla.waitForFunction(() => location.hash.startsWith("#/club/t/"));
  await carla.getByLabel("What the team is called").fill("Blue");
  await carla.getByText("Enter a team").click();
  const link = await carla.locator(".invite input").inputValue();
  await check(carla, "team");
  assert.match(await carla.innerText(".entered"), /Blue[\s\S]*lacks somebody[\s\S]*1 Carla, 2 –/);
  await dan.goto(link);
  await dan.waitForSelector(".two form");
  await check(dan, "join-phone-dark");
  assert.equal(
    await dan.getByLabel("Its code").inputValue(),
    await carla.getAttribute("[data-code]", "data-code"),
  );
  await dan.locator(".two .main").click();
  await dan.waitForSelector(".entered .own");
  assert.match(await dan.innerText(".entered"), /Blue[\s\S]*1 Carla, 2 Dan/);
  assert.doesNotMatch(await dan.innerText(".entered"), /lacks/);
  await carla.click(".desk .main"); // one team cannot meet another: refused, and said why
  await carla.waitForSelector(".rubric");
  assert.match(await carla.innerText(".rubric"), /two/);
  await carla.close();
  await dan.close();
});

test("a tournament that is called off: its organiser is back in the club, who looks at it is told", async () => {
  const emma = await named("Emma"),
    finn = await named("Finn", phone, { theme: "dark" });
  emma.on("dialog", (dialog) => dialog.accept());
  await emma.goto(`${site}#/club/hold`);
  await emma.waitForSelector(".hold");
  await emma.fill(".hold input[type=text]", "Never played");
  await emma.click(".hold .main");
  await emma.waitForFunction(() => location.hash.startsWith("#/club/t/"));
  const { hash } = new URL(emma.url());
  await finn.goto(`${site}${hash}`);
  await finn.click(".doing .main");
  await finn.waitForSelector(".entered .own");
  await emma.getByText("Call it off").click();
  await emma.waitForFunction(() => location.hash === "#/club");
  await finn.waitForSelector(".slip.gone"); // without pressing anything
  assert.match(await finn.locator(".slip.gone").innerText(), /There is no such tournament/);
  await check(finn, "called-off");
  await emma.reload();
  await emma.waitForSelector(".tournaments");
  assert.equal(await emma.getByText("Never played").count(), 0, "it stands in no list");
  await emma.close();
  await finn.close();
});
