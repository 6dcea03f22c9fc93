import { first } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import { codeOf } from '../../../../platform/database/database-fault.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { type Beside, type ColumnMap, insertion, rows } from '../../../../platform/statements/bulk.ts'
import { frameInsertion, type JournalFrame } from '../../../stations/journal/store.ts'
import type { OrderLog } from '../chronology/log.ts'
import { keyOf } from '../measuring/measure.ts'
import type { Reading } from '../measuring/meter.ts'
import { liveProperties, type Order, orderColumns } from '../order.ts'
import { type KeptSigned, signedInsertion } from '../signed/signed-store.ts'
import { logInsertion } from '../store.ts'

/**
 * For orders that were read without a lock: the version of the row that was read, as the transaction that wrote it (PostgreSQL's
 * xmin). An order without an entry is locked.
 */
export type RowVersions = ReadonlyMap<number, string>

/** Whether the error says that an order has changed since it was read without a lock, so that nothing may be written. */
export const isOrderChanged = (error: unknown): boolean => codeOf(error) === 'SM001'

/** Writes all columns of orders that exist; fails with isOrderChanged. */
export async function updateOrders(tx: Tx, orders: Order[], versions: RowVersions): Promise<void> {
  if (orders.length === 0) return
  const properties = Object.keys(orderColumns) as (keyof Order)[]
  await sql`with changed as (${change(orders, properties, versions)}) select ${allOf(orders)} from changed`.execute(
    tx,
  )
}

/** The statement that writes some properties of orders, and returns a row for each that is still as it was read. */
function change(
  orders: readonly Order[],
  properties: readonly (keyof Order)[],
  versions: RowVersions,
): RawBuilder<unknown> {
  const columns = properties.filter((property) => property !== 'id').map((name) => orderColumns[name][0])
  const set = columns.map((column) => `${column} = r.${column}`).join(', ')
  const rowVersion: Beside<Order> = ['row_version', 'text', ({ id }) => versions.get(id)]
  return sql`update orders o set ${sql.raw(set)}
      from ${rows(orders, orderColumns as ColumnMap<Order>, properties, rowVersion)}
      where o.id = r.id and o.id = any(${orders.map((order) => order.id)}::bigint[])
        and (r.row_version is null or o.xmin = r.row_version::xid)
      returning o.id`
}

/** Fails where fewer orders were changed than there are. */
const allOf = (orders: readonly Order[]): RawBuilder<unknown> =>
  sql`must_be_equal(count(*), ${orders.length}::bigint)`

/** What is written by one statement, as nothing of it depends on the rest. */
export interface Additions {
  /** orders of which only properties have changed that a meter sample changes */
  live: readonly Order[]
  versions: RowVersions
  readings: readonly Reading[]
  signed: readonly KeptSigned[]
  logs: readonly OrderLog[]
  frames: readonly JournalFrame[]
}

/** Writes additions in one statement; resolves with the version of the rows that its transaction writes. Fails with isOrderChanged. */
export async function writeAdditions(
  db: Db,
  { live, versions, readings, signed, logs, frames }: Additions,
): Promise<string> {
  const parts: RawBuilder<unknown>[] = []
  if (live.length > 0) parts.push(sql`changed as (${change(live, liveProperties, versions)})`)
  if (readings.length > 0) parts.push(sql`sampled as (${readingInsertion(readings)})`)
  if (signed.length > 0) parts.push(sql`signed as (${signedInsertion(signed)})`)
  if (logs.length > 0) parts.push(sql`logged as (${logInsertion(logs)})`)
  if (frames.length > 0) parts.push(sql`journaled as (${frameInsertion(frames)})`)
  const written = parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``
  const condition = live.length > 0 ? sql`, (select ${allOf(live)} from changed) as condition` : sql``
  const { rows: found } = await sql<{ version: string; condition?: string }>`
    ${written} select pg_current_xact_id()::xid::text as version${condition}`.execute(db)
  return first(found).version
}

const readingColumns: ColumnMap<Reading> = {
  orderId: ['order_id', 'bigint'],
  at: ['at', 'timestamptz'],
  context: ['context', 'text'],
  receivedAt: ['received_at', 'timestamptz'],
  sequence: ['sequence', 'bigint'],
  registerWh: ['register_wh', 'numeric'],
  intervalWh: ['interval_wh', 'numeric'],
  energyWh: ['energy_wh', 'bigint'],
  powerW: ['power_w', 'integer'],
  soc: ['soc', 'smallint'],
  currentA: ['current_a', 'real'],
  voltageV: ['voltage_v', 'real'],
  refused: ['refused', 'text'],
}

/**
 * The statement that adds to the meter series. A sample that exists already (sent twice, replayed) stays as it is, unless the new
 * register is higher: if a clock stands still, many registers have the same time.
 */
function readingInsertion(readings: readonly Reading[]): RawBuilder<unknown> {
  const once = new Map<string, Reading>()
  for (const reading of readings) {
    const key = `${reading.orderId} ${keyOf(reading)}`
    const known = once.get(key)
    if (!known || (reading.registerWh ?? 0) > (known.registerWh ?? 0)) once.set(key, reading)
  }
  return insertion(
    'meter_samples',
    [...once.values()],
    readingColumns,
    sql`(order_id, at, context, (coalesce(sequence, -1))) do update set register_wh = excluded.register_wh, energy_wh = excluded.energy_wh
      where excluded.register_wh > meter_samples.register_wh`,
  )
}
