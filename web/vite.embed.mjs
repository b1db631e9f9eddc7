// The viewer for other pages (docs/viewer.md), built by itself into dist/embed/: so the page's own files stay as they are. Paths are relative
// as the page's.
import { defineConfig } from "vite";

/** Engine and letters are asked for with the document, not when its script has run. */
function early() {
  const tag = (href, as, type) => ({
    tag: "link",
    attrs: { rel: "preload", as, type, href, crossorigin: "" },
    injectTo: "head",
  });
  return {
    name: "aude-early",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        bundle && [
          ...Object.keys(bundle)
            .filter((name) => /view-.*\.wasm$/.test(name))
            .map((name) => tag(`../${name}`, "fetch", "application/wasm")),
          tag("../fonts/garamond.woff2", "font", "font/woff2"),
        ],
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [early()],
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
