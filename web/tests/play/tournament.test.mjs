// tournament.test.mjs -- a tournament on the page, at a real server: held, entered, a round begun, a table found, a result corrected; on the
// phone, in the dark, in another language. Two browsers with names of their own, kept by Chromium's virtual authenticator.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { host, patience, phone, stage, still } from "./hands.mjs";

const held = stage();
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const shots = process.env.AUDE_SHOTS;
let site;

/** Somebody who keeps that name, in the club. */
async function named(name, options = {}, settings = {}) {
  site ??= (await host(held)).url.replace("127.0.0.1", "localhost");
  const made = await page(held.browser, { bypassCSP: true, ...options });
  made.setDefaultTimeout(patience);
  const talk = await made.context().newCDPSession(made);
  await talk.send("WebAuthn.enable");
  await talk.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await made.addInitScript(
    (kept) => {
      if (!localStorage.getItem("aude.settings")) localStorage.setItem("aude.settings", JSON.stringify(kept));
    },
    { ...still, ...settings },
  );
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
  await made.addScriptTag({ path: axe });
  const found = await made.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const bad = found.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
  assert.deepEqual(
    bad.map((one) => `${where}: ${one.id} ${one.nodes[0].target}`),
    [],
  );
  const over = await made.evaluate(
    () => document.querySelector(".club").scrollWidth - document.documentElement.clientWidth,
  );
  assert.ok(over <= 0, `${where}: nothing is wider than the screen`);
  if (shots) await made.screenshot({ path: `${shots}/tournament-${where}.png` });
}

test("a tournament: held, entered, begun, played, corrected", async () => {
  const ana = await named("Ana"),
    bruno = await named("Bruno", phone, { theme: "dark", language: "pt-BR" });
  ana.on("dialog", (dialog) => dialog.accept());
  await ana.click(".tournaments summary");
  await check(ana, "form");
  await ana.fill(".tournaments input[type=text]", "Thursday evening");
  await ana.click(".tournaments form .main");
  await ana.waitForFunction(() => location.hash.startsWith("#/club/t/"));
  await ana.click(".doing .main"); // enters
  await ana.waitForSelector("tr.own");
  await bruno.goto(`${site}${new URL(ana.url()).hash}`);
  await bruno.click(".doing .main");
  await bruno.waitForSelector("tr.own");
  await check(bruno, "phone-dark");
  await ana.click("section .main"); // the first round
  await ana.waitForSelector(".doing a.main");
  await bruno.waitForSelector(".doing a.main");
  await check(ana, "round");
  await bruno.click(".doing a.main");
  await bruno.waitForSelector(".game[data-at]");
  await ana.getByText("did not come").last().click();
  await ana.getByText("Correct a result").click();
  await ana.locator("input[type=number]").first().fill("31");
  await ana.locator("input[type=text]").fill("They played on wood");
  await ana.getByText("Put it right").click();
  await ana.waitForFunction(() => document.body.innerText.includes("They played on wood"));
  await check(ana, "corrected");
  const log = await ana.evaluate(
    async (path) => (await fetch(path)).text(),
    await ana.getAttribute(".files a", "href"),
  );
  assert.match(log, /^aude tournament 1\n/);
  assert.match(log, /corrected 1 1 1 1 31:0 reason They played on wood/);
  await ana.close();
  await bruno.close();
});
