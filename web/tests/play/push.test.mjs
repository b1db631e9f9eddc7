// push.test.mjs -- a table with days for a move: the quiet line asks for permission only when it is pressed, the server calls a receiver of
// our own, the service worker shows what it says, and a press ends it. The browser's own push service cannot be reached from a test, so
// subscribe() gives a subscription of ours, whose keys we have; what the server sends is decrypted here and handed to the service worker.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createDecipheriv, createECDH, createHmac, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { withWindows } from "../browser.mjs";
import { asked, at, home, host, patience, quiet, seat, stage, take } from "./hands.mjs";

const held = stage([], withWindows); // a browser without windows shows no notes
const heard = []; // bodies that the receiver got
const called = []; // and the addresses at which it was called
let server, receiver;

// ---- a receiver with a certificate of its own

before(async () => {
  const file = (name) => join(held.folder, name);
  execFileSync(
    "openssl",
    `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=push.test -addext subjectAltName=DNS:push.test
     -keyout ${file("key.pem")} -out ${file("ca.pem")}`.split(/\s+/),
    { stdio: "ignore" },
  );
  receiver = createServer({ key: readFileSync(file("key.pem")), cert: readFileSync(file("ca.pem")) });
  receiver.on("request", (request, answer) => {
    const pieces = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () => {
      heard.push(Buffer.concat(pieces));
      called.push(request.url);
      answer.writeHead(201).end();
    });
  });
  await new Promise((tell) => receiver.listen(0, "127.0.0.1", tell));
  const { port } = receiver.address();
  writeFileSync(file("plan"), `ca ${file("ca.pem")}\nresolve push.test 127.0.0.1\nallow 127.0.0.1 ${port}\n`);
  server = await host(
    held,
    ...["--push", "mailto:test@example.org", "--push-after", "0", "--push-test-only", file("plan")],
  );
});
after(() => receiver?.close());

// ---- a browser's subscription

const own = createECDH("prime256v1"),
  secret = randomBytes(16);
own.generateKeys();
const mac = (key, ...data) => createHmac("sha256", key).update(Buffer.concat(data)).digest();

