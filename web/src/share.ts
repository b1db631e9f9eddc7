// share -- a text or a file out of this page: into the clipboard, to the disk, or to whatever the device offers for sharing.

/** False where the browser does not allow it: then the text must be shown. Pages of plain http have no clipboard of their own. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return byHand(text);
  }
}

function byHand(text: string): boolean {
  const field = document.createElement("textarea"),
    back = document.activeElement as HTMLElement | null;
  field.value = text;
  field.style.position = "fixed"; // the page must not scroll to it
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  back?.focus();
  return done;
}

export const canShare = (): boolean => typeof navigator.share === "function";

/** The person closed the sheet: nothing is to be done. */
const closed = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "AbortError";

/** The device's own sheet, for a link. False: there is none, or it is not allowed, and the link must be copied instead. */
export async function shareLink(url: string, title: string): Promise<boolean> {
  try {
    await navigator.share({ url, title });
    return true;
  } catch (cause) {
    return closed(cause);
  }
}

/** Would the device's sheet take this file? */
export const canSend = (file: File): boolean =>
  canShare() && (navigator.canShare?.({ files: [file] }) ?? false);

/** The device's own sheet, for a file. False: it did not take it, and the file must be saved instead. */
export async function sendFile(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file], title: file.name });
    return true;
  } catch (cause) {
    return closed(cause);
  }
}

export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
