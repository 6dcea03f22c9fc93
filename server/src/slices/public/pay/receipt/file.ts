import type { Language } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Download } from '../../../../platform/downloads/downloads.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { inForce } from '../../../money/contracts/rules.ts'
import { listTerms } from '../../../money/contracts/store.ts'
import { type PaperSetting, receiptPdf } from './paper.ts'
import { readShownOrder } from './shown-order.ts'

interface FileParts {
  db: Db
  timeZone: string
  currency: string
}

/** What a paper of a day is written with: the seller is that of the day. */
export async function paperSettingOf(
  { db, timeZone, currency }: FileParts,
  language: Language,
  day: string,
): Promise<PaperSetting> {
  const seller = inForce(await listTerms(db, 'legal_details'), day)
  return { language, timeZone, currency, seller }
}

/**
 * The receipt of an order as a PDF; where a driver is named, only of that driver's. Throws order.not_found, and order.not_finished while
 * it is open.
 */
export async function receiptFile(
  parts: FileParts,
  of: { id: number; driverId?: number; language: Language },
): Promise<Download> {
  const order = await readShownOrder(parts, of)
  if (order.finished_at === null) throw new Failure('order.not_finished')
  const day = dayOf(new Date(order.finished_at), parts.timeZone)
  const body = await receiptPdf(order, await paperSettingOf(parts, of.language, day))
  return { name: `receipt-${of.id}.pdf`, type: 'application/pdf', body }
}
