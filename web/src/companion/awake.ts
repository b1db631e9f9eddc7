// awake -- a phone beside the box does not go dark while people play; after ten minutes without a press it may.
const IDLE_MS = 10 * 60 * 1000;

/** Keeps the screen on until the function that it gives is called. A browser that cannot is asked nothing. */
export function awake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let gone = false;
  const release = () => {
    void lock?.release();
    lock = null;
  };
  const stir = () => {
    clearTimeout(idle);
    idle = setTimeout(release, IDLE_MS);
    if (lock || !("wakeLock" in navigator) || document.visibilityState !== "visible") return;
    navigator.wakeLock.request("screen").then(
      (got) => {
        if (gone) return void got.release();
        lock = got;
        got.addEventListener("release", () => (lock = null));
      },
      () => {}, // a low battery: the phone knows better
    );
  };
  addEventListener("pointerdown", stir);
  document.addEventListener("visibilitychange", stir);
  stir();
  return () => {
    gone = true;
    clearTimeout(idle);
    removeEventListener("pointerdown", stir);
    document.removeEventListener("visibilitychange", stir);
    release();
  };
}
