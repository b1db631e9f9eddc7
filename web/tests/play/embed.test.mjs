// embed.test.mjs -- the viewer for other pages, inside a page of another origin: it shows what it is given, says what is wrong with it, keeps
// nothing; and nothing else of a server can be framed. The example of docs/viewer.md is tried as it stands there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { page } from "../browser.mjs";
import { root } from "../unit/load.mjs";
import { finished } from "./finished.mjs";
import { host, patience, phone, stage, variants } from "./hands.mjs";

const held = stage();
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const pack = (text) => deflateRawSync(text).toString("base64url");
let game, server, other, text;

/** Another site: whatever `text` is, by another name than the server's. */
before(async () => {
  game = await finished("here-embed", "rules grow\nseats 2\ndraws 20", ["Ana", "<b>Bo</b>"]);
  server = await host(held);
  other = createServer((_, answer) => answer.writeHead(200, { "content-type": "text/html" }).end(text));
  await new Promise((go) => other.listen(0, "127.0.0.1", go));
  other.url = `http://localhost:${other.address().port}/`;
});
after(() => other?.close());

/** A page elsewhere that frames `address` of the server; the frame. */
async function framed(address, { view = {}, more = "" } = {}) {
  const made = await page(held.browser, { viewport: { width: 700, height: 600 }, ...view });
  made.setDefaultTimeout(patience);
  made.sockets = [];
  made.on("websocket", (one) => made.sockets.push(one.url()));
  text = `<!doctype html><html lang="en"><title>x</title><body style="margin:0"><script>
    window.heard = [];
    addEventListener("message", (event) => heard.push(event.data));
    ${more}
  </script><main><h1>x</h1><iframe title="game" src="${server.url}${address}" width="640" height="520"></iframe></main></body></html>`;
  await made.goto(other.url);
  const frame = await (await made.waitForSelector("iframe")).contentFrame();
  return { made, frame };
}
const shown = (frame) => frame.waitForSelector("[data-state=shown]", { state: "attached" });
const trouble = async (frame) => {
  await frame.waitForSelector("[data-state=trouble]", { state: "attached" });
  return frame.textContent(".said");
};
const tiles = (frame) => frame.$eval("canvas", (canvas) => Number(canvas.dataset.tiles));
const heard = (made) => made.evaluate(() => window.heard);

