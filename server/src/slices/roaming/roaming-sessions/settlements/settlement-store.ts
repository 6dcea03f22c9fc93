import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { VatKind } from '../../../charging/drivers/terms/contract.ts'
import type { Kept } from '../kept.ts'
import type { ListedBill } from './partner-list.ts'

/** A bill as it was made, and who owes the VAT of it; null: its session began without a contract. */
export interface MadeBill {
  id: string
  orderId: number
  body: Kept
  totalMinor: number
  energyWh: number
  isCredit: boolean
  vat: VatKind | null
}

interface Span {
  from: Date
  to: Date
}

/** The bills that were made for a partner in a time, the oldest first. */
export async function listBillsMade(db: Db, partnerId: number, { from, to }: Span): Promise<MadeBill[]> {
  const { rows } = await sql<MadeBill>`
    select d.id, d.order_id as "orderId", d.body, d.total_minor as "totalMinor", d.energy_wh as "energyWh",
      d.credits is not null as "isCredit", c.vat
    from roaming_cdrs d join order_view o on o.id = d.order_id
    left join fleet_contract_view c on c.id = o.fleet_contract_id
    where d.partner_id = ${partnerId} and d.created_at >= ${from} and d.created_at < ${to}
    order by d.created_at, d.id`.execute(db)
  return rows
}

export interface SettlementRow {
  id: number
  lines: ListedBill[]
  uploadedAt: Date
  uploadedBy: string | null
  agreedAt: Date | null
  agreedBy: string | null
  note: string
}

export async function findSettlement(
  db: Db,
  partnerId: number,
  month: string,
): Promise<SettlementRow | undefined> {
  const { rows } = await sql<SettlementRow>`
    select s.id, s.lines, s.uploaded_at as "uploadedAt", u.email as "uploadedBy", s.agreed_at as "agreedAt",
      a.email as "agreedBy", s.note
    from roaming_settlements s left join manager_view u on u.id = s.uploaded_by left join manager_view a on a.id = s.agreed_by
    where s.partner_id = ${partnerId} and s.month = ${month}`.execute(db)
  return rows[0]
}

/** A month of a partner: what was billed in it, and what its list came to when it was last compared. */
export interface MonthRow {
  month: string
  bills: number
  sessions: number
  energyWh: number
  grossMinor: number
  /** null: there is no list */
  listed: number | null
  listedGrossMinor: number | null
  differing: number
  differenceMinor: number
  agreedAt: Date | null
}

/** The months of a partner in a time that have bills or a list, the latest first; months are those of the time zone. */
export async function listMonths(
  db: Db,
  partnerId: number,
  { from, to, year, timeZone }: Span & { year: number; timeZone: string },
): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select coalesce(b.month, s.month) as month, coalesce(b.bills, 0)::bigint as bills,
      coalesce(b.sessions, 0)::bigint as sessions, coalesce(b.energy, 0)::bigint as "energyWh",
      coalesce(b.gross, 0)::bigint as "grossMinor", s.listed, s.listed_gross_minor as "listedGrossMinor",
      coalesce(s.differing, 0) as differing, coalesce(s.difference_minor, 0)::bigint as "differenceMinor",
      s.agreed_at as "agreedAt"
    from (select to_char(d.created_at at time zone ${timeZone}, 'YYYY-MM') as month, count(*) as bills,
        count(distinct d.order_id) as sessions,
        sum(case when d.credits is null then d.energy_wh else -d.energy_wh end) as energy, sum(d.total_minor) as gross
      from roaming_cdrs d
      where d.partner_id = ${partnerId} and d.created_at >= ${from} and d.created_at < ${to} group by 1) b
    full join (select * from roaming_settlements where partner_id = ${partnerId}
      and month between ${`${year}-01`} and ${`${year}-12`}) s on s.month = b.month
    order by 1 desc`.execute(db)
  return rows
}

/** Keeps a partner's list of a month in place of an earlier one; undefined: a person has agreed with that one. */
export async function saveList(
  tx: Tx,
  { partnerId, month, lines }: { partnerId: number; month: string; lines: readonly ListedBill[] },
  by: { at: Date; managerId: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into roaming_settlements as s (partner_id, month, lines, uploaded_at, uploaded_by)
    values (${partnerId}, ${month}, ${JSON.stringify(lines)}::jsonb, ${by.at}, ${by.managerId})
    on conflict (partner_id, month) do update
      set lines = excluded.lines, uploaded_at = excluded.uploaded_at, uploaded_by = excluded.uploaded_by, compared_at = null
      where s.agreed_at is null
    returning s.id`.execute(tx)
  return rows[0]?.id
}

