// Paths are relative (base "./") so that dist/ works from any folder of any file server.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:7474"; // a running `aude serve`, for `npm run dev`

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  worker: { format: "es" },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
