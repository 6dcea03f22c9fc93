import type { ErrorAnswer, Role } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { removeOldExports } from '../../slices/figures/reports/exports/export-store.ts'
import { linkIn, readOutbox } from '../world/outbox.ts'
import { ReportWorld, year } from './report-world.ts'

let world: ReportWorld
const manyRows = 10_050
const period = { from: '2025-12-31T21:00:00Z', to: '2026-03-10T20:59:59Z' }

beforeAll(async () => {
  world = await ReportWorld.open(await openTestDatabase(), { jobs: true })
  const location = await world.addLocation('Yard', true)
  await sql`
    insert into daily_totals (day, location_id, method_type, market_shop_id, order_count, energy_wh, amount_minor)
    select '2026-02-01', ${location}, 'terminal', 'shop-' || n, 1, 1000, n from generate_series(1, ${manyRows}::int) n`.execute(
    world.db,
  )
})
afterAll(() => world?.office.close())

const ask = (who: Role, body: object) =>
  world.office.call<{ id: number } & ErrorAnswer>(who, 'POST', 'exports', {
    ...period,
    format: 'csv',
    ...body,
  })
const take = (token: string) =>
  world.office.call<{ url: string } & ErrorAnswer>(null, 'POST', 'exports/taking', { token })

/** The token of the nth mailed file of somebody. */
async function mailedToken(who: Role, nth: number): Promise<string> {
  const links = () =>
    readOutbox(world.office.config.dataDir)
      .filter(({ to, subject }) => to === world.office.emailOf(who) && subject === 'Your file is ready')
      .map((mail) => linkIn(mail, '/exports/'))
  await expect.poll(() => links().length, { timeout: 60_000 }).toBeGreaterThan(nth)
  return links()[nth]!.split('/').at(-1)!
}

const fileAt = async (url: string) => (await world.office.app.inject({ url })).body

test('a file holds 10,000 rows and says what it leaves out; all of them come by mail, once', async () => {
  const cut = await world.office.call<string>(
    'administrator',
    'GET',
    `statistics/report/download?mode=day&format=csv&${year}`,
  )
  const lines = cut.body.trim().split('\r\n')
  expect(lines).toHaveLength(1 + 10_000 + 2)
  expect(lines.at(-1)).toContain('The first 10000 of 10050 rows.')
  expect(cut.headers['x-total-count']).toBe(String(manyRows))

  const { status, body } = await ask('administrator', { what: 'report', mode: 'day' })
  expect(status).toBe(201)
  // the parts of a server that was killed half-way
  await sql`insert into export_parts (export_id, position, bytes) values (${body.id}, 0, 'x'), (${body.id}, 99, 'y')`.execute(
    world.db,
  )
  const token = await mailedToken('administrator', 0)
  const { rows } = await sql<{ text: string }>`select to_jsonb(e)::text as text from exports e`.execute(
    world.db,
  )
  expect(rows.map(({ text }) => text).join()).not.toContain(token)
  const answers = await Promise.all([take(token), take(token), take(token)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410, 410])
  const { url } = answers.find((answer) => answer.status === 200)!.body
  const whole = (await fileAt(url)).trim().split('\r\n')
  expect(whole).toHaveLength(1 + manyRows + 1)
  const sum = (manyRows * (manyRows + 1)) / 2 / 100
  expect(whole.at(-1)).toContain(`,${sum.toFixed(2)},`)
  expect(whole.slice(0, 10_001)).toEqual(lines.slice(0, 10_001))
  expect(JSON.parse(await fileAt(url))).toMatchObject({ code: 'download.expired' })
})

test('nobody gets a file that they may not read, or more than three files at a time', async () => {
  expect(await ask('accounter', { what: 'report', mode: 'day' })).toMatchObject({ status: 403 })
  expect(await ask('operator', { what: 'payments' })).toMatchObject({ status: 403 })
  expect(await ask('accounter', { what: 'orders' })).toMatchObject({ status: 403 })
  // at the same time, because the first may be made before the fourth is requested
  const four = await Promise.all([1, 2, 3, 4].map(() => ask('accounter', { what: 'payments' })))
  expect(four.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429])
  await mailedToken('accounter', 2)
  expect((await ask('accounter', { what: 'payments' })).status).toBe(201)
  const late = await mailedToken('accounter', 3)
  world.office.clock.forward(3 * DAY_MS + 1)
  expect(await take(late)).toMatchObject({ status: 410, body: { code: 'download.expired' } })
  await removeOldExports(world.db, world.office.clock.now())
  const { rows } = await sql`select 1 from export_parts`.execute(world.db)
  expect(rows).toEqual([])
})
