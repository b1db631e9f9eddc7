// pack -- a whole record small enough for a link, and back.

const MOST = 2 * 1024 * 1024; // bytes of a record that a link may hold: a link may be made to unpack to anything

export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let raw = "";
  for (const byte of bytes) raw += String.fromCharCode(byte);
  return btoa(raw).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
/** As far as it can be unpacked, and whether that is all: a link that was cut still tells how far it goes. */
export async function unpackFar(packed: string): Promise<{ text: string; whole: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    const raw = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(raw, (char) => char.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let got = await reader.read(); !got.done; got = await reader.read()) {
      text += decoder.decode(got.value, { stream: true });
      if (text.length > MOST) return { text, whole: false };
    }
    return { text: text + decoder.decode(), whole: true };
  } catch {
    return { text, whole: false };
  }
}
/** Throws if it is not whole, or too long to be a record. */
export async function unpack(packed: string): Promise<string> {
  const { text, whole } = await unpackFar(packed);
  if (!whole) throw new Error("damaged, or too long");
  return text;
}
