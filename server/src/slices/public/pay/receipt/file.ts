import { Readable } from 'node:stream'
import type { Language } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Download } from '../../../../platform/downloads/downloads.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { transparencyFile } from '../../../charging/orders/signed/file.ts'
import { readSigned } from '../../../charging/orders/signed/view.ts'
import { findOrder } from '../../../charging/orders/store.ts'
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

/**
 * What the meter has signed of an order, as the file that the transparency software takes. Throws order.not_finished while it is open,
 * and order.not_found where nothing is signed.
 */
export async function signedFile({ db }: Pick<FileParts, 'db'>, id: number): Promise<Download> {
  const order = await findOrder(db, id)
  if (!order) throw new Failure('order.not_found')
  if (order.chargingFinish === null) throw new Failure('order.not_finished')
  const signed = await readSigned(db, order)
  if (!signed) throw new Failure('order.not_found')
  const body = Readable.from([transparencyFile(order, signed)])
  return { name: `signed-values-${id}.xml`, type: 'application/xml; charset=utf-8', body }
}
