import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** A place where two books that must agree do not. */
export interface Difference {
  book: 'daily_totals' | 'payments' | 'orders' | 'hours'
  /** YYYY-MM-DD, or an order's number */
  of: string
  locationId: number | null
  /** minor units: what the book says, and what the ledger says (of an order: what was captured); equal where sessions, energy or shares differ */
  saysMinor: number
  ledgerMinor: number
}

const mostListed = 100

/** orders, and hours, are compared from here on */
const since = sql`(select max(created_at) - interval '92 days' from order_view)`

/** Sums by day that are other than those of the ledger. */
const totalsThatDiffer = sql`
    select 'daily_totals' as book, coalesce(d.day, l.day)::text as of,
      coalesce(d.location_id, l.location_id) as "locationId", coalesce(d.amount_minor, 0) as "saysMinor",
      coalesce(l.amount_minor, 0) as "ledgerMinor"
    from daily_totals d full join ledger_total_view l
      on l.day = d.day and l.location_id = d.location_id and l.method_type = d.method_type and l.provider = d.provider
        and l.market_shop_id = d.market_shop_id and l.owner_id = d.owner_id
    where (d.order_count, d.energy_wh, d.amount_minor, d.bank_commission_minor, d.agent_fee_minor, d.compensation_minor,
        d.refunded_minor, d.charged_back_minor)
      is distinct from
      (l.order_count, l.energy_wh, l.amount_minor, l.bank_commission_minor, l.agent_fee_minor, l.compensation_minor,
        l.refunded_minor, l.charged_back_minor)
    order by 2 limit ${mostListed}`

/** Payments that the ledger has otherwise. */
const paymentsThatDiffer = sql`
    select 'payments', p.order_id::text, p.location_id,
      (p.captured_minor - p.refunded_minor - p.charged_back_minor)::bigint, coalesce(l.amount_minor, 0)
    from (
      select order_id, min(location_id) as location_id, sum(captured_minor) as captured_minor,
        sum(refunded_minor) as refunded_minor, sum(charged_back_minor) as charged_back_minor,
        sum(agent_fee_minor) as agent_fee_minor, sum(bank_commission_minor) as bank_commission_minor
      from payment_view group by order_id
    ) p left join (
      select order_id, sum(amount_minor) as amount_minor, sum(agent_fee_minor + bank_commission_minor) as shares_minor
      from ledger_measure_view group by order_id
    ) l on l.order_id = p.order_id
    where p.captured_minor - p.refunded_minor - p.charged_back_minor <> coalesce(l.amount_minor, 0)
      or p.agent_fee_minor + p.bank_commission_minor <> coalesce(l.shares_minor, 0)
    order by p.order_id desc limit ${mostListed}`

/** Orders whose price is neither paid nor owed. */
const pricesThatDiffer = sql`
    select 'orders', o.id::text, o.location_id,
      coalesce(o.charging_price_minor, 0) + coalesce(o.reservation_price_minor, 0), coalesce(p.captured_minor, 0)::bigint
    from order_view o cross join lateral (
      select sum(captured_minor) as captured_minor, sum(debt_minor) as debt_minor, max(status) filter (where purpose = 'charging') as status,
        max(method_type) filter (where purpose = 'charging') as method_type,
        -- what was handed over or taken at the station's terminal, and given back since, as the order costs less
        coalesce(sum(refunded_minor) filter (where purpose <> 'charging' or provider = 'station'), 0) as returned_minor
      from payment_view where order_id = o.id and (purpose = 'charging' or purpose like 'charging:%')) p
    where o.created_at > ${since}
      and o.status = 'completed' and o.billable and not o.needs_review
      and coalesce(o.charging_price_minor, 0) + coalesce(o.reservation_price_minor, 0)
        not between coalesce(p.captured_minor, 0) + coalesce(p.debt_minor, 0) - p.returned_minor
          and coalesce(p.captured_minor, 0) + coalesce(p.debt_minor, 0)
      -- what its provider has yet to say is no difference
      and not (p.status = 'created' and p.method_type in ('card', 'sbp'))
    order by o.id desc limit ${mostListed}`

