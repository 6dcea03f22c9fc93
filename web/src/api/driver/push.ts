import type { PushSubscribed } from '@stationmaster/contract'

/** The person, or the browser, shows no notices of this site. */
export class NoticesBlocked extends Error {}

export const canBeNotified = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Where this browser's push service takes notices, made for the server's key. Throws NoticesBlocked. */
export async function subscribeBrowser(key: string): Promise<PushSubscribed> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NoticesBlocked()
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const { endpoint = '', keys = {} } = (await subscribe(pushManager, key)).toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}

/** Keeps which page the notices with an id belong to: the service worker opens it where one of them is touched. */
export async function keepPageOf(id: number, path: string): Promise<void> {
  const kept = await caches.open('notices')
  await kept.put(`/notices/${id}`, new Response(path))
}

/** A browser has one subscription for a site; one that was made for another key of the server is of no use. */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    const old = await manager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return manager.subscribe(options)
  }
}
