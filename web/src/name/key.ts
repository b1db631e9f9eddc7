// key -- names that are kept: what the server is asked, and the device that keeps the key (WebAuthn).
import { base } from "../table/remote.svelte";
import { store, stored } from "../store";
import type { Calls, NameBegin, NameBegun, NameIn, NameLink, NameMine } from "../table/messages";

/** Why something did not happen: one of the words of `name.no.*`. */
export class No extends Error {}

const KEY = "aude.name";
/** The name of this browser as it was last known: shown without asking the server. */
export const lastName = (): string => stored<string>(KEY, "");
function note(mine: { name: { name: string } | null }): void {
  store(KEY, mine.name?.name ?? "");
}

async function post<T>(what: string, body: object = {}): Promise<T> {
  const answer = await fetch(new URL(`api/name/${what}`, base()), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    credentials: "same-origin",
  }).catch(() => null);
  if (!answer) throw new No("LINE");
  const got = (await answer.json().catch(() => null)) as Partial<Calls["any call, refused"]> | null;
  if (answer.ok && got) return got as T;
  throw new No(got?.why ?? got?.code ?? "LINE");
}

/** Every finished game of a name, page after page, also those of no turn; private ones are among them where it is
 * one's own. */
export async function gamesOf(name: string): Promise<Calls["GET /api/games?..."]["games"]> {
  const list: Calls["GET /api/games?..."]["games"] = [];
  for (let before: string | null = ""; before !== null; ) {
    const path = `api/players/${encodeURIComponent(name)}?least=0&before=${before}`;
    const answer = await fetch(new URL(path, base())).catch(() => null);
    if (!answer?.ok) throw new No("LINE");
    const got = (await answer.json()) as Calls["GET /api/players/NAME"];
    list.push(...got.games);
    before = got.next;
  }
  return list;
}

// ---- bytes

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const written = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Can this browser keep a key for this page? */
export const canKeep = (): boolean =>
  typeof PublicKeyCredential === "function" &&
  "getAuthenticatorData" in AuthenticatorAttestationResponse.prototype &&
  isSecureContext;

// ---- the ceremonies

/** Whoever closes the browser's question has said no; other trouble has its own words. */
async function asked(question: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const got = await question;
    if (got instanceof PublicKeyCredential) return got;
  } catch (cause) {
    throw new No(cause instanceof DOMException && cause.name === "InvalidStateError" ? "known" : "nothing");
  }
  throw new No("nothing");
}

async function make(wanted: NameBegin): Promise<NameIn> {
  const begun = await post<NameBegun>("begin", wanted);
  const name = begun.name ?? "";
  const made = await asked(
    navigator.credentials.create({
      publicKey: {
        challenge: bytes(begun.challenge),
        rp: { id: begun.rp, name: "Aude" },
        user: { id: bytes(begun.user ?? ""), name, displayName: name },
        pubKeyCredParams: begun.algorithms.map((alg) => ({ type: "public-key" as const, alg })),
        excludeCredentials: begun.known.map((id) => ({ type: "public-key" as const, id: bytes(id) })),
        authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
        attestation: "none",
        timeout: 5 * 60 * 1000,
      },
    }),
  );
  const said = made.response as AuthenticatorAttestationResponse;
  return finish({
    challenge: begun.challenge,
    client: written(said.clientDataJSON),
    data: written(said.getAuthenticatorData()),
  });
}
async function finish(said: object): Promise<NameIn> {
  const got = await post<NameIn>("finish", said);
  note(got);
  return got;
}

export const keepName = (name: string): Promise<NameIn> =>
  make({ what: "keep", name: name.normalize("NFC") });
/** Another key for a name: with the code of another device, or where this browser is signed in. */
export const addDevice = (code?: string): Promise<NameIn> => make({ what: "add", code });

export async function openName(): Promise<NameIn> {
  const begun = await post<NameBegun>("begin", { what: "open" });
  const got = await asked(
    navigator.credentials.get({
      publicKey: {
        challenge: bytes(begun.challenge),
        rpId: begun.rp,
        userVerification: "preferred",
        timeout: 5 * 60 * 1000,
      },
    }),
  );
  const said = got.response as AuthenticatorAssertionResponse;
  return finish({
    challenge: begun.challenge,
    client: written(said.clientDataJSON),
    data: written(said.authenticatorData),
    credential: got.id,
    signature: written(said.signature),
  });
}

// ---- everything else

async function mineAfter(what: string, body: object = {}): Promise<NameMine> {
  const got = await post<NameMine>(what, body);
  note(got);
  return got;
}
export const mine = (): Promise<NameMine> => mineAfter("mine");
export const signOut = (): Promise<NameMine> => mineAfter("out");
export const deleteName = (name: string): Promise<NameMine> => mineAfter("delete", { name });
export const dropDevice = (device: string): Promise<NameMine> => mineAfter("drop", { device });
export const dropSession = (session: string): Promise<NameMine> => mineAfter("drop", { session });
export const linkCode = (): Promise<NameLink> => post<NameLink>("link");
export const newCode = (): Promise<NameIn> => post<NameIn>("code");
export async function recover(code: string): Promise<NameIn> {
  const got = await post<NameIn>("recover", { code });
  note(got);
  return got;
}
