import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, openTestDatabases } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'
import { ReportWorld } from './report-world.ts'

interface Totals {
  charging_revenue: number
  cash_amount: number
  charging_sessions: number
  energy_usage: number
}
interface Statistics {
  current_period: Totals
  previous_period: Totals
  data: (Totals & { date: string })[]
}

const totals = (
  charging_revenue: number,
  charging_sessions: number,
  energy_usage: number,
  cash_amount = 0,
): Totals => ({ charging_revenue, cash_amount, charging_sessions, energy_usage })

describe.each(openTestDatabases())('statistics ($name)', ({ open }) => {
  let office: Office
  let own: number
  let foreign: number
  beforeAll(async () => {
    office = await Office.open(await open())
    own = await office.addLocation('Own', await office.idOf('manager'))
    foreign = await office.addLocation('Foreign')
    const day = (date: string, location_id: number, method_type: string, amount_minor: number) => ({
      day: date,
      location_id,
      method_type,
      amount_minor,
      order_count: 1,
      energy_wh: 10_000,
    })
    await office.database.db
      .insertInto('daily_totals')
      .values([
        day('2026-02-28', own, 'card', 500),
        day('2026-03-02', own, 'card', 1000),
        day('2026-03-02', own, 'cash', 9000),
        day('2026-03-02', foreign, 'card', 70_000),
        day('2026-03-03', own, 'account', 2000),
        day('2026-03-04', own, 'account', 4000),
      ])
      .execute()
  })
  afterAll(() => office.close())

  // three days in Moscow: 1, 2 and 3 March
  const query = 'from=2026-02-28T21:00:00Z&to=2026-03-03T20:59:59.999Z&mode=full'
  const ask = (role: 'manager' | 'administrator' | 'app-developer' | 'accounter', more = '') =>
    office.call<Statistics>(role, 'GET', `statistics?${query}${more}`)

  test('days are the network’s, a day without a session is zero, cash stands beside the revenue', async () => {
    expect((await ask('manager')).body).toEqual({
      current_period: totals(3000, 3, 30_000, 9000),
      previous_period: totals(500, 1, 10_000),
      data: [
        { date: '2026-03-01', ...totals(0, 0, 0) },
        { date: '2026-03-02', ...totals(1000, 2, 20_000, 9000) },
        { date: '2026-03-03', ...totals(2000, 1, 10_000) },
      ],
    })
  })

  test('each sees their own, and of that what they ask for', async () => {
    expect((await ask('administrator')).body.current_period).toEqual(totals(73_000, 4, 40_000, 9000))
    expect((await ask('accounter')).body.current_period).toEqual(totals(73_000, 4, 40_000, 9000))
    expect((await ask('administrator', `&location_ids=${foreign}`)).body.current_period).toEqual(
      totals(70_000, 1, 10_000),
    )
    expect((await ask('manager', `&location_ids=${own},${foreign}`)).body.current_period).toEqual(
      totals(3000, 3, 30_000, 9000),
    )
    expect((await ask('app-developer')).body.current_period).toEqual(totals(0, 0, 0))
  })

  test('a period that ends before it begins, or is endless, is refused', async () => {
    for (const period of [
      'from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z',
      'from=1990-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
    ]) {
      expect(await office.call('administrator', 'GET', `statistics?${period}`)).toMatchObject({
        status: 400,
        body: { code: 'request.invalid' },
      })
    }
    expect((await ask('administrator', '&location_ids=1,x')).status).toBe(400)
  })
})

test('today so far is compared with the day before until the same time, a week with one until the same hour', async () => {
  const world = await ReportWorld.open(await openTestDatabase())
  const { office } = world
  const place = await world.addLocation('Yard', true)
  const at = (time: string) => new Date(`${time}Z`)
  const end = (time: string, priceMinor: number, method: 'card' | 'cash' = 'card') => {
    office.clock.forward(at(time).getTime() - office.clock.now().getTime())
    return world.end({ locationId: place, endedAt: at(time), priceMinor, method })
  }
  // 12:00, 12:20, 12:40 and 20:00 by the clocks of Moscow
  await end('2026-03-10T09:00:00', 100)
  await end('2026-03-10T09:20:00', 1000)
  await end('2026-03-10T09:40:00', 20_000, 'cash')
  await end('2026-03-10T17:00:00', 300_000)
  const ask = async (period: string) => {
    // a session outlives no day
    const token = (await office.logIn(office.emailOf('administrator'))).body.access_token
    return (await office.call<Statistics>({ token }, 'GET', `statistics?${period}`)).body.previous_period
  }
  const before = (time: string, from: string, more = '') => {
    office.clock.forward(at(time).getTime() - office.clock.now().getTime())
    return ask(`from=${from}T00:00:00Z&to=2026-03-11T20:59:59Z${more}`)
  }
  const today = (time: string, more = '') => before(`2026-03-11T${time}`, '2026-03-11', more)
  expect(await today('08:59:59')).toEqual(totals(0, 0, 0))
  expect(await today('09:20:00')).toEqual(totals(100, 1, 10_000))
  expect(await today('09:20:01')).toEqual(totals(1100, 2, 20_000))
  expect(await today('09:40:01', `&station_id=station-${place}`)).toEqual(totals(1100, 3, 30_000, 20_000))
  expect(await today('10:00:00', `&location_ids=${place}`)).toEqual(totals(1100, 3, 30_000, 20_000))
  expect(await today('17:00:01')).toEqual(totals(301_100, 4, 40_000, 20_000))
  // the day before yesterday is over, so that a week's other days are whole
  office.clock.forward(86_400_000)
  expect(await ask('from=2026-03-11T21:00:00Z&to=2026-03-13T20:59:59Z')).toEqual(
    totals(301_100, 4, 40_000, 20_000),
  )
  await office.close()
})
