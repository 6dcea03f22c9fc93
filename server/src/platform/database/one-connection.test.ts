import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../general/testing.ts'
import type { Db } from '../schema/schema.ts'
import type { Database } from './database.ts'
import { withOneConnection } from './one-connection.ts'
import { inTransaction } from './transaction.ts'

let database: Database
let db: Db
let stationDb: Db
let heard = 0
const tell = () => {
  heard += 1
}

beforeAll(async () => {
  database = await openTestDatabase()
  db = withOneConnection(database.db, tell)
  stationDb = withOneConnection(database.stationDb, tell)
})
afterAll(() => database.close())

const ask = (of: Db) => sql`select 1`.execute(of)

test('a transaction may ask its own connection only, however it was begun', async () => {
  await expect(inTransaction(db, (tx) => ask(tx))).resolves.toBeDefined()
  await expect(inTransaction(db, () => ask(db))).rejects.toThrow('second one')
  await expect(inTransaction(stationDb, () => ask(db))).rejects.toThrow('second one')
  await expect(
    db.transaction().execute(async (tx) => {
      await ask(tx)
      await ask(stationDb)
    }),
  ).rejects.toThrow('second one')
  expect(heard).toBe(3)
})

test('others may ask meanwhile, and what a transaction has left behind may after it', async () => {
  let end!: () => void
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  let left: Promise<unknown> | undefined
  await Promise.all([
    inTransaction(db, async (tx) => {
      left = over.then(() => ask(db))
      return ask(tx)
    }),
    ask(db),
    inTransaction(stationDb, ask),
  ])
  end()
  await expect(left).resolves.toBeDefined()
})
