// Serves the page and its files from the phone first, so that the app opens offline. The build inserts the list of
// files.
const cacheName = 'driver-__RELEASE__'
const page = '/driver'
const files = ['__FILES__']
const around = ['/driver/manifest.webmanifest', '/driver/icon.svg', '/driver/icon-192.png', '/driver/icon-180.png']

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName)
      // Bypasses the cache of the browser, so that all files belong to the same release. If one file fails, none is
      // stored.
      await cache.addAll([page, ...files, ...around].map((url) => new Request(url, { cache: 'reload' })))
      await self.skipWaiting()
    })(),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const older = (await caches.keys()).filter((name) => name.startsWith('driver-') && name !== cacheName)
      // The cache of the previous release stays: an open page of that release may request its scanner.
      await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate' && (pathname === page || pathname === `${page}/`)) event.respondWith(kept(page))
  else if (pathname.startsWith('/driver/') && pathname !== '/driver/worker.js') event.respondWith(kept(pathname))
})

/** Returns a file from the phone, otherwise from the service. Stores files whose names change with their content. */
async function kept(path) {
  const cache = await caches.open(cacheName)
  const found = (await cache.match(path)) ?? (path.startsWith('/driver/assets/') && (await caches.match(path)))
  if (found) return found
  const response = await fetch(path)
  if (response.ok && path.startsWith('/driver/assets/')) await cache.put(path, response.clone())
  return response
}
