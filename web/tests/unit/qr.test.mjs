// qr.test.mjs -- the QR codes of links: the standard's own examples, and a reader written the other way round that must find the text again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { qr, correction, path } = await load("qr.ts");

test("error correction as in the standard's examples", () => {
  const bytes = (text) => text.split(" ").map((one) => parseInt(one, 16));
  // ISO/IEC 18004, annex with the symbol "01234567", version 1-M
  assert.deepEqual(
    correction(bytes("10 20 0C 56 61 80 EC 11 EC 11 EC 11 EC 11 EC 11"), 10),
    bytes("A5 24 D4 C1 ED 36 C7 87 2C 55"),
  );
  // "HELLO WORLD", version 1-M
  assert.deepEqual(
    correction(bytes("20 5B 0B 78 D1 72 DC 4D 43 40 EC 11 EC 11 EC 11"), 10),
    [196, 35, 39, 119, 235, 215, 231, 226, 93, 23],
  );
});

// ---- a reader: nothing of it comes from the writer
const FORMATS = [
  "101010000010010",
  "101000100100101",
  "101111001111100",
  "101101101001011",
  "100010111111001",
  "100000011001110",
  "100111110010111",
  "100101010100000",
]; // M with mask 0..7
const BLOCKS = {
  1: [[1, 16, 10]],
  2: [[1, 28, 16]],
  3: [[1, 44, 26]],
  4: [[2, 32, 18]],
  5: [[2, 43, 24]],
  6: [[4, 27, 16]],
  7: [[4, 31, 18]],
  8: [
    [2, 38, 22],
    [2, 39, 22],
  ],
  9: [
    [3, 36, 22],
    [2, 37, 22],
  ],
  10: [
    [4, 43, 26],
    [1, 44, 26],
  ],
};
const ALIGN = {
  2: [18],
  3: [22],
  4: [26],
  5: [30],
  6: [34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
};
const MASK = [
  (i, j) => (i + j) % 2,
  (i) => i % 2,
  (i, j) => j % 3,
  (i, j) => (i + j) % 3,
  (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2,
  (i, j) => ((i * j) % 2) + ((i * j) % 3),
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i, j) => (((i * j) % 3) + ((i + j) % 2)) % 2,
]; // row i, column j

function reserved(version, n) {
  const grid = Array.from({ length: n }, () => Array(n).fill(false));
  const box = (row, column, h, w) => {
    for (let i = row; i < row + h; i++)
      for (let j = column; j < column + w; j++) if (grid[i]?.[j] !== undefined) grid[i][j] = true;
  };
  (box(0, 0, 9, 9), box(0, n - 8, 9, 8), box(n - 8, 0, 8, 9), box(6, 0, 1, n), box(0, 6, n, 1));
  if (version >= 7) (box(0, n - 11, 6, 3), box(n - 11, 0, 3, 6));
  const at = ALIGN[version] ?? [];
  for (const i of at)
    for (const j of at)
      if (!(i < 9 && j < 9) && !(i < 9 && j > n - 10) && !(i > n - 10 && j < 9)) box(i - 2, j - 2, 5, 5);
  return grid;
}
function multiply(a, b) {
  // without tables: shift and add
  let product = 0;
  for (; b; b >>= 1, a = a & 128 ? ((a << 1) ^ 0x11d) & 255 : a << 1) if (b & 1) product ^= a;
  return product;
}
/** Zero for every root of the generator: no error. */
function syndromes(block, n) {
  const found = [];
  for (let i = 0, root = 1; i < n; i++, root = multiply(root, 2))
    found.push(block.reduce((sum, byte) => multiply(sum, root) ^ byte, 0));
  return found;
}
function read(rows) {
  const n = rows.length,
    version = (n - 17) / 4;
  const bit = (i, j) => (rows[i][j] ? "1" : "0");
  const format =
    [..."012345"].map((j) => bit(8, Number(j))).join("") +
    bit(8, 7) +
    bit(8, 8) +
    bit(7, 8) +
    [5, 4, 3, 2, 1, 0].map((i) => bit(i, 8)).join("");
  const second =
    [1, 2, 3, 4, 5, 6, 7].map((i) => bit(n - i, 8)).join("") +
    [8, 7, 6, 5, 4, 3, 2, 1].map((j) => bit(8, n - j)).join("");
  assert.equal(second, format, "the format stands there twice");
  assert.ok(rows[n - 8][8], "the dark module");
  const mask = FORMATS.indexOf(format),
    taken = reserved(version, n);
  assert.ok(mask >= 0, `a format of level M: ${format}`);
  let bits = "";
  for (let column = n - 1, up = true; column > 0; column -= 2, up = !up) {
    if (column === 6) column--;
    for (let k = 0; k < n; k++)
      for (const j of [column, column - 1]) {
        const i = up ? n - 1 - k : k;
        if (!taken[i][j]) bits += Number(rows[i][j]) ^ Number(MASK[mask](i, j) === 0);
      }
  }
  const stream = [...bits.matchAll(/.{8}/g)].map(([byte]) => parseInt(byte, 2));
  const sizes = BLOCKS[version].flatMap(([count, data, ecc]) => Array(count).fill([data, ecc]));
  const blocks = sizes.map(() => []);
  let at = 0;
  for (let k = 0; k < Math.max(...sizes.map(([data]) => data)); k++)
    sizes.forEach(([data], b) => k < data && blocks[b].push(stream[at++]));
  for (let k = 0; k < sizes[0][1]; k++) blocks.forEach((block) => block.push(stream[at++]));
  blocks.forEach((block, b) =>
    assert.deepEqual(new Set(syndromes(block, sizes[b][1])), new Set([0]), `block ${b} holds`),
  );
  const data = blocks
    .flatMap((block, b) => block.slice(0, sizes[b][0]))
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  assert.equal(data.slice(0, 4), "0100", "bytes");
  const wide = version < 10 ? 8 : 16,
    length = parseInt(data.slice(4, 4 + wide), 2);
  return {
    version,
    mask,
    text: Buffer.from(
      [...data.slice(4 + wide, 4 + wide + 8 * length).matchAll(/.{8}/g)].map(([byte]) => parseInt(byte, 2)),
    ).toString("utf8"),
  };
}

test("what is written can be read, in every version", () => {
  const seen = new Set(),
    masks = new Set();
  for (let length = 1; length <= 213; length += length < 14 ? 1 : 4) {
    const text = `http://192.168.1.20:7474/#/t/k0hmgf0cr770?${"aBc-9_ș".repeat(40)}`.slice(0, length),
      bytes = Buffer.byteLength(text);
    const rows = qr(text);
    if (bytes > 213) {
      assert.equal(rows, null);
      continue;
    }
    const found = read(rows);
    assert.equal(found.text, text);
    (seen.add(found.version), masks.add(found.mask));
  }
  assert.deepEqual(
    [...seen].sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.ok(masks.size > 3, "masks are chosen, not fixed");
});

test("a version from 7 on says which it is; too long is none", () => {
  const rows = qr("x".repeat(120)),
    n = rows.length; // 7-M holds 122
  assert.equal(n, 45);
  let word = "";
  for (let i = 17; i >= 0; i--) word += rows[Math.floor(i / 3)][n - 11 + (i % 3)] ? "1" : "0";
  assert.equal(word, "000111110010010100");
  assert.equal(qr("x".repeat(213)).length, 57);
  assert.equal(qr("x".repeat(214)), null);
});

test("the path draws each dark module once", () => {
  const rows = qr("Aude");
  let drawn = 0;
  for (const [, wide] of path(rows).matchAll(/h(\d+)v1/g)) drawn += Number(wide);
  assert.equal(drawn, rows.flat().filter(Boolean).length);
});
