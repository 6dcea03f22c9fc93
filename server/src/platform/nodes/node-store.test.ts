import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import { openBothDatabases } from '../general/testing.ts'
import { beat, listLiveNodes, removeDeadNodes, removeNode, updateDead, upsertNode } from './node-store.ts'

const leaseMs = 15_000

describe.each(openBothDatabases())('servers on one database: $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test.each([
    [14_999, false],
    [15_000, false],
    [15_001, true],
  ])('a server that has not written for %i ms is dead: %s', async (ms, dead) => {
    const { db } = database
    await upsertNode(db, { id: 'silent', run: 'its run', version: '1' })
    await inTransaction(db, async (tx) => {
      await sql`update nodes set beat_at = now() - make_interval(secs => ${ms / 1000}) where id = 'silent'`.execute(
        tx,
      )
      const rows = await beat(tx, { id: 'other', run: 'x', state: 'up', report: {} }, leaseMs)
      expect(rows.find(({ id }) => id === 'silent')).toMatchObject({ silent: dead, state: 'up' })
      expect(await updateDead(tx, { id: 'silent', run: 'an earlier run' }, leaseMs)).toBe(false)
      expect(await updateDead(tx, { id: 'silent', run: 'its run' }, leaseMs)).toBe(dead)
      // the second to say so is not the first
      expect(await updateDead(tx, { id: 'silent', run: 'its run' }, leaseMs)).toBe(false)
      expect((await listLiveNodes(tx)).includes('silent')).toBe(!dead)
    })
    await removeNode(db, { id: 'silent', run: 'its run' })
  })

  test('a beat is written for the run that has the name alone, and not for one that is dead', async () => {
    const { db } = database
    await upsertNode(db, { id: 'one', run: 'older', version: '1' })
    await upsertNode(db, { id: 'one', run: 'newer', version: '2' })
    const stateAfter = async (run: string) => {
      await sql`update nodes set beat_at = now() - interval '1 hour', state = 'up' where id = 'one'`.execute(
        db,
      )
      await beat(db, { id: 'one', run, state: 'draining', report: {} }, leaseMs)
      const { rows } = await sql<{ state: string; late: boolean }>`
        select state, beat_at < now() - interval '1 minute' as late from nodes where id = 'one'`.execute(db)
      return rows[0]
    }
    expect(await stateAfter('older')).toEqual({ state: 'up', late: true })
    expect(await stateAfter('newer')).toEqual({ state: 'draining', late: false })
    await sql`update nodes set state = 'dead', beat_at = now() - interval '1 hour' where id = 'one'`.execute(
      db,
    )
    const [row] = await beat(db, { id: 'one', run: 'newer', state: 'up', report: {} }, leaseMs)
    expect(row).toMatchObject({ state: 'dead', silent: true, run: 'newer', version: '2' })
    // the run before it removes nothing
    await removeNode(db, { id: 'one', run: 'older' })
    expect(await listNames()).toEqual(['one'])
    await removeNode(db, { id: 'one', run: 'newer' })
    expect(await listNames()).toEqual([])
  })

  test('the dead are forgotten after their time, the others never', async () => {
    const { db } = database
    for (const id of ['up', 'dead at', 'dead before']) await upsertNode(db, { id, run: id, version: '1' })
    const before = new Date('2026-01-01T00:00:00Z')
    const put = (id: string, state: string, at: Date) =>
      sql`update nodes set state = ${state}, beat_at = ${at} where id = ${id}`.execute(db)
    await put('up', 'up', new Date(0))
    await put('dead at', 'dead', before)
    await put('dead before', 'dead', new Date(before.getTime() - 1))
    await removeDeadNodes(db, before)
    expect(await listNames()).toEqual(['dead at', 'up'])
    for (const id of ['up', 'dead at']) await removeNode(db, { id, run: id })
  })

  const listNames = async () =>
    (await sql<{ id: string }>`select id from nodes order by id`.execute(database.db)).rows.map(
      ({ id }) => id,
    )
})
