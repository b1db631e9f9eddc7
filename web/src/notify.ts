// notify -- a word to somebody who is not looking at this page: a bell, and where it was allowed a message of the system.
import { t } from "./lang/index.svelte";
import { settings } from "./settings.svelte";
import { play } from "./sound/player";

/** "no" where the browser has none: plain http from another machine, a private window. */
export function permission(): NotificationPermission | "no" {
  return typeof Notification === "undefined" ? "no" : Notification.permission;
}

/** Only ever called by a press. True if messages may be shown. */
export async function allow(): Promise<boolean> {
  if (permission() === "no") return false;
  return (await Notification.requestPermission()) === "granted";
}

let shown: Notification | null = null;

/** The page is called: by the bell where it is seen, by a message where it is not. */
export function call(text: string): void {
  play("turn");
  if (!document.hidden || !settings.notify || permission() !== "granted") return;
  try {
    shown?.close();
    shown = new Notification(t("title"), { body: text, tag: location.hash });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // some phones have messages only for installed pages: title and bell must do
  }
}
if (typeof document !== "undefined")
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) shown?.close();
  });
