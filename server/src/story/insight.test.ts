import type { OrderOutcome, OutcomeRow, Outcomes, Role } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../platform/testing.ts'
import { ReportDesk, type Told } from './report-desk.ts'

const march = 'from=2026-02-28T21:00:00Z&to=2026-03-10T20:59:59Z'

interface OutcomesAnswer {
  current: Outcomes
  previous: Outcomes
  rows: OutcomeRow[]
}

describe.each(openTestDatabases())('how sessions went and stations were used ($name)', ({ open }) => {
  let desk: ReportDesk
  let own: number
  let foreign: number
  beforeAll(async () => {
    desk = await ReportDesk.open(await open())
    own = await desk.addLocation('Yard', true)
    foreign = await desk.addLocation('Harbour', false)
    const session = (locationId: number, outcome: OrderOutcome, more: Partial<Told> = {}): Told => ({
      ...{ locationId, outcome, endedAt: new Date('2026-03-05T10:30:00Z'), firmware: '1.0' },
      ...more,
    })
    await desk.db
      .updateTable('stations')
      .set({ created_at: new Date('2026-01-01T00:00:00Z') })
      .execute()
    await desk.end(
      session(own, 'charged'),
      session(own, 'charged', { connector: 1 }),
      session(own, 'energy', { connector: 1, energyWh: 0, firmware: '2.0' }),
      session(own, 'energy', { connector: 1, energyWh: 0, firmware: '2.0' }),
      session(own, 'stop'),
      session(own, 'given_up', { energyWh: 0 }),
      session(own, 'start', { endedAt: new Date('2026-02-25T10:30:00Z') }),
      session(foreign, 'charged', { method: 'cash' }),
      session(foreign, 'charged', { priceMinor: 9_000, energyWh: 50_000 }),
    )
  })
  afterAll(() => desk?.office.close())

  async function ask<T>(what: string, more = '', who: Role = 'administrator'): Promise<T> {
    const { status, body } = await desk.office.call<T>(
      who,
      'GET',
      `statistics${what && `/${what}`}?${march}${more}`,
    )
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const outcomes = (more = '', who?: Role) => ask<OutcomesAnswer>('outcomes', more, who)

  test('what was tried and where it failed, beside the period before; what people gave up is no attempt', async () => {
    const { current, previous } = await outcomes()
    expect(current).toEqual({ attempts: 7, failed: { authorisation: 0, start: 0, energy: 2, stop: 1 } })
    expect(previous).toEqual({ attempts: 1, failed: { authorisation: 0, start: 1, energy: 0, stop: 0 } })
  })

  test('the connector where most failed comes first, at a stage or at any', async () => {
    const { rows } = await outcomes('&by=connector')
    expect(rows.map(({ connector_number, attempts }) => [connector_number, attempts])).toEqual([
      [2, 3],
      [1, 2],
    ])
    const { rows: stopped } = await outcomes('&by=connector&stage=stop')
    expect(stopped).toMatchObject([{ connector_number: 1, failed: { stop: 1 }, location_name: 'Yard' }])
  })

  test('by firmware, model, station and location', async () => {
    expect((await outcomes('&by=firmware')).rows).toMatchObject([
      { name: '2.0', attempts: 2, failed: { energy: 2 } },
      { name: '1.0', attempts: 5, failed: { stop: 1 } },
    ])
    expect((await outcomes('&by=model')).rows).toHaveLength(1)
    expect((await outcomes('&by=station')).rows).toMatchObject([{ station_id: `station-${own}` }])
    expect((await outcomes('&by=location')).rows).toMatchObject([{ location_id: own, attempts: 5 }])
  })

  test('a location and a station tell of themselves, and nobody of what is not theirs', async () => {
    expect((await outcomes(`&location_ids=${foreign}`)).current.attempts).toBe(2)
    expect((await outcomes(`&station_id=station-${own}`)).current.attempts).toBe(5)
    expect((await outcomes('', 'manager')).current.attempts).toBe(5)
    expect((await outcomes(`&station_id=station-${foreign}`, 'manager')).current.attempts).toBe(0)
    const { status } = await desk.office.call('accounter', 'GET', `statistics/outcomes?${march}`)
    expect(status).toBe(403)
  })

  test('utilisation by weekday and hour', async () => {
    const { share, cells } = await ask<{
      share: number
      cells: { weekday: number; hour: number; share: number }[]
    }>('utilisation')
    expect(share).toBeGreaterThan(0)
    const used = cells.filter((one) => one.share > 0)
    // a Thursday, half past twelve to half past one by the network's clocks
    expect(used.map(({ weekday, hour }) => [weekday, hour])).toEqual([
      [4, 12],
      [4, 13],
    ])
  })

  test('the best and the worst locations, by revenue, which operators do not see', async () => {
    const { best, total } = await ask<{ best: Record<string, unknown>[]; total: number }>('places')
    expect(total).toBe(2)
    expect(best).toMatchObject([
      { location_name: 'Yard', attempts: 5, failed: 3 },
      { location_name: 'Harbour', revenue: 9_000 },
    ])
    const seen = await ask<{ best: Record<string, unknown>[] }>('places', '', 'operator')
    expect(seen.best).toMatchObject([
      { location_name: 'Harbour', revenue: null, energy: 60_000 },
      { location_name: 'Yard', revenue: null },
    ])
  })

  test('statistics of a station are read from the hours', async () => {
    const { current_period: of } = await ask<{ current_period: Record<string, number> }>(
      '',
      `&station_id=station-${foreign}`,
    )
    expect(of).toEqual({ charging_revenue: 9_000, charging_sessions: 2, energy_usage: 60_000 })
  })
})