test("a record in the address: every turn by button, keyboard and slider; nothing is kept, no socket, no cookie", async () => {
  const { made, frame } = await framed(`embed/?lang=en#r=${pack(game.record)}`);
  await shown(frame);
  assert.equal(await tiles(frame), 21);
  assert.equal(await frame.textContent(".where"), "Turn 20 of 20");
  assert.equal(
    await frame.locator(".seats b").count(),
    2,
    "a name is no markup: two sums, and no other bold word",
  );
  assert.match(await frame.innerText(".seats"), /<b>Bo<\/b>/);
  assert.deepEqual(
    await frame.$$eval(".seats b", (all) => all.map((one) => Number(one.textContent))),
    game.state.seats.map((seat) => seat.points),
  );
  await frame.click("[aria-label='One turn back']");
  assert.equal(await tiles(frame), 20);
  await made.keyboard.press("Home");
  assert.equal(await tiles(frame), 1);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await made.keyboard.press(key);
  assert.equal(await tiles(frame), 2);
  await frame.$eval("input", (input) => {
    input.value = "7";
    input.dispatchEvent(new Event("input"));
  });
  assert.equal(await tiles(frame), 8);
  await made.keyboard.press("End");
  assert.equal(await tiles(frame), 21);
  const said = await heard(made);
  assert.deepEqual(said.at(-1), { aude: "shown", turn: 20, turns: 20 });
  const drawn = await frame.evaluate(() => {
    const canvas = document.querySelector("canvas"),
      { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(
      Array.from({ length: data.length / 400 }, (_, i) => data.slice(400 * i, 400 * i + 3).join()),
    ).size;
  });
  assert.ok(drawn > 40, `${drawn} colours: a map is there`);
  const denied = await frame
    .evaluate(() => localStorage.length + sessionStorage.length)
    .catch(() => "denied");
  assert.ok([0, "denied"].includes(denied), `${denied} things are kept`); // Chromium keeps nothing for frames of strangers
  assert.deepEqual(made.sockets, []);
  assert.deepEqual(await made.context().cookies(), []);
  assert.match(await frame.getAttribute(".door", "href"), /\/#\/r\/[\w-]+$/);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("nothing but the viewer can be framed", async () => {
  for (const address of ["", "index.html", "docs/", "g/abc", "api/health", "embed/x"]) {
    const { made, frame } = await framed(address);
    await made.waitForLoadState("networkidle");
    const inside = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
    assert.doesNotMatch(
      frame.url(),
      new RegExp(`^${server.url}`),
      `/${address} is shown: ${inside.slice(0, 80)}`,
    );
    await made.context().close();
  }
});

test("plays by itself when asked to, and not where motion is unwanted", async () => {
  const { made, frame } = await framed(`embed/?lang=en&play#r=${pack(game.record)}`);
  await shown(frame);
  await frame.waitForFunction(() => Number(document.querySelector("canvas").dataset.tiles) > 2);
  await frame.click("[aria-label=Pause]");
  assert.ok((await tiles(frame)) < 21);
  await frame.waitForSelector("[aria-label=Play]");
  await made.context().close();
  const calm = await framed(`embed/?lang=en&play#r=${pack(game.record)}`, {
    view: { reducedMotion: "reduce" },
  });
  await shown(calm.frame);
  assert.equal(await tiles(calm.frame), 21);
  assert.equal(await calm.frame.locator("[aria-label=Play]").count(), 1);
  await calm.made.context().close();
});

test("a game of the server by its name; one that is private or not there gets the same sentence", async () => {
  const made = await page(held.browser);
  made.setDefaultTimeout(patience);
  await made.goto(server.url);
  const create = (watch) =>
    made.evaluate(async (watch) => {
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`, "aude-1");
      await new Promise((go) => (socket.onopen = go));
      socket.send(JSON.stringify({ type: "hello", id: 1, v: 1, client: "test" }));
      socket.send(
        JSON.stringify({
          type: "create",
          id: 2,
          head: "aude 1\nrules grow\nseats 2",
          seats: [
            { kind: "here", name: "Ana" },
            { kind: "here", name: "Bo" },
          ],
          options: { watch },
        }),
      );
      const table = await new Promise((go) => {
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.id === 2) go(message.table ?? JSON.stringify(message));
        };
      });
      socket.close();
      return table;
    }, watch);
  const [open, closed] = [await create(true), await create(false)];
  for (const [link, route] of [
    [`g/${open}`, `#/t/${open}`],
    [`g/${open}/0`, `#/t/${open}/0`],
  ]) {
    await made.goto(`${server.url}${link}`); // a short link leads to the page
    await made.waitForURL(`${server.url}${route}`);
    await made.waitForSelector(".board canvas");
  }
  const gone = await made.goto(`${server.url}g/k3m9xw2p7q4t`);
  assert.equal(gone.status(), 404);
  assert.equal(await made.innerText("body"), "There is no such game here.");
  await made.context().close();
  const good = await framed(`embed/?lang=en#g=${open}`);
  await shown(good.frame);
  assert.equal(await tiles(good.frame), 1);
  assert.match(await good.frame.getAttribute(".door", "href"), new RegExp(`#/t/${open}$`));
  await good.made.context().close();
  const sentences = [];
  for (const id of [closed, "k3m9xw2p7q4t", "../me", "A%20B"]) {
    const { made: one, frame } = await framed(`embed/?lang=en#g=${id}`);
    sentences.push(await trouble(frame));
    await one.context().close();
  }
  assert.deepEqual(
    [...new Set(sentences)],
    ["There is no such game on this server, or it is not for everybody."],
  );
});

test("damaged links and records: one clear sentence each, in the language asked for", async () => {
  const whole = pack(game.record);
  for (const [address, wanted] of [
    [`embed/?lang=en#r=${whole.slice(0, -40)}`, /^This link is not whole/],
    ["embed/?lang=es#r=%25%25", /^Este enlace no está completo/],
    [`embed/?lang=pt-BR#r=${pack("hello")}`, /^Este registro não pode ser lido.*linha 1/],
    [
      `embed/?lang=pt-PT#r=${pack(game.record.replace(/lay [^;]+;/, "lay 90,90 0;"))}`,
      /^Este registo não pode.*linha \d+/,
    ],
    [`embed/?lang=ro#r=${pack(" ".repeat(5_000_000))}`, /^Acest link nu este întreg/],
    ["embed/?lang=en#", /^There is no game here/],
  ]) {
    const { made, frame } = await framed(address);
    assert.match(await trouble(frame), wanted, address.slice(0, 30));
    assert.equal(await frame.locator(".bar").isVisible(), false);
    assert.deepEqual(made.faults, []);
    await made.context().close();
  }
});

test("messages: only those of the page around it, and nonsense is passed over", async () => {
  const { made, frame } = await framed("embed/?lang=en");
  await trouble(frame);
  assert.deepEqual(await heard(made), [{ aude: "ready" }]);
  const post = (what) => made.evaluate((what) => frames[0].postMessage(what, "*"), what);
  for (const odd of [
    null,
    7,
    "show",
    { aude: "show" },
    { aude: "show", record: 5 },
    { aude: "turn", turn: "x" },
  ])
    await post(odd);
  await frame.evaluate((record) => window.postMessage({ aude: "show", record }, "*"), game.record); // not from around it
  await post({ aude: "turn", turn: 3 });
  await new Promise((go) => setTimeout(go, 300));
  assert.equal(await frame.getAttribute("#viewer", "data-state"), "trouble");
  await post({ aude: "show", record: game.record.slice(0, 200) });
  await made.waitForFunction(() =>
    window.heard.some((one) => one.aude === "trouble" && /line \d/.test(one.text)),
  );
  await post({ aude: "show", record: game.record, at: 5 });
  await shown(frame);
  assert.equal(await tiles(frame), 6);
  await post({ aude: "turn", turn: 9 });
  await made.waitForFunction(() => window.heard.at(-1).turn === 9);
  assert.equal(await tiles(frame), 10);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("the example of docs/viewer.md works as it stands there", async () => {
  const document = readFileSync(join(root, "docs", "viewer.md"), "utf8");
  const example = /```html\n(.*?)```/s.exec(document)[1];
  assert.ok(example.includes("https://play.example.org/") && example.includes("RECORD"));
  const made = await page(held.browser);
  made.setDefaultTimeout(patience);
  text = `<!doctype html><script>const RECORD = ${JSON.stringify(game.record).replaceAll("<", "\\u003c")}</script>${example.replace("https://play.example.org/", server.url)}`;
  await made.goto(other.url);
  await made.waitForFunction(() => document.title === "Turn 5 of 20");
  const frame = await (await made.waitForSelector("iframe")).contentFrame();
  assert.equal(await tiles(frame), 6);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

for (const [name, view] of variants(
  [
    ["dark", { colorScheme: "dark" }],
    ["phone", phone],
  ],
  [["light", {}]],
))
  test(`nothing for axe, nothing beside the edge, ${name}; what a first load weighs`, async (t) => {
    const made = await page(held.browser, {
      viewport: { width: 640, height: 520 },
      bypassCSP: true, // for axe
      ...view,
    });
    made.setDefaultTimeout(patience);
    const sizes = [];
    made.on("response", (answer) =>
      sizes.push(
        answer
          .request()
          .sizes()
          .then((one) => one.responseBodySize),
      ),
    );
    await made.goto(`${server.url}embed/?lang=en#r=${pack(game.record)}`);
    await shown(made);
    await made.addScriptTag({ path: axe });
    const found = await made.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(
      found.violations.map((one) => `${one.id}: ${one.nodes[0].target}`),
      [],
    );
    assert.equal(await made.evaluate(() => localStorage.length + sessionStorage.length), 0);
    assert.deepEqual(await made.context().cookies(), []);
    assert.equal(await made.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
    t.diagnostic(`a first load of the viewer: ${bytes} bytes`);
    assert.ok(bytes > 100_000 && bytes < 180_000, `${bytes} bytes`);
    await made.context().close();
  });
