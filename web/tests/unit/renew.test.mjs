// renew.test.mjs -- the browser takes another address for push messages: the service worker tells the server, at every table at
// which somebody asked, and the old address is taken back. Store, push service and line are only pretended.
import assert from "node:assert/strict";
import { createECDH, randomBytes } from "node:crypto";
import { test } from "node:test";
import { load } from "./load.mjs";

const { onChange } = await load("app/renew.ts");
const { readWanted, unwant, want } = await load("app/wanted.ts");

/** The browser's store. */
function shelf() {
  const held = new Map();
  globalThis.caches = {
    open: () =>
      Promise.resolve({
        match: (name) => Promise.resolve(held.has(name) ? new Response(held.get(name)) : undefined),
        put: async (name, answer) => void held.set(name, await answer.text()),
      }),
  };
}
const keys = createECDH("prime256v1");
keys.generateKeys();
const subscription = (endpoint) => ({
  endpoint,
  getKey: (name) =>
    (name === "auth" ? Uint8Array.from(randomBytes(16)) : Uint8Array.from(keys.getPublicKey())).buffer,
});
/** A worker whose browser gives this subscription when it is asked for one. */
const worker = (scope, given, asked = []) => ({
  registration: { scope, pushManager: { subscribe: (how) => (asked.push(how), Promise.resolve(given)) } },
});

/** A line that answers everything and writes down what it heard; `silent`: it is closed at once. */
function line(silent = false) {
  const heard = [];
  globalThis.WebSocket = class {
    constructor(url, protocol) {
      heard.push(`${url} ${protocol}`);
      setTimeout(() => (silent ? this.onclose() : this.onopen()));
    }
    send(text) {
      const request = JSON.parse(text);
      heard.push(request);
      setTimeout(() => this.onmessage({ data: JSON.stringify({ type: "told" }) })); // not an answer
      setTimeout(() => this.onmessage({ data: JSON.stringify({ type: "ok", id: request.id }) }));
    }
    close() {}
  };
  return heard;
}
const SCOPE = "https://play.example.org/some/where/";

test("every table is told the new address, the old one is taken back, and it is remembered", async () => {
  shelf();
  await want(SCOPE, "aaa", "https://push.example/old", "KEY");
  await want(SCOPE, "bbb", "https://push.example/old", "KEY");
  await want(SCOPE, "ccc", "https://push.example/old", "KEY");
  await unwant(SCOPE, "bbb"); // no longer: for good
  const heard = line(),
    asked = [],
    now = subscription("https://push.example/new");
  await onChange(worker(SCOPE, now, asked), { newSubscription: null });
  assert.deepEqual(asked, [{ userVisibleOnly: true, applicationServerKey: "KEY" }]);
  assert.equal(heard[0], "wss://play.example.org/some/where/ws aude-1");
  assert.deepEqual(
    heard.slice(1).map(({ type, table, endpoint }) => [type, table, endpoint]),
    [
      ["hello", undefined, undefined],
      ["subscribe", "aaa", "https://push.example/new"],
      ["unsubscribe", "aaa", "https://push.example/old"],
      ["subscribe", "ccc", "https://push.example/new"],
      ["unsubscribe", "ccc", "https://push.example/old"],
    ],
  );
  assert.equal(Buffer.from(heard[2].key, "base64url").length, 65);
  assert.equal(Buffer.from(heard[2].auth, "base64url").length, 16);
  assert.deepEqual(await readWanted(SCOPE), {
    endpoint: "https://push.example/new",
    key: "KEY",
    tables: ["aaa", "ccc"],
  });
});

test("a browser that brings the new one is not asked for another; without a line the old one stays noted for the page", async () => {
  shelf();
  await want(SCOPE, "aaa", "https://push.example/old", "KEY");
  line(true);
  const asked = [];
  await onChange(worker(SCOPE, null, asked), { newSubscription: subscription("https://push.example/new") });
  assert.deepEqual(asked, []);
  assert.equal((await readWanted(SCOPE)).endpoint, "https://push.example/old");
});

test("nobody asked to be told: nothing is sent, and no subscription is made", async () => {
  shelf();
  const heard = line(),
    asked = [];
  await onChange(worker(SCOPE, null, asked), { newSubscription: null });
  await want(SCOPE, "aaa", "https://push.example/old", "KEY");
  await unwant(SCOPE, "aaa");
  await onChange(worker(SCOPE, null, asked), { newSubscription: null });
  assert.deepEqual([heard, asked], [[], []]);
});
