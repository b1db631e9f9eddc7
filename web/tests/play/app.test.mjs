// app.test.mjs -- the page as an installed app: what browsers ask of one, a start and a game without any network after one visit, and new
// versions that come whole, wait, and lose nothing.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { writeWorker } from "../../app.mjs";
import { chromium, page, withWindows } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { asked, at, dist, front, host, patience, playOn, seat, stage, start, steps } from "./hands.mjs";

const held = stage();
const allowed = { serviceWorkers: "allow" };
const one = { seats: [seat("here", "Ana", 1), seat("computer", "Mason", 3, "level-3")] };

/** Until everything is held, and this page's requests are answered from there. */
const whole = (made) =>
  made.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 50));
  });
/** Until nothing is fetched for the app any more, whether it came to something or not. */
const settled = (made) =>
  made.evaluate(async () => {
    const pause = (ms) => new Promise((go) => setTimeout(go, ms));
    await pause(300); // it begins when the page is idle
    for (let one; (one = await navigator.serviceWorker?.getRegistration())?.installing; ) await pause(50);
  });
const shelves = (made) => made.evaluate(() => caches.keys());
const faults = (made) => made.faults.filter((fault) => !/WebSocket|ERR_FAILED|ERR_INTERNET/.test(fault));

/** Width and height out of a PNG's head. */
const size = (bytes) => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;

// ---- what browsers ask for

test("Chromium finds nothing that keeps the page from being installed; icons are as large as they say", async () => {
  const folder = mkdtempSync(join(tmpdir(), "aude-app-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: withWindows,
    args: ["--no-sandbox", "--disable-gpu", "--mute-audio"],
  }); // a private window could not install anything
  after(() => rmSync(folder, { recursive: true, force: true }));
  const made = await context.newPage(),
    server = await host(held);
  for (const url of [held.url, server.url]) {
    await made.goto(url);
    await made.waitForSelector(".play");
    await whole(made);
    const cdp = await context.newCDPSession(made);
    assert.deepEqual((await cdp.send("Page.getInstallabilityErrors")).installabilityErrors, []);
    const { url: from, errors, data } = await cdp.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const manifest = JSON.parse(data);
    assert.equal(new URL(manifest.start_url, from).href, url);
    assert.equal(new URL(manifest.scope, from).href, url);
    for (const icon of manifest.icons) {
      const answer = await fetch(new URL(icon.src, from));
      assert.equal(size(Buffer.from(await answer.arrayBuffer())), icon.sizes, icon.src);
    }
    assert.ok(manifest.icons.some((icon) => icon.purpose === "maskable" && icon.sizes === "512x512"));
  }
  await context.close();
  await server.down();
});

