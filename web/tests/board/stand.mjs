// stand.mjs -- the page's sources behind Vite and a Chromium beside it, for what looks at the board alone (index.html here).
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { createServer } from "vite";
import { usual } from "../browser.mjs";
import { web } from "../unit/load.mjs";

export const skip = existsSync(usual) ? false : "no Chromium here";

/** Vite on a port of its own: { server, base }. */
export async function serveSources() {
  const server = await createServer({
    root: web,
    configFile: join(web, "vite.config.mjs"),
    server: { port: 0 },
    logLevel: "error",
  });
  await server.listen();
  return { server, base: server.resolvedUrls.local[0] };
}

export const launch = () => chromium.launch({ executablePath: usual, args: ["--no-sandbox"] });
