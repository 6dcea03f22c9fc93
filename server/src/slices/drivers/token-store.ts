import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { owesTooMuch } from './debts.ts'
import type { KnownToken } from './tokens.ts'

type Row = Omit<KnownToken, 'owes'> & { debtMinor: number; refusedFromMinor: number | null }

/** Cards as they stand on a day (YYYY-MM-DD in the network's time zone), by which the rule of debts is chosen. */
const selected = (day: string): RawBuilder<Row> => sql`
  select t.token, t.driver_id as "driverId", t.blocked or d.blocked_at is not null as blocked, t.expires_at as "expiresAt",
    t.group_id as "group", t.payment_method_type as "paymentMethodType",
    coalesce((select sum(debt_minor) from driver_debt_view where driver_id = t.driver_id), 0)::bigint as "debtMinor",
    (select case when refuses then from_minor end from debt_rule_view where valid_from <= ${day}
      order by valid_from desc limit 1) as "refusedFromMinor"
  from id_tokens t left join drivers d on d.id = t.driver_id`

const knownOf = ({ debtMinor, refusedFromMinor, ...card }: Row): KnownToken => ({
  ...card,
  owes: owesTooMuch(debtMinor, refusedFromMinor),
})

/** The known ones among some tokens (keys made by tokenKey). */
export async function loadTokens(db: Db, keys: string[], day: string): Promise<Map<string, KnownToken>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Row>`${selected(day)} where t.token = any(${keys}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.token, knownOf(row)]))
}

/** The network's newest cards, so many at most. */
export async function loadNewestTokens(db: Db, most: number, day: string): Promise<KnownToken[]> {
  const { rows } = await sql<Row>`${selected(day)} order by t.created_at desc limit ${most}`.execute(db)
  return rows.map(knownOf)
}

/** How a driver stands who wants to charge on a day; undefined: there is none. */
export async function findStanding(
  db: Db,
  driverId: number,
  day: string,
): Promise<{ blocked: boolean; debtMinor: number; owes: boolean } | undefined> {
  const { rows } = await sql<{ blocked: boolean; debtMinor: number; refusedFromMinor: number | null }>`
    select d.blocked_at is not null as blocked,
      coalesce((select sum(debt_minor) from driver_debt_view where driver_id = d.id), 0)::bigint as "debtMinor",
      (select case when refuses then from_minor end from debt_rule_view where valid_from <= ${day}
        order by valid_from desc limit 1) as "refusedFromMinor"
    from drivers d where d.id = ${driverId}`.execute(db)
  const [row] = rows
  return (
    row && {
      blocked: row.blocked,
      debtMinor: row.debtMinor,
      owes: owesTooMuch(row.debtMinor, row.refusedFromMinor),
    }
  )
}
