import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.gen.ts'

export type { Schema }
export type Db = Kysely<Schema>
/** An open database transaction: store functions take it first and never reach for the pool. */
export type Tx = Transaction<Schema>
