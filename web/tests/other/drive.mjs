// drive.mjs -- Firefox and WebKitGTK for tests. Both understand the same commands (WebDriver): Firefox on a plain socket of its own, which is
// what other drivers use underneath (Marionette), WebKitGTK by HTTP through WebKitWebDriver. What comes out looks enough like a page of
// Chromium's tests for hands.mjs.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect } from "node:net";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const patience = Number(process.env.AUDE_PATIENCE ?? 60000);
const sleep = (ms) => new Promise((go) => setTimeout(go, ms));
/** Ask until there is an answer. */
async function until(ask, what, ms = patience) {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error(`waited ${ms} ms: ${what}`);
}
const has = (name) => !spawnSync(name, ["--version"], { stdio: "ignore" }).error;
function start(held, name, words, env = {}) {
  const child = spawn(name, words, { stdio: "ignore", env: { ...process.env, ...env }, detached: true });
  child.on("error", () => {});
  held.push(() => {
    try {
      process.kill(-child.pid, "SIGKILL"); // with the processes that it started
    } catch {
      // it is gone already
    }
  });
  return child;
}
function folder(held) {
  const made = mkdtempSync(join(tmpdir(), "aude-browser-"));
  held.push(() => rmSync(made, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return made;
}

// ---- Firefox

/** "LENGTH:[type, id, error, result]" on a socket, both ways. */
function marionette(port) {
  const socket = connect(port, "127.0.0.1"),
    waiting = new Map();
  let bytes = Buffer.alloc(0),
    next = 1;
  const hear = ([, id, error, result]) => {
    const { done, failed } = waiting.get(id);
    waiting.delete(id);
    if (error) failed(new Error(`${error.error}: ${error.message}`));
    else done(result?.value !== undefined ? result.value : result);
  };
  socket.on("data", (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (let at; (at = bytes.indexOf(":")) > 0; ) {
      const end = at + 1 + Number(bytes.subarray(0, at));
      if (bytes.length < end) return;
      const message = JSON.parse(bytes.subarray(at + 1, end));
      bytes = bytes.subarray(end);
      if (Array.isArray(message)) hear(message); // the first says hello
    }
  });
  socket.on("close", () => waiting.forEach(({ failed }) => failed(new Error("Firefox is gone"))));
  socket.on("error", () => {});
  const send = (name, fields = {}) =>
    new Promise((done, failed) => {
      const id = next++,
        text = JSON.stringify([0, id, `WebDriver:${name}`, fields]);
      waiting.set(id, { done, failed });
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  return { send, end: () => socket.destroy() };
}

const PREFERENCES = {
  "marionette.port": 0, // any that is free
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
  "app.update.disabledForTesting": true,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "browser.aboutConfig.showWarning": false,
  "media.volume_scale": "0.0",
  "intl.accept_languages": "en-GB",
};

async function firefox(held) {
  const name = ["firefox-esr", "firefox"].find(has);
  if (!name) throw new Missing("Firefox is not here (Debian: firefox-esr)");
  const profile = folder(held);
  const lines = Object.entries(PREFERENCES).map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  start(held, name, ["--headless", "--marionette", "--no-remote", "--profile", profile, "about:blank"], {
    HOME: profile,
    MOZ_HEADLESS_WIDTH: "1440",
    MOZ_HEADLESS_HEIGHT: "900",
  });
  const file = join(profile, "MarionetteActivePort");
  const port = await until(() => existsSync(file) && Number(readFileSync(file, "utf8")), "Firefox starts");
  const line = marionette(port);
  held.push(line.end);
  await line.send("NewSession", { capabilities: { alwaysMatch: { pageLoadStrategy: "normal" } } });
  const calls = {
    go: (url) => line.send("Navigate", { url }),
    reload: () => line.send("Refresh"),
    run: (script, args) => line.send("ExecuteScript", { script, args, scriptTimeout: patience }),
    find: (using, value) => line.send("FindElement", { using, value }),
    click: (id) => line.send("ElementClick", { id }),
    picture: () => line.send("TakeScreenshot", { full: false }),
  };
  return calls;
}

// ---- WebKitGTK

function freePort() {
  return new Promise((tell) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => tell(port));
    });
  });
}
function http(port) {
  return (method, path, body) =>
    new Promise((done, failed) => {
      const text = body === undefined ? "" : JSON.stringify(body);
      const ask = request(
        { host: "127.0.0.1", port, method, path, headers: { "content-length": Buffer.byteLength(text) } },
        (answer) => {
          let all = "";
          answer.setEncoding("utf8");
          answer.on("data", (more) => (all += more));
          answer.on("end", () => {
            const { value } = JSON.parse(all);
            if (answer.statusCode === 200) done(value);
            else failed(new Error(`${value.error}: ${value.message}`));
          });
        },
      );
      ask.on("error", failed);
      ask.end(text);
    });
}
/** A screen that nobody sees: WebKitGTK has no other way. Its number is in the file that it writes. */
async function screen(held) {
  if (!has("Xvfb")) throw new Missing("there is no Xvfb for it to draw on (Debian: xvfb)");
  const child = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  held.push(() => child.kill("SIGKILL"));
  let number = "";
  child.stdio[3].on("data", (text) => (number += text));
  return until(() => /\n/.test(number) && `:${number.trim()}`, "Xvfb starts");
}

