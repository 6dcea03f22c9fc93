import { createHmac } from 'node:crypto'
import { SECOND_MS } from '@stationmaster/units'
import type { ChannelMeans } from './means.ts'

/** Signed as Standard Webhooks says: HMAC-SHA256 of id, instant and body, with a point between. */
export const webhook: ChannelMeans = {
  callOf: ({ target, secret }, { id, title, lines, link }, now) => {
    const body = JSON.stringify({ id, type: 'incidents.notified', title, incidents: lines, link })
    const timestamp = String(Math.floor(now.getTime() / SECOND_MS))
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
    return {
      url: target,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
    }
  },
}