/** What a comparison came to. */
export interface Compared {
  listed: number
  listedGrossMinor: number | null
  differing: number
  differenceMinor: number
}

/** Notes what the comparison with a list came to, unless the list has been replaced meanwhile. */
export async function updateCompared(
  db: Db,
  { id, uploadedAt }: Pick<SettlementRow, 'id' | 'uploadedAt'>,
  { listed, listedGrossMinor, differing, differenceMinor }: Compared,
  at: Date,
): Promise<void> {
  await sql`update roaming_settlements set listed = ${listed}, listed_gross_minor = ${listedGrossMinor},
      differing = ${differing}, difference_minor = ${differenceMinor}, compared_at = ${at}
    where id = ${id} and uploaded_at = ${uploadedAt}`.execute(db)
}

/** a bill's time may be a little before its transaction commits */
const lateMs = 5 * 60_000

/** Months whose lists have never been compared, and open ones that have got a bill since. */
export async function listToCompare(
  db: Db,
  timeZone: string,
): Promise<{ partnerId: number; month: string }[]> {
  const { rows } = await sql<{ partnerId: number; month: string }>`
    select s.partner_id as "partnerId", s.month from roaming_settlements s
    where s.compared_at is null or s.agreed_at is null and exists (
      select from roaming_cdrs d where d.partner_id = s.partner_id
        and d.created_at > s.compared_at - ${lateMs} * interval '1 millisecond'
        and d.created_at >= (s.month || '-01')::timestamp at time zone ${timeZone}
        and d.created_at < ((s.month || '-01')::timestamp + interval '1 month') at time zone ${timeZone})
    order by s.month, s.partner_id limit 200`.execute(db)
  return rows
}

/** Notes that a person agrees with a list; undefined: another list is there by now, or it was agreed on before. */
export async function updateAgreed(
  tx: Tx,
  { id, uploadedAt, note }: Pick<SettlementRow, 'id' | 'uploadedAt' | 'note'>,
  by: { at: Date; managerId: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update roaming_settlements set agreed_at = ${by.at}, agreed_by = ${by.managerId}, note = ${note}
    where id = ${id} and uploaded_at = ${uploadedAt} and agreed_at is null returning id`.execute(tx)
  return rows[0]?.id
}

/** Opens a month again that was agreed on; undefined: it was not. */
export async function updateReopened(
  tx: Tx,
  partnerId: number,
  month: string,
): Promise<{ id: number; agreedAt: Date } | undefined> {
  const { rows } = await sql<{ id: number; agreedAt: Date }>`
    with before as (select id, agreed_at from roaming_settlements
      where partner_id = ${partnerId} and month = ${month} and agreed_at is not null for update)
    update roaming_settlements s set agreed_at = null, agreed_by = null, note = ''
    from before where s.id = before.id returning s.id, before.agreed_at as "agreedAt"`.execute(tx)
  return rows[0]
}

export interface DifferingRow {
  partnerId: number
  partnerName: string
  month: string
  listed: number
  differing: number
  differenceMinor: number
  uploadedAt: Date
}

const isDiffering = sql`s.agreed_at is null and s.differing > 0`

/** A page of the open months whose lists differ, the latest first. */
export async function listDiffering(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DifferingRow[]; total: number }> {
  const [page, total] = await Promise.all([
    sql<DifferingRow>`
      select s.partner_id as "partnerId", p.name as "partnerName", s.month, s.listed, s.differing,
        s.difference_minor as "differenceMinor", s.uploaded_at as "uploadedAt"
      from roaming_settlements s join roaming_partner_view p on p.id = s.partner_id
      where ${isDiffering} order by s.month desc, p.name, s.id limit ${limit} offset ${offset}`.execute(db),
    countDiffering(db),
  ])
  return { rows: page.rows, total }
}

/** How many open months there are whose lists differ. */
export async function countDiffering(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from roaming_settlements s where ${isDiffering}`.execute(db)
  return rows[0]?.total ?? 0
}