test("the app is described in the language that is spoken, and takes the page's colour", async () => {
  const made = await front(held, one, allowed, { language: "ro", theme: "dark" });
  await made.waitForFunction(() =>
    /ro\.webmanifest$/.test(document.querySelector("link[rel=manifest]").href),
  );
  const about = JSON.parse(readFileSync(join(dist, "app", "ro.webmanifest"), "utf8"));
  assert.equal(about.lang, "ro");
  assert.match(about.description, /Carcassonne/);
  assert.deepEqual(await made.$$eval("meta[name=theme-color]", (all) => all.map((one) => one.content)), [
    "#211912",
    "#211912",
  ]);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("a link to the page has a title, a sentence and a picture for whoever shows a preview", async () => {
  const text = readFileSync(join(dist, "index.html"), "utf8");
  const value = (name) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`).exec(text)?.[1];
  assert.equal(value("og:title"), "Aude");
  assert.match(value("og:description"), /Carcassonne/);
  assert.equal(value("twitter:card"), "summary_large_image");
  assert.equal(
    size(readFileSync(join(dist, value("og:image")))),
    `${value("og:image:width")}x${value("og:image:height")}`,
  );
});

// ---- without a network

test("one visit, then the server is gone: a game against a computer, a lesson, the rules, another language, the catapult", async () => {
  const server = await host(held),
    made = await front(held, one, allowed, {}, server.url);
  await whole(made);
  await server.down("SIGKILL");
  await made.reload();
  await made.waitForSelector(".play");
  await made.click(".play");
  await made.waitForSelector(".game[data-at]");
  await playOn(made, { done: async () => (await at(made)) >= 10 });
  const played = await steps(made);
  assert.ok(
    played.some((step) => step.by === "computer"),
    "the computer has played",
  );
  await made.reload(); // in the middle of it
  await asked(made);
  assert.deepEqual((await steps(made)).slice(0, played.length), played);

  await made.goto(`${server.url}#/learn/1/1`);
  await made.waitForSelector(".lesson h1");
  await made.goto(`${server.url}#/puzzles`); // one is there to be solved
  await made.click(".list .row");
  await made.waitForSelector(".puzzle [data-act]", { state: "attached" });
  await made.goto(`${server.url}#/analyse`); // an empty table, and the computer thinks about it
  await made.click(".start .main");
  await made.click('[data-draw="draw base/monastery"]');
  await made.waitForSelector(".candidates ol li");
  await made.goto(`${server.url}#/box`); // beside the real box
  await made.waitForSelector('.room [href="#/new/box"]');
  await made.goto(`${server.url}#/`);
  await made.locator(".links .quiet", { hasText: "The rules" }).click();
  await made.waitForSelector("dialog[open] article section img");
  await made.locator("dialog[open] .layers .button").nth(1).click(); // the exact ones
  await made.waitForSelector("dialog[open] ol > li");
  await made.keyboard.press("Escape");
  await made.locator(".links .quiet:visible", { hasText: "English" }).click();
  await made.locator("dialog[open] select").first().selectOption("ro");
  await made.waitForFunction(() => document.documentElement.lang === "ro");
  await made.keyboard.press("Escape");
  for (const font of ["EB Garamond", "italic 1em EB Garamond", "Lato", "bold 1em Lato"])
    assert.ok(
      await made.evaluate(
        (font) => document.fonts.load(/em/.test(font) ? font : `1em ${font}`).then((all) => all.length > 0),
        font.replace(/(EB Garamond|Lato)$/, '"$1"'),
      ),
      `${font} is held`,
    );

  // a game with the catapult has a part of its own
  await made.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("aude.settings"));
    kept.choice.sets = ["catapult"];
    localStorage.setItem("aude.settings", JSON.stringify(kept));
  });
  await made.goto(`${server.url}?again#/`); // an address with more behind it is the page, too
  await made.waitForSelector(".play");
  await made.click(".play");
  await asked(made);
  assert.deepEqual(faults(made), []);
  await made.context().close();
});

test("what is the server's is never answered without it; playing over the net says so in one sentence", async () => {
  const server = await host(held),
    made = await front(held, one, allowed, {}, server.url);
  await whole(made);
  const asks = [
    "api/me",
    "api/tables",
    "api/health",
    "docs/",
    "docs/server.html",
    "g/k3m9xw2p7q4t",
    "metrics",
  ];
  const reached = (asks) =>
    made.evaluate(
      (asks) =>
        Promise.all(
          asks.map((one) =>
            fetch(one, { redirect: "manual" }).then(
              () => one,
              () => "",
            ),
          ),
        ),
      asks,
    );
  assert.deepEqual(await reached(asks), asks);
  await server.down("SIGKILL");
  assert.deepEqual(
    (await reached(asks)).filter((one) => one),
    [],
  );
  await made.goto(`${server.url}#/new/friends`);
  await made.waitForFunction(() =>
    /none is reached/.test(document.querySelector(".table [role=status]")?.textContent),
  );
  await start(made); // at this screen it is played all the same
  await asked(made);
  await made.goto(`${server.url}#/t/k3m9xw2p7q4t`);
  await made.waitForFunction(() => /The line is down/.test(document.body.innerText));
  await server.up();
  await made.goto(`${server.url}#/new/friends`);
  await made.waitForSelector(".start .main");
  await made.waitForFunction(
    () => !/none is reached/.test(document.querySelector(".table").textContent),
    null,
    { timeout: patience },
  );
  await made.context().close();
  await server.down();
});

