import { paymentMethodTypes } from '@stationmaster/contract'
import { sql } from 'kysely'

/** Columns of `daily_total_view`, and the names under which reports tell their sums; the glossary defines each. */
const measures = {
  order_count: 'sessions',
  energy_wh: 'energy',
  captured_minor: 'captured',
  refunded_minor: 'refunded',
  charged_back_minor: 'charged_back',
  amount_minor: 'amount',
  revenue_minor: 'revenue',
  bank_commission_minor: 'bank_commission',
  agent_fee_minor: 'agent_fee',
  compensation_minor: 'compensation',
  to_compensate_minor: 'to_compensate',
} as const
const columns = Object.keys(measures) as (keyof typeof measures)[]

/** Sums of the sums by day (as t), under the names of reports' columns; zero where there are none. */
export const measureSums = sql.join(
  columns.map(
    (column) => sql`coalesce(sum(${sql.ref(`t.${column}`)}), 0)::bigint as ${sql.ref(measures[column])}`,
  ),
)

/** The same under the columns' own names, to be added up again. */
export const partSums = sql.join(
  columns.map((column) => sql`sum(${sql.ref(`t.${column}`)})::bigint as ${sql.ref(column)}`),
)

/** What each way to pay brought, as columns: compensation is what the network paid. */
export const waySums = sql.join(
  paymentMethodTypes.map(
    (method) =>
      sql`coalesce(sum(t.amount_minor) filter (where t.method_type = ${sql.lit(method)}), 0)::bigint
        as ${sql.ref(method === 'compensation' ? 'unpaid' : method)}`,
  ),
)