/** Days of a location whose hours, by takings or by outcomes, are other than their orders. */
const hoursThatDiffer = sql`
    select 'hours', day::text, location_id, 0, 0 from (
      select t.day, t.location_id from (
        select day, connector_id, hour, location_id, order_count, energy_wh, amount_minor, cash_minor from hourly_takings
        union all
        select h.day, o.connector_id, h.hour, h.location_id, -h.order_count, -h.energy_wh, -h.amount_minor, -h.cash_minor
        from ledger_hour_view h join order_view o on o.id = h.order_id
      ) t where t.day > (${since})::date
      group by t.day, t.location_id, t.connector_id, t.hour
      having sum(order_count) <> 0 or sum(energy_wh) <> 0 or sum(amount_minor) <> 0 or sum(cash_minor) <> 0
      union
      select h.day, h.location_id from (
        select day, connector_id, hour, firmware, location_id, 1 as sign, attempts, failed_authorisation, failed_start,
          failed_energy, failed_stop, charging_seconds, plugged_seconds
        from hourly_outcome_view
        union all
        select day, connector_id, hour, firmware, location_id, -1, attempts, failed_authorisation, failed_start,
          failed_energy, failed_stop, charging_seconds, plugged_seconds
        from order_hour_view where created_at > ${since} - interval '31 days'
      ) h where h.day > (${since})::date
      group by h.day, h.location_id, h.connector_id, h.hour, h.firmware
      having sum(sign * attempts) <> 0 or sum(sign * failed_authorisation) <> 0 or sum(sign * failed_start) <> 0
        or sum(sign * failed_energy) <> 0 or sum(sign * failed_stop) <> 0 or sum(sign * charging_seconds) <> 0
        or sum(sign * plugged_seconds) <> 0
    ) h order by day desc, location_id limit ${mostListed}`

/** Where the sums by day, or payments, say something else than the ledger, and prices or hours of the last quarter something else than their orders; the first hundred of each. */
export async function listDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    (${totalsThatDiffer}) union all (${paymentsThatDiffer}) union all (${pricesThatDiffer}) union all (${hoursThatDiffer})`.execute(
    db,
  )
  return rows
}

/** Rebuilds the sums by day from the ledger; nothing may be posted meanwhile. Resolves to the count of rows. */
export async function rebuildTotals(tx: Tx): Promise<number> {
  await sql`lock table daily_totals in exclusive mode`.execute(tx)
  await sql`delete from daily_totals`.execute(tx)
  const columns =
    sql.raw(`day, location_id, method_type, provider, market_shop_id, order_count, energy_wh, amount_minor,
    bank_commission_minor, agent_fee_minor, compensation_minor, owner_id, refunded_minor, charged_back_minor`)
  const { numAffectedRows } = await sql`
    insert into daily_totals (${columns}) select ${columns} from ledger_total_view`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** What a check has found, and when. */
export interface Check {
  checkedAt: Date
  differences: (Difference & { locationName: string | null })[]
}

/** The last check of the books; undefined before the first. */
export async function findCheck(db: Db): Promise<Check | undefined> {
  const { rows } = await sql<Check>`
    select c.checked_at as "checkedAt", coalesce((
      select json_agg(d.value || jsonb_build_object('locationName', l.name))
      from jsonb_array_elements(c.differences) d
      left join location_view l on l.id = (d.value ->> 'locationId')::bigint), '[]'::json) as differences
    from ledger_checks c order by c.id desc limit 1`.execute(db)
  return rows[0]
}

export async function insertCheck(db: Db, differences: readonly Difference[], at: Date): Promise<void> {
  await sql`insert into ledger_checks (checked_at, differences) values (${at}, ${JSON.stringify(differences)}::jsonb)`.execute(
    db,
  )
}
