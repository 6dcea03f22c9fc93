import { dayOf } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { listVersionsOf } from '../../../places/tariffs/store.ts'
import { loadContracts } from './contract-store.ts'
import type { DatedVersion } from './dated.ts'
import {
  type FleetCredit,
  type GroupCharging,
  type GroupTerms,
  ordinaryTerms,
  type PersonalTerms,
} from './terms.ts'

/** What says which month it is. */
interface MonthOf {
  now: Date
  networkTimeZone: string
}

/** A group as its row says; its tariff's versions are read beside it. */
export interface GroupRow {
  key: string
  charging: GroupCharging
  tariffId: number | null
}

/** The terms of groups, by key; one query for all versions of their tariffs. */
export async function loadGroupTerms(db: Db, rows: readonly GroupRow[]): Promise<Map<string, GroupTerms>> {
  const tariffs = [...new Set(rows.flatMap(({ tariffId }) => tariffId ?? []))]
  const versions = await listVersionsOf(db, tariffs)
  const of = (tariffId: number | null): DatedVersion[] =>
    versions.filter(({ version }) => version.tariffId === tariffId)
  return new Map(
    rows.map(({ key, charging, tariffId }) => [
      key,
      { key, charging, versions: charging === 'tariff' ? of(tariffId) : [] },
    ]),
  )
}

interface UseRow {
  id: number
  limitMinor: number | null
  usedMinor: number
  heldMinor: number
}

/**
 * What is left of the limits of active fleets in the month of `terms`, by fleet. The rows of those with a limit are locked until the
 * transaction ends, so that sessions that begin at once, on whatever server, cannot use the same rest twice.
 */
export async function lockFleetCredit(
  tx: Db,
  ids: readonly number[],
  terms: MonthOf,
): Promise<Map<number, FleetCredit>> {
  if (ids.length === 0) return new Map()
  await sql`select from fleets where id = any(${ids}::bigint[]) and month_limit_minor is not null
    order by id for update`.execute(tx)
  return findFleetCredit(tx, ids, terms)
}

/** The same without a lock, to show it. Nothing is summed of a company without a limit: it may have millions of sessions. */
export async function findFleetCredit(
  db: Db,
  ids: readonly number[],
  { now, networkTimeZone }: MonthOf,
): Promise<Map<number, FleetCredit>> {
  const { rows } = await sql<UseRow>`
    select f.id, f.month_limit_minor as "limitMinor",
      case when f.month_limit_minor is null then 0 else ${usedIn(dayOf(now, networkTimeZone).slice(0, 7))} end as "usedMinor",
      case when f.month_limit_minor is null then 0
        else coalesce((select sum(hold_minor) from fleet_hold_view where fleet_id = f.id), 0)::bigint end as "heldMinor"
    from fleets f where f.id = any(${ids}::bigint[]) and f.active`.execute(db)
  return new Map(
    rows.map(({ id, limitMinor, usedMinor, heldMinor }) => [
      id,
      { id, limitMinor, leftMinor: limitMinor === null ? null : limitMinor - usedMinor - heldMinor },
    ]),
  )
}

/** What the sessions of fleet f have cost in a month (YYYY-MM), less what was given back. */
export const usedIn = (month: string) => sql<number>`
  coalesce((select sum(amount_minor) from fleet_line_view
    where account = 'fleet_balance:' || f.id and kind <> 'top_up'
      and business_day >= ${`${month}-01`}::date and business_day < ${`${month}-01`}::date + interval '1 month'), 0)::bigint`

/** A driver's own discount, and the fleet that pays, locked, for a session that is begun for the driver. */
export async function lockDriverTerms(
  tx: Tx,
  driverId: number | null,
  terms: MonthOf,
): Promise<PersonalTerms & { fleet: FleetCredit | null }> {
  const { rows } = await sql<{ discountPercent: number; fleetId: number | null }>`
    select discount_percent as "discountPercent", fleet_id as "fleetId" from drivers where id = ${driverId}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return { ...ordinaryTerms, fleet: null }
  const ids = row.fleetId === null ? [] : [row.fleetId]
  const [fleet] = (await lockFleetCredit(tx, ids, terms)).values()
  const [contracts] = fleet ? (await loadContracts(tx, [fleet.id], terms.networkTimeZone)).values() : []
  return {
    group: null,
    discountPercent: row.discountPercent,
    contracts: contracts ?? [],
    fleet: fleet ?? null,
  }
}
