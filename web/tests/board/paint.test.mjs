// paint.test.mjs -- what paint.ts makes of a drawing is what the browser makes of it: node --test tests/board/paint.test.mjs
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, serveSources, skip } from "./stand.mjs";

let server, base, browser, page;

before(async () => {
  if (skip) return;
  ({ server, base } = await serveSources());
  browser = await launch();
  page = await browser.newPage();
  await page.goto(`${base}tests/board/index.html?tiles=2`);
  await page.waitForFunction(() => window.harness);
  await page.evaluate(async (px) => {
    const { paint, readSvg } = await import("/src/board/paint.ts"),
      { Engine } = await import("/src/engine/engine.ts");
    const canvas = () => new OffscreenCanvas(px, px).getContext("2d", { willReadFrequently: true });
    // How far apart two pictures are: mean difference of a channel, and the share of channels that differ by more than a quarter.
    window.differ = async (svg) => {
      const ours = canvas(),
        theirs = canvas(),
        image = new Image();
      paint(ours, readSvg(svg), px);
      image.src = URL.createObjectURL(
        new Blob([svg.replace("<svg ", `<svg width="${px}" height="${px}" `)], { type: "image/svg+xml" }),
      );
      await image.decode();
      URL.revokeObjectURL(image.src);
      theirs.drawImage(image, 0, 0, px, px);
      const a = ours.getImageData(0, 0, px, px).data,
        b = theirs.getImageData(0, 0, px, px).data;
      let sum = 0,
        far = 0,
        ink = 0;
      for (let i = 0; i < a.length; i++)
        ((sum += Math.abs(a[i] - b[i])), (far += Math.abs(a[i] - b[i]) > 64), (ink += b[i] > 0));
      return { mean: sum / a.length, far: far / a.length, ink };
    };
    window.art = await Engine.load();
  }, 160);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

function holds(list) {
  for (const { name, mean, far, ink } of list)
    assert.ok(
      ink > 1000 && mean < 1.2 && far < 0.004,
      `${name}: differs by ${mean.toFixed(2)} of 255, ${(far * 100).toFixed(2)} % of it by more than a quarter`,
    );
  assert.ok(list.length > 0);
}

for (const style of ["map", "plain"])
  test(`tiles in the ${style} style`, { skip }, async () => {
    const list = await page.evaluate(async (style) => {
      const out = [];
      for (const kind of window.art.kinds())
        if (kind.kind % 3 === 0 || /bridge|lake|volcano|cathedral|abbey\/|shrine|tunnel/.test(kind.id)) {
          const rot = kind.kind & 3,
            copy = (kind.kind >> 2) & 3;
          out.push({
            name: `${kind.id} ${rot} ${copy}`,
            ...(await window.differ(window.art.tileSvg(kind.kind, rot, copy, style))),
          });
        }
      return out;
    }, style);
    holds(list);
  });

test("figures, and the tower where walls end", { skip }, async () => {
  const list = await page.evaluate(async () => {
    const out = [{ name: "corner", ...(await window.differ(window.art.cornerSvg())) }];
    const kinds = [
      "small",
      "large",
      "abbot",
      "wagon",
      "mayor",
      "builder",
      "pig",
      "barn",
      "tower",
      "dragon",
      "fairy",
      "count",
      "king",
      "robber",
      "catapult",
      "knock",
      "catch",
      "swap",
      "target",
    ];
    for (const figure of kinds)
      for (const [seat, pose, height] of [
        [0, "standing", 1],
        [3, "lying", 1],
        [5, "standing", 6],
      ]) {
        const svg = window.art.figureSvg(figure, seat, pose, height);
        if (svg) out.push({ name: `${figure} ${seat} ${pose}`, ...(await window.differ(svg)) });
      }
    return out;
  });
  holds(list);
  assert.ok(list.length > 40, `${list.length} figures`);
});
