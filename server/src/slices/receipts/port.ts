import type { TaxSystem } from '@stationmaster/contract'
import type { ReceiptKind, Settlement } from './rules.ts'

/** A line of a receipt; the service is the owner's where one is named, and ours to sell. */
export interface ReceiptLine {
  name: string
  amountMinor: number
  /** null: not subject to VAT */
  vatBp: number | null
  vatMinor: number
  supplier: { name: string; inn: string } | null
}

/** All that a till is told of a receipt (54-FZ, article 4.7). */
export interface ReceiptContent {
  kind: ReceiptKind
  settlement: Settlement
  totalMinor: number
  lines: ReceiptLine[]
  seller: { name: string; inn: string; taxSystem: TaxSystem; address: string }
  /** where the till sends it; null: it is shown, and sent nowhere */
  customer: { email: string } | { phone: string } | null
}

/** What makes a receipt one: its document, the fiscal drive that it is kept on, and the sign of both. */
export interface FiscalMark {
  documentNumber: string
  driveNumber: string
  fiscalSign: string
  registeredAt: Date
  /** where the operator of fiscal data shows it */
  url: string | null
}

export interface RegisterRequest {
  key: string
  content: ReceiptContent
}

/**
 * What registers receipts. A call answers the receipt's mark, or null while the till is at work on it; it throws ProviderRefusal
 * where the till said no, and ProviderUnknown where nobody knows. The same key again registers nothing twice.
 */
export interface Till {
  readonly id: string
  register(request: RegisterRequest): Promise<FiscalMark | null>
}
