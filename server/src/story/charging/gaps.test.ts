import type { GapsOfModel } from '@stationmaster/contract'
import { type Protocol, protocols } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases, twoVersions } from '../../platform/general/testing.ts'
import { type Sender, transactionEvent } from '../world/raw-session.ts'
import { World } from '../world/world.ts'

/*
 * Energy between sessions: in whatever order sessions become known, the gaps are those between their registers.
 */

const seed = Number(process.env.SEED)

/** A session of 5 minutes, `turn` quarters of an hour after the story's begin. */
interface Session {
  turn: number
  beginWh: number
  endWh: number
}

describe.each(openTestDatabases())('energy between sessions, on $name', ({ open }) => {
  let world: World
  let begin: number
  beforeAll(async () => {
    world = await World.open(await open())
    begin = world.clock.now().getTime() - 6 * 60 * MINUTE_MS
    await world.addCard('FLEET', false)
  })
  afterAll(() => world?.close())

  const at = (turn: number, minutes = 0) => new Date(begin + (turn * 15 + minutes) * MINUTE_MS)

  /** Sends a whole session, and its end a second time where it is repeated. */
  async function tell(protocol: Protocol, sender: Sender, stationId: string, session: Session, times = 1) {
    const { turn, beginWh, endWh } = session
    if (protocol === 'ocpp1.6') {
      const timestamp = at(turn).toISOString()
      const start = { connectorId: 1, idTag: 'FLEET', meterStart: beginWh, timestamp }
      for (let time = 0; time < times; time += 1) {
        const { transactionId } = (await sender.call('StartTransaction', start)) as { transactionId: number }
        const stop = { transactionId, meterStop: endWh, timestamp: at(turn, 5).toISOString() }
        await sender.call('StopTransaction', stop)
      }
      return
    }
    const transactionId = `${stationId}-${turn}`
    const edge = (seqNo: number, minutes: number, value: number) => ({
      transactionId,
      seqNo,
      at: at(turn, minutes),
      token: 'FLEET',
      values: [{ value, context: seqNo === 0 ? 'Transaction.Begin' : 'Transaction.End' }],
    })
    for (let time = 0; time < times; time += 1) {
      await sender.call(...transactionEvent('Started', edge(0, 0, beginWh)))
      await sender.call(...transactionEvent('Ended', edge(1, 5, endWh)))
    }
  }

  const listed = async () => (await world.get<GapsOfModel[]>('inbox/gaps'))[0]
  const gapsOf = async (stationId: string) => {
    const { rows } = await sql<{ turn: number; wh: number }>`
      select round(extract(epoch from o.transaction_start - ${at(0)}::timestamptz) / 900)::int as turn,
        g.energy_wh::int as wh
      from register_gaps g join orders o on o.id = g.order_id where g.station_id = ${stationId} order by 1`.execute(
      world.db,
    )
    return rows
  }

  test.each(
    twoVersions,
  )('%s whose register grows while nobody charges is a line of its model', async (protocol) => {
    const station = await world.simulate(protocol)
    const still = (turn: number, wh: number) =>
      tell(protocol, station.link, station.id, { turn, beginWh: wh, endWh: wh })
    await still(0, 1000)
    await still(1, 1500)
    expect(await gapsOf(station.id)).toEqual([])
    const { gaps: before } = await world.get<{ gaps: number }>('inbox/count')
    await still(2, 6500)
    await still(3, 10_500)
    expect(await gapsOf(station.id)).toEqual([
      { turn: 2, wh: 5000 },
      { turn: 3, wh: 4000 },
    ])
    const model = await listed()
    expect(model).toMatchObject({ vendor_name: 'Story', model: 'One' })
    expect((await world.get<{ gaps: number }>('inbox/count')).gaps).toBe(Math.max(1, before))
    const mine = model!.gaps.filter(({ station_id }) => station_id === station.id)
    expect(mine.map(({ energy, from, to }) => [energy, from, to])).toEqual([
      [4000, at(2, 5).toISOString(), at(3).toISOString()],
      [5000, at(1, 5).toISOString(), at(2).toISOString()],
    ])

    await world.post(`inbox/gaps/${mine[0]!.order_id}/dismiss`, { note: 'the car park’s light' })
    expect((await listed())?.gaps.some(({ order_id }) => order_id === mine[0]!.order_id)).toBe(false)
    await expect(
      world.post(`inbox/gaps/${mine[0]!.order_id}/dismiss`, { note: 'again' }),
    ).rejects.toMatchObject({
      status: 404,
    })
    // a dismissed gap stays dismissed when its session is sent again
    await tell(protocol, station.link, station.id, { turn: 3, beginWh: 10_500, endWh: 10_500 })
    expect((await listed())?.gaps.some(({ order_id }) => order_id === mine[0]!.order_id)).toBe(false)
  })

  test('a fleet of a model is one line, and is dismissed as one', async () => {
    for (const protocol of twoVersions) {
      const station = await world.simulate(protocol)
      await tell(protocol, station.link, station.id, { turn: 0, beginWh: 0, endWh: 0 })
      await tell(protocol, station.link, station.id, { turn: 1, beginWh: 4000, endWh: 4000 })
    }
    const all = await world.get<GapsOfModel[]>('inbox/gaps')
    expect(all).toHaveLength(1)
    const { stations, count, energy, gaps, vendor_name, model } = all[0]!
    expect(stations).toBe(new Set(gaps.map(({ station_id }) => station_id)).size)
    expect(stations).toBeGreaterThanOrEqual(2)
    expect([count, energy]).toEqual([gaps.length, gaps.reduce((sum, one) => sum + one.energy, 0)])
    const dismissed = await world.post<{ dismissed: number }>('inbox/gaps/dismiss', {
      vendor_name,
      model,
      note: 'their firmware tells no energy',
    })
    expect(dismissed).toEqual({ dismissed: count })
    expect(await world.get('inbox/gaps')).toEqual([])
    expect((await world.get<{ gaps: number }>('inbox/count')).gaps).toBe(0)
  })

  test('connectors that share a meter explain each other', async () => {
    const station = await world.post<{ password: string }>(`locations/${world.locationId}/stations`, {
      id: 'SHARED',
      vendor_name: 'Story',
      model: 'Two',
      connectors: [1, 2].map((number) => ({
        evse_number: number,
        number: 1,
        type: 'CCS 2',
        current: 'DC',
        power: 150,
      })),
    })
    const link = await world.simulateAs(
      { id: 'SHARED', password: station.password, connectorId: 0 },
      'ocpp1.6',
    )
    const charge = async (connectorId: number, turn: number, beginWh: number, endWh: number) => {
      const start = { connectorId, idTag: 'FLEET', meterStart: beginWh, timestamp: at(turn).toISOString() }
      const { transactionId } = (await link.link.call('StartTransaction', start)) as { transactionId: number }
      const timestamp = at(turn, 5).toISOString()
      await link.link.call('StopTransaction', { transactionId, meterStop: endWh, timestamp })
    }
    await charge(1, 0, 0, 5000)
    await charge(1, 2, 9000, 12_000)
    expect(await gapsOf('SHARED')).toEqual([{ turn: 2, wh: 4000 }])
    await charge(2, 1, 5000, 9000)
    expect(await gapsOf('SHARED')).toEqual([])
  })

  test('does not depend on the order in which sessions come, on repeats, or on meters that are set back', async () => {
    process.stdout.write(`energy between sessions: SEED=${seed}\n`)
    const rise = fc.record({
      charged: fc.integer({ min: 0, max: 3000 }),
      between: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 501, max: 5000 }),
        fc.constant('set back' as const),
      ),
      place: fc.nat(),
      times: fc.constantFrom(1, 1, 2),
    })
    const history = fc.array(rise, { minLength: 3, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...protocols), history, async (protocol, rises) => {
        const station = await world.simulate(protocol)
        let register = 10_000
        const sessions = rises.map(({ charged, between, place, times }, turn) => {
          const beginWh = between === 'set back' ? 0 : register + (turn === 0 ? 0 : between)
          register = beginWh + charged
          return { turn, beginWh, endWh: register, place, times }
        })
        for (const one of sessions.toSorted((a, b) => a.place - b.place))
          await tell(protocol, station.link, station.id, one, one.times)
        const expected = sessions.slice(1).flatMap(({ turn, beginWh }, index) => {
          const wh = beginWh - sessions[index]!.endWh
          return wh > 500 ? [{ turn, wh }] : []
        })
        expect(await gapsOf(station.id)).toEqual(expected)
        await station.close()
      }),
      { numRuns: 10, seed },
    )
  })
})
