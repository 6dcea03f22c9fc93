import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { waitsForAdmission } from '../../places/locations/access/admission-store.ts'
import type { AgreedContract, PayoutDetails } from './rules.ts'

export interface KnownPayout extends PayoutDetails {
  enteredAt: Date
}

/** Where an owner's takings are paid to, as entered here. */
export async function findPayout(db: Db, ownerId: number): Promise<KnownPayout | undefined> {
  const { rows } = await sql<KnownPayout>`
    select holder, bank_name as "bankName", account_number as "accountNumber", bic, entered_at as "enteredAt"
    from payout_details where owner_id = ${ownerId}`.execute(db)
  return rows[0]
}

/** Stores where an owner's takings are paid to, in place of earlier details. */
export async function upsertPayout(
  tx: Tx,
  ownerId: number,
  { holder, bankName, accountNumber, bic }: PayoutDetails,
  by: { managerId: number; at: Date },
): Promise<void> {
  await sql`
    insert into payout_details (owner_id, holder, bank_name, account_number, bic, entered_at, entered_by)
    values (${ownerId}, ${holder}, ${bankName}, ${accountNumber}, ${bic}, ${by.at}, ${by.managerId})
    on conflict (owner_id) do update set (holder, bank_name, account_number, bic, entered_at, entered_by) =
      (excluded.holder, excluded.bank_name, excluded.account_number, excluded.bic, excluded.entered_at, excluded.entered_by)`.execute(
    tx,
  )
}

/** The bank that an owner has entered for the plan; null: none. */
export async function findPlanBank(db: Db, ownerId: number): Promise<string | null> {
  const { rows } = await sql<{ bankName: string | null }>`
    select bank_name as "bankName" from payment_account_view where manager_id = ${ownerId}`.execute(db)
  return rows[0]?.bankName ?? null
}

/** An owner's contract that is in force on a day (YYYY-MM-DD). */
export async function findContract(
  db: Db,
  ownerId: number,
  day: string,
): Promise<AgreedContract | undefined> {
  const { rows } = await sql<AgreedContract>`
    select number, valid_from as "validFrom", agent_fee_bp as "agentFeeBp" from contract_view
    where owner_id = ${ownerId} and valid_from <= ${day} order by valid_from desc limit 1`.execute(db)
  return rows[0]
}

export interface WaitingLocation {
  id: number
  name: string
  stations: number
}

/** An owner's locations that wait for the owner to be admitted, by name. */
export async function listWaitingLocations(db: Db, ownerId: number): Promise<WaitingLocation[]> {
  const { rows } = await sql<WaitingLocation>`
    select l.id, l.name, (select count(*) from station_view s where s.location_id = l.id and s.deleted_at is null) as stations
    from location_view l join manager_view m on m.id = l.owner_id
    where l.owner_id = ${ownerId} and l.deleted_at is null and ${waitsForAdmission} order by l.name, l.id`.execute(
    db,
  )
  return rows
}

export interface WaitingOwnerRow {
  id: number
  firstName: string
  lastName: string
  email: string
  since: Date
  locations: number
  stations: number
  hasContract: boolean
  hasPayout: boolean
}

/** Owners who wait for admission, with a confirmed address and not blocked. */
const waiting = sql`
  from location_view l join manager_view m on m.id = l.owner_id join manager_mail_view v on v.id = m.id
  where l.deleted_at is null and ${waitsForAdmission}`

/** A page of the waiting owners, the longest wait first; a contract counts on a day (YYYY-MM-DD). */
export async function listWaitingOwners(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
  day: string,
): Promise<{ rows: WaitingOwnerRow[]; total: number }> {
  const [{ rows }, total] = await Promise.all([
    sql<WaitingOwnerRow>`
      select m.id, m.first_name as "firstName", m.last_name as "lastName", m.email, min(l.created_at) as since,
        count(*) as locations, sum((select count(*) from station_view s
          where s.location_id = l.id and s.deleted_at is null))::integer as stations,
        exists (select from contract_view c where c.owner_id = m.id and c.valid_from <= ${day}) as "hasContract",
        exists (select from payout_details p where p.owner_id = m.id) or exists (select from payment_account_view a
          where a.manager_id = m.id and a.bank_name is not null) as "hasPayout"
      ${waiting} group by m.id, m.first_name, m.last_name, m.email
      order by since, m.id limit ${limit} offset ${offset}`.execute(db),
    countWaitingOwners(db),
  ])
  return { rows, total }
}

/** How many owners wait for an administrator. */
export async function countWaitingOwners(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(distinct m.id) as total ${waiting}`.execute(db)
  return rows[0]?.total ?? 0
}
