// app.test.mjs -- which requests the service worker answers; the app's words in every language; the worker's list in the built page.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, web } from "./load.mjs";

const { fileFor } = await load("app/shelf.ts");
const own = {
  scope: "https://example.org/aude/",
  version: "1",
  files: { "index.html": "", "assets/index-abcdefgh.js": "", "fonts/lato.woff2": "" },
};

test("the files of this version and nothing else", () => {
  const means = (path, method = "GET") => fileFor(own, method, `https://example.org${path}`);
  for (const path of ["/aude/", "/aude/?from=mail", "/aude/#/t/here-1", "/aude/index.html"])
    assert.equal(means(path), "index.html", path);
  assert.equal(means("/aude/assets/index-abcdefgh.js"), "assets/index-abcdefgh.js");
  for (const path of [
    "/aude/api/me",
    "/aude/ws",
    "/aude/docs/",
    "/aude/docs/index.html",
    "/aude/g/k3m9xw2p7q4t",
    "/aude/embed/",
    "/aude/metrics",
    "/aude/assets/index-ijklmnop.js",
    "/aude/sw.js",
    "/aude/constructor",
    "/aude",
    "/index.html",
    "/",
  ])
    assert.equal(means(path), undefined, path);
  assert.equal(means("/aude/", "POST"), undefined);
  assert.equal(fileFor(own, "GET", "https://elsewhere.org/aude/"), undefined);
});

test("the app has a sentence in every language of the page", () => {
  const about = JSON.parse(readFileSync(join(web, "src", "lang", "about.json"), "utf8"));
  assert.deepEqual(Object.keys(about).sort(), ["en", "es", "pt-BR", "pt-PT", "ro"]);
  for (const text of Object.values(about)) assert.match(text, /Carcassonne/);
  assert.equal(new Set(Object.values(about)).size, 5, "each in its own words");
});

test(
  "the worker's list has every part of the built page, with its bytes",
  { skip: existsSync(join(web, "dist", "sw.js")) ? false : "the page is not built" },
  () => {
    const worker = readFileSync(join(web, "dist", "sw.js"), "utf8"),
      files = JSON.parse(/\{"app\/[^}]*\}/.exec(worker)[0]);
    for (const [name, sum] of Object.entries(files))
      assert.equal(
        createHash("sha256")
          .update(readFileSync(join(web, "dist", name)))
          .digest("base64"),
        sum,
        name,
      );
    const text = readFileSync(join(web, "dist", "index.html"), "utf8");
    for (const [, name] of text.matchAll(/(?:src|href)="\.\/((?:assets|fonts)\/[^"]+)"/g))
      assert.ok(name in files, name);
    for (const kind of [
      /aude-[\w-]+\.wasm$/,
      /think-[\w-]+\.wasm$/,
      /\.net$/,
      /\/worker-/,
      /\/part-/,
      /\/Lessons-/,
      /\/ro-/,
      /lato-bold/,
    ])
      assert.ok(
        Object.keys(files).some((name) => kind.test(name)),
        `${kind} is held`,
      );
    assert.ok(!Object.keys(files).some((name) => /^(docs|embed)\//.test(name)));
  },
);
