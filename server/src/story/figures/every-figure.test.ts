import type { Report } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { Asking } from './compared/ask.ts'
import { agreeWithBanks, month, playMonth } from './compared/random-month.ts'
import { compared, missingMeasures } from './compared/telling.ts'
import { ReportWorld, year } from './report-world.ts'

/*
 * Every two screens, calls and files that show the same measure of the same days and places have the same figures. SEED repeats a failed
 * month, MONTHS plays more months.
 */

const first = Number(process.env.SEED)
const count = Number(process.env.MONTHS ?? 5)
const seeds = Array.from({ length: count }, (_, index) => (first + index) % 2 ** 31)

let world: ReportWorld
beforeAll(async () => {
  world = await ReportWorld.open(await openTestDatabase())
  await agreeWithBanks(world)
})
afterAll(() => world?.office.close())

test.each(seeds)('a random month says the same wherever it is shown: SEED=%i', async (seed) => {
  process.stdout.write(`every figure of a month: SEED=${seed}\n`)
  const played = await playMonth(world, seed)
  const some = played.places.filter((_, index) => index === 3 || (seed >> index) % 2 === 0)
  const day = 1 + (seed % 20)
  const periods = [
    { from: '2026-02-01', to: '2026-02-28', places: played.places, inEveryFormat: true },
    {
      from: `2026-02-${String(day).padStart(2, '0')}`,
      to: `2026-02-${String(day + 8).padStart(2, '0')}`,
      places: some,
    },
    { from: '2025-12-20', to: '2026-03-10', places: played.places },
  ]
  const found: string[] = []
  for (const [index, period] of periods.entries()) {
    const asking = new Asking(world, played, period)
    const isEverything = index === 2
    const tellings = await asking.all()
    if (index === 0) {
      tellings.push(...(await asking.owners(month)))
      // every source has rows for a whole month
      expect(tellings.filter(({ rows }) => rows.length === 0)).toEqual([])
    }
    if (isEverything)
      tellings.push(...(await asking.orderPages()), ...(await asking.balances()), ...(await asking.drivers()))
    const named = (source: string) => tellings.find((one) => one.source === source)!
    // the files of the payments screen hold what the screen shows
    for (const who of ['administrator', 'accounter'])
      found.push(
        ...missingMeasures(named('payments screen'), [
          named(`file payments of the ${who}`),
          named(`file payments of the ${who}, ways to pay`),
        ]).map((measure) => `file payments of the ${who}: has no ${measure}`),
      )
    const { differences, pairs } = compared(tellings, isEverything)
    // a few days of a few places may have few rows
    if (index !== 1) expect(pairs).toBeGreaterThan(500)
    found.push(...differences.map((one) => `${period.from}: ${one}`))
  }
  expect(found).toEqual([])
})

test('the balance of the network’s staff is its revenue', async () => {
  const id = await world.office.idOf('administrator')
  const { body } = await world.office.call<{ available: { amount: number } }>(
    'administrator',
    'GET',
    `managers/${id}/balance`,
  )
  const { total } = (
    await world.office.call<Report>('administrator', 'GET', `statistics/report?mode=day&limit=1&${year}`)
  ).body
  expect(total!.revenue).toBeGreaterThan(0)
  expect(body.available.amount).toBe(total!.revenue)
})
