// gif.mjs -- reads a GIF by its blocks, for tests: what another program would see of ours. Throws where the file is none.

/** { width, height, table, loops, frames: [{ x, y, w, h, ms, transparent, pixels }] } */
export function readGif(bytes) {
  const word = (at) => bytes[at] | (bytes[at + 1] << 8);
  const text = (at, n) => String.fromCharCode(...bytes.subarray(at, at + n));
  if (text(0, 6) !== "GIF89a") throw new Error("no GIF");
  const gif = { width: word(6), height: word(8), table: bytes.slice(13, 13 + 768), loops: null, frames: [] };
  if (bytes[10] !== 0xf7) throw new Error("no table of 256 colours");
  let at = 13 + 768,
    control = null;
  const pieces = () => {
    const all = [];
    for (; bytes[at]; at += bytes[at] + 1) all.push(...bytes.subarray(at + 1, at + 1 + bytes[at]));
    at++;
    return all;
  };
  for (;;) {
    const kind = bytes[at++];
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      const label = bytes[at++];
      if (label === 0xf9)
        control = { ms: 10 * word(at + 2), transparent: bytes[at + 1] & 1 ? bytes[at + 4] : -1 };
      if (label === 0xff && text(at + 1, 11) === "NETSCAPE2.0") gif.loops = word(at + 14);
      pieces();
    } else if (kind === 0x2c) {
      const [x, y, w, h] = [0, 2, 4, 6].map((k) => word(at + k));
      if (x + w > gif.width || y + h > gif.height) throw new Error("a frame beyond the picture");
      at += 9;
      const size = bytes[at++];
      const pixels = unpack(pieces(), size);
      if (pixels.length !== w * h) throw new Error(`${pixels.length} pixels, not ${w * h}`);
      gif.frames.push({ x, y, w, h, ...control, pixels });
    } else throw new Error(`a block of kind ${kind}`);
  }
  if (at !== bytes.length) throw new Error("something after the end");
  return gif;
}

/** The packing of GIF, backwards. */
export function unpack(bytes, least) {
  const clear = 1 << least,
    out = [];
  let table = [],
    size = least + 1,
    bits = 0,
    held = 0,
    before = null;
  const reset = () => {
    table = Array.from({ length: clear + 2 }, (_, i) => [i]);
    size = least + 1;
    before = null;
  };
  reset();
  for (const byte of bytes) {
    held |= byte << bits;
    bits += 8;
    while (bits >= size) {
      const code = held & ((1 << size) - 1);
      held >>>= size;
      bits -= size;
      if (code === clear) {
        reset();
        continue;
      }
      if (code === clear + 1) return out;
      if (code > table.length) throw new Error("a code that is none");
      const string = code < table.length ? table[code] : [...before, before[0]];
      for (const one of string) out.push(one);
      if (before && table.length < 4096) table.push([...before, string[0]]);
      if (table.length === 1 << size && size < 12) size++;
      before = string;
    }
  }
  throw new Error("no end");
}

/** What is seen after the last frame, as indices of the table. */
export function lastPicture(gif) {
  const seen = new Uint8Array(gif.width * gif.height);
  for (const { x, y, w, h, pixels, transparent } of gif.frames)
    for (let row = 0; row < h; row++)
      for (let col = 0; col < w; col++) {
        const pixel = pixels[row * w + col];
        if (pixel !== transparent) seen[(y + row) * gif.width + x + col] = pixel;
      }
  return seen;
}
