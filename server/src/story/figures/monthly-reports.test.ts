import type { ErrorAnswer, Language, MonthlyMailing, MonthlyReport } from '@stationmaster/contract'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { mailDue } from '../../slices/figures/reports/monthly/mailings.ts'
import { insertTimeline, timelineEntry } from '../../slices/stations/timeline/store.ts'
import { readOutbox } from '../world/outbox.ts'
import { readPdfText } from './pdf-text.ts'
import { ReportWorld } from './report-world.ts'

let world: ReportWorld
const at = (text: string) => new Date(`2026-${text}Z`)

beforeAll(async () => {
  world = await ReportWorld.open(await openTestDatabase(), { jobs: true })
  const yard = await world.addLocation('Yard', true)
  const own = await world.addLocation('Own', false)
  await world.end(
    { locationId: yard, endedAt: at('01-20T10:00:00'), energyWh: 20_000, priceMinor: 34_000 },
    { locationId: yard, endedAt: at('02-03T10:00:00'), energyWh: 30_000, priceMinor: 51_000 },
    // still January by the network's clocks, and already March
    { locationId: yard, endedAt: at('01-31T20:59:59'), energyWh: 1000, priceMinor: 1700 },
    { locationId: yard, endedAt: at('02-28T21:00:00'), energyWh: 2000, priceMinor: 3400 },
    { locationId: yard, endedAt: at('02-11T10:00:00'), method: 'cash', energyWh: 9000, priceMinor: 10_000 },
    { locationId: yard, endedAt: at('02-12T10:00:00'), energyWh: 0, priceMinor: 0, outcome: 'energy' },
    { locationId: own, endedAt: at('02-12T10:00:00') },
  )
  await world.office.addStation(yard, 'second')
  const entry = (id: string, time: Date, kind: 'connected' | 'disconnected') => timelineEntry(time, id, kind)
  const free = (id: string, connector: number) =>
    timelineEntry(at('01-10T00:00:01'), id, 'status', { connector, word: 'Available' })
  await insertTimeline(world.db, [
    ...[1, 2].flatMap((connector) => [free(`station-${yard}`, connector), free('second', connector)]),
    entry(`station-${yard}`, at('01-10T00:00:00'), 'connected'),
    entry('second', at('01-10T00:00:00'), 'connected'),
    // 1 hour and 24 minutes of February's 2 x 28 days, of them 24 hours before it by the network's clocks
    entry('second', at('01-30T21:00:00'), 'disconnected'),
    entry('second', at('01-31T22:00:00'), 'connected'),
    entry('second', at('02-20T10:00:00'), 'disconnected'),
    entry('second', at('02-20T10:04:59'), 'connected'),
    entry('second', at('02-21T10:00:00'), 'disconnected'),
    entry('second', at('02-21T10:24:00'), 'connected'),
  ])
})
afterAll(() => world?.office.close())

const path = (rest: string, id = world.ownerId) => `managers/${id}/${rest}`
const february = async () =>
  (await world.office.call<MonthlyReport>('manager', 'GET', path('monthly-reports/2026-02'))).body

test('the report of a month agrees with the payment report and the statement of the same month', async () => {
  const report = await february()
  const month = 'from=2026-02-01T12:00:00Z&to=2026-02-28T12:00:00Z&limit=100'
  const { body } = await world.office.call<{ rows: Record<string, number>[] }>(
    'administrator',
    'GET',
    `statistics/report?mode=owner&${month}`,
  )
  const owned = body.rows.find(({ contract }) => contract !== null)!
  const names = [
    'sessions',
    'energy',
    'amount',
    'refunded',
    'bank_commission',
    'agent_fee',
    'compensation',
  ] as const
  for (const name of [...names, 'to_compensate'] as const) expect(report[name], name).toBe(owned[name])
  const statement = await world.office.call<{ due_amount: number; session_count: number }>(
    'administrator',
    'GET',
    `settlements/preview?owner_id=${world.ownerId}&month=2026-02`,
  )
  expect(statement.body.session_count).toBe(3)
  expect(report).toMatchObject({
    to_compensate: statement.body.due_amount,
    sessions: 3,
    energy: 39_000,
    amount: 61_000,
    before: { sessions: 2, energy: 21_000 },
    stations: 2,
    success: { tried: 3, succeeded: 2 },
    running: false,
    co2: { grams: 34_671, grams_per_kwh: 889 },
  })
  expect(report.locations).toMatchObject([
    { name: 'Yard', energy: 39_000, to_compensate: owned.to_compensate },
  ])
  expect(report.days).toHaveLength(28)
  expect(report.days[2]).toEqual({ day: '2026-02-03', energy: 30_000 })
})

