import type { PaymentMethodType } from '@stationmaster/contract'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, columnList, rows } from '../../../platform/statements/bulk.ts'
import { addToHours } from './hours-store.ts'
import { effectOf, type Transfer } from './rules.ts'

export type EntryKind =
  | 'closed'
  | 'taken'
  | 'corrected'
  | 'booked'
  | 'refunded'
  | 'charged_back'
  | 'recalculated'
  | 'top_up'
  | 'cashback_earned'
  | 'cashback_credited'
  | 'paid_out'
  | 'subscribed'

/** One cause and what it moved; one of a location counts in the sums of its day. */
export interface Entry {
  /** unique: what was posted once cannot be posted again */
  cause: string
  kind: EntryKind
  at: Date
  /** YYYY-MM-DD in the network's time zone */
  businessDay: string
  orderId: number | null
  locationId: number | null
  ownerId: number | null
  methodType: PaymentMethodType | null
  provider: string
  marketShopId: string
  /** sessions and Wh that it adds to the sums of the day */
  orderCount: number
  energyWh: number
  transfers: Transfer[]
}

interface EntryRow extends Omit<Entry, 'transfers'> {
  transfers: object[]
}

const columns: ColumnMap<EntryRow> = {
  cause: ['cause', 'text'],
  kind: ['kind', 'text'],
  at: ['at', 'timestamptz'],
  businessDay: ['business_day', 'date'],
  orderId: ['order_id', 'bigint'],
  locationId: ['location_id', 'bigint'],
  ownerId: ['owner_id', 'bigint'],
  methodType: ['method_type', 'text'],
  provider: ['provider', 'text'],
  marketShopId: ['market_shop_id', 'text'],
  orderCount: ['order_count', 'integer'],
  energyWh: ['energy_wh', 'bigint'],
  transfers: ['transfers', 'json'],
}
const given = Object.keys(columns) as (keyof EntryRow)[]
const kept = given.filter((name) => name !== 'transfers')

/**
 * Posts entries in the transaction of what they tell of, with the sums of their days and hours: three statements however many there are. It
 * reads and locks no balance. A cause that was posted before is refused by its unique key.
 */
export async function post(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const list = entries.map(({ transfers, ...entry }) => ({
    ...entry,
    transfers: transfers.map(({ kind, debit, credit, amountMinor }, index) => ({
      leg: index + 1,
      kind,
      debit,
      credit,
      amount_minor: amountMinor,
    })),
  }))
  await Promise.all([
    sql`
      with given as materialized (
        select nextval('ledger_entry_ids') as id, r.* from ${rows(list, columns, given)}
      ), entered as (
        insert into ledger_entries (id, ${columnList(columns, kept)}) select id, ${columnList(columns, kept)} from given
      )
      insert into ledger_transfers (entry_id, leg, kind, debit, credit, amount_minor)
      select given.id, t.leg, t.kind, t.debit, t.credit, t.amount_minor
      from given, json_to_recordset(given.transfers)
        as t(leg smallint, kind text, debit text, credit text, amount_minor bigint)`.execute(tx),
    addToTotals(tx, entries),
    addToHours(tx, entries),
  ])
}

interface Total {
  day: string
  locationId: number
  methodType: PaymentMethodType
  provider: string
  marketShopId: string
  /** 0: the network's own */
  ownerId: number
  orderCount: number
  energyWh: number
  amountMinor: number
  refundedMinor: number
  chargedBackMinor: number
  bankCommissionMinor: number
  agentFeeMinor: number
  compensationMinor: number
}

