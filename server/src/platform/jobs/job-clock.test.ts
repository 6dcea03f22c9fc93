import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { openBothDatabases } from '../general/testing.ts'
import { dueBetween, isDue, JobClock } from './job-clock.ts'

const zone = 'Europe/Moscow'
const at = (time: string) => new Date(`2026-11-24T${time}:00+03:00`)

test.each([
  ['* * * * *', '03:15', true],
  ['15 3 * * *', '03:15', true],
  ['15 3 * * *', '03:14', false],
  ['15 3 * * *', '03:16', false],
  ['15 3 * * *', '15:15', false],
  ['45 * * * *', '17:45', true],
  ['45 * * * *', '17:44', false],
  ['0 0 * * *', '00:00', true],
])('%s at %s in the network’s time zone: %s', (cron, time, due) => {
  expect(isDue(cron, at(time), zone)).toBe(due)
})

test.each(['15 3 1 * *', '*/5 * * * *', '@daily', ''])('%s is refused as no cron line', (cron) => {
  expect(() => isDue(cron, at('03:15'), zone)).toThrow(`"${cron}"`)
})

test('what fell due since the last look is due once, for an hour at the most', () => {
  const crons = new Map([
    ['often', '* * * * *'],
    ['nightly', '15 3 * * *'],
  ])
  const due = (since: string, until: string) => dueBetween(crons, at(since), at(until), zone)
  expect(due('03:14', '03:15')).toEqual(['often', 'nightly'])
  expect(due('03:15', '03:16')).toEqual(['often'])
  expect(due('03:10', '03:20')).toEqual(['often', 'nightly'])
  expect(due('03:15', '03:15')).toEqual([])
  expect(due('03:16', '03:15')).toEqual([])
  // the sixtieth minute back is the last that counts
  expect(due('01:00', '04:14')).toEqual(['often', 'nightly'])
  expect(due('01:00', '04:15')).toEqual(['often'])
})

describe.each(openBothDatabases())('the clock of jobs ($name)', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const setBack = (minutes: number) =>
    sql`update job_clock set at = date_trunc('minute', now()) - ${minutes} * interval '1 minute'`.execute(
      database.db,
    )
  const servers = (count: number, send: (names: string[]) => Promise<void>) =>
    Array.from({ length: count }, () => {
      const clock = new JobClock(
        database.db,
        zone,
        (_tx, names) => send(names),
        (error) => expect.unreachable(String(error)),
      )
      clock.add('often', '* * * * *')
      return clock
    })

  test('of many servers that look at once, one sends', async () => {
    const sent: string[] = []
    const all = servers(4, async (names) => void sent.push(...names))
    await setBack(3)
    const begun = Math.floor(Date.now() / MINUTE_MS)
    await Promise.all(all.map((one) => one.look()))
    await all[0]!.look()
    const minutes = Math.floor(Date.now() / MINUTE_MS) - begun
    expect(sent.length).toBeGreaterThanOrEqual(1)
    expect(sent.length).toBeLessThanOrEqual(1 + minutes)
  })

  test('a minute whose jobs could not be sent is looked at again', async () => {
    let failures = 1
    const sent: string[] = []
    const [server] = servers(1, async (names) => {
      if (failures-- > 0) throw new Error('no room')
      sent.push(...names)
    })
    await setBack(1)
    await expect(server!.look()).rejects.toThrow('no room')
    await server!.look()
    expect(sent).toEqual(['often'])
  })
})
