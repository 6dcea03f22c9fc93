import { DAY_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { audit } from '../platform/general/audit.ts'
import { openBothDatabases } from '../platform/general/testing.ts'
import { removeBefore } from '../platform/statements/remove-before.ts'
import { insertLogs } from '../slices/charging/orders/store.ts'
import { upsertRevocation } from '../slices/control/plug-and-charge/checking/revocation-store.ts'
import { upsertRefusal } from '../slices/stations/stations/connecting/refusal-store.ts'
import { upkeep } from './upkeep.ts'

const begin = new Date('2026-01-01T00:00:00Z')
const after = (ms: number) => new Date(begin.getTime() + ms)

describe.each(openBothDatabases())('what is old goes on $name:', ({ open }) => {
  const config = readConfig({ ORDER_LOG_DAYS: '90', AUDIT_DAYS: '60', REFUSAL_DAYS: '7' }, [])
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())

  const run = (job: string, now: Date) => upkeep.find((one) => one.job === job)!.run(database.db, now, config)

  const entry = (at: Date) =>
    audit(database.db, { caller: null, action: 'test', subjectType: 'test', subjectId: 1, at })
  const refusal = (at: Date) =>
    upsertRefusal(database.db, {
      stationId: `S${at.getTime()}`,
      reason: 'unknown_station',
      remoteAddress: '198.51.100.1',
      known: false,
      at,
    })
  const line = (at: Date) =>
    database.db
      .transaction()
      .execute((tx) => insertLogs(tx, [{ orderId: 1, at, kind: 'order', event: 'close', fields: null }]))

  const revocation = (keptUntil: Date) =>
    upsertRevocation(
      database.db,
      `K${keptUntil.getTime()}`,
      { status: 'unavailable', response: null, keptUntil },
      keptUntil,
    )

  test.each([
    ['certificate-revocations', 'certificate_revocations', 'kept_until', 0, revocation],
    ['audit-log', 'audit_log', 'at', 60, entry],
    ['order-logs', 'order_logs', 'at', 90, line],
    ['refused-handshakes', 'refused_handshakes', 'last_at', 7, refusal],
  ] as const)('%s, to the millisecond, once and again', async (job, table, column, days, write) => {
    const left = async () =>
      (
        await database.db
          .selectFrom(table as 'audit_log')
          .select(column as 'at')
          .orderBy(column as 'at')
          .execute()
      ).map((row) => Object.values(row)[0])
    const times = [begin, after(1), after(SECOND_MS)]
    for (const at of times) await write(at)
    await run(job, after(days * DAY_MS))
    expect(await left()).toEqual(times)
    await run(job, after(days * DAY_MS + 1))
    expect(await left()).toEqual(times.slice(1))
    await run(job, after(days * DAY_MS + 1))
    expect(await left()).toEqual(times.slice(1))
    await run(job, after((days + 1) * DAY_MS))
    expect(await left()).toEqual([])
  })

  test('in steps, of several servers at once', async () => {
    for (let i = 0; i < 25; i += 1) await entry(after(i))
    const remove = () => removeBefore(database.db, 'audit_log', 'at', after(24), 10)
    await Promise.all([remove(), remove()])
    await remove()
    expect(await database.db.selectFrom('audit_log').select('at').execute()).toEqual([{ at: after(24) }])
  })

  test('every job runs on an empty database', async () => {
    for (const { job } of upkeep) await run(job, begin)
  })
})
