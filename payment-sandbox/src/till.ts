import { Refused } from './payment.ts'

/** How the till behaves: it is down, answers after its caller's time-out, says first that it is at work, or refuses. */
export const tillModes = ['works', 'down', 'slow', 'twice', 'refuses'] as const
export type TillMode = (typeof tillModes)[number]

/** A receipt that is registered: its document, the fiscal drive that it is kept on, and the sign of both. */
export interface TillReceipt {
  key: string
  content: string
  kind: 'income' | 'income_return'
  total: number
  document: number
  drive: string
  sign: string
  at: string
}

interface RequestedReceipt {
  kind?: unknown
  total?: unknown
  seller?: { inn?: unknown }
  lines?: { amount?: unknown }[]
}

const drive = '9999078900001234'

/** The receipt with the next number, as a till would print it; throws Refused where a till would not. */
export function registered(
  key: string,
  content: string,
  requested: RequestedReceipt,
  last: number,
  now: Date,
): TillReceipt {
  const { kind, total, seller, lines = [] } = requested
  if (kind !== 'income' && kind !== 'income_return') throw new Refused('kind_invalid', 422)
  if (typeof total !== 'number' || !Number.isSafeInteger(total) || total <= 0)
    throw new Refused('total_invalid', 422)
  if (typeof seller?.inn !== 'string') throw new Refused('inn_missing', 422)
  if (lines.reduce((sum, { amount }) => sum + Number(amount), 0) !== total)
    throw new Refused('lines_do_not_add_up', 422)
  const document = last + 1
  // of ten digits, and another one for each document
  const sign = String((document * 2_654_435_761) % 10_000_000_000).padStart(10, '0')
  return { key, content, kind, total, document, drive, sign, at: now.toISOString() }
}

/** A receipt as the interface answers it. */
export const receiptAnswer = (
  { key, kind, total, document, drive, sign, at }: TillReceipt,
  pages: string,
) => ({
  state: 'done',
  key,
  kind,
  total,
  drive,
  sign,
  document: String(document),
  registered_at: at,
  url: `${pages}/pages/receipt/${document}`,
})
