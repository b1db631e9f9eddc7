// browser.mjs -- Debian's Chromium for tests. A page that prints an error fails its test.
import { chromium } from "playwright-core";

export async function browser(more = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
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
