// share.test.mjs -- sharing: the picture and the film show what they should, links lead back, the device's own sheet is used where there is
// one; by mouse, keyboard and touch, in five languages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { lastPicture, readGif } from "../unit/gif.mjs";
import { finished } from "./finished.mjs";
import { accessible, everything, patience, phone, seldom, stage, variants } from "./hands.mjs";

const held = stage();
const small = finished("here-share00001", "rules grow\nseats 2\ndraws 14", ["Ana", "Bruno"]);
const running = finished("here-share00002", "rules grow\nseats 2", ["Ana", "Bruno"], "5", 20);
const TABLE = { light: [231, 216, 182], dark: [33, 25, 18] };

/** The planted game, opened; `stub` is run before the page. */
async function opened(game, { view = {}, settings = {}, route = null, stub = null } = {}) {
  const made = await page(held.browser, { acceptDownloads: true, ...view });
  made.setDefaultTimeout(patience);
  await made.addInitScript(
    ([kept, settings]) => {
      if (localStorage.getItem("aude.settings")) return;
      localStorage.setItem(`aude.table.${kept.id}`, JSON.stringify(kept));
      localStorage.setItem(
        "aude.settings",
        JSON.stringify({ language: "en", theme: "light", sound: false, ...settings }),
      );
    },
    [game.kept, settings],
  );
  if (stub) await made.addInitScript(stub);
  await made.goto(`${held.url}${route ?? `#/t/${game.kept.id}`}`);
  return made;
}
/** The sheet from the end's screen. */
async function sheet(game, options = {}) {
  const made = await opened(game, options);
  await made.click(".end .share");
  await ready(made);
  return made;
}
const ready = (made) => made.waitForSelector('dialog .button[aria-disabled="false"] >> nth=1'); // both files are there
async function saved(made, button) {
  const [download] = await Promise.all([made.waitForEvent("download"), made.click(button)]);
  const path = join(held.folder, `${Math.random()}-${download.suggestedFilename()}`);
  await download.saveAs(path);
  return { name: download.suggestedFilename(), bytes: readFileSync(path) };
}
const PNG = "dialog >> text=Save as PNG",
  SVG = "dialog >> text=Save as SVG";

/** Pixels of a picture at some points: decoded by the browser, as anybody's would. */
const colours = (made, bytes, type, points) =>
  made.evaluate(
    async ([data, type, points]) => {
      const blob = await (await fetch(`data:${type};base64,${data}`)).blob();
      const image = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(image.width, image.height),
        ctx = canvas.getContext("2d");
      ctx.drawImage(image, 0, 0);
      return {
        width: image.width,
        height: image.height,
        pixels: points.map(([x, y]) =>
          [...ctx.getImageData(Math.round(x), Math.round(y), 1, 1).data].slice(0, 3),
        ),
      };
    },
    [bytes.toString("base64"), type, points],
  );
const near = (a, b) => a.every((one, i) => Math.abs(one - b[i]) < 12);

const SPOTS = [
  [0.5, 0.5],
  [0.35, 0.35],
  [0.65, 0.3],
  [0.3, 0.7],
  [0.7, 0.65],
]; // of a cell: a road alone may have the table's colour

/** Every cell of the map's box with some points of it in the picture, and whether a tile lies there. */
function cells(laid, width, height) {
  const [x0, y0] = [Math.min(...laid.map((one) => one.x)), Math.min(...laid.map((one) => one.y))],
    [x1, y1] = [Math.max(...laid.map((one) => one.x)), Math.max(...laid.map((one) => one.y))];
  const px = Math.min(150, 1600 / (Math.max(x1 - x0, y1 - y0) + 1.5)),
    left = (width - Math.round((x1 - x0 + 1.5) * px)) / 2;
  const found = [];
  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++)
      found.push({
        at: SPOTS.map(([dx, dy]) => [left + (x - x0 + 0.25 + dx) * px, (y - y0 + 0.25 + dy) * px]),
        laid: laid.some((one) => one.x === x && one.y === y),
      });
  assert.ok(height > (y1 - y0 + 1.5) * px);
  return found;
}

