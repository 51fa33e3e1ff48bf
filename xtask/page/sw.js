// The service worker: after the first visit the page needs no network. The build fills in the version and the list.
// All addresses are relative to the scope, so it works at any path.

const VERSION = '{{version}}';
const FILES = [
{{files}}];

const scope = self.registration.scope;
// Caches belong to the whole origin: the scope in the name keeps two copies of the page at two paths apart.
const PREFIX = `colex ${scope} `;
const CACHE = PREFIX + VERSION;
const OWN = new Set(FILES.map(([file]) => new URL(file, scope).href));

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // `no-cache` asks the server whether what the browser has is still right; it does not load everything again.
    // What was altered on its way is not kept: it would be altered for ever.
    await cache.addAll(FILES.map(([file, integrity]) => new Request(new URL(file, scope), { cache: 'no-cache', integrity })));
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    // The version before this one stays: an open page may still ask for a file of it. `keys` is in order of creation.
    const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

/** The address under which the cache knows what is asked for, or null when this worker has nothing to do with it. */
const address = (request) => {
  if (request.method !== 'GET') return null;
  // A file that is asked for once more, past every cache, is to come from the server.
  if (request.mode !== 'navigate' && ['no-store', 'reload'].includes(request.cache)) return null;
  const url = new URL(request.url);
  url.hash = '';
  if (request.mode === 'navigate') {
    url.search = '';
    if (url.href === new URL('index.html', scope).href) return scope;
  }
  if (OWN.has(url.href)) return url.href;
  // A file of the version before, with its hash in its name.
  return url.href.startsWith(scope) && /-[0-9a-f]{16}\.(js|css|json|wasm)$/.test(url.pathname) ? url.href : null;
};

const cached = async (key) => {
  const own = await (await caches.open(CACHE)).match(key);
  if (own) return own;
  for (const name of await caches.keys()) {
    const found = name.startsWith(PREFIX) && await (await caches.open(name)).match(key);
    if (found) return found;
  }
  return null;
};

self.addEventListener('fetch', (event) => {
  const key = address(event.request);
  // A cache that cannot be read is none: the network has the file.
  if (key !== null) event.respondWith(cached(key).catch(() => null).then((found) => found ?? fetch(event.request)));
});
