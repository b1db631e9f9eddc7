// worker -- the page's service worker (sw.js): holds one whole version, with which the page starts and plays without a network. It answers
// for the files of its list and for nothing else: calls, documents and links to games always go to the server.
//
// A new version comes as a new sw.js. It fills a shelf of its own beside the old one and waits; it takes over when no page of the old one
// is open, or when somebody asks for it (app.svelte.ts). So a page has all its parts from one version.
import { onClick, onPush } from "./push";
import { onChange } from "./renew";
import { fileFor, fill, take, tidy, type Version } from "./shelf";

declare const self: ServiceWorkerGlobalScope;
declare const AUDE_VERSION: string; // these two are filled in by the build (app.mjs)
declare const AUDE_FILES: Record<string, string>;

const own: Version = { scope: self.registration.scope, version: AUDE_VERSION, files: AUDE_FILES };

self.addEventListener("install", (event) => event.waitUntil(fill(own)));
self.addEventListener("activate", (event) => event.waitUntil(tidy(own).then(() => self.clients.claim())));
self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});
self.addEventListener("fetch", (event) => {
  const name = fileFor(own, event.request.method, event.request.url);
  if (name !== undefined) event.respondWith(take(own, name).then((held) => held ?? fetch(event.request)));
});
self.addEventListener("push", (event) => event.waitUntil(onPush(self, event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(onClick(self, event)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(onChange(self, event)));
