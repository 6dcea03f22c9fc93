import type { Language } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { searched } from '../../../../platform/statements/search.ts'
import { usedIn } from '../terms/terms-store.ts'

/** A company as it is changed by people. */
export interface FleetFields {
  name: string
  taxNumber: string
  address: string
  email: string
  contractNumber: string
  language: Language
  /** kopecks a month; null: no limit */
  limitMinor: number | null
  active: boolean
  /** where current is shared by groups; null: as the card's group or the EVSE says */
  priority: number | null
}

export interface FleetRow extends FleetFields {
  id: number
  drivers: number
  /** what its sessions of the month have cost, and what running ones may still cost */
  usedMinor: number
  heldMinor: number
  /** what it owes by now */
  owedMinor: number
}

const selected = (month: string) => sql`f.id, f.name, f.tax_number as "taxNumber", f.address, f.email,
  f.contract_number as "contractNumber", f.language, f.month_limit_minor as "limitMinor", f.active, f.priority,
  (select count(*) from drivers where fleet_id = f.id) as drivers, ${usedIn(month)} as "usedMinor",
  coalesce((select sum(hold_minor) from fleet_hold_view where fleet_id = f.id), 0)::bigint as "heldMinor",
  coalesce((select sum(amount_minor) from fleet_line_view where account = 'fleet_balance:' || f.id), 0)::bigint as "owedMinor"`

/** A page of fleets, by name, with what they have used of a month (YYYY-MM). */
export async function listFleets(
  db: Db,
  month: string,
  { limit, offset, search = '' }: { limit: number; offset: number; search?: string | undefined },
): Promise<{ rows: FleetRow[]; total: number }> {
  const found = searched(search, ['f.name', 'f.tax_number', 'f.email', 'f.contract_number'])
  const [page, count] = await Promise.all([
    sql<FleetRow>`select ${selected(month)} from fleets f where ${found}
      order by lower(f.name), f.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from fleets f where ${found}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

export async function findFleet(db: Db, id: number, month: string): Promise<FleetRow | undefined> {
  const { rows } = await sql<FleetRow>`select ${selected(month)} from fleets f where f.id = ${id}`.execute(db)
  return rows[0]
}

/** All fleets, also those that are not active any more: they may owe something. */
export async function listFleetIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from fleets order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The fleets among some that have a limit. */
export async function listLimited(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from fleets
    where id = any(${ids}::bigint[]) and month_limit_minor is not null order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether there is such a fleet. */
export async function fleetExists(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from fleets where id = ${id}`.execute(db)
  return rows.length > 0
}

export async function insertFleet(tx: Tx, fleet: FleetFields, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into fleets (name, tax_number, address, email, contract_number, language, month_limit_minor, active,
      priority, created_at)
    values (${fleet.name}, ${fleet.taxNumber}, ${fleet.address}, ${fleet.email}, ${fleet.contractNumber}, ${fleet.language},
      ${fleet.limitMinor}, ${fleet.active}, ${fleet.priority}, ${at}) returning id`.execute(tx)
  return first(rows).id
}

/** Changes a fleet; a warning about its limit may come again after that. */
export async function updateFleet(tx: Tx, id: number, fleet: FleetFields): Promise<void> {
  await sql`update fleets set name = ${fleet.name}, tax_number = ${fleet.taxNumber}, address = ${fleet.address},
      email = ${fleet.email}, contract_number = ${fleet.contractNumber}, language = ${fleet.language},
      month_limit_minor = ${fleet.limitMinor}, active = ${fleet.active}, priority = ${fleet.priority},
      warned_month = case when month_limit_minor is not distinct from ${fleet.limitMinor}::bigint then warned_month end
    where id = ${id}`.execute(tx)
}

/** Notes that a fleet is warned in a month; true: it was not yet. */
export async function updateWarned(tx: Tx, id: number, month: string): Promise<boolean> {
  const { rows } = await sql`update fleets set warned_month = ${month}
    where id = ${id} and warned_month is distinct from ${month} returning id`.execute(tx)
  return rows.length > 0
}

/** Locks a fleet; false: there is none. */
export async function lockFleet(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from fleets where id = ${id} for update`.execute(tx)
  return rows.length > 0
}
