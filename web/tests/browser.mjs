// browser.mjs -- Debian's Chromium for tests. A page that prints an error fails its test.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

// Not by `import`, for which node reads all of its six million letters once more to find what it exports: 0.46 s of the processor
// instead of 0.63 for each file of tests.
export const { chromium } = createRequire(import.meta.url)("playwright-core");

/** The whole Chromium: it shows notes of a push service and says whether a page could be installed. CHROMIUM names another one. */
export const withWindows = process.env.CHROMIUM ?? "/usr/bin/chromium";
const windowless = "/usr/bin/chromium-headless-shell";
/** Chromium without windows, where it is there: the same page in 60 % of the processor's time. */
export const usual = !process.env.CHROMIUM && existsSync(windowless) ? windowless : withWindows;

export const patience = Number(process.env.AUDE_PATIENCE ?? 60000); // ms; a busy machine is slow, a broken page is silent for ever

export async function browser(more = [], program = usual) {
  return chromium.launch({
    executablePath: program,
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--mute-audio", ...more],
  });
}
export async function page(from, options = {}) {
  const context = await from.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    serviceWorkers: "block", // what it holds no test could keep back; app.test.mjs has it
    ...options,
  });
  const made = await context.newPage();
  made.setDefaultTimeout(patience);
  made.faults = [];
  made.on("pageerror", (error) => made.faults.push(String(error.stack ?? error)));
  made.on(
    "console",
    (message) =>
      message.type() === "error" &&
      !/404|ERR_CONNECTION_REFUSED|Failed to load resource/.test(message.text()) &&
      made.faults.push(message.text()),
  );
  return made;
}
