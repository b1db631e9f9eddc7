// app.mjs -- what makes the page an app that can be installed, made when the page is built: a manifest in each language, and last of all the
// service worker (src/app/worker.ts) with the list of every file of this version. Pictures are drawn before, by scripts/icons.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const LANGUAGES = ["en", "pt-BR", "pt-PT", "es", "ro"];
const read = (name) => JSON.parse(readFileSync(join(here, "src", "lang", `${name}.json`), "utf8"));
const about = read("about");
const LIGHT = "#e7d8b6",
  DARK = "#211912"; // --table of theme.css

// ---- the manifest

function manifest(code) {
  const words = read(code);
  const icon = (name, purpose) => ({
    src: `${name}.png`,
    sizes: name.endsWith("192") ? "192x192" : "512x512",
    type: "image/png",
    purpose,
  });
  return {
    name: "Aude",
    short_name: "Aude",
    description: about[code],
    lang: code,
    start_url: "../",
    scope: "../",
    display: "standalone",
    background_color: LIGHT,
    theme_color: LIGHT,
    categories: ["games"],
    icons: [icon("icon-192", "any"), icon("icon-512", "any"), icon("maskable-512", "maskable")],
    shortcuts: [
      { name: words["setup.title"], url: "../#/new" },
      { name: words["door.learn"], url: "../#/learn" },
    ],
  };
}

/** What the page's head says to browsers and to whoever shows a preview of a link. Addresses are relative: `aude serve` puts its own before
 *  them where it knows it (server/net/front.c). */
function head() {
  const meta = (attrs) => ({ tag: "meta", attrs, injectTo: "head" }),
    link = (attrs) => ({ tag: "link", attrs, injectTo: "head" });
  return [
    meta({ name: "description", content: about.en }),
    meta({ name: "theme-color", media: "(prefers-color-scheme: light)", content: LIGHT }),
    meta({ name: "theme-color", media: "(prefers-color-scheme: dark)", content: DARK }),
    link({ rel: "icon", href: "data:," }), // comes when the first screen stands (Note.svelte)
    link({ rel: "apple-touch-icon", href: "./app/icon-192.png" }),
    link({ rel: "manifest", href: "./app/en.webmanifest" }),
    meta({ property: "og:type", content: "website" }),
    meta({ property: "og:site_name", content: "Aude" }),
    meta({ property: "og:title", content: "Aude" }),
    meta({ property: "og:description", content: about.en }),
    meta({ property: "og:url", content: "./" }),
    meta({ property: "og:image", content: "./preview.png" }),
    meta({ property: "og:image:width", content: "1200" }),
    meta({ property: "og:image:height", content: "630" }),
    meta({ name: "twitter:card", content: "summary_large_image" }),
  ];
}

// ---- the service worker

/** The files that a whole version is made of. Others (the documents, a viewer for other sites, pictures for others) belong to the server, and
 *  who needs the module for another program's saves fetches it then: everybody would carry 100 KB for it. */
const isPart = (name) =>
  name === "index.html" ||
  (/^(assets|fonts)\//.test(name) && !/\/jcz-[\w-]+\.wasm$/.test(name)) ||
  name === "app/tab-32.png";

function files(folder) {
  const found = {};
  for (const one of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (one.isFile()) {
      const path = join(one.parentPath ?? one.path, one.name),
        name = relative(folder, path).replaceAll("\\", "/");
      if (isPart(name)) found[name] = createHash("sha256").update(readFileSync(path)).digest("base64");
    }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export async function writeWorker(out) {
  const list = files(out),
    version = createHash("sha256").update(JSON.stringify(list)).digest("hex").slice(0, 12);
  await build({
    configFile: false,
    root: here,
    logLevel: "warn",
    publicDir: false,
    define: { AUDE_VERSION: JSON.stringify(version), AUDE_FILES: JSON.stringify(list) },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: "es2022",
      rollupOptions: {
        input: join(here, "src", "app", "worker.ts"),
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
  });
}

export function app() {
  let out = "";
  return {
    name: "aude-app",
    apply: "build",
    configResolved: (config) => void (out = resolve(config.root, config.build.outDir)),
    transformIndexHtml: { order: "post", handler: head },
    generateBundle() {
      // Where no server answers, this file does: the page asks whether there is one, and an address without a file would be an error.
      this.emitFile({ type: "asset", fileName: "api/me", source: '{"v":0}\n' });
      for (const code of LANGUAGES)
        this.emitFile({
          type: "asset",
          fileName: `app/${code}.webmanifest`,
          source: `${JSON.stringify(manifest(code), null, 2)}\n`,
        });
    },
    closeBundle: { sequential: true, order: "post", handler: () => writeWorker(out) },
  };
}
