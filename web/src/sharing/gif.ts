// gif -- moving pictures without a library: colours chosen for all frames, and the GIF89a file of them. A frame is the rectangle that
// changed; what did not change in it is transparent. Written after the GIF89a specification.

export const TRANSPARENT = 255; // index of the colour that is none; the others are 0 to 254

// ---- colours

const BITS = 5, // a channel: 32,768 boxes are counted
  SIDE = 1 << BITS;
const boxOf = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** How often each colour is there, and the sums of its channels. */
export class Census {
  readonly count = new Float64Array(SIDE ** 3);
  readonly sum = [0, 1, 2].map(() => new Float64Array(SIDE ** 3));
  add(pixels: Uint8ClampedArray): void {
    for (let i = 0; i < pixels.length; i += 4) {
      const box = boxOf(pixels[i]!, pixels[i + 1]!, pixels[i + 2]!);
      this.count[box]!++;
      for (let channel = 0; channel < 3; channel++) this.sum[channel]![box]! += pixels[i + channel]!;
    }
  }
}

/** Boxes of colours that lie near each other, cut at the middle until there are enough (median cut). */
export class Colours {
  readonly table = new Uint8Array(3 * 256);
  private readonly near = new Int16Array(SIDE ** 3).fill(-1);
  private n = 0;

  constructor(census: Census) {
    const used = [...census.count.keys()].filter((box) => census.count[box]! > 0);
    const groups = used.length ? [used] : [];
    while (groups.length < TRANSPARENT) {
      const at = widest(groups, census);
      if (at < 0) break;
      groups.push(...cut(groups.splice(at, 1)[0]!, census));
    }
    for (const group of groups) this.take(group, census);
  }
  private take(group: number[], census: Census): void {
    const total = sumOf(group, census.count);
    for (let channel = 0; channel < 3; channel++)
      this.table[3 * this.n + channel] = Math.round(sumOf(group, census.sum[channel]!) / total);
    this.n++;
  }
  /** The colour of the table that is nearest. */
  index(r: number, g: number, b: number): number {
    const box = boxOf(r, g, b),
      known = this.near[box]!;
    if (known >= 0) return known;
    let best = 0,
      least = Infinity;
    for (let i = 0; i < this.n; i++) {
      const [dr, dg, db] = [0, 1, 2].map((k) => this.table[3 * i + k]! - [r, g, b][k]!) as [
        number,
        number,
        number,
      ];
      const off = 3 * dr * dr + 4 * dg * dg + 2 * db * db;
      if (off < least) ((least = off), (best = i));
    }
    return (this.near[box] = best);
  }
}
const sumOf = (group: number[], of: Float64Array): number => group.reduce((sum, box) => sum + of[box]!, 0);
const level = (box: number, channel: number): number => (box >> (10 - 5 * channel)) & (SIDE - 1);

/** The channel in which a group is widest, and how wide. */
function span(group: number[]): { channel: number; wide: number } {
  let best = { channel: 0, wide: -1 };
  for (let channel = 0; channel < 3; channel++) {
    let low = SIDE,
      high = -1;
    for (const box of group) {
      low = Math.min(low, level(box, channel));
      high = Math.max(high, level(box, channel));
    }
    if (high - low > best.wide) best = { channel, wide: high - low };
  }
  return best;
}
/** The group that gains most when it is cut: wide, and often seen. -1: none can be. */
function widest(groups: number[][], census: Census): number {
  let best = -1,
    most = 0;
  groups.forEach((group, i) => {
    if (group.length < 2) return;
    const gain = span(group).wide ** 2 * Math.sqrt(sumOf(group, census.count));
    if (gain > most) ((most = gain), (best = i));
  });
  return best;
}
function cut(group: number[], census: Census): [number[], number[]] {
  const { channel } = span(group);
  group.sort((a, b) => level(a, channel) - level(b, channel));
  const half = sumOf(group, census.count) / 2;
  let sum = 0,
    at = 0;
  while (at < group.length - 1 && sum < half) sum += census.count[group[at++]!]!;
  at = Math.max(1, Math.min(group.length - 1, at));
  return [group.slice(0, at), group.slice(at)];
}

// ---- the file

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export class Gif {
  private parts: Uint8Array[] = [];
  frames = 0;
  ms = 0;

  constructor(
    readonly width: number,
    readonly height: number,
    table: Uint8Array,
  ) {
    const head = [...letters("GIF89a"), ...word(width), ...word(height), 0xf7, TRANSPARENT, 0];
    this.parts.push(Uint8Array.from(head), table.slice(0, 768));
    this.parts.push(Uint8Array.from([0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0])); // again and again
  }
  /** `pixels` are indices of the table, row by row. */
  frame(rect: Rect, pixels: Uint8Array, ms: number): void {
    const wait = Math.round(ms / 10);
    this.parts.push(
      Uint8Array.from([0x21, 0xf9, 4, 0x05, ...word(wait), TRANSPARENT, 0]), // stays, with a transparent colour
      Uint8Array.from([0x2c, ...word(rect.x), ...word(rect.y), ...word(rect.w), ...word(rect.h), 0, 8]),
      blocks(lzw(pixels)),
    );
    this.frames++;
    this.ms += 10 * wait;
  }
  end(): Blob {
    return new Blob([...this.parts, Uint8Array.from([0x3b])] as BlobPart[], { type: "image/gif" });
  }
}
const letters = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0));
const word = (n: number): [number, number] => [n & 255, n >> 8];

/** Pieces of at most 255 bytes, each with its length, and an empty one. */
function blocks(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length + Math.ceil(bytes.length / 255) + 1);
  let to = 0;
  for (let from = 0; from < bytes.length; from += 255) {
    const piece = bytes.subarray(from, from + 255);
    out[to++] = piece.length;
    out.set(piece, to);
    to += piece.length;
  }
  return out;
}

const CLEAR = 256,
  END = 257,
  CODES = 4096;

/** The packing of GIF: codes of 9 to 12 bits, each a string of pixels seen before. */
export function lzw(pixels: Uint8Array): Uint8Array {
  const next = new Int16Array(CODES * 256); // code and pixel -> code; 0: none yet
  let out = new Uint8Array(Math.max(64, pixels.length >> 1)),
    n = 0,
    bits = 0,
    held = 0,
    size = 9,
    free = END + 1;
  const put = (code: number) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) {
      if (n === out.length) out = grown(out);
      out[n++] = held & 255;
    }
  };
  put(CLEAR);
  let code = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i++) {
    const pixel = pixels[i]!,
      known = next[(code << 8) | pixel]!;
    if (known) {
      code = known;
      continue;
    }
    put(code);
    if (free < CODES) {
      next[(code << 8) | pixel] = free;
      if (free++ === 1 << size && size < 12) size++;
    } else {
      put(CLEAR);
      next.fill(0);
      size = 9;
      free = END + 1;
    }
    code = pixel;
  }
  if (pixels.length) put(code);
  if (free === 1 << size && size < 12) size++; // the reader has noted one string more
  put(END);
  if (bits > 0) ((size = 8 - bits), put(0));
  return out.slice(0, n);
}
function grown(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(2 * bytes.length);
  more.set(bytes);
  return more;
}
