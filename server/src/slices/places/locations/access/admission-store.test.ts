import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../../platform/database/database.ts'
import { openTestDatabase } from '../../../../platform/general/testing.ts'
import { listWaiting, ownerIsAdmitted, updateGivenAway } from './admission-store.ts'

/** Manager 1 waits, manager 2 is admitted, 3 is an administrator; each has a location that an administrator has added and one of their own. */
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`
    insert into managers (id, email, password_hash, role, first_name, last_name, created_at, admitted_at)
    values (1, '1@example.org', '', 'manager', '', '', now(), null),
      (2, '2@example.org', '', 'manager', '', '', now(), now()),
      (3, '3@example.org', '', 'administrator', '', '', now(), null)`.execute(database.db)
  await sql`
    insert into locations (id, name, country, city, street, postal_code, time_zone, owner_id, self_added, created_at)
    select id, '', '', '', '', '', 'Europe/Moscow', owner_id, self_added, now()
    from (values (10, 1, false), (11, 1, true), (20, 2, false), (21, 2, true), (30, 3, false), (31, 3, true),
      (40, null, false), (41, null, true)) l (id, owner_id, self_added)`.execute(database.db)
})
afterAll(() => database.close())

test('only what its owner has added waits, and only for an owner whom nobody let in', async () => {
  const all = [10, 11, 20, 21, 30, 31, 40, 41]
  expect([...(await listWaiting(database.db, all))]).toEqual([11])
  for (const id of [...all, 99]) expect([id, await ownerIsAdmitted(database.db, id)]).toEqual([id, id !== 11])
})

test('what an administrator has given its owner waits no more', async () => {
  await database.db.transaction().execute(async (tx) => {
    await updateGivenAway(tx, [11])
    expect(await ownerIsAdmitted(tx, 11)).toBe(true)
  })
})
