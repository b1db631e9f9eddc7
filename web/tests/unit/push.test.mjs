// push.test.mjs -- the service worker's part of push messages, with windows and messages that are only pretended: what is shown, to whom it
// is not, and where a press leads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { onPush, onClick } = await load("app/push.ts");

/** A worker with these windows: where each is, and whether it is seen. `kept` is the sentence in the browser's store. */
function worker(windows, kept) {
  const did = [];
  const clients = windows.map(({ at, seen }) => ({
    visibilityState: seen ? "visible" : "hidden",
    postMessage: (_, [port]) => at !== undefined && port.postMessage(at),
    focus: () => did.push(`focus ${at}`),
  }));
  globalThis.caches = {
    open: () => Promise.resolve({ match: () => Promise.resolve(kept && new Response(JSON.stringify(kept))) }),
  };
  const self = {
    registration: {
      scope: "https://play.example.org/some/where/",
      showNotification: (title, options) => void did.push({ title, ...options }),
    },
    clients: { matchAll: () => Promise.resolve(clients), openWindow: (url) => void did.push(`open ${url}`) },
  };
  return { self, did };
}
const event = (data) => ({ data: { json: () => JSON.parse(data) } });
const told = JSON.stringify({ table: "k0hmgf0cr770", seat: 1, title: "Sunday", name: "$& Bob" });
const sentence = { lang: "es", turn: "{name}, te toca a ti." };

test("what is shown is in the language that was spoken, and one message a table", async () => {
  const { self, did } = worker([{ at: "#/t/k0hmgf0cr770", seen: false }], sentence);
  await onPush(self, event(told));
  assert.equal(did.length, 1);
  const { title, body, lang, tag, data, icon } = did[0];
  assert.deepEqual(
    [title, body, lang, tag, data],
    ["Aude: Sunday", "$& Bob, te toca a ti.", "es", "k0hmgf0cr770", "k0hmgf0cr770"],
  );
  assert.equal(icon, "https://play.example.org/some/where/app/icon-192.png");
});

test("who sees the table is not disturbed; who sees another one, or is silent, is", async () => {
  for (const at of ["#/t/k0hmgf0cr770", "#/t/k0hmgf0cr770/12"]) {
    const { self, did } = worker(
      [
        { at: "#/", seen: true },
        { at, seen: true },
      ],
      sentence,
    );
    await onPush(self, event(told));
    assert.deepEqual(did, [], at);
  }
  for (const at of ["#/t/k0hmgf0cr77", "#/t/k0hmgf0cr7700", "#/", undefined]) {
    const { self, did } = worker([{ at, seen: true }], sentence);
    await onPush(self, event(told));
    assert.equal(did.length, 1, String(at));
  }
});

test("without a kept sentence the name is said; rubbish shows nothing", async () => {
  const { self, did } = worker([], undefined);
  await onPush(self, event(JSON.stringify({ table: "k0hmgf0cr770", name: "Ann" })));
  assert.deepEqual([did[0].title, did[0].body], ["Aude", "Ann"]);
  for (const wrong of ["", "x", "null", "{}", '{"table":"../evil"}', '{"table":7}', '{"table":"a/b"}'])
    await onPush(self, event(wrong));
  await onPush(self, { data: null });
  assert.equal(did.length, 1);
});

test("a press leads to the table: its window, or a new one", async () => {
  const press = { notification: { data: "k0hmgf0cr770", close: () => {} } };
  const there = worker([{ at: "#/" }, { at: "#/t/k0hmgf0cr770" }]);
  await onClick(there.self, press);
  assert.deepEqual(there.did, ["focus #/t/k0hmgf0cr770"]);
  const elsewhere = worker([{ at: "#/learn" }]);
  await onClick(elsewhere.self, press);
  assert.deepEqual(elsewhere.did, ["open https://play.example.org/some/where/#/t/k0hmgf0cr770"]);
});
