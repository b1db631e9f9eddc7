// name.test.mjs -- a name is kept, opened on a second device, recovered and deleted: the real ceremony of a real browser, with Chromium's
// virtual authenticator, at a real server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { accessible, device, host, phone, quiet, stage } from "./hands.mjs";

const held = stage();
const site = async () => {
  held.names ??= await host(held);
  return held.names.url.replace("127.0.0.1", "localhost"); // browsers keep keys for names, not for numbers
};

/** A device of its own, in the room of names. */
async function opened(options = {}, settings = {}) {
  const made = await device(held, options, settings);
  await made.goto(`${await site()}#/name`);
  await made.waitForSelector(".name h1");
  return made;
}
const told = (made) => made.locator("#t-name").innerText();
const saw = async (made, pattern) => {
  await made.waitForFunction(
    (text) => new RegExp(text).test(document.querySelector("#t-name")?.textContent ?? ""),
    pattern.source,
  );
  assert.match(await told(made), pattern);
};
async function keep(made, name) {
  await made.fill(".name input", name);
  await made.keyboard.press("Enter");
  const code = await made.waitForSelector("[data-code]");
  return code.getAttribute("data-code");
}
const on = async (made, name) => {
  await made.click(".name .main");
  await made.waitForSelector(`.name h2:text-is("${name}")`);
};
const check = (made, where) => accessible(made, where, true);
const look = (made, name) =>
  process.env.AUDE_LOOK && made.screenshot({ path: `${process.env.AUDE_LOOK}/${name}.png` });

test("a name: kept, on a second device, recovered, deleted", async () => {
  const laptop = await opened();
  await check(laptop, "before");
  await look(laptop, "name-before");
  await laptop.fill(".name input", "A");
  await laptop.keyboard.press("Enter");
  await saw(laptop, /at least two/);
  const first = await keep(laptop, "Ana");
  assert.match(first, /^([a-z0-9]{5}-){3}[a-z0-9]{5}$/);
  await check(laptop, "code");
  await look(laptop, "name-code");
  await on(laptop, "Ana");
  await check(laptop, "kept");
  const cookies = await laptop.context().cookies();
  const session = cookies.find((one) => one.name === "aude-name");
  assert.ok(session?.httpOnly && session.sameSite === "Strict" && session.domain === "localhost");

  // a second device, by the code that the first one shows
  await laptop.click(".name button:has-text('Another device')");
  const link = await (await laptop.waitForSelector("[data-link]")).getAttribute("data-link");
  await look(laptop, "name-link");
  const mobile = await opened(phone, { theme: "dark" });
  await mobile.goto(`${await site()}#/name/${link}`);
  await mobile.waitForSelector(".name h2:has-text('Add this device')");
  await look(mobile, "name-add-phone-dark");
  await mobile.click(".name .main");
  await mobile.waitForSelector(".name h2:text-is('Ana')");
  assert.equal(await mobile.locator(".name ul").first().locator("li").count(), 2);
  await check(mobile, "phone");
  await look(mobile, "name-kept-phone-dark");
  const wide = await mobile.evaluate(
    () => document.querySelector(".name").scrollWidth - document.documentElement.clientWidth,
  );
  assert.ok(wide <= 0, `nothing is wider than the phone: ${wide}`);

  // everything that is kept, as a file: with the games, of which there are none yet
  const [file] = await Promise.all([
    laptop.waitForEvent("download"),
    laptop.click(".name button:has-text('Download all')"),
  ]);
  const all = JSON.parse(readFileSync(await file.path(), "utf8"));
  assert.equal(all.name.name, "Ana");
  assert.deepEqual([all.games, all.entries], [[], []]);

  // signed out, and in again by its own key; a copy that counts backwards is told
  await mobile.click(".name button:has-text('Sign out') >> nth=-1");
  await saw(mobile, /guest/);
  await mobile.click(".name button:has-text('I have a name already')");
  await mobile.waitForSelector(".name h2:text-is('Ana')");

  // somebody else cannot have the name, nor one that looks like it
  const other = await opened();
  await other.fill(".name input", "ANA");
  await other.keyboard.press("Enter");
  await saw(other, /looks like it/);

  // every device is lost: the code opens it, once
  await other.click(".name button:has-text('With a recovery code')");
  await other.fill(".name input", first.toUpperCase().replaceAll("-", " "));
  await other.keyboard.press("Enter");
  const second = await (await other.waitForSelector("[data-code]")).getAttribute("data-code");
  assert.notEqual(second, first);
  await on(other, "Ana");
  await look(other, "name-recovered");

  // deleted: nothing of it opens any more
  await other.fill(".name form input", "Ana");
  await other.click(".name .danger");
  await saw(other, /deleted/);
  await laptop.reload();
  await laptop.waitForSelector(".name h2:has-text('Keep your games')");
  await laptop.click(".name button:has-text('I have a name already')");
  await saw(laptop, /opens no name/);
  for (const made of [laptop, mobile, other]) {
    assert.deepEqual(
      quiet(made).filter((fault) => !/40[03] /.test(fault)),
      [],
    );
    await made.context().close();
  }
});

test("who says no to the browser's question has lost nothing, and home is calm", async () => {
  const made = await opened();
  await made.key("setUserVerified", { isUserVerified: false });
  await made.key("setAutomaticPresenceSimulation", { enabled: false });
  await made.fill(".name input", "Bruno");
  await made.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await made.keyboard.press("Enter");
  await saw(made, /Nothing was made/);
  assert.equal(await made.inputValue(".name input"), "Bruno");
  await made.goto(`${await site()}#/`);
  await made.waitForSelector(".home .corner a[href='#/name']");
  await look(made, "name-home");
  await made.context().close();
});
