import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { analyze } from '../../slices/operations/demo/store.ts'
import { World } from '../world/world.ts'

test('the planner gets statistics of a past that it has none of, once', async () => {
  const world = await World.open(await openTestDatabase())
  try {
    const { rows: before } = await sql`select from orders`.execute(world.db)
    const known = async () => {
      const { rows } = await sql<{ orders: number }>`
        select reltuples as orders from pg_class where oid = 'orders'::regclass`.execute(world.db)
      return rows[0]?.orders
    }
    const station = await world.simulate('ocpp1.6')
    const charges = async () => {
      await station.begin()
      await station.stop()
    }
    await charges()
    await analyze(world.db)
    expect(await known()).toBe(before.length + 1)
    await charges()
    await analyze(world.db)
    expect(await known()).toBe(before.length + 1)
  } finally {
    await world.close()
  }
})
