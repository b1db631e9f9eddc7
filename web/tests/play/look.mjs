import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { browser, page } from "../browser.mjs";
import { serve } from "../serve.mjs";
import { dist, phone, still } from "./hands.mjs";
import { Clerk, turnsOf } from "./box.mjs";
const b = await browser(), site = await serve(dist, "/some/where/");
const made = await page(b, { ...phone, deviceScaleFactor: 2, colorScheme: process.argv[2] ?? "light" });
made.setDefaultTimeout(20000);
const seats = ["Ana","Bruno"].map((name, i) => ({ kind: "here", name, colour: i, level: "level-2" }));
await made.addInitScript((kept) => localStorage.getItem("aude.settings") ?? localStorage.setItem("aude.settings", JSON.stringify(kept)),
 { ...still, choice: { rules: "grow", river: "OFF", abbot: false, sets: [], switches: {}, clock: "none", seconds: 900, increment: 10, late: "default", aids: "friendly", listed: false, seed: "", use: {}, copies: {}, figures: {}, draws: 0, first: -1, seats } });
await made.goto(`${site.url}#/box`);
await made.waitForSelector(".room .main");
await made.screenshot({ path: "/tmp/s0.png" });
await made.tap(".room .main");
await made.waitForSelector(".start .main");
await made.screenshot({ path: "/tmp/s1.png" });
await made.tap(".start .main");
await made.waitForSelector(".clerk");
await made.waitForTimeout(600);
await made.screenshot({ path: "/tmp/s2.png" });
const record = readFileSync("/tmp/g1/game-000000.aude", "utf8"), turns = turnsOf(record), clerk = new Clerk(made);
try {
for (const [i, turn] of turns.slice(0, Number(process.argv[3] ?? 12)).entries()) {
  if (i === 9) { await made.tap('[data-edge="city"]'); await made.waitForTimeout(100); await made.screenshot({ path: "/tmp/s3.png" }); await made.tap(".middle"); }
  if (i === 10) { const [d,l,...r]=turn.told; await clerk.draw(d.slice(5), Number(l.split(" ")[2])/90); await made.waitForTimeout(500); await made.screenshot({ path: "/tmp/s4.png" }); await clerk.lay(l); await made.waitForTimeout(300); await made.screenshot({ path: "/tmp/s5.png" }); await clerk.turn({told:r}); }
  else await clerk.turn(turn);
  console.log(i + 1, clerk.taps, ((clerk.taps) / (i + 1)).toFixed(2));
}
} catch (e) { console.log(String(e.stack).slice(0,900)); }
await made.waitForTimeout(400);
await made.screenshot({ path: "/tmp/s6.png" });
await made.tap("[data-fixes]"); await made.waitForTimeout(300);
await made.screenshot({ path: "/tmp/s7.png" });
console.log(made.faults, await clerk.told());
await b.close(); site.close(); process.exit(0);
