import { z } from 'zod'
import { type YookassaApi, yookassaKeySeconds } from '../../providers/adapters/yookassa-api.ts'
import { ProviderRefusal } from '../../providers/port.ts'
import type { RegisterRequest, Till, TillAnswer } from '../port.ts'
import { yookassaReceiptOf } from './yookassa-rules.ts'

const receiptSchema = z.object({
  id: z.string(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  fiscal_document_number: z.string().optional(),
  fiscal_storage_number: z.string().optional(),
  fiscal_attribute: z.string().optional(),
  registered_at: z.iso.datetime().optional(),
})

/**
 * The till that a shop has connected to YooKassa, in its scenario "first the payment, then the receipt" (API version 3). The same
 * key is answered as it was the first time, so what is under way is read by its number.
 */
export class YookassaTill implements Till {
  readonly id = 'yookassa'
  readonly keyTtlSeconds = yookassaKeySeconds
  readonly needsCustomer = true

  constructor(private readonly api: YookassaApi) {}

  async register({ key, content }: RegisterRequest): Promise<TillAnswer> {
    const request = yookassaReceiptOf(content, (minor) => this.api.amount(minor))
    if (typeof request === 'string') throw new ProviderRefusal(request)
    return answerOf(await this.api.post('receipts', key, request))
  }

  async read(ref: string): Promise<TillAnswer> {
    return answerOf(await this.api.get(`receipts/${encodeURIComponent(ref)}`))
  }
}

function answerOf(body: unknown): TillAnswer {
  const answer = receiptSchema.parse(body)
  const { id: ref, status, fiscal_document_number, fiscal_storage_number, fiscal_attribute } = answer
  if (status === 'canceled') throw new ProviderRefusal('canceled')
  if (status === 'pending') return { ref, mark: null }
  const mark = {
    documentNumber: fiscal_document_number ?? '',
    driveNumber: fiscal_storage_number ?? '',
    fiscalSign: fiscal_attribute ?? '',
  }
  // YooKassa reports it as registered before its numbers are there: it is read again
  if (Object.values(mark).includes('') || !answer.registered_at) return { ref, mark: null }
  return { ref, mark: { ...mark, registeredAt: new Date(answer.registered_at), url: null } }
}
