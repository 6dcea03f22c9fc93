import type { ErrorAnswer, ReportSchedule, Role } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { mailDue } from '../../slices/figures/reports/monthly/mailings.ts'
import { linkIn, readOutbox } from '../world/outbox.ts'
import { ReportWorld } from './report-world.ts'

let world: ReportWorld

beforeAll(async () => {
  world = await ReportWorld.open(await openTestDatabase(), { jobs: true })
  const yard = await world.addLocation('Yard', true)
  const own = await world.addLocation('Own', false)
  await world.end(
    { locationId: yard, endedAt: new Date('2026-03-10T10:00:00Z'), priceMinor: 34_000 },
    // already the 11th by the network's clocks
    { locationId: yard, endedAt: new Date('2026-03-10T21:00:00Z'), priceMinor: 1100 },
    { locationId: own, endedAt: new Date('2026-03-10T10:00:00Z'), priceMinor: 5000 },
  )
})
afterAll(() => world?.office.close())

/** Logs in again each time, because the clock moves further than a token is valid. */
async function call<T = ReportSchedule & ErrorAnswer>(
  who: Role,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  id = '',
  body?: object,
) {
  const { access_token: token } = (await world.office.logIn(world.office.emailOf(who))).body
  return world.office.call<T>({ token }, method, `report-schedules${id}`, body)
}
const daily = { mode: 'owner', locations: null, every: 'day', format: 'csv' }

/** Goes on to six in the morning of a day, by the network's clocks, and lets three servers look at once. */
async function morningOf(day: string) {
  const { clock, parts } = world.office
  clock.forward(Date.parse(`${day}T03:00:00Z`) - clock.now().getTime())
  await Promise.all([1, 2, 3].map(() => mailDue(parts.exporting)))
  await expect
    .poll(
      async () => {
        const { rows } = await sql`select 1 from pgboss.job
          where name in ('export', 'mail') and state in ('created', 'retry', 'active')`.execute(world.db)
        return rows.length
      },
      { timeout: 60_000 },
    )
    .toBe(0)
}
const mailsTo = (who: Role) =>
  readOutbox(world.office.config.dataDir).filter(({ to }) => to === world.office.emailOf(who))

test('a report comes each day, once, as a file of the day before that can be downloaded once', async () => {
  const { body, status } = await call('accounter', 'POST', '', daily)
  expect([status, body]).toMatchObject([201, { next_on: '2026-03-11', paused: false }])
  await mailDue(world.office.parts.exporting)
  await morningOf('2026-03-11')
  await morningOf('2026-03-11')
  const [mail, ...more] = mailsTo('accounter')
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: 'Your report is ready' })
  expect(mail!.text).toContain('owner_2026-03-10_2026-03-10.csv')
  const token = linkIn(mail!, '/exports/').split('/').at(-1)!
  const take = () => world.office.call<{ url: string }>(null, 'POST', 'exports/taking', { token })
  const file = (await world.office.app.inject({ url: (await take()).body.url })).body
  expect(file).toContain('340.00')
  expect(file).not.toContain('351.00')
  expect((await take()).status).toBe(410)

  // two days without a server: the last of what was due
  await morningOf('2026-03-14')
  expect(mailsTo('accounter').map(({ text }) => /owner_\S+csv/.exec(text)![0])).toEqual([
    'owner_2026-03-10_2026-03-10.csv',
    'owner_2026-03-13_2026-03-13.csv',
  ])
})

test('nobody gets a report after losing the right to read it, pausing it or being blocked', async () => {
  const [{ id }] = (await call<[ReportSchedule]>('accounter', 'GET')).body
  expect((await call('accounter', 'PATCH', `/${id}`, { paused: true })).body).toMatchObject({ paused: true })
  await morningOf('2026-03-15')
  expect(mailsTo('accounter')).toHaveLength(2)

  const weekly = { every: 'week', paused: false }
  expect((await call('accounter', 'PATCH', `/${id}`, weekly)).body.next_on).toBe('2026-03-16')
  await sql`update managers set role = 'operator' where role = 'accounter'`.execute(world.db)
  await morningOf('2026-03-16')
  await sql`update managers set role = 'accounter', blocked_at = now() where email = ${world.office.emailOf('accounter')}`.execute(
    world.db,
  )
  await morningOf('2026-03-23')
  expect(mailsTo('accounter')).toHaveLength(2)
  await sql`update managers set blocked_at = null`.execute(world.db)
  await morningOf('2026-03-30')
  expect(mailsTo('accounter').at(-1)!.text).toContain('owner_2026-03-23_2026-03-29.csv')

  expect((await call('accounter', 'DELETE', `/${id}`)).status).toBe(204)
  await morningOf('2026-04-06')
  expect(mailsTo('accounter')).toHaveLength(3)
})

test('a monthly report comes on the 1st, of the chosen locations', async () => {
  const monthly = { ...daily, every: 'month', mode: 'location', locations: '1' }
  await call('administrator', 'POST', '', monthly)
  await morningOf('2026-05-01')
  const [mail] = mailsTo('administrator')
  expect(mail!.text).toContain('location_2026-04-01_2026-04-30.csv')
})

test('nobody sees, changes or adds a schedule that they may not have', async () => {
  const { id } = (await call('administrator', 'POST', '', { ...daily, mode: 'detailed' })).body
  expect((await call('accounter', 'POST', '', { ...daily, mode: 'detailed' })).status).toBe(403)
  expect((await call('accounter', 'GET')).body).toEqual([])
  expect((await call('accounter', 'PATCH', `/${id}`, { paused: true })).body.code).toBe(
    'report_schedule.not_found',
  )
  expect((await call('accounter', 'DELETE', `/${id}`)).status).toBe(404)
  expect((await call('administrator', 'PATCH', `/${id}`, { locations: 'x' })).status).toBe(400)
})
