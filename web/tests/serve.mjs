// serve.mjs -- a plain file server for tests: a folder, nothing else, also under a sub-path.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".woff2": "font/woff2", ".json": "application/json", ".svg": "image/svg+xml" };

export function serve(folder, under = "/") {
  const server = createServer((request, answer) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    if (!path.startsWith(under)) return void answer.writeHead(404).end();
    let file = join(folder, normalize(path.slice(under.length)));
    try {
      if (statSync(file).isDirectory()) file = join(file, "index.html");
      statSync(file);
    } catch {
      return void answer.writeHead(404).end();
    }
    answer.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(answer);
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready({ url: `http://127.0.0.1:${server.address().port}${under}`, close: () => server.close() })));
}