test("no service workers, one that is refused, a line that should be spared, a store that is full: the page plays, and nothing is said", async () => {
  const ways = [
    () => Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined }),
    () =>
      (ServiceWorkerContainer.prototype.register = () =>
        Promise.reject(new DOMException("The operation is insecure.", "SecurityError"))),
    () => Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    "full",
  ];
  for (const way of ways) {
    const made = await page(held.browser, allowed);
    made.setDefaultTimeout(patience);
    if (way === "full")
      await (
        await made.context().newCDPSession(made)
      ).send("Storage.overrideQuotaForOrigin", { origin: new URL(held.url).origin, quotaSize: 100_000 });
    else await made.addInitScript(way);
    await made.goto(held.url);
    await made.click(".play");
    await asked(made);
    await made.waitForFunction(() =>
      performance.getEntriesByType("resource").some((one) => /Note-/.test(one.name)),
    );
    await settled(made);
    if (way !== "full") assert.deepEqual(await shelves(made), []);
    assert.equal(await made.evaluate(() => navigator.serviceWorker?.controller ?? null), null);
    assert.equal(await made.locator("[role=alert], .newer").count(), 0);
    assert.deepEqual(made.faults, []);
    await made.context().close();
  }
});

// ---- new versions

/** A copy of the page in which every part has another name and the documents another mark: nothing of it fits to the first. */
async function nextVersion(mark) {
  const folder = mkdtempSync(join(tmpdir(), "aude-next-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(dist, folder, { recursive: true, filter: (path) => path !== join(dist, "docs") });
  const assets = join(folder, "assets"),
    names = readdirSync(assets).filter((name) => /-[\w-]{8}\.\w+$/.test(name));
  const other = (name) => name.replace(/[\w-]{7}(\.\w+)$/, `${mark.padEnd(7, "x")}$1`);
  const texts = [...names.map((name) => join(assets, name)), join(folder, "index.html")].filter((path) =>
    /\.(js|css|html)$/.test(path),
  );
  for (const path of texts) {
    let text = readFileSync(path, "utf8").replace('<html lang="en">', `<html lang="en" data-mark="${mark}">`);
    for (const name of names) text = text.replaceAll(name, other(name));
    writeFileSync(path, text);
  }
  for (const name of names) renameSync(join(assets, name), join(assets, other(name)));
  await writeWorker(folder);
  return folder;
}
const markOf = (made) => made.evaluate(() => document.documentElement.dataset.mark ?? "first");
/** The parts that the page was made of, as far as they have a version in their names. */
const parts = (made) =>
  made.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map((one) => one.name.split("/").pop())
      .filter((name) => /-[\w-]{8}\.\w+$/.test(name)),
  );
const allOf = async (made, folder) => {
  const there = readdirSync(join(folder, "assets")),
    seen = await parts(made);
  assert.ok(seen.length > 3, `${seen}`);
  assert.deepEqual(
    seen.filter((name) => !there.includes(name)),
    [],
    "no part of another version",
  );
};

/** A page that holds the first version and has played some turns, on a server that has the second from now on. */
async function between(second) {
  const site = await serve(dist, "/aude/");
  after(() => site.close());
  const made = await front(held, one, allowed, {}, site.url);
  await whole(made);
  await made.click(".play");
  await made.waitForSelector(".game[data-at]");
  await playOn(made, { done: async () => (await at(made)) >= 2 });
  site.folder(second);
  return { made, site, played: await steps(made) };
}

test("a new version comes whole and waits; a running game goes on in the old one, then in the new one, and nothing is mixed", async () => {
  const second = await nextVersion("2"),
    { made, played } = await between(second);
  const kept = async (made) => assert.deepEqual((await steps(made)).slice(0, played.length), played);
  await made.reload();
  await made.waitForSelector(".newer");
  assert.equal(await made.textContent(".newer span"), "A new version is there.");
  assert.equal(await markOf(made), "first");
  assert.equal((await shelves(made)).length, 2, "both are there in whole");
  await asked(made);
  await kept(made);
  // a part that was not there yet: the server has no such file any more
  await made.evaluate(() => (location.hash = "#/learn"));
  await made.waitForSelector(".list .main");
  await allOf(made, dist);
  // a second page is in the same game's room meanwhile
  const other = await made.context().newPage();
  await other.goto(made.url());
  await other.waitForSelector(".list .main");
  assert.equal(await markOf(other), "first");
  await made.goBack();
  await asked(made);
  // A window behind another one is in no hurry on a busy machine.
  const long = { timeout: 3 * patience };
  await Promise.all([
    made.waitForEvent("load", long),
    other.waitForEvent("load", long),
    made.click(".newer .quiet"),
  ]);
  await asked(made);
  assert.equal(await markOf(made), "2");
  assert.equal(await markOf(other), "2");
  await kept(made);
  assert.equal(await made.locator(".newer").count(), 0);
  await other.waitForSelector(".list .main");
  for (const one of [made, other]) await allOf(one, second);
  assert.equal((await shelves(made)).length, 1, "the old one is cleared away");
  assert.deepEqual(faults(made), []);
  await made.context().close();
});

test("nobody presses anything: the next start has the new version", async () => {
  const second = await nextVersion("3"),
    { made, site, played } = await between(second);
  await made.reload();
  await made.waitForSelector(".newer");
  await made.click(".newer .plainbutton");
  assert.equal(await made.locator(".newer").count(), 0, "not now");
  const route = new URL(made.url()).hash,
    context = made.context();
  await made.close();
  const later = await context.newPage();
  await later.goto(`${site.url}${route}`);
  await later.waitForSelector(".game[data-at]");
  assert.equal(await markOf(later), "3");
  assert.deepEqual((await steps(later)).slice(0, played.length), played);
  await allOf(later, second);
  await context.close();
});

test("half a version is none: one file is of another, and everything stays as it was until all of it is there", async () => {
  const second = await nextVersion("4"),
    name = readdirSync(join(second, "assets")).find((name) => name.startsWith("Lessons-")),
    path = join(second, "assets", name),
    right = readFileSync(path);
  writeFileSync(path, "export default null");
  const { made } = await between(second);
  const settled = () =>
    made.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => {});
      while (registration.installing) await new Promise((go) => setTimeout(go, 50));
      return !!registration.waiting;
    });
  assert.equal(await settled(), false);
  await made.reload();
  await asked(made);
  assert.equal(await markOf(made), "first");
  assert.equal(await made.locator(".newer").count(), 0);
  writeFileSync(path, right);
  // The reload may have begun to look for a new version by itself, with the wrong file: then the next look counts.
  let there = false;
  for (const until = Date.now() + patience; !there && Date.now() < until; ) there = await settled();
  assert.ok(there);
  await made.waitForSelector(".newer");
  await made.context().close();
});

test("a host that has no such page any more: what was held is let go", async () => {
  const site = await serve(dist, "/aude/");
  after(() => site.close());
  const made = await front(held, one, allowed, {}, site.url);
  await whole(made);
  const bare = mkdtempSync(join(tmpdir(), "aude-bare-"));
  after(() => rmSync(bare, { recursive: true, force: true }));
  writeFileSync(join(bare, "index.html"), "<p>something else</p>");
  site.folder(bare);
  await made.reload();
  await made.waitForSelector(".play");
  for (const until = Date.now() + patience; (await shelves(made)).length && Date.now() < until; )
    await made.waitForTimeout(100);
  await made.goto(`${site.url}?`);
  assert.equal(await made.innerText("p"), "something else");
  await made.context().close();
});
