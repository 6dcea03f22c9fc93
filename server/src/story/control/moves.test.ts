import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { MoveBody, Rollout, RolloutStation } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { freePort } from '../world/server-process.ts'
import { World } from '../world/world.ts'

const retry = { connectMs: 50, connectMostMs: 200, messageMs: 100, messageAttempts: 50 }
const key = 'CentralSystemURL'

describe.each(openTestDatabases())('stations are moved to another address ($name)', ({ open }) => {
  let world: World
  const undo: (() => unknown)[] = []
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterEach(async () => {
    for (const one of undo.splice(0)) await one()
    for (const { id, can } of await world.get<Rollout[]>('firmware/rollouts'))
      if (can.cancel) await world.post(`firmware/rollouts/${id}/cancel`)
    await world.db.updateTable('stations').set({ deleted_at: world.clock.now() }).execute()
  })
  afterAll(() => world?.close())

  const aStation = async (protocol: Protocol) => {
    const station = await world.simulate(protocol, { retry })
    await world.untilOnline(station.made.id)
    return station
  }
  const addressOf = (host: string) => {
    const url = new URL(`${world.server.url.replace('http', 'ws')}/ocpp`)
    url.hostname = host
    return url.href
  }
  const begin = (url: string, more: Partial<MoveBody> = {}) =>
    world.post<Rollout>('firmware/moves', {
      vendor_name: 'Story',
      model: 'One',
      url,
      ours: true,
      security_profile: 1,
      key,
      share: { of: 'percent', percent: 100 },
      wave_size: 1,
      failures_most: 1,
      ...more,
    })
  const stations = (id: number) => world.get<RolloutStation[]>(`firmware/rollouts/${id}/stations`)
  const until = async (id: number, isSo: (seen: Rollout) => boolean): Promise<Rollout> => {
    let seen: Rollout | undefined
    await world.until(`roll-out ${id} goes on`, async () => {
      seen = await world.get<Rollout>(`firmware/rollouts/${id}`)
      return isSo(seen)
    })
    return seen!
  }
  const ended = (id: number) => until(id, ({ status }) => status === 'finished')
  const hosts = async () =>
    (
      await world.db
        .selectFrom('station_presence')
        .innerJoin('stations', 'stations.id', 'station_presence.station_id')
        .where('stations.deleted_at', 'is', null)
        .select('host')
        .orderBy('host')
        .execute()
    ).map(({ host }) => host?.replace(/:\d+$/, ''))

  describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s', (protocol) => {
    test('a share first, then all others, and back again', async () => {
      for (let made = 0; made < 3; made += 1) await aStation(protocol)
      const there = await begin(addressOf('localhost'), { share: { of: 'stations', stations: 1 } })
      expect(there).toMatchObject({ file: null, move: { ours: true, key }, reach: 3, total: 1 })
      expect((await ended(there.id)).counts).toMatchObject({ done: 1, failed: 0 })
      expect(await hosts()).toEqual(['127.0.0.1', '127.0.0.1', 'localhost'])
      const all = await begin(addressOf('localhost'))
      expect((await ended(all.id)).counts).toMatchObject({ done: 3 })
      expect(await hosts()).toEqual(['localhost', 'localhost', 'localhost'])
      const back = await begin(addressOf('127.0.0.1'), { wave_size: 3 })
      expect((await ended(back.id)).counts).toMatchObject({ done: 3 })
      expect(await hosts()).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1'])
    })

    test('one that comes back, as nobody answers there, has failed, and the roll-out stops by its bounds', async () => {
      for (let made = 0; made < 2; made += 1) await aStation(protocol)
      const { id } = await begin(`ws://127.0.0.1:${await freePort()}/ocpp`)
      const paused = await until(id, ({ status }) => status === 'paused')
      expect(paused).toMatchObject({ paused_by: 'failures', counts: { failed: 1, waiting: 1, done: 0 } })
      expect(await stations(id)).toMatchObject([
        { state: 'failed', code: 'rollout.came_back' },
        { state: 'waiting', waits_for: 'paused' },
      ])
    })

    test('one that leaves for another network and stays there is done; one that was to come back is lost', async () => {
      const other = new WebSocketServer({ port: 0, handleProtocols: (offered) => [...offered][0] ?? false })
      await once(other, 'listening')
      undo.push(() => {
        for (const one of other.clients) one.terminate()
        other.close()
      })
      const url = `ws://127.0.0.1:${(other.address() as AddressInfo).port}/ocpp`
      const away = async (ours: boolean) => {
        const station = await aStation(protocol)
        const { id } = await begin(url, { ours })
        await world.untilOffline(station.made.id)
        await world.until('it has said that it goes', async () => (await stations(id))[0]?.status !== null)
        return { id, station }
      }
      const left = await away(false)
      await world.forward(8 * MINUTE_MS)
      expect(await stations(left.id)).toMatchObject([{ state: 'updating' }])
      await world.forward(3 * MINUTE_MS)
      expect((await ended(left.id)).counts).toMatchObject({ done: 1 })
      await left.station.close()
      await world.db.updateTable('stations').set({ deleted_at: world.clock.now() }).execute()
      const lost = await away(true)
      await world.forward(16 * MINUTE_MS)
      expect((await ended(lost.id)).counts).toMatchObject({ failed: 1 })
      expect((await stations(lost.id))[0]).toMatchObject({ code: 'rollout.not_back' })
    })
  })

  test('OCPP 1.6 without the name of a key, and a key that the model does not have, fail', async () => {
    await aStation('ocpp1.6')
    const body = {
      vendor_name: 'Story',
      model: 'One',
      url: addressOf('localhost'),
      ours: true,
      security_profile: 1,
    }
    const pace = { share: { of: 'percent', percent: 100 }, wave_size: 1, failures_most: 1 }
    const without = await world.post<Rollout>('firmware/moves', { ...body, ...pace })
    await ended(without.id)
    expect((await stations(without.id))[0]).toMatchObject({ state: 'failed', code: 'station.unsupported' })
    const wrong = await world.post<Rollout>('firmware/moves', { ...body, ...pace, key: 'NoSuchKey' })
    await ended(wrong.id)
    expect((await stations(wrong.id))[0]).toMatchObject({ state: 'failed', code: 'station.rejected' })
  })
})
