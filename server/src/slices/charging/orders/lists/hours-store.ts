import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { type Beside, type ColumnMap, rows } from '../../../../platform/statements/bulk.ts'
import { type Closed, type Order, orderColumns } from '../order.ts'

/** The properties of an order that its hours are counted from. */
const countedProperties = [
  'connectorId',
  'locationId',
  'stationId',
  'firmware',
  'outcome',
  'createdAt',
  'chargingFinish',
  'transactionStart',
  'evChargingStart',
  'transactionFinish',
  'evDisconnectedAt',
] as const satisfies readonly (keyof Order)[]

const sums = [
  'attempts',
  'failed_authorisation',
  'failed_start',
  'failed_energy',
  'failed_stop',
  'charging_seconds',
  'plugged_seconds',
]

/** The statement that adds rows of hours to the existing sums, in order, so that two nodes cannot deadlock. */
export const addHours = (found: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into hourly_outcomes as t (day, connector_id, hour, firmware, location_id, station_id, ${sql.raw(sums.join(', '))})
  select day, connector_id, hour, firmware, min(location_id), min(station_id),
    ${sql.raw(sums.map((name) => `sum(${name})`).join(', '))}
  from (${found}) found group by day, connector_id, hour, firmware order by day, connector_id, hour, firmware
  on conflict (day, connector_id, hour, firmware) do update set
    ${sql.raw(sums.map((name) => `${name} = t.${name} + excluded.${name}`).join(', '))}`

/** Counts ended orders in the hours in which they ended, in their own transaction; for a correction the difference is counted. */
export async function insertHours(tx: Tx, ended: readonly Closed[]): Promise<void> {
  const counted = ended.flatMap(({ order, before }) => {
    if (!before) return { ...order, sign: 1 }
    return countedProperties.every((name) => isSame(order[name], before[name]))
      ? []
      : [
          { ...order, sign: 1 },
          { ...before, sign: -1 },
        ]
  })
  if (counted.length === 0) return
  const sign: Beside<(typeof counted)[number]> = ['sign', 'integer', (one) => one.sign]
  await addHours(sql`
    select h.day, r.connector_id, h.hour, coalesce(r.firmware, '') as firmware, r.location_id, r.station_id,
      ${sql.raw(sums.map((name) => `r.sign * h.${name} as ${name}`).join(', '))}
    from ${rows(counted, orderColumns as ColumnMap<(typeof counted)[number]>, countedProperties, sign)}
    cross join lateral hours_of_order(r.outcome, r.created_at, r.charging_finish, r.transaction_start, r.ev_charging_start,
      r.transaction_finish, r.ev_disconnected_at) h`).execute(tx)
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (a instanceof Date && b instanceof Date && a.getTime() === b.getTime())

/** Counts all hours again from the orders, while no order can end; resolves with the number of rows. */
export async function rebuildHours(tx: Tx): Promise<number> {
  await sql`lock table hourly_outcomes in exclusive mode`.execute(tx)
  await sql`delete from hourly_outcomes`.execute(tx)
  const { numAffectedRows } = await addHours(sql`select * from order_hour_view`).execute(tx)
  return Number(numAffectedRows ?? 0)
}