test("the picture of a finished game shows its map, light and dark", async () => {
  const game = await small,
    made = await opened(game, { settings: { theme: "system" } });
  for (const theme of ["light", "dark"]) {
    await made.emulateMedia({ colorScheme: theme });
    await made.click(".end .share");
    await ready(made);
    const svg = await saved(made, SVG),
      text = svg.bytes.toString();
    assert.match(svg.name, /^aude-\d{4}-\d\d-\d\d-ana-bruno\.svg$/);
    assert.equal(
      await made.evaluate(
        (text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll(".tile").length,
        text,
      ),
      game.state.laid.length,
      "well-formed, with every tile",
    );
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(text).map(Number);
    const png = await saved(made, PNG);
    assert.match(png.name, /^aude-\d{4}-\d\d-\d\d-ana-bruno\.png$/);
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    const all = cells(game.state.laid, width, height);
    const seen = await colours(
      made,
      png.bytes,
      "image/png",
      all.flatMap((one) => one.at),
    );
    assert.deepEqual([seen.width, seen.height], [width, height]);
    assert.equal(all.filter((one) => one.laid).length, game.state.laid.length);
    all.forEach((one, i) => {
      const pixels = seen.pixels.slice(i * SPOTS.length, (i + 1) * SPOTS.length);
      assert.equal(!pixels.every((pixel) => near(pixel, TABLE[theme])), one.laid, `cell ${i}: ${pixels}`);
    });
    await made.keyboard.press("Escape");
    await made.waitForSelector("dialog", { state: "detached" });
  }
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("a moment: its picture, its file's name, its link, and the film from there on", async () => {
  const game = await small,
    made = await opened(game);
  await made.waitForSelector(".end .share");
  for (const key of ["Home", ...Array(5).fill("ArrowRight")]) await made.keyboard.press(key);
  await made.waitForSelector("text=Turn 5 of 14");
  await made.click(".end .share");
  await ready(made);
  const svg = await saved(made, SVG);
  assert.match(svg.name, /-ana-bruno-5\.svg$/);
  assert.equal(svg.bytes.toString().split('class="tile"').length - 1, 6, "five tiles and the first");
  await made.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await made.click("dialog >> text=Copy the link");
  await made.waitForSelector("dialog >> text=Copied.");
  const link = await made.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#\/r\/[\w-]+\/5$/);
  await made.click("dialog >> text=From here on");
  const part = await saved(made, "dialog >> text=Save the film");
  await made.click("dialog >> text=The whole game >> nth=-1");
  await made.waitForSelector("dialog progress", { state: "detached" });
  const whole = await saved(made, "dialog >> text=Save the film");
  assert.ok(readGif(part.bytes).frames.length < readGif(whole.bytes).frames.length);
  await made.goto(link);
  await made.reload();
  await made.waitForSelector("text=Turn 5 of 14");
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

for (const reducedMotion of variants(["reduce"], ["no-preference"]))
  test(`the film: its frames, its length, its last picture (motion: ${reducedMotion})`, async () => {
    const game = await small,
      made = await sheet(game, { view: { reducedMotion } });
    await made.click("dialog >> text=The whole game >> nth=-1");
    await made.waitForSelector("dialog >> text=/\\d+ seconds, \\d+ KB/");
    assert.equal(
      await made.locator("dialog img").count(),
      reducedMotion === "reduce" ? 1 : 2,
      "nothing moves unasked",
    );
    const { name, bytes } = await saved(made, "dialog >> text=Save the film");
    assert.match(name, /^aude-.*-ana-bruno\.gif$/);
    const gif = readGif(bytes),
      steps = game.kept.entries.filter((entry) => entry.type === "step").length,
      ms = gif.frames.reduce((sum, frame) => sum + frame.ms, 0);
    assert.ok(
      gif.frames.length > 14 && gif.frames.length <= steps + 1,
      `${gif.frames.length} of ${steps + 1}`,
    );
    assert.ok(ms > 5000 && ms <= 20_500, `${ms} ms`);
    assert.equal(gif.loops, 0);
    assert.ok(bytes.length < 400_000, `${bytes.length} bytes`);
    const decoded = await made.evaluate(async (data) => {
      const blob = await (await fetch(`data:image/gif;base64,${data}`)).blob();
      const decoder = new ImageDecoder({ data: blob.stream(), type: "image/gif" });
      await decoder.completed;
      return decoder.tracks.selectedTrack.frameCount;
    }, bytes.toString("base64"));
    assert.equal(decoded, gif.frames.length, "the browser reads as many");
    // Tiles of the last picture: its cells are no longer the table's colour.
    const seen = lastPicture(gif),
      { laid } = game.state;
    const [x0, y0] = [Math.min(...laid.map((one) => one.x)), Math.min(...laid.map((one) => one.y))],
      [x1, y1] = [Math.max(...laid.map((one) => one.x)), Math.max(...laid.map((one) => one.y))];
    const px = Math.floor(Math.min(96, 720 / (Math.max(x1 - x0, y1 - y0) + 1.6))),
      left = (gif.width - (x1 - x0 + 1.6) * px) / 2;
    let tiles = 0;
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const at =
          Math.round((y - y0 + 0.3 + 0.92) * px) * gif.width + Math.round(left + (x - x0 + 0.3 + 0.08) * px);
        const colour = [...gif.table.slice(3 * seen[at], 3 * seen[at] + 3)];
        if (!near(colour, TABLE.light)) tiles++;
      }
    assert.equal(tiles, laid.length);
    assert.deepEqual(made.faults, []);
    await made.context().close();
  });

const LARGE = process.env.AUDE_LONG ? 200 : 60; // tiles; both have more steps than a film has pictures
/** The sheet of a large game. */
async function largeSheet() {
  const game = await finished(
    "here-share00003",
    `rules bigbox_ro\nexpansions ${everything.join(" ")}\nseats 6${process.env.AUDE_LONG ? "" : "\ndraws 80"}`,
    ["Ana", "Bruno", "Carla", "Dinu", "Eva", "Ștefan"],
    "9",
  ).catch((cause) => assert.fail(String(cause)));
  assert.ok(game.kept.entries.length > 200 && game.state.laid.length > LARGE, `${game.kept.entries.length}`);
  return sheet(game);
}

test("a film that is being made can be stopped, by its button and by closing; a large game's picture is bounded", async () => {
  const made = await largeSheet();
  await made.click("dialog >> text=The whole game >> nth=-1");
  await made.click("dialog >> text=Stop");
  await made.waitForSelector("dialog >> text=Stopped. Nothing was saved.");
  assert.equal(await made.locator("dialog >> text=Save the film").count(), 0);
  const png = await saved(made, PNG),
    seen = await colours(made, png.bytes, "image/png", []);
  assert.ok(Math.max(seen.width, seen.height) < 2200, `${seen.width} x ${seen.height}`);
  await made.click("dialog >> text=The whole game >> nth=-1");
  await made.waitForSelector("dialog progress");
  await made.keyboard.press("Escape");
  await made.waitForSelector("dialog", { state: "detached" });
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("a large game's film is bounded", { skip: seldom }, async () => {
  const made = await largeSheet();
  await made.click("dialog >> text=The whole game >> nth=-1");
  const film = await saved(made, "dialog >> text=Save the film"),
    gif = readGif(film.bytes);
  assert.ok(
    gif.frames.length <= 160 && gif.width <= 740 && gif.height <= 900,
    `${gif.width} x ${gif.height}`,
  );
  assert.ok(gif.frames.reduce((sum, frame) => sum + frame.ms, 0) <= 20_500);
  assert.ok(film.bytes.length < 4_000_000, `${film.bytes.length} bytes`);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("the device's own sheet takes files and links; closed by the person nothing happens, refused the file is saved", async () => {
  const made = await sheet(await small, {
    view: phone,
    stub: () => {
      window.shared = [];
      navigator.canShare = ({ files }) => files.every((file) => /png|gif/.test(file.type));
      navigator.share = async (what) => {
        window.shared.push({ ...what, files: what.files?.map((file) => [file.name, file.type, file.size]) });
        if (window.refuse) throw new DOMException("no", window.refuse);
      };
    },
  });
  const send = "dialog >> text=Share …";
  assert.equal(await made.locator(send).count(), 2, "the link and the PNG");
  await made.click(`${send} >> nth=0`);
  await made.waitForFunction(() => window.shared.length === 1);
  await made.click(`${send} >> nth=1`);
  await made.waitForFunction(() => window.shared.length === 2);
  const [link, picture] = await made.evaluate(() => window.shared);
  assert.match(link.url, /#\/r\/[\w-]+$/);
  assert.deepEqual(picture.files[0].slice(1, 2), ["image/png"]);
  assert.match(picture.files[0][0], /^aude-.*\.png$/);
  assert.ok(picture.files[0][2] > 10_000);
  let downloads = 0;
  made.on("download", () => downloads++);
  await made.evaluate(() => (window.refuse = "AbortError"));
  await made.click(`${send} >> nth=1`);
  await made.waitForFunction(() => window.shared.length === 3);
  assert.equal(downloads, 0);
  await made.evaluate(() => (window.refuse = "NotAllowedError"));
  await Promise.all([made.waitForEvent("download"), made.click(`${send} >> nth=1`)]);
  await made.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await made.click(`${send} >> nth=0`); // a link that the sheet does not take is copied, and that is said
  await made.waitForSelector("dialog >> text=Copied");
  assert.equal(await made.evaluate(() => navigator.clipboard.readText()), link.url);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("where the browser copies nothing the link is shown", async () => {
  const made = await sheet(await small, {
    stub: () => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => false;
    },
  });
  await made.click("dialog >> text=Copy the link");
  assert.match(await made.inputValue("dialog textarea"), /#\/r\/[\w-]+$/);
  await made.click("dialog >> text=Copy the code");
  await made.waitForFunction(() => /<iframe /.test(document.querySelector("dialog textarea").value));
  await made.goto(`${held.url}#/puzzles/today`);
  await made.waitForSelector(".puzzle canvas");
  await made.click("[aria-label=Share]");
  await made.waitForSelector("text=Mark the link and copy it yourself");
  assert.match(await made.inputValue(".puzzle input[aria-label=Share]"), /#\/puzzles\/\w+$/);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

test("from the menu of a running game, and from My games", async () => {
  const game = await running,
    made = await opened(game);
  await made.waitForSelector(".board canvas");
  await made.click("button[aria-label=Menu] >> visible=true");
  await made.click("dialog >> text=Share");
  await ready(made);
  const svg = await saved(made, SVG);
  assert.equal(svg.bytes.toString().split('class="tile"').length - 1, game.state.laid.length);
  const record = await saved(made, "dialog >> text=Save the record");
  assert.match(record.name, /^aude-.*-ana-bruno\.aude$/);
  assert.ok(record.bytes.toString().includes("seed hidden"), "nobody learns what will be drawn");
  await made.keyboard.press("Escape");
  await made.goto(`${held.url}#/games`);
  await made.click(".games .share");
  await ready(made);
  const again = await saved(made, SVG);
  assert.equal(again.bytes.toString().split('class="tile"').length - 1, game.state.laid.length);
  assert.deepEqual(made.faults, []);
  await made.context().close();
});

const looks = (name) => ({ desk: {}, phone })[name];
for (const [language, theme, name] of variants(
  [
    ["es", "dark", "desk"],
    ["ro", "light", "phone"],
  ],
  [
    ["en", "light", "desk"],
    ["en", "light", "phone"],
    ["es", "dark", "phone"],
    ["pt-BR", "light", "desk"],
    ["pt-BR", "light", "phone"],
    ["pt-PT", "dark", "desk"],
    ["pt-PT", "dark", "phone"],
    ["ro", "light", "desk"],
  ],
))
  test(`the sheet in ${language}, ${theme}, ${name}: every word there, nothing for axe, nothing beside the edge`, async () => {
    const made = await sheet(await small, { view: looks(name), settings: { language, theme } });
    const text = await made.innerText("dialog");
    assert.doesNotMatch(text, /\bshare\.|record\.save|\{\w+\}/);
    assert.equal(
      await made.evaluate(() => document.querySelector("dialog .body").scrollWidth <= innerWidth),
      true,
    );
    await accessible(made, `${language} ${theme} ${name}`, true);
    if (process.env.AUDE_SHOTS)
      await made.screenshot({ path: `${process.env.AUDE_SHOTS}/share-${language}-${theme}-${name}.png` });
    await made.context().close();
  });

test("by keyboard alone: to the sheet, a picture, a film, and back", async () => {
  const made = await opened(await small);
  await made.waitForSelector(".end .share");
  const onShare = () => made.evaluate(() => !!document.activeElement.closest(".end .share"));
  for (let n = 0; n < 60 && !(await onShare()); n++) await made.keyboard.press("Tab");
  assert.ok(await onShare(), "Tab leads there");
  await made.keyboard.press("Enter");
  await ready(made);
  const reach = async (words) => {
    for (let n = 0; n < 40; n++) {
      if ((await made.evaluate(() => document.activeElement.textContent.trim())) === words) return;
      await made.keyboard.press("Tab");
    }
    assert.fail(`"${words}" is not reached by Tab`);
  };
  await reach("Save as PNG");
  await Promise.all([made.waitForEvent("download"), made.keyboard.press("Enter")]);
  await reach("The whole game");
  await made.keyboard.press("Space");
  await made.waitForSelector("dialog >> text=Save the film");
  await made.keyboard.press("Escape");
  await made.waitForSelector("dialog", { state: "detached" });
  assert.equal(await made.evaluate(() => document.activeElement.classList.contains("share")), true);
  await made.context().close();
});
