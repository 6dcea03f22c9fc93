import type { PaymentSums, ReportPayment, ReportPaymentGroup } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { measureSums } from '../../../money/ledger/measures-store.ts'
import { inRange, type Range } from './rollup-store.ts'

type Sums = Omit<PaymentSums, 'count' | 'kwh'> & { sessions: number; energy: number }

const viewOf = ({ sessions, energy, ...sums }: Sums): PaymentSums => ({
  count: sessions,
  kwh: energy / 1000,
  ...sums,
})

interface PartRow extends Sums {
  day: string
  location_id: number
  name: string
  method: ReportPayment['payment_method_type']
  provider: string | null
  shop: string | null
}

/** A page of days and locations, newest day first, each with the sums by way to pay, provider and shop. */
export async function listPaymentGroups(
  db: Db,
  range: Range,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReportPaymentGroup[]> {
  const { rows } = await sql<PartRow>`
    with page as (
      select t.day, t.location_id, l.name
      from daily_total_view t join location_view l on l.id = t.location_id
      where ${inRange(range, 't.day', 't.location_id')}
      group by t.day, t.location_id, l.name order by t.day desc, l.name, t.location_id limit ${limit} offset ${offset}
    )
    select p.day, p.location_id, p.name, t.method_type as method, nullif(t.provider, '') as provider,
      nullif(t.market_shop_id, '') as shop, ${measureSums}
    from page p join daily_total_view t on t.day = p.day and t.location_id = p.location_id
    group by p.day, p.location_id, p.name, t.method_type, t.provider, t.market_shop_id
    order by p.day desc, p.name, p.location_id, t.method_type, t.provider, t.market_shop_id`.execute(db)
  const groups: ReportPaymentGroup[] = []
  for (const part of rows) {
    const groupId = `${part.day}:${part.location_id}`
    let group = groups.at(-1)
    if (group?.groupId !== groupId) {
      group = groupOf(part, groupId)
      groups.push(group)
    }
    add(group, part, groupId)
  }
  return groups
}

const groupOf = ({ day, location_id, name }: PartRow, groupId: string): ReportPaymentGroup => ({
  day,
  groupId,
  parentId: null,
  title: name,
  location_id,
  summary: true,
  payment_method_type: null,
  payment_provider: null,
  market_shop_id: null,
  count: 0,
  kwh: 0,
  captured: 0,
  refunded: 0,
  charged_back: 0,
  amount: 0,
  revenue: 0,
  bank_commission: 0,
  agent_fee: 0,
  compensation: 0,
  to_compensate: 0,
  payments: [],
})

const summed = [
  ...['count', 'captured', 'refunded', 'charged_back', 'amount', 'revenue'],
  ...['bank_commission', 'agent_fee', 'compensation', 'to_compensate'],
] as const

function add(group: ReportPaymentGroup, part: PartRow, groupId: string): void {
  const { day, location_id, name, method, provider, shop, ...rest } = part
  const own = viewOf(rest)
  for (const name of summed) group[name] += own[name]
  // in Wh: thousandths of a kWh have no exact sum
  group.kwh = (Math.round(group.kwh * 1000) + rest.energy) / 1000
  group.payments.push({
    day,
    groupId: `${groupId}:${method}:${provider ?? ''}:${shop ?? ''}`,
    parentId: groupId,
    title: name,
    location_id,
    summary: false,
    payment_method_type: method,
    payment_provider: provider,
    market_shop_id: shop,
    ...own,
  })
}

/** The number of all days and locations, and their sums. */
export async function sumPaymentGroups(db: Db, range: Range): Promise<{ count: number; total: PaymentSums }> {
  const { rows } = await sql<Sums & { groups: number }>`
    select (select count(*) from (select from daily_total_view t where ${inRange(range, 't.day', 't.location_id')}
      group by t.day, t.location_id) g) as groups, ${measureSums}
    from daily_total_view t where ${inRange(range, 't.day', 't.location_id')}`.execute(db)
  const { groups, ...total } = first(rows)
  return { count: groups, total: viewOf(total) }
}
