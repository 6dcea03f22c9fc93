import { setTimeout as delay } from 'node:timers/promises'
import type { VirtualStation } from '@stationmaster/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twoVersions } from '../../../platform/general/testing.ts'
import { type Cluster, makeCluster } from '../../world/postgres-cluster.ts'
import { Servers } from './servers.ts'

/** longer than a server may be silent before the others take it for dead */
const awayMs = 20_000

describe('two servers whose database goes away', () => {
  let cluster: Cluster
  let servers: Servers
  beforeAll(async () => {
    cluster = await makeCluster({ settings: { shared_buffers: '16MB', max_connections: 60 } })
    const database = { url: cluster.url, drop: () => cluster.remove() }
    servers = await Servers.open(2, { LOG_LEVEL: 'warn' }, { database })
  })
  afterAll(() => servers?.close())

  const nodes = () =>
    servers.query<{ id: string; run: string; state: string }>('select id, run, state from nodes order by id')
  const send = (at: number, id: string) =>
    servers.apis[at]!.post<{ status: string }>(`stations/${id}/message`, {
      action: 'ClearCache',
      payload: {},
    }).then(
      ({ status }) => status,
      (error: Error) => /"code":"([\w.]+)"/.exec(error.message)?.[1] ?? error.message,
    )

  /** Stations of both versions charge at both servers while something is away; all is as it was when it is back. */
  async function through(name: string, away: () => Promise<void>): Promise<void> {
    const stations: { id: string; at: number; station: VirtualStation }[] = []
    for (const at of [0, 1])
      for (const protocol of twoVersions) {
        const id = `${name}-${at}-${protocol}`
        stations.push({ id, at, station: await servers.simulate(id, protocol, at) })
      }
    for (const { id, station } of stations) await station.begin({ token: `CARD-${id}` })
    for (const { station } of stations) station.addEnergy(undefined, 1_000)
    const before = await nodes()
    expect(before.map(({ id, state }) => `${id} ${state}`)).toEqual(['node-0 up', 'node-1 up'])
    await away()
    for (const { id, at } of stations)
      await servers.until(
        `${id} is commanded over the other server`,
        async () => (await send(1 - at, id)) === 'Accepted',
      )
    // a false death would be declared with the next beats
    await delay(6_000)
    expect(await nodes()).toEqual(before)
    expect(
      servers.all
        .flatMap(({ lines }) => lines)
        .filter((line) => /a server is dead|took this one for dead/.test(line)),
    ).toEqual([])
    for (const { station } of stations) station.addEnergy(undefined, 1_000)
    await Promise.all(stations.map(({ station }) => station.stop()))
    const orders = (await servers.apis[0]!.orders()).filter((order) =>
      stations.some(({ id }) => id === order.station.id),
    )
    expect(orders).toHaveLength(stations.length)
    for (const { id, station } of stations) {
      await station.resendStop()
      const [transaction, ...others] = station.transactions()
      expect(others).toEqual([])
      const { order } = await servers.apis[1]!.details(orders.find((one) => one.station.id === id)!.id)
      const energyWh = transaction!.meterStopWh! - transaction!.meterStartWh
      expect(energyWh).toBeGreaterThanOrEqual(2_000)
      expect(order).toMatchObject({
        status: 'completed',
        meter_start: transaction!.meterStartWh,
        meter_stop: transaction!.meterStopWh,
        charging_price: Math.round(energyWh * 1.7),
      })
    }
  }

  test(
    'PostgreSQL stands still',
    () =>
      through('FROZEN', async () => {
        cluster.freeze()
        await delay(awayMs)
        cluster.thaw()
      }),
    240_000,
  )

  test(
    'PostgreSQL and NATS end, and are started again',
    () =>
      through('ENDED', async () => {
        await Promise.all([cluster.stop('fast'), servers.nats.end('SIGKILL')])
        await delay(awayMs)
        await servers.nats.start()
        await cluster.start()
      }),
    240_000,
  )

  test('of two processes under one name the older ends, and says why', async () => {
    const [older, other] = servers.all
    const newer = await servers.another('node-0')
    await newer.start()
    await older!.ended()
    expect(older!.lines.filter((line) => /begun under this NODE_ID: this one ends/.test(line))).toHaveLength(
      1,
    )
    expect([newer.alive, other!.alive]).toEqual([true, true])
    await servers.until('the newer has the name', async () =>
      (await nodes()).every(({ state }) => state === 'up'),
    )
  })
})
