import type { TaxSystem } from '@stationmaster/contract'
import type { MoneyRefs } from '../providers/store.ts'
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

/** The content of a receipt as it is sent to a till (54-FZ, article 4.7). */
export interface ReceiptContent {
  kind: ReceiptKind
  settlement: Settlement
  totalMinor: number
  lines: ReceiptLine[]
  seller: { name: string; inn: string; taxSystem: TaxSystem; address: string }
  /** where the till sends it; null: it is shown, and sent nowhere */
  customer: { email: string } | { phone: string } | null
  /** the payment that it tells of, where the till belongs to its provider */
  money: MoneyRefs | null
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

/** What a till says of a receipt. */
export interface TillAnswer {
  /** the till's name for it, to read it; null: it has none, and the receipt is sent again */
  ref: string | null
  /** null: the till is at work on it */
  mark: FiscalMark | null
}

/**
 * What registers receipts. A call throws ProviderRefusal where the till said no, and ProviderUnknown where nobody knows. The same
 * key again registers nothing twice, as long as the till knows it.
 */
export interface Till {
  /** that of the payment provider, where it is the provider's */
  readonly id: string
  readonly keyTtlSeconds: number
  /** it takes no receipt without an address to send it to */
  readonly needsCustomer: boolean
  register(request: RegisterRequest): Promise<TillAnswer>
  /** Asks for a receipt that the till is at work on. */
  read(ref: string): Promise<TillAnswer>
}
