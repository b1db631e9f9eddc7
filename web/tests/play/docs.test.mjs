// docs.test.mjs -- the documents as people see them: under a real server's policy, by day and night, at a desk and on a phone, from any folder.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { host, phone, stage, variants } from "./hands.mjs";

const held = stage();
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const some = ["index", "learn", "record-2", "c-aude", "python", "conformance"];

const brightness = (made) =>
  made.evaluate(() => {
    const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    return (r + g + b) / 3;
  });

for (const [colorScheme, name] of variants(
  [
    ["light", "desk"],
    ["dark", "phone"],
  ],
  [
    ["light", "phone"],
    ["dark", "desk"],
  ],
))
  test(`pages, ${colorScheme}, ${name}`, async () => {
    const made = await page(held.browser, { colorScheme, ...(name === "phone" ? phone : {}) });
    for (const doc of some) {
      await made.goto(`${held.url}docs/${doc}.html`);
      assert.equal((await brightness(made)) > 128, colorScheme === "light", doc);
      const wide = await made.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${doc} is ${wide} pixels too wide`);
      await made.addScriptTag({ path: axe });
      const found = await made.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(
        found.violations.map((one) => `${doc}: ${one.id}: ${one.nodes[0].html}`),
        [],
      );
    }
    assert.deepEqual(made.faults, []);
    await made.context().close();
  });

test("the search, by keys alone, at a server with its policy", async () => {
  const server = await host(held);
  const made = await page(held.browser);
  await made.goto(`${server.url}docs`);
  assert.equal(new URL(made.url()).pathname, "/docs/");
  await made.keyboard.press("/");
  await made.keyboard.type("fair draws");
  await made.waitForSelector("#_found a");
  await made.keyboard.press("Enter");
  await made.waitForURL(/record-\d\.html#fair-draws$/);
  assert.match(await made.textContent("main"), /commit sha256/);
  await made.keyboard.press("/");
  await made.keyboard.type("xyzzy");
  await made.waitForFunction(() =>
    document.getElementById("_found").textContent.startsWith("Nothing is found"),
  );
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("the theme that the game's page remembers", async () => {
  const made = await page(held.browser, { colorScheme: "light" });
  await made.goto(`${held.url}docs/learn.html`);
  await made.evaluate(() => localStorage.setItem("aude.settings", JSON.stringify({ theme: "dark" })));
  await made.reload();
  await made.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  assert.ok((await brightness(made)) < 128);
  await made.context().close();
});
