// early.mjs -- what a document needs at once is asked for with it, not when its script has run: its module and its letters.

/** `isModule` knows the module among the built files, `up` leads from the document to them, `fonts` are those of its first screen. */
export function early(isModule, up, fonts) {
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
            .filter(isModule)
            .map((name) => tag(`${up}/${name}`, "fetch", "application/wasm")),
          ...fonts.map((name) => tag(`${up}/fonts/${name}.woff2`, "font", "font/woff2")),
        ],
    },
  };
}
