import type { Tx } from '../../platform/schema.ts'
import type { KnownTerms } from '../contracts/known-terms.ts'
import type { Operation } from '../providers/operation.ts'
import { settleRefund } from './actions.ts'

export interface Following {
  at: Date
  /** of the network: days begin by its clocks */
  timeZone: string
  terms: KnownTerms
}

/** What follows for an order's payment, in the same transaction, when something that its provider was asked for has ended. */
export async function followProvider(tx: Tx, ended: Operation | null, following: Following): Promise<void> {
  const { at } = following
  if (ended?.refundId) await settleRefund(following, tx, ended.refundId, { refusal: ended.refusal, at })
}
