import type { FiscalReceipt } from '@stationmaster/contract'
import { printedCode } from './rules.ts'
import type { KeptReceipt } from './store.ts'

/** A receipt as the interface tells it; `timeZone` is that of the till's clocks. */
export function viewOf(receipt: KeptReceipt, timeZone: string): FiscalReceipt {
  const { id, kind, settlement, amountMinor, state, refusal, createdAt, mark } = receipt
  return {
    id,
    kind,
    settlement,
    amount: amountMinor,
    state,
    refusal,
    created_at: createdAt.toISOString(),
    mark: mark && {
      document_number: mark.documentNumber,
      drive_number: mark.driveNumber,
      fiscal_sign: mark.fiscalSign,
      registered_at: mark.registeredAt.toISOString(),
      url: mark.url,
      code: printedCode({ kind, amountMinor, ...mark }, timeZone),
    },
  }
}
