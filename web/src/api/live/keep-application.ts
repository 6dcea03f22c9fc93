/** Has the browser keep the application's files, for a reload without the server; see public/service-worker.js. */
export async function keepApplication(): Promise<void> {
  const { serviceWorker } = navigator
  // only over TLS and on the computer itself do browsers have it
  if (!import.meta.env.PROD || !serviceWorker) return
  await serviceWorker.register('/service-worker.js')
  if (!serviceWorker.controller)
    await new Promise((ready) => serviceWorker.addEventListener('controllerchange', ready, { once: true }))
  // what is loaded from now on, it sees itself
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const own = loaded.filter((address) => address.startsWith(location.origin))
  serviceWorker.controller?.postMessage(own)
}
