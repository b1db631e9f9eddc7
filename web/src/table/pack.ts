// pack -- a whole record small enough for a link, and back.

const MOST = 2 * 1024 * 1024; // bytes of a record that a link may hold: a link may be made to unpack to anything

export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let raw = "";
  for (const byte of bytes) raw += String.fromCharCode(byte);
  return btoa(raw).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
/** Throws if it is not whole, or too long to be a record. */
export async function unpack(packed: string): Promise<string> {
  const raw = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(raw, (char) => char.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let got = await reader.read(); !got.done; got = await reader.read()) {
    text += decoder.decode(got.value, { stream: true });
    if (text.length > MOST) throw new Error("too long");
  }
  return text + decoder.decode();
}
