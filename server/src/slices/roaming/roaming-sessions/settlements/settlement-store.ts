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

/** The bills that were made for a partner in a time, the oldest first. */
export async function listBillsMade(
  db: Db,
  partnerId: number,
  { from, to }: { from: Date; to: Date },
): Promise<MadeBill[]> {
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
  agreedAt: Date | null
  note: string
}

const columns = sql`s.id, s.lines, s.uploaded_at as "uploadedAt", s.agreed_at as "agreedAt", s.note`

export async function findSettlement(
  db: Db,
  partnerId: number,
  month: string,
): Promise<SettlementRow | undefined> {
  const { rows } = await sql<SettlementRow>`select ${columns} from roaming_settlements s
    where s.partner_id = ${partnerId} and s.month = ${month}`.execute(db)
  return rows[0]
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
      set lines = excluded.lines, uploaded_at = excluded.uploaded_at, uploaded_by = excluded.uploaded_by
      where s.agreed_at is null
    returning s.id`.execute(tx)
  return rows[0]?.id
}

/** Notes that a person agrees with a settlement; undefined: there is no list, or it was agreed on before. */
export async function updateAgreed(
  tx: Tx,
  { partnerId, month, note }: { partnerId: number; month: string; note: string },
  by: { at: Date; managerId: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update roaming_settlements set agreed_at = ${by.at}, agreed_by = ${by.managerId}, note = ${note}
    where partner_id = ${partnerId} and month = ${month} and agreed_at is null returning id`.execute(tx)
  return rows[0]?.id
}
