// The service worker of a development build: takes away the one that a release build left at this address, with its
// caches, and shows what the server has.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const own = (await caches.keys()).filter((name) => name.startsWith(`colex ${self.registration.scope} `));
    await Promise.all(own.map((name) => caches.delete(name)));
    await self.registration.unregister();
    for (const client of await self.clients.matchAll({ type: 'window' })) client.navigate(client.url);
  })());
});
