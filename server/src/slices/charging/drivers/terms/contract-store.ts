import { DAY_MS, instantOf } from '@stationmaster/units'
import { sql } from 'kysely'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { listVersionsOf } from '../../../places/tariffs/store.ts'
import type { ContractCharging, FleetContract, VatKind } from './contract.ts'

/** A contract as it is stored. */
export interface ContractRow {
  id: number
  fleetId: number
  /** its first and its last day; null: no end */
  validFrom: string
  validTo: string | null
  charging: ContractCharging
  percent: number
  tariffId: number | null
  vat: VatKind
}

const columns = sql`c.id, c.fleet_id as "fleetId", c.valid_from as "validFrom", c.valid_to as "validTo", c.charging, c.percent,
  c.tariff_id as "tariffId", c.vat`

/** The contracts of companies, the latest first. */
export async function listContracts(db: Db, fleetIds: readonly number[]): Promise<ContractRow[]> {
  if (fleetIds.length === 0) return []
  const { rows } = await sql<ContractRow>`select ${columns} from fleet_contracts c
    where c.fleet_id = any(${fleetIds}::bigint[]) order by c.valid_from desc`.execute(db)
  return rows
}

/** The contracts of companies with their prices, by company; days begin by the clocks of a time zone. */
export async function loadContracts(
  db: Db,
  fleetIds: readonly number[],
  timeZone: string,
): Promise<Map<number, FleetContract[]>> {
  const rows = await listContracts(db, fleetIds)
  const versions = await listVersionsOf(
    db,
    rows.flatMap(({ tariffId }) => tariffId ?? []),
  )
  const loaded = rows.map(({ fleetId, tariffId, validFrom, validTo, ...row }) => ({
    fleetId,
    contract: {
      ...row,
      validFrom: instantOf(validFrom, 0, timeZone),
      validTo: validTo === null ? null : instantOf(dayAfter(validTo), 0, timeZone),
      versions: versions.filter(({ version }) => version.tariffId === tariffId),
    },
  }))
  const byFleet = groupBy(loaded, ({ fleetId }) => fleetId)
  return new Map([...byFleet].map(([id, list]) => [id, list.map(({ contract }) => contract)]))
}

const dayAfter = (day: string): string =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + DAY_MS).toISOString().slice(0, 10)

/** A contract of a company, locked. */
export async function lockContract(tx: Tx, fleetId: number, id: number): Promise<ContractRow | undefined> {
  const { rows } = await sql<ContractRow>`select ${columns} from fleet_contracts c
    where c.fleet_id = ${fleetId} and c.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Adds a contract; one on a day of another one violates fleet_contracts_one_a_day. */
export async function insertContract(
  tx: Tx,
  contract: Omit<ContractRow, 'id'>,
  by: { at: Date; managerId: number },
): Promise<number> {
  const { fleetId, validFrom, validTo, charging, percent, tariffId, vat } = contract
  const { rows } = await sql<{ id: number }>`
    insert into fleet_contracts (fleet_id, valid_from, valid_to, charging, percent, tariff_id, vat, created_at, created_by)
    values (${fleetId}, ${validFrom}::date, ${validTo}::date, ${charging}, ${percent}, ${tariffId}, ${vat}, ${by.at},
      ${by.managerId})
    returning id`.execute(tx)
  // an insert of one row returns it
  return rows[0]!.id
}

/** Sets a contract's last day. */
export async function updateValidTo(tx: Tx, id: number, validTo: string): Promise<void> {
  await sql`update fleet_contracts set valid_to = ${validTo}::date where id = ${id}`.execute(tx)
}

/** Removes a contract that has not begun. */
export async function deleteContract(tx: Tx, id: number): Promise<void> {
  await sql`delete from fleet_contracts where id = ${id}`.execute(tx)
}

/** Who owes the VAT under a contract; null: there is none. */
export async function findVatKind(db: Db, contractId: number | null): Promise<VatKind | null> {
  if (contractId === null) return null
  const { rows } = await sql<{
    vat: VatKind
  }>`select vat from fleet_contract_view where id = ${contractId}`.execute(db)
  return rows[0]?.vat ?? null
}
