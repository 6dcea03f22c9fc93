import type { Role } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../../platform/database/database.ts'
import { openTestDatabase } from '../../../../platform/general/testing.ts'
import { loadVisibleIds, seesLocation, visibleLocations } from './scope-store.ts'

/** Two owners with a location each, one location of nobody; manager 3 is assigned to what owner 2 has. */
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`
    insert into managers (id, email, password_hash, role, first_name, last_name, created_at)
    select id, id || '@example.org', '', 'manager', '', '', now() from unnest(array[1, 2, 3, 4]) id`.execute(
    database.db,
  )
  await sql`
    insert into locations (id, name, country, city, street, postal_code, time_zone, owner_id, created_at)
    values (10, '', '', '', '', '', 'Europe/Moscow', 1, now()), (20, '', '', '', '', '', 'Europe/Moscow', 2, now()),
      (30, '', '', '', '', '', 'Europe/Moscow', null, now())`.execute(database.db)
  await sql`insert into location_managers (location_id, manager_id) values (20, 3)`.execute(database.db)
})
afterAll(() => database.close())

const everything = [10, 20, 30]

test.each<[Role, number, number | null, number[]]>([
  ['administrator', 4, null, everything],
  ['administrator', 4, 1, everything],
  ['manager', 1, null, [10]],
  ['manager', 2, null, [20]],
  ['manager', 3, null, [20]],
  ['manager', 4, null, []],
  ['operator', 4, null, everything],
  ['operator', 4, 1, [10]],
  ['operator', 1, 2, [20]],
  ['accounter', 4, null, everything],
  ['accounter', 4, 2, [20]],
  ['accounter', 4, 3, []],
  ['app-developer', 1, null, []],
  ['app-developer', 1, 1, []],
])('%s %i of owner %s sees the locations %j', async (role, id, ownerId, expected) => {
  const caller = { role, id, ownerId }
  const { rows } = await sql<{ id: number }>`
    select o.id from locations o where ${visibleLocations(caller, 'o.id')} order by o.id`.execute(database.db)
  expect(rows.map((row) => row.id)).toEqual(expected)
  const loaded = await loadVisibleIds(database.db, caller)
  expect(loaded && [...loaded].sort()).toEqual(role === 'administrator' ? null : expected)
  for (const location of everything) {
    expect(await seesLocation(database.db, caller, location)).toBe(expected.includes(location))
  }
})
