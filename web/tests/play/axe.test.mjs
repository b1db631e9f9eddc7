// axe.test.mjs -- axe-core finds nothing on any screen, in light and dark, at a desk and on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accessible,
  asked,
  at,
  checkEnd,
  deal,
  front,
  home,
  phone,
  playOn,
  seat,
  stage,
  take,
  variants,
} from "./hands.mjs";

const held = stage();

async function check(made, where) {
  await accessible(made, where, true);
  assert.equal(await made.locator("main, [role=main]").count(), 1, `${where}: one main part`);
  if (process.env.AUDE_SHOTS)
    await made.screenshot({ path: `${process.env.AUDE_SHOTS}/${where.replaceAll(" ", "-")}.png` });
}
const closed = (made) => made.waitForFunction(() => !document.querySelector("dialog"));

const views = { desk: {}, phone };
for (const [colorScheme, name] of variants(
  [["light", "desk"]], // dark on a phone every room is looked at by tour.test.mjs
  [
    ["dark", "phone"],
    ["dark", "desk"],
    ["light", "phone"],
  ],
))
  test(`no fault in ${colorScheme}, ${name}`, async () => {
    const told = (screen) => `${screen} ${colorScheme} ${name}`;
    const door = await front(
      held,
      { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)] },
      { colorScheme, ...views[name] },
    );
    await check(door, told("home"));
    await door.click(".play");
    await asked(door);
    await door.goto(held.url);
    await door.waitForSelector(".lists li");
    await check(door, told("home with a game that waits"));
    await door.click("text=My games");
    await door.waitForSelector(".games li");
    await check(door, told("my games"));
    await door.context().close();
    const first = await home(
      held,
      { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3)], sets: ["inns-cathedrals"] },
      { colorScheme, ...views[name] },
    );
    await check(first, told("set-up"));
    await first.click(".table ul .line >> nth=1");
    await first.locator(".line[aria-expanded=false]:visible", { hasText: /Details/ }).click();
    await first.locator("#details .why").first().click();
    await check(first, told("set-up open"));
    await first.click("header [aria-label='The rules']");
    await first.waitForSelector("dialog article");
    await check(first, told("rules"));
    await first.context().close();

    const made = await deal(
      held,
      {
        setup: "rules grow\nseats 3\ndraws 12\nexpansions inns-cathedrals traders-builders tower",
        names: ["Ana", "Bruno", "Carla"],
        computers: [2],
        seed: "b",
      },
      { colorScheme, ...views[name] },
    );
    let last = await at(made);
    await check(made, told("lay"));
    await take(made, (await asked(made))[0]);
    await asked(made, last);
    await made.waitForSelector(".figures");
    await check(made, told("figure"));
    await made.click("button[aria-label=Menu]");
    await check(made, told("menu"));
    await made.click(".menu >> text=Settings");
    await made.waitForSelector("dialog select");
    await check(made, told("settings"));
    await made.keyboard.press("Escape");
    await closed(made);
    const put = (list) => list.find((one) => one.startsWith("put "));
    await playOn(made, { seed: 4, choose: put, done: async () => (await at(made)) >= 20 });
    await made.click("button[aria-label=Chronicle]");
    await check(made, told("log"));
    await made.keyboard.press("Escape");
    if (name === "phone") await closed(made);
    await playOn(made, { seed: 4, choose: put });
    await made.waitForSelector(".end table");
    if (await made.$(".story .line .main")) await made.click(".story .line .main");
    await check(made, told("telling"));
    await checkEnd(made);
    await check(made, told("end"));
    await made.context().close();
  });
