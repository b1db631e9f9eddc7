// sound.test.mjs -- every sound as samples: it can be heard, it does not clip, it is over in time and leaves no click at its end.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { page } from "../browser.mjs";
import { web } from "../unit/load.mjs";
import { stage } from "./hands.mjs";

const held = stage();
const source = ts.transpileModule(readFileSync(join(web, "src", "sound", "recipes.ts"), "utf8"), {
  compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
}).outputText;

/** Facts about half a second of each sound (48 kHz), and of the loudest two at once. */
const listen = (made, code) =>
  made.evaluate(async (code) => {
    const { SOUNDS } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    const render = async (...names) => {
      const offline = new OfflineAudioContext(1, 24000, 48000);
      for (const [name, size] of names) SOUNDS[name](offline, size);
      const data = (await offline.startRendering()).getChannelData(0),
        sum = (from, to) => data.slice(from, to).reduce((all, one) => all + one * one, 0);
      let peak = 0,
        last = 0;
      data.forEach((one, i) => {
        peak = Math.max(peak, Math.abs(one));
        if (Math.abs(one) > 0.002) last = i;
      });
      return { peak, ms: last / 48, loud: Math.sqrt(sum(0, 4800) / 4800), first: Math.abs(data[0]) };
    };
    const facts = {};
    for (const name of Object.keys(SOUNDS)) facts[name] = await render([name, 6]);
    const two = Object.keys(facts)
      .sort((a, b) => facts[b].peak - facts[a].peak)
      .slice(0, 2);
    return {
      facts,
      both: await render(...two.map((name) => [name, 24])),
      low: await render(["score", 0]),
      high: await render(["score", 100]),
    };
  }, code);

test("each sound is heard, quiet, short and without a click; two at once do not clip", async () => {
  const made = await page(held.browser);
  await made.goto(held.url);
  const { facts, both, low, high } = await listen(made, source);
  assert.deepEqual(Object.keys(facts).sort(), [
    "creak",
    "dragon",
    "figure",
    "join",
    "score",
    "talk",
    "thud",
    "tick",
    "tile",
    "turn",
  ]);
  for (const [name, { peak, ms, loud, first }] of Object.entries({ ...facts, low, high })) {
    assert.ok(peak > 0.01 && loud > 0.0008, `${name} can be heard: ${peak} ${loud}`);
    assert.ok(peak < 0.5, `${name} is quiet: ${peak}`);
    assert.ok(ms < 400, `${name} is over: ${ms} ms`);
    assert.ok(first < 0.02, `${name} begins softly: ${first}`);
  }
  assert.ok(both.peak < 0.95, `two at once: ${both.peak}`);
  console.log(
    Object.entries(facts)
      .map(([name, { peak, ms }]) => `${name} ${peak.toFixed(2)} ${Math.round(ms)} ms`)
      .join(", "),
  );
  await made.context().close();
});

test("off by one press, and it stays off", async () => {
  const made = await page(held.browser);
  await made.addInitScript(() => {
    window.made = 0;
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        window.made++;
      }
    };
  });
  await made.goto(held.url);
  await made.waitForSelector(".play");
  await made.click("[aria-label=Sound]");
  assert.equal(await made.getAttribute("[aria-label=Sound]", "aria-pressed"), "false");
  await made.reload();
  await made.waitForSelector(".play");
  await made.click("h1");
  assert.equal(await made.getAttribute("[aria-label=Sound]", "aria-pressed"), "false");
  await made.waitForTimeout(1000); // sound wakes a moment after a press
  assert.equal(await made.evaluate(() => window.made), 0, "a silent page opens no audio at all");
  await made.click("[aria-label=Sound]");
  await made.waitForFunction(() => window.made === 1);
  await made.context().close();
});
