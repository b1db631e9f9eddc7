// push -- what the service worker does when the server calls while no page is open, and when somebody presses the message that is shown.

export async function onPush(_self: ServiceWorkerGlobalScope, _event: PushEvent): Promise<void> {
  // nothing is sent yet
}

/** To the page: one that is open, or a new one. */
export async function onClick(self: ServiceWorkerGlobalScope, event: NotificationEvent): Promise<void> {
  event.notification.close();
  const [open] = await self.clients.matchAll({ type: "window" });
  if (open) await open.focus();
  else await self.clients.openWindow(self.registration.scope);
}
