import { sql } from 'kysely'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** Runs work on a picture of the database that stands still. */
export type Picture = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** One picture for each piece of work. */
export const pictureEach =
  (db: Db): Picture =>
  (work) =>
    inTransaction(db, async (tx) => {
      await standStill(tx)
      return work(tx)
    })

/** One picture for all of the work, which only writes to this machine: nothing on the network is waited for within. */
export const inOnePicture = (db: Db, work: (picture: Picture) => Promise<void>): Promise<void> =>
  inTransaction(db, async (tx) => {
    await standStill(tx)
    await work((piece) => piece(tx))
  })

async function standStill(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}
