import { errorOf } from '../../../../api/calls/api-error.ts'
import { keepPageOf, subscribeBrowser } from '../../../../api/driver/push.ts'
import { send } from '../../../../api/tokens.ts'

const keyOf = (orderId: number): string => `stationmaster.notices.${orderId}`
export const isFollowed = (orderId: number): boolean => localStorage.getItem(keyOf(orderId)) !== null

/** Has this browser notified of an order, also when its page is closed. Throws NoticesBlocked, ApiError. */
export async function follow({ token, orderId, key }: { token: string; orderId: number; key: string }) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await subscribeBrowser(key)),
  }
  const answer = await send(`/api/v1/pay/${encodeURIComponent(token)}/notices`, init, undefined)
  if (!answer.ok) throw await errorOf(answer)
  const { id } = (await answer.json()) as { id: number }
  // the server does not know the page's secret address
  await keepPageOf(id, location.pathname)
  localStorage.setItem(keyOf(orderId), String(id))
}
