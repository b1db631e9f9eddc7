// Paths are relative (base "./") so that dist/ works from any folder of any file server.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:7474"; // a running `aude serve`, for `npm run dev`
const docs = join(dirname(fileURLToPath(import.meta.url)), "..", "docs", "rules");

/** The rules of docs/rules as { id: [title, text] }: the first paragraph of each, without its sources. */
export function readRules() {
  const rules = {};
  for (const file of readdirSync(docs).filter((name) => name.endsWith(".md") && name !== "README.md").sort()) {
    let id = "";
    for (const line of readFileSync(join(docs, file), "utf8").split("\n")) {
      const headed = /^### ([A-Z0-9]+-[A-Z]?\d+) ?(.*)$/.exec(line);
      const inline = /^\*\*([A-Z0-9]+-[A-Z]?\d+)\*\* (.*)$/.exec(line);
      if (headed) rules[(id = headed[1])] = [plain(headed[2]), ""];
      else if (inline) {
        rules[inline[1]] = ["", plain(inline[2])];
        id = "";
      } else if (/^(- |#|\|)/.test(line) || (!line.trim() && rules[id]?.[1])) id = "";
      else if (id && line.trim()) rules[id][1] = `${rules[id][1]} ${plain(line)}`.trim();
    }
  }
  return rules;
}
function plain(text) {
  return text.replace(/ ?\*Source:[^*]*\*/g, "").replace(/[*`]/g, "").trim();
}

function rules() {
  const name = "virtual:rules";
  return {
    name: "aude-rules",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default JSON.parse(${JSON.stringify(JSON.stringify(readRules()))})` : null),
  };
}

/** The engine and the type of the first screen are asked for with the page itself, not when its script has run. */
function early() {
  const tag = (href, as, type) => ({ tag: "link", attrs: { rel: "preload", as, type, href, crossorigin: "" }, injectTo: "head" });
  return {
    name: "aude-early",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) => bundle && [...Object.keys(bundle).filter((name) => name.endsWith(".wasm")).map((name) => tag(`./${name}`, "fetch", "application/wasm")), ...["garamond", "lato"].map((name) => tag(`./fonts/${name}.woff2`, "font", "font/woff2"))],
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [rules(), early(), svelte()],
  build: { target: "es2022", assetsInlineLimit: 0, cssCodeSplit: false /* a screen fetched while the line is down would come without its looks */, chunkSizeWarningLimit: 400, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