test('uptime and incidents are those of the month by the network’s clocks; five minutes make an incident', async () => {
  const { uptime_percent, incidents, incident_seconds } = await february()
  const minutes = 2 * 28 * 24 * 60
  const down = 60 + 24 + 4 + 59 / 60
  expect(uptime_percent).toBe(Math.floor(((minutes - down) * 10_000) / minutes) / 100)
  expect([incidents, incident_seconds]).toEqual([2, 84 * 60])
  await insertTimeline(world.db, [
    timelineEntry(at('02-25T10:00:00'), 'second', 'disconnected'),
    timelineEntry(at('02-25T10:05:00'), 'second', 'connected'),
  ])
  expect((await february()).incidents).toBe(3)
})

test.each<[Language, string[]]>([
  ['en', ['Monthly report: February 2026', '610.00', '+71 %', '66.6 %', '35 kg', 'Yard', 'CO₂ not burnt']],
  ['de', ['Monatsbericht: Februar 2026', '610,00', 'Verfügbarkeit', '66,6 %', 'IPCC']],
  ['ru', ['Отчёт за месяц: февраль 2026', '610,00', 'Простои', 'МГЭИК']],
])('one page of paper in %s says it', async (language, texts) => {
  const { body } = await world.office.call<{ url: string }>(
    'manager',
    'POST',
    path('monthly-reports/2026-02/download'),
    { language },
  )
  const { rawPayload, headers } = await world.office.app.inject({ url: body.url })
  expect(headers['content-disposition']).toContain('monthly_report_2026-02.pdf')
  expect(rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  const text = readPdfText(rawPayload).replaceAll('\u00a0', ' ')
  for (const one of texts) expect(text).toContain(one)
})

test('the report of another owner is not found, and a wrong month is refused', async () => {
  const administrator = await world.office.idOf('administrator')
  const answer = await world.office.call<ErrorAnswer>(
    'manager',
    'GET',
    path('monthly-reports/2026-02', administrator),
  )
  expect([answer.status, answer.body.code]).toEqual([404, 'manager.not_found'])
  const wrong = await world.office.call('manager', 'GET', path('monthly-reports/2026-13'))
  expect(wrong.status).toBe(400)
})

test('it comes by mail on the 1st if wanted, once, in the chosen language', async () => {
  const { office } = world
  const mailing = (wanted: boolean) =>
    office.call<MonthlyMailing>('manager', 'PUT', path('monthly-report-mailing'), { wanted, language: 'de' })
  expect((await office.call('manager', 'GET', path('monthly-report-mailing'))).body).toMatchObject({
    wanted: false,
  })
  expect((await mailing(true)).body).toEqual({ wanted: true, language: 'de' })
  const came = async () => {
    await expect
      .poll(
        async () => {
          const { rows } = await sql`select 1 from pgboss.job
          where name in ('monthly-report', 'mail') and state in ('created', 'retry', 'active')`.execute(
            world.db,
          )
          return rows.length
        },
        { timeout: 60_000 },
      )
      .toBe(0)
    return readOutbox(office.config.dataDir).filter(({ file }) => file)
  }
  // it was switched on in March, so the report of February is not sent
  await mailDue(office.parts.exporting)
  expect(await came()).toEqual([])
  office.clock.forward(Date.parse('2026-03-31T20:59:00Z') - office.clock.now().getTime())
  await mailDue(office.parts.exporting)
  expect(await came()).toEqual([])
  office.clock.forward(2 * MINUTE_MS)
  await Promise.all([1, 2, 3].map(() => mailDue(office.parts.exporting)))
  await came()
  office.clock.forward(DAY_MS)
  await mailDue(office.parts.exporting)
  const [mail, ...more] = await came()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: office.emailOf('manager'), subject: 'Ihr Monatsbericht' })
  expect(mail!.text).toContain(`/monthly-reports?owner=${world.ownerId}&month=2026-03`)
  expect(mail!.file!.name).toBe('monthly_report_2026-03.pdf')
  expect(readPdfText(mail!.file!.bytes)).toContain('Monatsbericht')

  office.clock.forward(30 * DAY_MS)
  await sql`update managers set blocked_at = now() where id = ${world.ownerId}`.execute(world.db)
  await mailDue(office.parts.exporting)
  expect(await came()).toHaveLength(1)
  await sql`update managers set blocked_at = null where id = ${world.ownerId}`.execute(world.db)
  await sql`delete from monthly_report_wishes`.execute(world.db)
  await mailDue(office.parts.exporting)
  expect(await came()).toHaveLength(1)
})
