/*
 * Keeps the files of the application that the browser has loaded, so that a page that is loaded anew while the server is away
 * tells that itself. The server goes first: the kept page is given only where no answer came, and data is never kept.
 *
 * It also shows drivers the notices of their sessions and the staff those of incidents, and opens the page that they belong to where
 * one of them is touched.
 */
const cacheName = 'application'
const pagePath = '/index.html'
const notOurs = /^\/(api|ocpp|health|metrics)(\/|$)/
/** The name of an asset holds the hash of what is in it. */
const isAsset = (url) => url.pathname.startsWith('/assets/')
const isFile = (url) => isAsset(url) || url.pathname === '/theme.js' || url.pathname === '/favicon.svg'
/** A proxy answers so for a server that is away. */
const isOfProxy = (status) => status >= 502 && status <= 504

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => event.waitUntil(keep(event.data)))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || notOurs.test(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (isFile(url)) event.respondWith(file(request, url))
})

self.addEventListener('push', (event) => {
  if (!event.data) return
  const { id, kind, title, body, path } = event.data.json()
  // one that comes again replaces the one before
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag: `${kind} ${id}`,
      data: { id, path },
      icon: '/favicon.svg',
    }),
  )
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data ?? {}))
})

/**
 * Shows the page that a notice belongs to. One of the staff names it; a driver's page has kept its address under the notice's id, as
 * the server does not know it.
 */
async function openPage({ id, path: named }) {
  const kept = named ? undefined : await (await caches.open('notices')).match(`/notices/${id}`)
  const { href, origin, pathname } = new URL(named ?? (await kept?.text()) ?? '/', location.origin)
  const path = origin === location.origin ? href : '/'
  const shown = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const own = shown.find(({ url }) => new URL(url).pathname === pathname)
  await (own ? own.focus() : self.clients.openWindow(path))
}

async function page(request) {
  const answer = await fetch(request).catch(() => Response.error())
  if (answer.type !== 'error' && !isOfProxy(answer.status)) return answer
  return (await caches.match(pagePath)) ?? answer
}

async function file(request, url) {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request)
  if (kept && isAsset(url)) return kept
  const answer = await fetch(request).catch(() => Response.error())
  if (answer.ok) await cache.put(request, answer.clone())
  return answer.ok ? answer : (kept ?? answer)
}

/** Keeps the page and the files (addresses) that it has loaded: all of one build, the one that the server has now. */
async function keep(addresses) {
  const files = addresses.map((address) => new URL(address)).filter(isFile)
  const answer = await fetch(pagePath, { cache: 'no-cache' })
  const html = await answer.clone().text()
  const named = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  const isOfThisBuild = named.every((path) => files.some(({ pathname }) => pathname === path))
  if (!answer.ok || !isOfThisBuild) return
  const before = await (await caches.match(pagePath))?.text()
  if (before !== html) await caches.delete(cacheName)
  const cache = await caches.open(cacheName)
  await cache.put(pagePath, answer)
  const missing = []
  for (const { href } of files) if (!(await cache.match(href))) missing.push(href)
  await cache.addAll(missing)
}
