import { setTimeout } from 'node:timers/promises'
import type { LiveSignal } from '@stationmaster/contract'
import fastify, { type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../platform/general/clock.ts'
import { LiveBus, liveRoute } from '../../../platform/general/live.ts'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { Office } from '../../world/office.ts'

describe('the live feed', () => {
  let office: Office
  let url: string
  let own: number
  let foreign: number
  beforeAll(async () => {
    office = await Office.open(await openTestDatabase())
    own = await office.addLocation('Own', await office.idOf('manager'))
    foreign = await office.addLocation('Foreign')
    url = `${await office.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/live`
  })
  afterAll(() => office.close())

  /** Reads the feed as a role until `count` signals have come. */
  const hear = async (role: 'manager' | 'administrator', count: number, say: () => void) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${await office.tokenOf(role)}` } })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    const signals: LiveSignal[] = []
    let text = (await reader.read()).value ?? ''
    say()
    while (signals.length < count) {
      const { value, done } = await reader.read()
      if (done) break
      text += value
      const lines = text.split('\n\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) signals.push(JSON.parse(line.slice(6)))
    }
    await reader.cancel()
    return signals
  }

  test('signals come by scope, equal ones only once', async () => {
    const say = () => {
      for (let index = 0; index < 5; index++) {
        office.parts.live.publish({ topic: 'order', id: 1, locationId: foreign })
        office.parts.live.publish({ topic: 'order', id: 2, locationId: own })
      }
      office.parts.live.publish({ topic: 'station', id: 'S', locationId: own })
    }
    const mine = [
      { topic: 'order', id: 2, locationId: own },
      { topic: 'station', id: 'S', locationId: own },
    ]
    expect(await hear('manager', 2, say)).toEqual(mine)
    expect(await hear('administrator', 3, say)).toEqual([
      { topic: 'order', id: 1, locationId: foreign },
      ...mine,
    ])
  })

  test('who sees some locations hears that an incident of several has changed, and not which', async () => {
    const say = () => {
      office.parts.live.publish({ topic: 'incident', id: 7, locationId: foreign })
      office.parts.live.publish({ topic: 'bulk', id: 8, locationId: 0 })
      office.parts.live.publish({ topic: 'incident', id: 9, locationId: 0 })
      office.parts.live.publish({ topic: 'incident', id: 10, locationId: own })
    }
    expect(await hear('manager', 2, say)).toEqual([
      { topic: 'incident', id: 0, locationId: 0 },
      { topic: 'incident', id: 10, locationId: own },
    ])
    expect(await hear('administrator', 4, say)).toMatchObject([{ id: 7 }, { id: 8 }, { id: 9 }, { id: 10 }])
  })

  /** A role's feed, from its first word on. */
  const open = async (role: 'manager' | 'operator') => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${await office.tokenOf(role)}` } })
    const reader = answer.body!.getReader()
    await reader.read()
    return reader
  }

  test('the feed of a person whose locations have changed ends at once', async () => {
    const changed = await open('manager')
    const id = await office.idOf('manager')
    await office.call('administrator', 'PUT', `managers/${id}/locations`, [own, foreign])
    office.parts.live.publish({ topic: 'order', id: 3, locationId: own })
    expect((await changed.read()).done).toBe(true)
    expect(
      await hear('manager', 1, () =>
        office.parts.live.publish({ topic: 'order', id: 4, locationId: foreign }),
      ),
    ).toMatchObject([{ id: 4 }])
  })

  test('the feed of a person whose role has changed ends at once, other feeds continue', async () => {
    const [changed, other] = [await open('manager'), await open('operator')]
    const id = await office.idOf('manager')
    await office.call('administrator', 'PATCH', `managers/${id}`, { role: 'operator' })
    expect((await changed.read()).done).toBe(true)
    office.parts.live.publish({ topic: 'order', id: 3, locationId: own })
    expect(new TextDecoder().decode((await other.read()).value)).toContain('"id":3')
    await other.cancel()
  })

  test('a visitor gets no signals', async () => {
    const answer = await fetch(url)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'auth.required' })
  })

  test('who is turned away while they are being admitted reads nothing live', async () => {
    const app = fastify()
    const bus = new LiveBus()
    let blocked = false
    let admit = () => {}
    const admitted = new Promise<void>((done) => {
      admit = done
    })
    liveRoute(
      { app },
      {
        bus,
        clock: systemClock,
        admit: async () => {
          if (blocked) throw new Failure('auth.blocked')
          await admitted
          return { id: 7, scope: null, hears: () => true, expiresAt: null }
        },
      },
    )
    const reading = app.inject('/api/v1/live')
    await setTimeout(20)
    blocked = true
    bus.dismiss(7)
    admit()
    expect((await reading).body).toBe(': hello\n\n')
    await app.close()
  })

  test('who leaves while they are being admitted is written to no more', async () => {
    const app = fastify({ forceCloseConnections: true })
    const bus = new LiveBus()
    const hears = vi.fn(() => true)
    let admit = () => {}
    const admitted = new Promise<void>((done) => {
      admit = done
    })
    const requests: FastifyRequest[] = []
    liveRoute(
      { app },
      {
        bus,
        clock: systemClock,
        admit: async (request) => {
          requests.push(request)
          await admitted
          return { id: 7, scope: null, hears, expiresAt: null }
        },
      },
    )
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const reading = fetch(`${address}/api/v1/live`, { signal: leaving.signal })
    await expect.poll(() => requests).toHaveLength(1)
    leaving.abort()
    await expect(reading).rejects.toThrow('aborted')
    await expect.poll(() => requests[0]!.raw.socket.destroyed).toBe(true)
    admit()
    await setTimeout(20)
    bus.publish({ topic: 'order', id: 1, locationId: 1 })
    await setTimeout(400)
    expect(hears).not.toHaveBeenCalled()
    await app.close()
  })
})
