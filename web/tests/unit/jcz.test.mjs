// jcz.test.mjs -- saves of JCloisterZone by the page's own module: the same text as `aude convert` makes, and back; what cannot be is refused.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { load, loadEngine, root, web } from "./load.mjs";

const engine = await loadEngine();
const { fromJcz, toJcz } = await load("jcz/jcz.ts");
const file = join(web, "src", "jcz", "jcz.wasm"),
  module = readFileSync(file);
const folder = mkdtempSync(join(tmpdir(), "aude-jcz-"));
after(() => rmSync(folder, { recursive: true }));
const program = process.env.AUDE_BIN ?? join(root, "build", "aude");

/** A game by chance, as a record. */
function played(sets, seed) {
  const game = engine.create(`rules jcz\nseats 2\n${sets}`, ["Ana", 'O "B"\\ São'], seed.padStart(32, "0"));
  let state = 7;
  const roll = (n) => ((state = (state * 48271) % 2147483647), state % n);
  for (let list; (list = game.actions()).length; ) game.play(list[roll(list.length)].text);
  const text = game.record();
  game.free();
  return text;
}
function converted(text, from, to) {
  const [one, other] = [join(folder, `a.${from}`), join(folder, `b.${to}`)];
  writeFileSync(one, text);
  execFileSync(program, ["convert", "--force", one, other], { stdio: "pipe" });
  return readFileSync(other, "utf8");
}

for (const [sets, seed] of [
  ["", "1"],
  ["expansions inns-cathedrals traders-builders", "2"],
  ["expansions princess-dragon tower abbey-mayor", "3"],
])
  test(`a record and its save: ${sets || "the base game"}`, async () => {
    const record = played(sets, seed),
      made = await toJcz(record, module);
    assert.equal(made.text?.trim(), converted(record, "aude", "jcz").trim(), made.why);
    const back = await fromJcz(made.text, module);
    assert.equal(back.text, converted(made.text, "jcz", "aude"), back.why);
  });

test("what that program does not have is refused in one sentence, as is what is no save", async () => {
  const no = await toJcz(played("expansions catapult", "4"), module);
  assert.match(no.why, /^JCloisterZone has no .*Catapult$/);
  assert.match((await toJcz("aude 1\nrules grow\n", module)).why, /./);
  assert.match((await fromJcz('{"a": [1,', module)).why, /^line 1 is not JSON: /);
  assert.match((await fromJcz('{"a": 1,\n"a": 2}', module)).why, /^line 2 is not JSON: .*twice/);
  assert.match((await fromJcz("{}", module)).why, /not a save/);
  assert.match((await fromJcz("[".repeat(100_000), module)).why, /^line 1 is not JSON/);
});

test("it is small: it is fetched when somebody asks for it", () => {
  assert.ok(gzipSync(module, { level: 9 }).length < 120_000, `${statSync(file).size} bytes`);
});
