// held -- from the very start of a page: when a new version takes over, in whichever window somebody asked for it, the parts of the old one
// are gone, so every open page loads again. A first service worker changes nothing: page and parts are of one version.

export function follow(workers: ServiceWorkerContainer | undefined): void {
  let held = !!workers?.controller;
  workers?.addEventListener("controllerchange", () => {
    if (held) location.reload();
    held = true;
  });
}
