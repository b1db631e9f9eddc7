// qr -- a link as a QR code (ISO/IEC 18004), for a phone held beside this screen: bytes, error correction M, versions 1 to 10.

// By version: error correction bytes of a block, number of blocks, bytes in all, centres of the alignment marks.
const VERSIONS: [correction: number, blocks: number, bytes: number, centres: number[]][] = [
  [10, 1, 26, []],
  [16, 1, 44, [6, 18]],
  [26, 1, 70, [6, 22]],
  [18, 2, 100, [6, 26]],
  [24, 2, 134, [6, 30]],
  [16, 4, 172, [6, 34]],
  [18, 4, 196, [6, 22, 38]],
  [22, 4, 242, [6, 24, 42]],
  [22, 5, 292, [6, 26, 46]],
  [26, 5, 346, [6, 28, 50]],
];

// ---- error correction: polynomials over GF(256), modulo x^8 + x^4 + x^3 + x^2 + 1
const power: number[] = [],
  log: number[] = [];
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) {
  power[i] = x;
  log[x] = i;
}
const times = (a: number, b: number) => (a && b ? power[(log[a] + log[b]) % 255] : 0);

/** The n bytes of error correction that follow `data`: its remainder by (x - 1)(x - 2)...(x - 2^(n-1)). */
export function correction(data: number[], n: number): number[] {
  let divisor = [1];
  for (let i = 0; i < n; i++) {
    const next = [...divisor, 0];
    divisor.forEach((one, at) => (next[at + 1] ^= times(one, power[i])));
    divisor = next;
  }
  const rest = [...data, ...new Array<number>(n).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i];
    divisor.forEach((one, at) => (rest[i + at] ^= times(one, lead)));
  }
  return rest.slice(data.length);
}

// ---- from text to the bytes of the symbol
/** Mode, length, the bytes, an end, and padding up to `room` bytes. */
function filled(text: Uint8Array, version: number, room: number): number[] {
  const bits: number[] = [];
  const put = (value: number, n: number) => {
    for (let i = n - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4); // bytes
  put(text.length, version < 10 ? 8 : 16);
  text.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, room * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const bytes = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0),
  );
  for (let pad = 0xec; bytes.length < room; pad ^= 0xec ^ 0x11) bytes.push(pad);
  return bytes;
}

/** Blocks, the short ones first, each with its correction; then the first byte of every block, the second of every block ... */
function woven(bytes: number[], n: number, blocks: number): number[] {
  const short = Math.floor(bytes.length / blocks),
    long = bytes.length % blocks;
  const parts: number[][] = [];
  for (let i = 0, at = 0; i < blocks; i++)
    parts.push(bytes.slice(at, (at += short + (i >= blocks - long ? 1 : 0))));
  const weave = (rows: number[][]) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) =>
      rows.flatMap((row) => (i < row.length ? [row[i]] : [])),
    ).flat();
  return [...weave(parts), ...weave(parts.map((part) => correction(part, n)))];
}

// ---- the picture
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** `value` followed by its remainder by `divisor`: the checked words for format and version. */
function checked(value: number, n: number, divisor: number): number {
  let rest = value;
  for (let i = 0; i < n; i++) rest = (rest << 1) ^ (rest >> (n - 1) ? divisor : 0);
  return (value << n) | rest;
}

class Code {
  readonly size: number;
  readonly dark: boolean[][];
  readonly #fixed: boolean[][]; // no data here, no mask

  constructor(readonly version: number) {
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
    this.#fixed = this.dark.map((row) => [...row]);
    this.#marks();
  }

