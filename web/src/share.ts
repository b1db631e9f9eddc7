// share -- a text out of this page: into the clipboard, or to whatever the device offers for sharing.

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

/** The device's own sheet; nothing happens if the person closes it. */
export async function shareLink(url: string, title: string): Promise<void> {
  await navigator.share({ url, title }).catch(() => {});
}
