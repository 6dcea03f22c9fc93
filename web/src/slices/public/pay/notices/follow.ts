import type { contract } from '@stationmaster/contract'
import { errorOf } from '../../../../api/calls/api-error.ts'
import { send } from '../../../../api/tokens.ts'

type Subscribed = (typeof contract.pay.notify)['body']['_zod']['input']

/** The person, or the browser, shows no notices of this site. */
export class NoticesBlocked extends Error {}

export const canFollow = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const keyOf = (orderId: number): string => `stationmaster.notices.${orderId}`
export const isFollowed = (orderId: number): boolean => localStorage.getItem(keyOf(orderId)) !== null

/** Has this browser notified of an order, also when its page is closed. Throws NoticesBlocked, ApiError. */
export async function follow({ token, orderId, key }: { token: string; orderId: number; key: string }) {
  if ((await Notification.requestPermission()) !== 'granted') throw new NoticesBlocked()
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const { endpoint = '', keys = {} } = (await subscribe(pushManager, key)).toJSON()
  const body: Subscribed = { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const answer = await send(`/api/v1/pay/${encodeURIComponent(token)}/notices`, init, undefined)
  if (!answer.ok) throw await errorOf(answer)
  const { id } = (await answer.json()) as { id: number }
  // the service worker finds by it which page a notice belongs to: the server does not know the page's secret address
  const kept = await caches.open('notices')
  await kept.put(`/notices/${id}`, new Response(location.pathname))
  localStorage.setItem(keyOf(orderId), String(id))
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