async function webkit(held) {
  if (!has("WebKitWebDriver")) throw new Missing("WebKitGTK is not here (Debian: webkit2gtk-driver)");
  const display = await screen(held),
    home = folder(held),
    port = await freePort();
  start(held, "WebKitWebDriver", [`--port=${port}`], {
    DISPLAY: display,
    GDK_BACKEND: "x11",
    HOME: home,
    XDG_RUNTIME_DIR: home,
    LIBGL_ALWAYS_SOFTWARE: "1",
    // Tiles are painted by the processor. Otherwise several threads paint and put together by Mesa at once, and Mesa 22.3's drawing without a
    // graphics card then reads what another thread has given back: the page's process falls over, now and then, whatever it shows.
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1",
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // as --no-sandbox in Chromium: root cannot have one
  });
  const call = http(port);
  await until(() => call("GET", "/status").catch(() => null), "WebKitWebDriver starts");
  const { sessionId } = await call("POST", "/session", { capabilities: {} }),
    at = (rest) => `/session/${sessionId}${rest}`;
  held.push(() => call("DELETE", at("")).catch(() => {}));
  await call("POST", at("/timeouts"), { script: patience, pageLoad: patience });
  await call("POST", at("/window/rect"), { width: 1440, height: 900 }).catch(() => {});
  return {
    go: (url) => call("POST", at("/url"), { url }),
    reload: () => call("POST", at("/refresh"), {}),
    run: (script, args) => call("POST", at("/execute/sync"), { script, args }),
    find: (using, value) => call("POST", at("/element"), { using, value }),
    click: (id) => call("POST", at(`/element/${id}/click`), {}),
    picture: () => call("GET", at("/screenshot")),
  };
}

// ---- a page

/** The browser cannot be had here. */
export class Missing extends Error {}

class Page {
  faults = [];
  constructor(calls, held) {
    this.calls = calls;
    this.held = held;
  }
  evaluate(work, arg) {
    return this.calls.run(`return (${work})(arguments[0])`, [arg ?? null]);
  }
  async waitForFunction(work, arg, { timeout = patience } = {}) {
    const value = await until(() => this.evaluate(work, arg), String(work).slice(0, 200), timeout);
    return { jsonValue: () => value };
  }
  waitForSelector(selector) {
    return this.waitForFunction((selector) => !!document.querySelector(selector), selector);
  }
  async $(selector) {
    const there = await this.evaluate((selector) => !!document.querySelector(selector), selector);
    return there ? { click: () => this.click(selector) } : null;
  }
  textContent(selector) {
    return this.evaluate((selector) => document.querySelector(selector).textContent, selector);
  }
  /** As a person would: the browser moves its pointer there and presses. */
  async click(selector) {
    await this.waitForSelector(selector);
    await this.evaluate(
      (selector) =>
        document.querySelector(selector)?.scrollIntoView({ block: "center", behavior: "instant" }),
      selector,
    ).catch(() => {}); // not below something that stays at the edge; a page that changes just now is clicked as it comes
    const found = await this.calls.find("css selector", selector);
    await this.calls.click(Object.values(found)[0]);
  }
  /** The first of them that says so. */
  async clickText(selector, pattern) {
    await this.waitForFunction(
      ([selector, source]) => {
        const found = [...document.querySelectorAll(selector)].find(
          (one) => new RegExp(source).test(one.textContent) && one.getClientRects().length,
        );
        found?.setAttribute("data-press", "");
        return !!found;
      },
      [selector, pattern.source],
    );
    await this.click("[data-press]");
    await this.evaluate(() => document.querySelector("[data-press]")?.removeAttribute("data-press"));
  }
  async goto(url) {
    await this.calls.go(url);
    await this.#listen();
  }
  async reload() {
    await this.calls.reload();
    await this.#listen();
  }
  /** Errors of the page, from now on. */
  #listen() {
    return this.evaluate(() => {
      window.audeFaults ??= [];
      addEventListener("error", (event) => window.audeFaults.push(`${event.message}`));
      addEventListener("unhandledrejection", (event) => window.audeFaults.push(`${event.reason}`));
    });
  }
  async look() {
    this.faults = (await this.evaluate(() => window.audeFaults)) ?? [];
    return this.faults;
  }
  async screenshot({ path }) {
    writeFileSync(path, Buffer.from(await this.calls.picture(), "base64"));
  }
  async close() {
    for (const end of this.held.splice(0).reverse()) await end();
  }
}

/** A page in "firefox" or "webkit". Throws Missing where there is no such browser. */
export async function open(name) {
  const held = [];
  try {
    return new Page(await { firefox, webkit }[name](held), held);
  } catch (cause) {
    for (const end of held.reverse()) await end();
    throw cause;
  }
}
