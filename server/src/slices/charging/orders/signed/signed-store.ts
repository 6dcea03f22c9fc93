import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, insertion } from '../../../../platform/statements/bulk.ts'

/** A value that a meter has signed, as it is kept of its order. */
export interface KeptSigned {
  orderId: number
  at: Date
  context: string
  receivedAt: Date
  sequence: number | null
  data: string
  encodingMethod: string | null
  signingMethod: string | null
  publicKey: string | null
}

const columns: ColumnMap<KeptSigned> = {
  orderId: ['order_id', 'bigint'],
  at: ['at', 'timestamptz'],
  context: ['context', 'text'],
  receivedAt: ['received_at', 'timestamptz'],
  sequence: ['sequence', 'bigint'],
  data: ['data', 'text'],
  encodingMethod: ['encoding_method', 'text'],
  signingMethod: ['signing_method', 'text'],
  publicKey: ['public_key', 'text'],
}

/** The statement that keeps signed values; one that is kept already stays as it is. */
export const signedInsertion = (signed: readonly KeptSigned[]) =>
  insertion('signed_values', signed, columns, sql`(order_id, md5(data)) do nothing`)

/** The signed values of some orders, in order of time. */
export async function loadSigned(db: Db, orderIds: readonly number[]): Promise<Map<number, KeptSigned[]>> {
  const signed = new Map<number, KeptSigned[]>()
  if (orderIds.length === 0) return signed
  const { rows } = await sql<KeptSigned>`
    select order_id as "orderId", at, context, received_at as "receivedAt", sequence, data,
      encoding_method as "encodingMethod", signing_method as "signingMethod", public_key as "publicKey"
    from signed_values where order_id = any(${[...orderIds]}::bigint[]) order by at, received_at, sequence`.execute(
    db,
  )
  for (const one of rows) {
    const known = signed.get(one.orderId)
    if (known) known.push(one)
    else signed.set(one.orderId, [one])
  }
  return signed
}
