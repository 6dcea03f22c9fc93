import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from './schema.ts'
import { openTestDatabase } from './testing.ts'
import { inRepeatableTransaction } from './transaction.ts'

function gate(): { promise: Promise<void>; resolve(): void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

// the embedded database has one session: nobody can be in its way
test.runIf(process.env.TEST_DATABASE_URL)('work that a deadlock ends is done anew', async () => {
  const { db, close } = await openTestDatabase()
  try {
    await sql`create table seats (id integer primary key, taken integer not null default 0)`.execute(db)
    await sql`insert into seats (id) values (1), (2)`.execute(db)
    const take = (tx: Tx, id: number) => sql`update seats set taken = taken + 1 where id = ${id}`.execute(tx)
    let attempts = 0
    const holding = [gate(), gate()]
    const both = Promise.all(holding.map(({ promise }) => promise))
    const takeBoth = (first: number, second: number) =>
      inRepeatableTransaction(db, async (tx) => {
        attempts += 1
        await take(tx, first)
        holding[first - 1]!.resolve()
        await both
        await take(tx, second)
      })
    await Promise.all([takeBoth(1, 2), takeBoth(2, 1)])
    expect(attempts).toBe(3)
    const { rows } = await sql<{ taken: number }>`select taken from seats`.execute(db)
    expect(rows).toEqual([{ taken: 2 }, { taken: 2 }])
  } finally {
    await close()
  }
})

test('what fails for another reason fails at once', async () => {
  const { db, close } = await openTestDatabase()
  try {
    let attempts = 0
    const work = inRepeatableTransaction(db, async () => {
      attempts += 1
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(attempts).toBe(1)
  } finally {
    await close()
  }
})