/** RFC 8291: the text inside. */
function opened(sealed) {
  const theirs = sealed.subarray(21, 86),
    end = sealed.length - 16;
  const material = mac(
    mac(secret, own.computeSecret(theirs)),
    Buffer.from("WebPush: info\0"),
    own.getPublicKey(),
    theirs,
    Buffer.from([1]),
  );
  const key = mac(sealed.subarray(0, 16), material),
    cek = mac(key, Buffer.from("Content-Encoding: aes128gcm\0\x01")).subarray(0, 16),
    nonce = mac(key, Buffer.from("Content-Encoding: nonce\0\x01")).subarray(0, 12);
  const cipher = createDecipheriv("aes-128-gcm", cek, nonce);
  cipher.setAuthTag(sealed.subarray(end));
  const plain = Buffer.concat([cipher.update(sealed.subarray(86, end)), cipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** In the page: PushManager gives this subscription, and asks nobody. */
function pretend({ endpoint, point, auth }) {
  const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;
  const kept = () => localStorage.getItem("test.subscribed");
  const made = () => ({
    endpoint: localStorage.getItem("test.endpoint") ?? endpoint,
    options: { applicationServerKey: bytes(kept().replaceAll("-", "+").replaceAll("_", "/")) },
    getKey: (name) => bytes(name === "auth" ? auth : point),
    unsubscribe: () => Promise.resolve(true),
  });
  PushManager.prototype.subscribe = function (options) {
    if (!options.userVisibleOnly) throw new Error("a browser would refuse this");
    localStorage.setItem("test.subscribed", options.applicationServerKey);
    return Promise.resolve(made());
  };
  PushManager.prototype.getSubscription = () => Promise.resolve(kept() ? made() : null);
}

/** The browser takes another address: the service worker hears of it, and no page does. */
async function moved(made, subscription) {
  await made.evaluate((endpoint) => localStorage.setItem("test.endpoint", endpoint), subscription.endpoint);
  const [worker] = made.context().serviceWorkers();
  await worker.evaluate(async ({ endpoint, point, auth }) => {
    const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;
    const event = new Event("pushsubscriptionchange");
    event.newSubscription = { endpoint, getKey: (name) => bytes(name === "auth" ? auth : point) };
    const done = new Promise((tell) => (event.waitUntil = tell));
    self.dispatchEvent(event);
    await done;
  }, subscription);
}

const days = { clock: "move", seconds: 2 * 86400, title: "Sunday", listed: true };
const open = async (made) => {
  await made.click(".start .main");
  await made.waitForSelector(".lobby");
  return new URL(await made.inputValue(".invite input"));
};
const until = async (done, what) => {
  for (const end = Date.now() + patience; !done(); await new Promise((go) => setTimeout(go, 50)))
    assert.ok(Date.now() < end, what);
};

/** They play until it is `who`'s turn, after the other had it. */
async function turnOf(who, other) {
  for (let last = -1, had = false; ; ) {
    const made = await Promise.race(
      [who, other].map((one) => asked(one, last).then((list) => ({ one, list }))),
    );
    if (made.one === who && had) return;
    had ||= made.one === other;
    last = await at(made.one);
    await take(made.one, made.list[0]);
    for (const one of [who, other])
      await one.waitForFunction((n) => Number(document.querySelector(".game")?.dataset.at) >= n, last + 1);
  }
}

test("asked for at the table, told by the server, shown by the service worker, and no longer", async () => {
  const { port } = receiver.address();
  const subscription = {
    endpoint: `https://push.test:${port}/for/ana`,
    point: own.getPublicKey("base64"),
    auth: secret.toString("base64"),
  };
  const ana = await home(
    held,
    { ...days, seats: [seat("here", "Ana", 1), seat("link", "", 0)] },
    {
      serviceWorkers: "allow",
      permissions: ["notifications"],
      watch: (made) => void made.addInitScript(pretend, subscription),
    },
    { language: "ro" },
    server.url,
  );
  const link = await open(ana);
  const ask = ana.locator(".tell button", { hasText: "Anunță-mă când e rândul meu" }),
    stop = ana.locator(".tell button", { hasText: "Nu mă mai anunța" });
  await ask.waitFor();
  assert.equal(
    await ana.evaluate(() => localStorage.getItem("test.subscribed")),
    null,
    "nothing before a press",
  );
  await ask.click();
  await stop.waitFor();
  await ana.reload();
  await stop.waitFor(); // the server has it
  await moved(ana, { ...subscription, endpoint: `https://push.test:${port}/for/ana/later` });
  await ana.reload();
  await stop.waitFor(); // the server has the new one

  const bruno = await home(
    held,
    { seats: [seat("here", "Bruno", 0), seat("computer", "Mason", 3)] },
    {},
    {},
    server.url,
  );
  await bruno.goto(link.href);
  await bruno.waitForSelector(".lobby");
  assert.equal(await bruno.locator(".tell").count(), 0, "not for who only watches");
  await bruno.fill(".lobby label input", "Bruno");
  await bruno.click(".lobby li button >> text=Sit here");
  await ana.waitForSelector(".lobby .main[aria-disabled=false]");
  await ana.click(".lobby .main");
  for (const made of [ana, bruno]) await made.waitForSelector(".game[data-at]");
  await turnOf(ana, bruno);
  await until(() => heard.length > 0, "the server calls");
  const text = opened(heard.at(-1)),
    said = JSON.parse(text);
  assert.deepEqual(said, { table: link.hash.slice(4), seat: 0, title: "Sunday", name: "Ana" });
  assert.deepEqual([...new Set(called)], ["/for/ana/later"], "the old address is not called any more");

  // the service worker: nothing for who looks at the table, one message for who does not
  const cdp = await ana.context().newCDPSession(ana),
    origin = new URL(server.url).origin;
  let registration = "";
  cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    registration = registrations.find((one) => one.scopeURL === server.url)?.registrationId ?? registration;
  });
  await cdp.send("ServiceWorker.enable");
  await until(() => registration, "there is a service worker");
  const deliver = (data) =>
    cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId: registration, data });
  const shown = () =>
    ana.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(
        ({ title, body, lang, tag, data }) => ({ title, body, lang, tag, data }),
      ),
    );
  await deliver(text);
  await deliver("rubbish");
  await deliver(JSON.stringify({ table: "../evil" }));
  assert.deepEqual(await shown(), [], "who looks at the table is not disturbed");
  await ana.evaluate(() => (location.hash = "#/"));
  await ana.waitForSelector(".play");
  await deliver(text);
  await deliver(text);
  const one = {
    title: "Aude: Sunday",
    body: "Ana, e rândul tău.",
    lang: "ro",
    tag: said.table,
    data: said.table,
  };
  for (const end = Date.now() + patience; (await shown()).length === 0 && Date.now() < end; );
  assert.deepEqual(await shown(), [one], "one message, in the language that is spoken");

  // no longer
  await ana.goto(link.href);
  await ana.waitForSelector(".game[data-at]");
  await ana.keyboard.press("Escape");
  await ana.locator('button[aria-label="Meniu"]').first().click();
  await stop.click();
  await ask.waitFor();
  await ana.reload();
  await ana.waitForSelector(".game[data-at]");
  await ana.locator('button[aria-label="Meniu"]').first().click();
  await ask.waitFor(); // the server has it no more
  assert.deepEqual([...quiet(ana), ...quiet(bruno)], []);
  await ana.context().close();
  await bruno.context().close();
});

test("a browser that allows no messages is told so in one sentence; a fast table asks nobody", async () => {
  const ana = await home(
    held,
    { ...days, seats: [seat("here", "Ana", 1), seat("link", "", 0)] },
    { serviceWorkers: "allow" },
    {},
    server.url,
  );
  await open(ana);
  await ana.click(".tell button >> text=Tell me when it is my turn");
  await ana.waitForSelector(".tell [role=alert] >> text=The browser does not allow messages from this page.");
  assert.deepEqual(quiet(ana), []);
  await ana.context().close();

  const quick = await home(
    held,
    { clock: "move", seconds: 3600, seats: [seat("here", "Ana", 1), seat("link", "", 0)] },
    { serviceWorkers: "allow" },
    {},
    server.url,
  );
  await open(quick);
  await quick.evaluate(() => fetch("api/me")); // everything that was asked before is answered
  assert.equal(await quick.locator(".tell").count(), 0);
  await quick.context().close();
});
