// where -- the service worker asks an open page what it shows. The address of a window, as the worker sees it, is the one with which it was
// opened: what came after the # since then it does not know.

const QUESTION = "where are you?";
const PATIENCE = 1000; // ms; a page that is busy or of an older version says nothing

/** A window, as a worker sees it. */
interface Asked {
  postMessage(message: string, transfer: Transferable[]): void;
}

/** In the worker: the part of its address after the #, or "". */
export function whereIs(window: Asked): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    const tell = (place: string) => {
      clearTimeout(silent);
      port1.close();
      done(place);
    };
    const silent = setTimeout(() => tell(""), PATIENCE);
    port1.onmessage = (event) => tell(String(event.data));
    window.postMessage(QUESTION, [port2]);
  });
}

/** In the page; gives what ends it. */
export function sayWhere(workers: ServiceWorkerContainer): () => void {
  const answer = (event: MessageEvent) => {
    if (event.data === QUESTION) event.ports[0]?.postMessage(location.hash);
  };
  workers.addEventListener("message", answer);
  workers.startMessages();
  return () => workers.removeEventListener("message", answer);
}
