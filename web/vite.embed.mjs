// The viewer for other pages (docs/viewer.md), built by itself into dist/embed/: so the page's own files stay as they are. Paths are relative
// as the page's.
import { defineConfig } from "vite";
import { early } from "./early.mjs";

export default defineConfig({
  base: "./",
  plugins: [early((name) => /view-.*\.wasm$/.test(name), "..", ["garamond"])],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: "embed/index.html",
      output: {
        entryFileNames: "assets/viewer-[hash].js",
        chunkFileNames: "assets/viewer-[name]-[hash].js",
        assetFileNames: ({ names }) =>
          names[0]?.endsWith(".css") ? "assets/viewer-[hash][extname]" : "assets/[name]-[hash][extname]",
      },
    },
  },
});
