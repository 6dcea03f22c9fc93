import { dayOf } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'
import type { FleetContract } from './terms/contract.ts'
import { loadContracts } from './terms/contract-store.ts'
import { owesTooMuch } from './terms/debts.ts'
import type { FleetCredit, GroupCharging, GroupTerms } from './terms/terms.ts'
import { findFleetCredit, type GroupRow, loadGroupTerms, lockFleetCredit } from './terms/terms-store.ts'
import type { KnownToken } from './tokens.ts'

type Row = Omit<KnownToken, 'noCredit' | 'terms' | 'fleet'> & {
  charging: GroupCharging | null
  tariffId: number | null
  discountPercent: number
  fleetId: number | null
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
  select t.token, t.driver_id as "driverId",
    t.blocked or d.blocked_at is not null or coalesce(t.allowed_until <= ${terms.now}, false)
      or (t.fleet_id is not null and f.id is null) as blocked,
    exists (select from partner_company_view c where c.fleet_id = t.fleet_id) as "isPartners", t.expires_at as "expiresAt",
    t.group_id as "group", t.payment_method_type as "paymentMethodType",
    coalesce((select sum(debt_minor) from driver_debt_view where driver_id = t.driver_id), 0)::bigint as "debtMinor",
    (select case when refuses then from_minor end from debt_rule_view where valid_from <= ${dayIn(terms)}
      order by valid_from desc limit 1) as "refusedFromMinor",
    (select provider from saved_card_view where driver_id = t.driver_id) as "savedAt",
    nullif(g.charging, 'usual') as charging, g.tariff_id as "tariffId", coalesce(d.discount_percent, 0) as "discountPercent",
    f.id as "fleetId"
  from id_tokens t left join drivers d on d.id = t.driver_id left join tag_groups g on g.key = t.group_id
    left join fleets f on f.id = coalesce(t.fleet_id, d.fleet_id) and f.active`

/** What is known of cards beside their rows. */
interface Beside {
  groups: ReadonlyMap<string, GroupTerms>
  fleets: ReadonlyMap<number, FleetCredit>
  contracts: ReadonlyMap<number, readonly FleetContract[]>
}

/** A card with what decides who pays and how much: a fleet pays whatever its drivers owe by themselves, a free group costs nothing. */
function knownOf(
  row: Row,
  { groups, fleets, contracts }: Beside,
  { paymentProvider }: CreditTerms,
): KnownToken {
  const {
    debtMinor,
    refusedFromMinor,
    savedAt,
    charging,
    tariffId: _,
    discountPercent,
    fleetId,
    ...card
  } = row
  const fleet = fleetId === null ? null : (fleets.get(fleetId) ?? null)
  const group = card.group === null ? null : (groups.get(card.group) ?? null)
  const owes =
    owesTooMuch(debtMinor, refusedFromMinor) ||
    (card.paymentMethodType === 'card' && (savedAt === null || savedAt !== paymentProvider))
  const usedUp = fleet !== null && fleet.leftMinor !== null && fleet.leftMinor <= 0
  return {
    ...card,
    paymentMethodType: fleet ? 'account' : card.paymentMethodType,
    noCredit: charging !== 'free' && (fleet ? usedUp : owes),
    terms: { group, discountPercent, contracts: (fleet && contracts.get(fleet.id)) ?? [] },
    fleet,
  }
}

const groupRows = (rows: readonly Row[]): GroupRow[] =>
  rows.flatMap(({ group, charging, tariffId }) =>
    group !== null && charging !== null ? [{ key: group, charging, tariffId }] : [],
  )
const fleetIds = (rows: readonly Row[]): number[] => [
  ...new Set(rows.flatMap(({ fleetId }) => fleetId ?? [])),
]

/**
 * The known ones among some tokens (keys made by tokenKey), for sessions that may begin with them: what is left of their fleets' limits
 * is locked until the transaction ends.
 */
export async function loadTokens(
  tx: Db,
  keys: string[],
  terms: CreditTerms,
): Promise<Map<string, KnownToken>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Row>`${selected(terms)} where t.token = any(${keys}::text[])`.execute(tx)
  const groups = await loadGroupTerms(tx, groupRows(rows))
  const fleets = await lockFleetCredit(tx, fleetIds(rows), terms)
  const contracts = await loadContracts(tx, fleetIds(rows), terms.networkTimeZone)
  return new Map(rows.map((row) => [row.token, knownOf(row, { groups, fleets, contracts }, terms)]))
}

/** The network's newest cards, at most `most`; without those whose company answers for each session. */
export async function loadNewestTokens(db: Db, most: number, terms: CreditTerms): Promise<KnownToken[]> {
  const { rows } = await sql<Row>`${selected(terms)} where t.allowed_until is null
    order by t.created_at desc limit ${most}`.execute(db)
  const groups = await loadGroupTerms(db, groupRows(rows))
  const fleets = await findFleetCredit(db, fleetIds(rows), terms)
  const contracts = new Map<number, FleetContract[]>()
  return rows.map((row) => knownOf(row, { groups, fleets, contracts }, terms))
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
