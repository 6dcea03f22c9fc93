import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import type { Db } from '../../platform/schema/schema.ts'
import { type StartReport, silentReport } from '../../platform/watching/start-report.ts'
import type { Incoming } from '../../slices/control/intake/batch.ts'
import type { Intake } from '../../slices/control/intake/intake.ts'
import { prepareDemo } from '../../slices/operations/demo/demo.ts'
import { StoryClock } from '../world/story-clock.ts'
import { World } from '../world/world.ts'

const timeZone = 'Europe/Moscow'
const secret = 'a secret of at least thirty-two characters'
const days = 5

/** The written rows of the sessions, without ids and times of writing. */
const written = {
  orders: sql`select to_jsonb(o) - 'id' as row from orders o`,
  payments: sql`select to_jsonb(p) - array['order_id', 'created_at', 'updated_at'] || jsonb_build_object('of', o.transaction_id) as row
    from payments p join orders o on o.id = p.order_id`,
  readings: sql`select to_jsonb(m) - array['id', 'order_id'] || jsonb_build_object('of', o.transaction_id) as row
    from meter_samples m join orders o on o.id = m.order_id`,
  chronology: sql`select to_jsonb(l) - array['id', 'order_id'] || jsonb_build_object('of', o.transaction_id) as row
    from order_logs l join orders o on o.id = l.order_id`,
  books: sql`select jsonb_build_array(o.transaction_id, e.kind, e.business_day, t.debit, t.credit, t.amount_minor) as row
    from ledger_entries e join ledger_transfers t on t.entry_id = e.id join orders o on o.id = e.order_id`,
  totals: sql`select to_jsonb(d) as row from daily_totals d`,
  hours: sql`select to_jsonb(h) as row from hourly_outcomes h`,
  takings: sql`select to_jsonb(h) as row from hourly_takings h`,
  connectors: sql`select to_jsonb(c) as row from connectors c`,
} as const
type Written = Record<keyof typeof written, string[]>

async function readWritten(db: Db): Promise<Written> {
  const tables = Object.entries(written).map(async ([name, query]) => {
    const { rows } = await sql<{ row: unknown }>`select row from (${query}) q order by row`.execute(db)
    return [name, rows.map(({ row }) => JSON.stringify(row))] as const
  })
  return Object.fromEntries(await Promise.all(tables)) as Written
}

/** Creates a network and replays its past, by days together as the demo does or message by message. Resolves with the written rows. */
async function replayPast(alone: boolean, at: Date): Promise<Written> {
  let result: Written | undefined
  const world = await World.open(
    await openTestDatabase(),
    new StoryClock(),
    { SECRET_KEY: secret, PAYMENT_PROVIDER: 'sandbox', FISCAL_TILL: 'sandbox' },
    async ({ intake }, { database: { db }, receipts, plans }) => {
      const came: Incoming[] = []
      const keep = {
        takeAll: async (incoming: Incoming[]) => void came.push(...incoming),
      } as unknown as Intake
      const done = new Error('that is all')
      const report: StartReport = {
        ...silentReport,
        step: async (name, work) => {
          const given = await silentReport.step(name, work)
          if (!name.startsWith('Letting')) return given
          for (const one of came.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()))
            await intake.takeAll([one], one.receivedAt)
          result = await readWritten(db)
          throw done
        },
      }
      const parts = {
        db,
        clock: { now: () => at },
        receipts,
        plans,
        secret,
        timeZone,
        currency: 'RUB',
        dataDir: '',
      }
      await prepareDemo({ ...parts, intake: alone ? keep : intake }, report, days).catch((error) => {
        if (error !== done) throw error
      })
    },
  )
  await world.close()
  return result!
}

test('a past that is replayed by days is the same as one that is replayed message by message', async () => {
  const at = new Date()
  const together = await replayPast(false, at)
  const alone = await replayPast(true, at)
  expect(alone.orders.length).toBeGreaterThan(100)
  for (const name of Object.keys(written) as (keyof Written)[]) {
    expect(together[name].length, name).toBeGreaterThan(0)
    const known = new Set(alone[name])
    expect(together[name].filter((row) => !known.has(row)).slice(0, 2), name).toEqual([])
    expect(together[name].length, name).toBe(alone[name].length)
  }
})
