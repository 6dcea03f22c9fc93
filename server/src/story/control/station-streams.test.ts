import type { StationStream } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/transaction.ts'
import { openTestDatabases } from '../../platform/general/testing.ts'
import {
  keepStreams,
  listStreams,
  mostStreams,
  type StreamChange,
} from '../../slices/control/tasks/stream-store.ts'
import { World } from '../world/world.ts'

describe.each(openTestDatabases())('streams of values ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  const streamsOf = async (id: string) =>
    (await world.get<{ streams: StationStream[] | null }>(`stations/${id}/streams`)).streams
  const task = (id: string, body: object) => world.post(`stations/${id}/tasks`, body)
  const watched = {
    type: 'Periodic',
    value: 60,
    severity: 9,
    transaction: false,
    component: { name: 'OCPPCommCtrlr' },
    variable: { name: 'HeartbeatInterval' },
    periodicEventStream: { interval: 1 },
  }
  async function streaming() {
    const station = await world.simulate('ocpp2.1')
    const set = { action: 'SetVariableMonitoring', payload: { setMonitoringData: [watched] } }
    await world.post(`stations/${station.id}/message`, set)
    await world.until('it has opened a stream', async () => (await streamsOf(station.id))?.length === 1)
    return station
  }
  const framesOf = (id: string) =>
    world.db
      .selectFrom('frames')
      .select('repeats')
      .where('station_id', '=', id)
      .where('action', '=', 'NotifyPeriodicEventStream')
      .execute()

  test('are listed with their newest value, adjusted, read again, and gone with their monitor', async () => {
    const station = await streaming()
    await task(station.id, { task: 'read_monitors' })
    await world.until('its value and its name are known', async () => {
      const [stream] = (await streamsOf(station.id)) ?? []
      return stream?.value != null && stream.name === 'HeartbeatInterval'
    })
    expect(await streamsOf(station.id)).toMatchObject([
      {
        stream_id: 1,
        monitor_id: 1,
        component: 'OCPPCommCtrlr',
        interval_seconds: 1,
        value_at: expect.any(String),
      },
    ])
    station.setSetting('HeartbeatInterval', 240)
    const adjusted = { task: 'adjust_stream', stream_id: 1, interval_seconds: 2 }
    expect(await task(station.id, adjusted)).toMatchObject({ accepted: true })
    await world.until('the new value is there', async () => {
      const [stream] = (await streamsOf(station.id)) ?? []
      return stream?.value === '240' && stream.interval_seconds === 2
    })
    expect(await task(station.id, { ...adjusted, stream_id: 7 })).toMatchObject({ accepted: false })
    await world.db.deleteFrom('station_streams').where('station_id', '=', station.id).execute()
    await task(station.id, { task: 'read_streams' })
    expect(await streamsOf(station.id)).toMatchObject([{ stream_id: 1, interval_seconds: 2 }])
    await task(station.id, { task: 'unwatch', monitor_id: 1 })
    await world.until('it is gone', async () => (await streamsOf(station.id))?.length === 0)
    await station.close()
  })

  test('however fast a station sends, little of it is written', async () => {
    const station = await world.simulate('ocpp2.1')
    await station.link.report({ type: 'stream.opened', streamId: 1, monitorId: 1 })
    const basetime = new Date().toISOString()
    for (let nth = 0; nth < 2000; nth += 1)
      station.link.send('NotifyPeriodicEventStream', {
        id: 1,
        pending: 0,
        basetime,
        data: [{ t: nth, v: `${nth}` }],
      })
    await world.until(
      'the last value is there',
      async () => (await streamsOf(station.id))?.[0]?.value === '1999',
    )
    const standFor = async () => (await framesOf(station.id)).reduce((sum, { repeats }) => sum + repeats, 0)
    await world.until('the journal counts them all', async () => (await standFor()) >= 2000)
    expect((await framesOf(station.id)).length).toBeLessThan(20)
    expect((await streamsOf(station.id))?.[0]?.received).toBeGreaterThanOrEqual(2000)
    await station.close()
  })

  test('what several stations open and close at once is kept in one transaction, of each stream the last', async () => {
    const [one, other] = [await world.addStation(), await world.addStation()]
    const at = new Date()
    const opened = (stationId: string, streamId: number, monitorId: number) => ({
      stationId,
      streamId,
      stream: { streamId, monitorId },
      at,
    })
    const closed = (stationId: string, streamId: number) => ({ stationId, streamId, stream: null, at })
    const keep = (changes: StreamChange[]) =>
      inTransaction(world.db, (tx, commitWith) => commitWith(keepStreams(tx, changes)))
    await keep([opened(one.id, 1, 5), opened(one.id, 2, 6), opened(other.id, 1, 7)])
    const kept = async () => {
      const rows = await Promise.all([one, other].map(({ id }) => listStreams(world.db, id)))
      return rows.map((list) => list.map(({ streamId, monitorId }) => [streamId, monitorId]))
    }
    expect(await kept()).toEqual([
      [
        [1, 5],
        [2, 6],
      ],
      [[1, 7]],
    ])
    await keep([
      closed(one.id, 1),
      closed(one.id, 2),
      opened(one.id, 2, 8),
      opened(other.id, 2, 9),
      closed(other.id, 2),
      closed(other.id, 1),
    ])
    expect(await kept()).toEqual([[[2, 8]], []])
  })

  test('a station may open so many and no more, and older versions have none', async () => {
    const station = await world.simulate('ocpp2.1')
    const open = (streamId: number) => station.link.report({ type: 'stream.opened', streamId, monitorId: 1 })
    for (let nth = 1; nth <= mostStreams; nth += 1)
      expect(await open(nth)).toEqual({ type: 'stream', accepted: true })
    expect(await open(mostStreams + 1)).toEqual({ type: 'stream', accepted: false })
    expect(await open(1)).toEqual({ type: 'stream', accepted: true })
    expect(await streamsOf(station.id)).toHaveLength(mostStreams)
    await station.close()
    const older = await world.simulate('ocpp2.0.1')
    expect(await streamsOf(older.id)).toBeNull()
    await older.close()
  })
})
