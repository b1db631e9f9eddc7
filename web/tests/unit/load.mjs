// load.mjs -- the page's plain modules for tests in node: types taken off, nothing else changed.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import "./streams.mjs";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const root = join(web, "..");
const out = join(root, "build", "page", "modules");

let ready = null;
/** Import src/FOLDER/NAME.ts. */
export async function load(path) {
  await (ready ??= modules());
  return import(pathToFileURL(join(out, path.replace(/\.ts$/, ".mjs"))).href);
}

/** Every module of src, without its types, in build/page/modules. What is there already is kept while its source is the same: loading
 *  TypeScript and taking off all types takes three seconds, and sixty files of tests ask for it. */
export async function modules(folder = ".") {
  mkdirSync(join(out, folder), { recursive: true });
  for (const entry of readdirSync(join(web, "src", folder), { withFileTypes: true }))
    if (entry.isDirectory()) await modules(join(folder, entry.name));
    else if (/(?<!\.d)\.ts$/.test(entry.name)) await strip(join(folder, entry.name));
}

async function strip(file) {
  const source = readFileSync(join(web, "src", file), "utf8"),
    made = join(out, file.replace(/\.ts$/, ".mjs")),
    mark = `// ${createHash("sha256").update(source).digest("hex")}\n`;
  if (beginning(made) === mark) return;
  const { default: ts } = await import("typescript");
  const options = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    verbatimModuleSyntax: true,
  };
  const text = ts.transpileModule(source, { compilerOptions: options, fileName: file }).outputText;
  const half = `${made}.${process.pid}`; // others may make the same file now, or read it
  writeFileSync(half, mark + text.replace(/(from\s+"\.[^"]*)"/g, '$1.mjs"'));
  renameSync(half, made);
}
/** The first line of a file, or nothing where there is none. */
function beginning(path) {
  try {
    return readFileSync(path, "utf8").replace(/(?<=\n)[^]*/, "");
  } catch {
    return "";
  }
}

export const wasmFile = join(web, "src", "engine", "aude.wasm");

export async function loadEngine() {
  const { Engine } = await load("engine/engine.ts");
  return Engine.load(readFileSync(wasmFile));
}
