// serve.mjs -- a plain file server for tests: a folder, nothing else, also under a sub-path. With `back` (a running `aude serve`) calls
// to /api and /ws go there, so that a page under test meets a real server.
import { createReadStream, statSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { connect } from "node:net";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** `folder()` of what it gives puts another folder there. */
export function serve(folder, under = "/", back = null) {
  const server = createServer((request, answer) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    if (back && path.startsWith("/api/")) return void pass(back, request, answer);
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
  const open = new Map();
  server.on("upgrade", (request, socket, head) => {
    if (!back) return void socket.destroy();
    const to = connect(Number(new URL(back).port), "127.0.0.1", () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let i = 0; i < request.rawHeaders.length; i += 2)
        lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
      to.write(`${lines.join("\r\n")}\r\n\r\n`);
      to.write(head);
      to.pipe(socket).pipe(to);
    });
    open.set(socket, to);
    to.on("error", () => socket.destroy());
    socket.on("error", () => to.destroy());
  });
  server.cut = () => open.forEach((_, socket) => socket.destroy());
  server.deaf = () => open.forEach((to, socket) => socket.unpipe(to).resume()); // what the page says is lost, and it does not know yet
  return new Promise((ready) =>
    server.listen(0, "127.0.0.1", () =>
      ready({
        url: `http://127.0.0.1:${server.address().port}${under}`,
        close: () => server.close(),
        folder: (other) => (folder = other),
        stop: () => (server.close(), server.closeAllConnections()),
        cut: server.cut,
        deaf: server.deaf,
      }),
    ),
  );
}

function pass(back, request, answer) {
  const to = ask(new URL(request.url, back), { method: request.method, headers: request.headers }, (got) => {
    answer.writeHead(got.statusCode, got.headers);
    got.pipe(answer);
  });
  to.on("error", () => answer.writeHead(502).end());
  request.pipe(to);
}
