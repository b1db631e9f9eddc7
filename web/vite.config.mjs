// Paths are relative (base "./") so that dist/ works from any folder of any file server.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { app } from "./app.mjs";
import { early } from "./early.mjs";
import { readPlate } from "./plate.mjs";
import { readGlossary, readRules } from "./rules.mjs";

const server = "http://127.0.0.1:7474"; // a running `aude serve`, for `npm run dev`

/** A module whose only content is data, made when the page is built. */
function data(name, make) {
  const id = `virtual:${name}`;
  return {
    name: `aude-${name}`,
    resolveId: (wanted) => (wanted === id ? `\0${id}` : null),
    load: (wanted) =>
      wanted === `\0${id}` ? `export default JSON.parse(${JSON.stringify(JSON.stringify(make()))})` : null,
  };
}

export default defineConfig({
  base: "./",
  plugins: [
    data("rules", () => ({ rules: readRules(), glossary: readGlossary() })),
    data("plate", readPlate),
    early((name) => /aude-[\w-]+\.wasm$/.test(name), ".", ["garamond", "lato"]),
    app(),
    svelte(),
  ],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: false /* a screen fetched while the line is down would come without its looks */,
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
