import type { Language } from '@stationmaster/contract'
import { first, firstDayOf, lastDayOf } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { measureSums } from '../../../money/ledger/measures-store.ts'

/** Sums of an owner's month, at one location or at all, from the sums by day. */
export interface MonthSums {
  sessions: number
  energy: number
  captured: number
  refunded: number
  charged_back: number
  amount: number
  revenue: number
  bank_commission: number
  agent_fee: number
  compensation: number
  to_compensate: number
}

const ofMonth = (ownerId: number, month: string) =>
  sql`t.owner_id = ${ownerId} and t.day between ${firstDayOf(month)} and ${lastDayOf(month)}`

/** The sums of an owner's month by location. */
export async function listMonthSums(
  db: Db,
  ownerId: number,
  month: string,
): Promise<(MonthSums & { id: number; name: string })[]> {
  const { rows } = await sql<MonthSums & { id: number; name: string; location_id: number }>`
    select l.id, l.name, s.* from (
      select t.location_id, ${measureSums} from daily_total_view t where ${ofMonth(ownerId, month)} group by t.location_id) s
    join location_view l on l.id = s.location_id`.execute(db)
  return rows
}

/** The sums of an owner's month at all locations. */
export async function sumMonth(db: Db, ownerId: number, month: string): Promise<MonthSums> {
  const { rows } = await sql<MonthSums>`
    select ${measureSums} from daily_total_view t where ${ofMonth(ownerId, month)}`.execute(db)
  return first(rows)
}

/** Energy by day, in Wh; days without a session are left out. */
export async function listMonthDays(
  db: Db,
  ownerId: number,
  month: string,
): Promise<{ day: string; energy: number }[]> {
  const { rows } = await sql<{ day: string; energy: number }>`
    select t.day, sum(t.energy_wh) as energy from daily_total_view t where ${ofMonth(ownerId, month)}
    group by t.day order by t.day`.execute(db)
  return rows
}

/** The stations at an owner's locations. */
export async function listOwnedStations(
  db: Db,
  ownerId: number,
): Promise<{ id: string; locationId: number; location: string }[]> {
  const { rows } = await sql<{ id: string; locationId: number; location: string }>`
    select s.id, l.id as "locationId", l.name as location
    from location_view l join station_view s on s.location_id = l.id
    where l.owner_id = ${ownerId} and s.deleted_at is null order by s.id`.execute(db)
  return rows
}

/** How many sessions were tried at an owner's locations in a month, and how many of them charged. */
export async function countTried(
  db: Db,
  ownerId: number,
  month: string,
): Promise<{ tried: number; succeeded: number }> {
  const { rows } = await sql<{ tried: number; succeeded: number }>`
    select coalesce(sum(h.attempts), 0) as tried, coalesce(sum(h.attempts - h.failed_authorisation - h.failed_start
      - h.failed_energy - h.failed_stop), 0) as succeeded
    from location_view l join hourly_outcome_view h on h.location_id = l.id
    where l.owner_id = ${ownerId} and h.day between ${firstDayOf(month)} and ${lastDayOf(month)}`.execute(db)
  return first(rows)
}

/** The language of the mailed report of an owner; undefined when the owner gets no mail. */
export async function findMailingLanguage(db: Db, ownerId: number): Promise<Language | undefined> {
  const { rows } = await sql<{ language: Language }>`
    select language from monthly_report_wishes where owner_id = ${ownerId}`.execute(db)
  return rows[0]?.language
}

export async function insertMailing(tx: Tx, ownerId: number, language: Language, at: Date): Promise<void> {
  await sql`
    insert into monthly_report_wishes (owner_id, language, wanted_since) values (${ownerId}, ${language}, ${at})
    on conflict (owner_id) do update set language = excluded.language`.execute(tx)
}

export async function removeMailing(tx: Tx, ownerId: number): Promise<void> {
  await sql`delete from monthly_report_wishes where owner_id = ${ownerId}`.execute(tx)
}

/** Queues the mail of a month's report for each owner who switched the mail on before an instant. */
export async function insertMonthlyMails(tx: Tx, month: string, before: Date, at: Date): Promise<void> {
  await sql`
    insert into monthly_report_mails (owner_id, month, asked_at)
    select owner_id, ${firstDayOf(month)}::date, ${at} from monthly_report_wishes where wanted_since < ${before}
    on conflict do nothing`.execute(tx)
}

/** The owners who have not got the mail of a month's report yet. */
export async function listUnmailed(db: Db, month: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select owner_id as id from monthly_report_mails where month = ${firstDayOf(month)}::date and sent_at is null
    order by owner_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks a report as mailed; false when it was marked before. */
export async function updateMonthlyMailed(
  tx: Tx,
  ownerId: number,
  month: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update monthly_report_mails set sent_at = ${at}
    where owner_id = ${ownerId} and month = ${firstDayOf(month)}::date and sent_at is null returning owner_id`.execute(
    tx,
  )
  return rows.length > 0
}
