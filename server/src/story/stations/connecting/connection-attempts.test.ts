import { connect } from 'node:net'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { removeOldRefusals } from '../../../slices/stations/stations/connecting/refusal-store.ts'
import { type StoryStation, World } from '../../world/world.ts'

const most = 60

describe.each(openTestDatabases())('refused connection attempts on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open(), undefined, {
      OCPP_REFUSALS_PER_MINUTE: String(most),
      TRUST_PROXY: '1',
    })
  })
  afterAll(() => world?.close())

  /** Resolves with the status of a handshake; an accepted socket is closed. */
  const attempt = (from: string, id: string, password = 'x'): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}/ocpp/${id}`, 'ocpp1.6', {
        auth: `${id}:${password}`,
        headers: { 'x-forwarded-for': `203.0.113.99, ${from}` },
      })
      socket.once('unexpected-response', (request, response) => {
        resolve(response.statusCode!)
        request.destroy()
      })
      socket.once('open', () => {
        resolve(101)
        socket.terminate()
      })
      socket.once('error', reject)
    })
  const rows = (from: string) =>
    world.db
      .selectFrom('refused_handshakes')
      .select(['station_id', 'attempts'])
      .where('remote_address', '=', from)
      .execute()

  test('of one address with always different ids fill a limited number of rows, and all are counted', async () => {
    const from = '198.51.100.1'
    for (let i = 0; i < 50; i += 1) expect(await attempt(from, `STRANGER${i}`)).toBe(404)
    await world.until('all are counted', async () => {
      const counted = (await rows(from)).reduce((sum, { attempts }) => sum + attempts, 0)
      return counted === 50
    })
    const kept = await rows(from)
    expect(kept.length).toBeLessThanOrEqual(25)
    expect(kept.find(({ station_id }) => station_id === '')!.attempts).toBeGreaterThanOrEqual(25)
  })

  test('that break off while they are refused harm nothing else', async () => {
    const { hostname, port } = new URL(world.server.url)
    const cutOff = (id: string, from: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => undefined)
        socket.on('close', () => resolve())
        socket.write(
          [
            `GET /ocpp/${id} HTTP/1.1`,
            'Host: csms',
            'Connection: Upgrade',
            'Upgrade: websocket',
            'Sec-WebSocket-Version: 13',
            'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
            'Sec-WebSocket-Protocol: ocpp1.6',
            `X-Forwarded-For: ${from}`,
            '\r\n',
          ].join('\r\n'),
        )
        // the answer arrives but is not read: the connection ends with a reset
        socket.once('readable', () => socket.resetAndDestroy())
      })
    // an unhandled error would end the test run
    const from = '198.51.100.77'
    for (let i = 0; i < 20; i += 1) await Promise.all([cutOff(`CUT${i}`, from), cutOff('%%', from)])
    expect(await attempt('198.51.100.78', 'NOBODY')).toBe(404)
  })

  test('with the id of a known station also fill a limited number of rows, and all are counted', async () => {
    const { id } = await world.addStation()
    for (let i = 0; i < 30; i += 1) expect(await attempt(`198.51.101.${i}`, id)).toBe(401)
    const kept = () =>
      world.db
        .selectFrom('refused_handshakes')
        .select(['remote_address', 'attempts'])
        .where('station_id', '=', id)
        .execute()
    await world.until('all are counted', async () => {
      return (await kept()).reduce((sum, { attempts }) => sum + attempts, 0) === 30
    })
    expect(await kept()).toHaveLength(21)
    expect((await kept()).find(({ remote_address }) => remote_address === '')!.attempts).toBe(10)
  })

  test('beyond the limit block an address for a while, but not the stations that have connected from there', async () => {
    const [from, other] = ['198.51.100.2', '198.51.100.3']
    const [known, fresh]: StoryStation[] = [await world.addStation(), await world.addStation()]
    expect(await attempt(from, known!.id, known!.password)).toBe(101)
    for (let i = 0; i < most; i += 1) expect(await attempt(from, known!.id, 'wrong')).toBe(401)
    expect(await attempt(from, 'STRANGER')).toBe(429)
    expect(await attempt(from, fresh!.id, fresh!.password)).toBe(429)
    expect(await attempt(from, known!.id, known!.password)).toBe(101)
    expect(await attempt(other, fresh!.id, fresh!.password)).toBe(101)
    await world.forward(2 * MINUTE_MS)
    expect(await attempt(from, fresh!.id, fresh!.password)).toBe(101)
  })

  test('are deleted a while after the last', async () => {
    expect(await attempt('198.51.100.4', 'PASSER')).toBe(404)
    await world.until('it is counted', async () => (await rows('198.51.100.4')).length === 1)
    await removeOldRefusals(world.db, new Date(world.clock.now().getTime() - DAY_MS))
    expect(await rows('198.51.100.4')).toHaveLength(1)
    await removeOldRefusals(world.db, new Date(world.clock.now().getTime() + DAY_MS))
    expect(await rows('198.51.100.4')).toEqual([])
  })
})