const totalColumns: ColumnMap<Total> = {
  day: ['day', 'date'],
  locationId: ['location_id', 'bigint'],
  methodType: ['method_type', 'text'],
  provider: ['provider', 'text'],
  marketShopId: ['market_shop_id', 'text'],
  ownerId: ['owner_id', 'bigint'],
  orderCount: ['order_count', 'integer'],
  energyWh: ['energy_wh', 'bigint'],
  amountMinor: ['amount_minor', 'bigint'],
  refundedMinor: ['refunded_minor', 'bigint'],
  chargedBackMinor: ['charged_back_minor', 'bigint'],
  bankCommissionMinor: ['bank_commission_minor', 'bigint'],
  agentFeeMinor: ['agent_fee_minor', 'bigint'],
  compensationMinor: ['compensation_minor', 'bigint'],
}
const totalProperties = Object.keys(totalColumns) as (keyof Total)[]

/** Adds entries to the sums by day, location, way to pay, provider, shop and owner, in order, so that two nodes cannot deadlock. */
async function addToTotals(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const totals = new Map<string, Total>()
  for (const { businessDay: day, locationId, methodType, ...entry } of entries) {
    if (locationId === null || methodType === null) continue
    const { provider, marketShopId, orderCount, energyWh } = entry
    const ownerId = entry.ownerId ?? 0
    const effect = effectOf(entry.transfers)
    const taker = [methodType, provider, marketShopId, ownerId]
    const key = [day, String(locationId).padStart(12, '0'), ...taker].join(' ')
    const sum = totals.get(key)
    if (sum) {
      sum.orderCount += orderCount
      sum.energyWh += energyWh
      sum.amountMinor += effect.amountMinor
      sum.refundedMinor += effect.refundedMinor
      sum.chargedBackMinor += effect.chargedBackMinor
      sum.bankCommissionMinor += effect.bankCommissionMinor
      sum.agentFeeMinor += effect.agentFeeMinor
      sum.compensationMinor += effect.compensationMinor
    } else {
      totals.set(key, {
        day,
        locationId,
        methodType,
        provider,
        marketShopId,
        ownerId,
        orderCount,
        energyWh,
        ...effect,
      })
    }
  }
  if (totals.size === 0) return
  const list = [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
  await sql`
    insert into daily_totals as t (${columnList(totalColumns, totalProperties)})
    select ${columnList(totalColumns, totalProperties)} from ${rows(list, totalColumns, totalProperties)}
    on conflict (day, location_id, method_type, provider, market_shop_id, owner_id) do update set
      order_count = t.order_count + excluded.order_count, energy_wh = t.energy_wh + excluded.energy_wh,
      amount_minor = t.amount_minor + excluded.amount_minor, refunded_minor = t.refunded_minor + excluded.refunded_minor,
      charged_back_minor = t.charged_back_minor + excluded.charged_back_minor,
      bank_commission_minor = t.bank_commission_minor + excluded.bank_commission_minor,
      agent_fee_minor = t.agent_fee_minor + excluded.agent_fee_minor,
      compensation_minor = t.compensation_minor + excluded.compensation_minor`.execute(tx)
}

/**
 * The last entry that was posted: all up to it are committed or never will be, for what is being posted is waited for. Of its own
 * transaction, so that stations' messages wait no longer than that.
 */
export function lastEntryId(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`lock table ledger_entries in share mode`.execute(tx)
    const { rows } = await sql<{ id: number | null }>`select max(id) as id from ledger_entries`.execute(tx)
    return rows[0]?.id ?? 0
  })
}

/** The cause of an order's next entry, by its number; the order is locked, so nobody else draws the same. The first is that of its end, which may come later. */
export async function nextCauses(tx: Tx, orderIds: readonly number[]): Promise<Map<number, string>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; next: number }>`
    select o.id, (select count(*) from ledger_entries e
      where e.cause >= 'order:' || o.id || ':' and e.cause < 'order:' || o.id || ';') + 2 as next
    from unnest(${orderIds}::bigint[]) as o(id)`.execute(tx)
  return new Map(rows.map(({ id, next }) => [id, causeOf(id, next)]))
}

/** The cause of the entry of an order's end. */
export const firstCauseOf = (orderId: number): string => causeOf(orderId, 1)

const causeOf = (orderId: number, number: number): string => `order:${orderId}:${number}`
