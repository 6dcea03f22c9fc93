import { setTimeout as delay } from 'node:timers/promises'
import type { WebhookEndpoint } from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Receiver } from '../../operations/webhooks/receiver.ts'
import { Servers } from './servers.ts'

describe('two servers tell other programs', () => {
  let servers: Servers
  let receiver: Receiver
  const places: number[] = []

  beforeAll(async () => {
    servers = await Servers.open(2, { OUTGOING_PRIVATE_NETWORKS: 'loopback' })
    receiver = await Receiver.open()
    const [api] = servers.apis
    for (let n = 0; n < 6; n += 1)
      places.push((await api!.post<{ id: number }>('locations', { name: `Place ${n}` })).id)
    const { secret } = await api!.post<{ endpoint: WebhookEndpoint; secret: string }>('webhook-endpoints', {
      name: 'Told',
      url: receiver.url,
      events: ['location.updated'],
    })
    receiver.secret = secret
  })
  afterAll(async () => {
    await servers?.close()
    await receiver?.close()
  })

  const rename = (at: number, id: number, name: string) =>
    servers.apis[at]!.patch(`locations/${id}`, { name })
  const names = () => receiver.arrivals.map(({ body }) => String(body.data.object.name)).toSorted()

  test('each message arrives once, whichever server made the change; a server that is left alone sends', async () => {
    const expected = places.map((_, n) => `Told ${n}`)
    await Promise.all(places.map((id, n) => rename(n % 2, id, `Told ${n}`)))
    await servers.until('all is heard of', () => names().length >= expected.length, 2 * MINUTE_MS)
    await delay(3 * SECOND_MS)
    expect(names()).toEqual(expected)
    expect(new Set(receiver.arrivals.map(({ key }) => key)).size).toBe(expected.length)

    receiver.arrivals.length = 0
    await rename(0, places[0]!, 'Changed before the end')
    await servers.all[0]!.end('SIGKILL')
    await rename(1, places[1]!, 'Changed after it')
    const states = () => new Set(names())
    await servers.until('both are heard of', () => states().size === 2, 3 * MINUTE_MS)
    expect([...states()]).toEqual(['Changed after it', 'Changed before the end'])
    expect(receiver.forged).toBe(0)
  }, 360_000)
})
