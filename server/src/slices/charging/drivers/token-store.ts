import { dayOf } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import { owesTooMuch } from './debts.ts'
import type { KnownToken } from './tokens.ts'

type Row = Omit<KnownToken, 'noCredit'> & {
  debtMinor: number
  refusedFromMinor: number | null
  savedAt: string | null
}

/** What decides whether a card has credit. */
export interface CreditTerms {
  now: Date
  networkTimeZone: string
  /** the payment provider; null: there is none */
  paymentProvider: string | null
}

const dayIn = ({ now, networkTimeZone }: CreditTerms): string => dayOf(now, networkTimeZone)

const selected = (terms: CreditTerms): RawBuilder<Row> => sql`
  select t.token, t.driver_id as "driverId", t.blocked or d.blocked_at is not null as blocked, t.expires_at as "expiresAt",
    t.group_id as "group", t.payment_method_type as "paymentMethodType",
    coalesce((select sum(debt_minor) from driver_debt_view where driver_id = t.driver_id), 0)::bigint as "debtMinor",
    (select case when refuses then from_minor end from debt_rule_view where valid_from <= ${dayIn(terms)}
      order by valid_from desc limit 1) as "refusedFromMinor",
    (select provider from saved_card_view where driver_id = t.driver_id) as "savedAt"
  from id_tokens t left join drivers d on d.id = t.driver_id`

const knownOf =
  ({ paymentProvider }: CreditTerms) =>
  ({ debtMinor, refusedFromMinor, savedAt, ...card }: Row): KnownToken => ({
    ...card,
    noCredit:
      owesTooMuch(debtMinor, refusedFromMinor) ||
      (card.paymentMethodType === 'card' && (savedAt === null || savedAt !== paymentProvider)),
  })

/** The known ones among some tokens (keys made by tokenKey). */
export async function loadTokens(
  db: Db,
  keys: string[],
  terms: CreditTerms,
): Promise<Map<string, KnownToken>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Row>`${selected(terms)} where t.token = any(${keys}::text[])`.execute(db)
  const known = knownOf(terms)
  return new Map(rows.map((row) => [row.token, known(row)]))
}

/** The network's newest cards, at most `most`. */
export async function loadNewestTokens(db: Db, most: number, terms: CreditTerms): Promise<KnownToken[]> {
  const { rows } = await sql<Row>`${selected(terms)} order by t.created_at desc limit ${most}`.execute(db)
  return rows.map(knownOf(terms))
}

/** Whether a driver is blocked or owes too much to charge; undefined: there is no such driver. */
export async function findStanding(
  db: Db,
  driverId: number,
  terms: CreditTerms,
): Promise<{ blocked: boolean; debtMinor: number; owes: boolean } | undefined> {
  const { rows } = await sql<{ blocked: boolean; debtMinor: number; refusedFromMinor: number | null }>`
    select d.blocked_at is not null as blocked,
      coalesce((select sum(debt_minor) from driver_debt_view where driver_id = d.id), 0)::bigint as "debtMinor",
      (select case when refuses then from_minor end from debt_rule_view where valid_from <= ${dayIn(terms)}
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
