// load.mjs -- the page's plain modules for tests in node: types taken off, nothing else changed.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import "./streams.mjs";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const root = join(web, "..");

let out = null;

/** Import src/FOLDER/NAME.ts; `folders` are made available to it. */
export async function load(
  path,
  folders = [
    ".",
    "analysis",
    "app",
    "board",
    "catapult",
    "embed",
    "engine",
    "game",
    "jcz",
    "lang",
    "learn",
    "sharing",
    "sound",
    "table",
  ],
) {
  if (!out) {
    out = mkdtempSync(join(tmpdir(), "aude-web-"));
    process.on("exit", () => rmSync(out, { recursive: true, force: true }));
    for (const folder of folders) strip(folder);
  }
  return import(pathToFileURL(join(out, path.replace(/\.ts$/, ".mjs"))).href);
}

function strip(folder) {
  mkdirSync(join(out, folder), { recursive: true });
  for (const file of readdirSync(join(web, "src", folder))) {
    if (!file.endsWith(".ts") || file.endsWith(".d.ts")) continue;
    const source = readFileSync(join(web, "src", folder, file), "utf8");
    const options = {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      verbatimModuleSyntax: true,
    };
    const text = ts.transpileModule(source, { compilerOptions: options, fileName: file }).outputText;
    writeFileSync(
      join(out, folder, file.replace(/\.ts$/, ".mjs")),
      text.replace(/(from\s+"\.[^"]*)"/g, '$1.mjs"'),
    );
  }
}

export const wasmFile = join(web, "src", "engine", "aude.wasm");

export async function loadEngine() {
  const { Engine } = await load("engine/engine.ts");
  return Engine.load(readFileSync(wasmFile));
}
