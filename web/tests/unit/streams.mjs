// streams.mjs -- what browsers have and the node of Debian 12 lacks: packing without a head ("deflate-raw"), by node's own zlib.
import { Duplex } from "node:stream";
import { createDeflateRaw, createInflateRaw } from "node:zlib";

const knows = (Stream) => {
  try {
    return !!new Stream("deflate-raw");
  } catch {
    return false;
  }
};
/** A class as the browser's, by a maker of node's; other formats stay node's own. */
const replaced = (Own, make) =>
  class {
    constructor(format) {
      const { readable, writable } = format === "deflate-raw" ? Duplex.toWeb(make()) : new Own(format);
      Object.assign(this, { readable, writable });
    }
  };

if (!knows(CompressionStream)) {
  globalThis.CompressionStream = replaced(CompressionStream, createDeflateRaw);
  globalThis.DecompressionStream = replaced(DecompressionStream, createInflateRaw);
}