  #set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = dark;
    this.#fixed[y][x] = true;
  }
  /** A square of rings round x,y, as far as `reach`; `light` are the rings left white. */
  #rings(x: number, y: number, reach: number, light: number[]): void {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        this.#set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
  #marks(): void {
    const end = this.size - 7,
      centres = VERSIONS[this.version - 1][3],
      last = this.size - 7;
    for (let i = 0; i < this.size; i++) {
      this.#set(i, 6, i % 2 === 0);
      this.#set(6, i, i % 2 === 0);
    }
    for (const y of centres)
      for (const x of centres)
        if (!((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)))
          this.#rings(x, y, 2, [1]);
    for (const [x, y] of [
      [3, 3],
      [end + 3, 3],
      [3, end + 3],
    ])
      this.#rings(x, y, 4, [2, 4]);
    this.format(0);
    if (this.version < 7) return;
    const word = checked(this.version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const a = this.size - 11 + (i % 3),
        b = Math.floor(i / 3);
      this.#set(a, b, !!((word >> i) & 1));
      this.#set(b, a, !!((word >> i) & 1));
    }
  }
  /** Correction level M is 00; the word is there twice. */
  format(mask: number): void {
    const word = checked(mask, 10, 0x537) ^ 0x5412,
      bit = (i: number) => !!((word >> i) & 1),
      n = this.size;
    for (let i = 0; i < 15; i++) {
      this.#set(8, i < 6 ? i : i < 8 ? i + 1 : n - 15 + i, bit(i));
      this.#set(i < 8 ? n - 1 - i : i < 9 ? 7 : 14 - i, 8, bit(i));
    }
    this.#set(8, n - 8, true);
  }
  /** Bits go up and down in columns of two from the right, round what is fixed and past column 6. */
  fill(bytes: number[]): void {
    let at = 0,
      up = true;
    for (let right = this.size - 1; right > 0; right -= right === 8 ? 3 : 2, up = !up)
      for (let i = 0; i < this.size; i++)
        for (const x of [right, right - 1]) {
          const y = up ? this.size - 1 - i : i;
          if (this.#fixed[y][x]) continue;
          this.dark[y][x] = !!(((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
          at++;
        }
  }
  turn(mask: number): void {
    for (let y = 0; y < this.size; y++)
      for (let x = 0; x < this.size; x++)
        if (!this.#fixed[y][x] && MASKS[mask](x, y)) this.dark[y][x] = !this.dark[y][x];
  }
  /** How hard it is to read: runs, squares, what looks like a corner mark, more dark than light. */
  trouble(): number {
    const columns = this.dark[0].map((_, x) => this.dark.map((row) => row[x]));
    let sum = 0,
      dark = 0;
    for (const row of [...this.dark, ...columns]) {
      const text = row.map(Number).join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (const look of ["10111010000", "00001011101"])
        for (let at = text.indexOf(look); at >= 0; at = text.indexOf(look, at + 1)) sum += 40;
    }
    for (let y = 0; y + 1 < this.size; y++)
      for (let x = 0; x + 1 < this.size; x++)
        if (
          new Set([this.dark[y][x], this.dark[y + 1][x], this.dark[y][x + 1], this.dark[y + 1][x + 1]])
            .size === 1
        )
          sum += 3;
    for (const row of this.dark) dark += row.filter(Boolean).length;
    return sum + 10 * Math.floor(Math.abs((20 * dark) / this.size ** 2 - 10));
  }
}

/** Rows of the code, true is dark; null where the text has more than 213 bytes. A reader wants four modules of quiet round it. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const room = (version: number) =>
    VERSIONS[version - 1][2] - VERSIONS[version - 1][0] * VERSIONS[version - 1][1];
  let version = 1;
  while (version <= VERSIONS.length && bytes.length + (version < 10 ? 2 : 3) > room(version)) version++;
  if (version > VERSIONS.length) return null;
  const [n, blocks] = VERSIONS[version - 1],
    symbol = new Code(version);
  symbol.fill(woven(filled(bytes, version, room(version)), n, blocks));
  let best = 0,
    least = Infinity;
  for (let mask = 0; mask < MASKS.length; mask++) {
    symbol.format(mask);
    symbol.turn(mask);
    const trouble = symbol.trouble();
    if (trouble < least) [best, least] = [mask, trouble];
    symbol.turn(mask);
  }
  symbol.format(best);
  symbol.turn(best);
  return symbol.dark;
}

/** The dark modules as one SVG path, a unit each. */
export function path(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((dark, x) =>
        dark && !row[x - 1]
          ? [`M${x} ${y}h${row.indexOf(false, x) < 0 ? row.length - x : row.indexOf(false, x) - x}v1H${x}z`]
          : [],
      ),
    )
    .join("");
}
