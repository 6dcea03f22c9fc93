import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createServerDatabase, openBothDatabases, openTestDatabase } from '../general/testing.ts'
import type { Tx } from '../schema/schema.ts'
import { type Database, openPostgres } from './database.ts'
import { inRepeatableTransaction, inTransaction } from './transaction.ts'

function gate(): { promise: Promise<void>; resolve(): void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

// the embedded database has one session: nobody can be in its way; and where the clock of PostgreSQL is set, the timer by which it
// looks for deadlocks never rings
const findsDeadlocks = process.env.TEST_DATABASE_URL !== undefined && process.env.FAKETIME === undefined
test.runIf(findsDeadlocks)('work that a deadlock ends is done anew', async () => {
  const { db, close } = await openTestDatabase()
  try {
    await sql`create table seats (id integer primary key, count integer not null default 0)`.execute(db)
    await sql`insert into seats (id) values (1), (2)`.execute(db)
    const take = (tx: Tx, id: number) => sql`update seats set count = count + 1 where id = ${id}`.execute(tx)
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
    expect(attempts).toBeGreaterThan(2)
    const { rows } = await sql<{ count: number }>`select count from seats`.execute(db)
    expect(rows).toEqual([{ count: 2 }, { count: 2 }])
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

const number = (tx: Tx, value: number) => sql<{ n: number }>`select ${value}::int as n`.execute(tx)

/** A database reached through a wire that counts how often its client had to wait: turns from an answer to the next question. */
async function openCounted(): Promise<{ database: Database; turns(): number; close(): Promise<void> }> {
  const { url, drop } = (await createServerDatabase())!
  const { hostname, port } = new URL(url)
  let turns = 0
  const wire = createServer((socket) => {
    const server = connect(Number(port), hostname)
    let answered = true
    socket.on('data', () => {
      if (answered) turns += 1
      answered = false
    })
    server.on('data', () => {
      answered = true
    })
    socket.pipe(server).pipe(socket)
    for (const end of [socket, server]) end.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => wire.once('listening', resolve))
  const counted = new URL(url)
  counted.host = `127.0.0.1:${(wire.address() as AddressInfo).port}`
  const database = openPostgres(counted.href, 1)
  return {
    database,
    turns: () => turns,
    close: async () => {
      await database.close()
      wire.close()
      await drop()
    },
  }
}

test.runIf(process.env.TEST_DATABASE_URL)('what is asked together waits for the database once', async () => {
  const { database, turns, close } = await openCounted()
  try {
    for (const db of [database.db, database.stationDb]) {
      await sql`select 1`.execute(db)
      const before = turns()
      const numbers = await inTransaction(db, async (tx) => {
        const list = await Promise.all([number(tx, 1), number(tx, 2), number(tx, 3)])
        return list.map(({ rows }) => rows[0]!.n)
      })
      expect(numbers).toEqual([1, 2, 3])
      expect(turns() - before).toBe(2)
      await inTransaction(db, (tx, commitWith) => commitWith(Promise.all([number(tx, 1), number(tx, 2)])))
      expect(turns() - before).toBe(3)
    }
  } finally {
    await close()
  }
})

describe.each(openBothDatabases())('queries that leave together ($name)', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await sql`create table seats (id integer primary key)`.execute(database.db)
  })
  afterEach(() => sql`truncate seats`.execute(database.db))
  afterAll(() => database.close())

  const take = (tx: Tx, id: number) => sql`insert into seats (id) values (${id}::int)`.execute(tx)
  const seats = async () => {
    const { rows } = await sql<{ id: number }>`select id from seats order by id`.execute(database.db)
    return rows.map(({ id }) => id)
  }

  test('the query that failed is reported, however deep it stands, and nothing is kept', async () => {
    const deep = async (tx: Tx) => Promise.all([Promise.all([take(tx, 1), take(tx, 1)])])
    const failed = inTransaction(database.stationDb, (tx) => Promise.all([deep(tx), take(tx, 2)]))
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(await seats()).toEqual([])
  })

  test('a query after the commit fails and is not sent', async () => {
    const late = async (tx: Tx) => {
      await take(tx, 1)
      await take(tx, 2)
    }
    const lost = inTransaction(database.stationDb, (tx, commitWith) => commitWith(late(tx)))
    await expect(lost).rejects.toThrow('A query came after the end of its transaction: insert into seats')
    expect(await seats()).toEqual([1])
  })

  test('work that goes on beside work that has failed changes nothing any more', async () => {
    const goesOn = gate()
    let late: Promise<unknown> | undefined
    const failed = inTransaction(database.stationDb, (tx) => {
      late = goesOn.promise.then(() => take(tx, 7))
      const fails = take(tx, 1).then(() => Promise.reject(new Error('no')))
      return Promise.all([late, fails])
    })
    await expect(failed).rejects.toThrow('no')
    goesOn.resolve()
    await expect(late).rejects.toThrow('A query came after the end of its transaction: insert into seats')
    expect(await seats()).toEqual([])
  })

  test('with the commit behind them all is kept, or nothing', async () => {
    const { stationDb } = database
    const both = (ids: number[]) =>
      inTransaction(stationDb, (tx, commitWith) => commitWith(Promise.all(ids.map((id) => take(tx, id)))))
    await both([1, 2])
    expect(await seats()).toEqual([1, 2])
    await expect(both([3, 3, 4])).rejects.toMatchObject({ code: '23505' })
    expect(await seats()).toEqual([1, 2])
  })

  test.each([
    0, 1, 5,
  ])('one that cannot even be sent keeps the others back, %i awaits later', async (awaits) => {
    const unsent = async () => {
      for (let i = 0; i < awaits; i += 1) await undefined
      throw new RangeError('too deep to be written')
    }
    const failed = inTransaction(database.stationDb, (tx, commitWith) =>
      commitWith(Promise.all([take(tx, 1), Promise.all([unsent()])])),
    )
    await expect(failed).rejects.toThrow('too deep')
    expect(await seats()).toEqual([])
  })
})
