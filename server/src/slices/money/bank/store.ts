import type { RemittedPayment } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { type ColumnMap, inParts, insertRows } from '../../../platform/statements/bulk.ts'
import { type BankRate, inForce, shareOf } from '../contracts/rules.ts'
import type { Moved } from '../providers/reconciliation/moved-store.ts'
import type { BankLine, ProviderDay } from './rules.ts'
import type { StatementLine } from './statement-file.ts'

/** What each movement is as a part of a remittance: on a day, with the fee that the provider has reported, else with the fee agreed on for that day. */
export const partOf =
  (rates: readonly BankRate[], timeZone: string) =>
  ({ provider, method, at, ...moved }: Moved): RemittedPayment & { provider: string } => {
    const day = dayOf(at, timeZone)
    const agreed = inForce(
      rates.filter((one) => one.provider === provider && one.methodType === method),
      day,
    )
    const fee = moved.feeMinor ?? (agreed ? shareOf(moved.capturedMinor, agreed.rateBp) : 0)
    return {
      provider,
      order_id: moved.orderId,
      payment_ref: moved.paymentRef,
      day,
      captured: moved.capturedMinor,
      refunded: moved.refundedMinor,
      fee,
    }
  }

/** The sums of parts by provider and day. */
export function daysOf(parts: readonly (RemittedPayment & { provider: string })[]): ProviderDay[] {
  const days = new Map<string, ProviderDay>()
  for (const { provider, day, captured, refunded, fee } of parts) {
    const none = { provider, day, payments: 0, capturedMinor: 0, refundedMinor: 0, feeMinor: 0 }
    const sum = days.get(`${day} ${provider}`) ?? none
    sum.payments += 1
    sum.capturedMinor += captured
    sum.refundedMinor += refunded
    sum.feeMinor += fee
    days.set(`${day} ${provider}`, sum)
  }
  return [...days.values()]
}

const columns: ColumnMap<StatementLine & { uploadedAt: Date; uploadedBy: number }> = {
  key: ['key', 'text'],
  bookedOn: ['booked_on', 'date'],
  amountMinor: ['amount_minor', 'bigint'],
  counterparty: ['counterparty', 'text'],
  purpose: ['purpose', 'text'],
  reference: ['reference', 'text'],
  uploadedAt: ['uploaded_at', 'timestamptz'],
  uploadedBy: ['uploaded_by', 'bigint'],
}

/** Keeps lines of a statement that are not known yet; resolves with how many those are. */
export async function insertLines(
  tx: Tx,
  lines: readonly StatementLine[],
  { at, managerId }: { at: Date; managerId: number },
): Promise<number> {
  const kept = lines.map((one) => ({ ...one, uploadedAt: at, uploadedBy: managerId }))
  let added = 0
  for (const part of inParts(kept))
    added += await insertRows(tx, 'bank_lines', part, columns, sql`(key) do nothing`)
  return added
}

/** Lines that were booked since a day, oldest first. */
export async function listLines(db: Db, sinceDay: string): Promise<BankLine[]> {
  const { rows } = await sql<BankLine>`
    select id, booked_on::text as "bookedOn", amount_minor as "amountMinor", counterparty, purpose, reference
    from bank_lines where booked_on >= ${sinceDay} order by booked_on, id`.execute(db)
  return rows
}

/** When the last statement was imported; null: never. */
export async function findUploadedAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(uploaded_at) as at from bank_lines`.execute(db)
  return rows[0]?.at ?? null
}
