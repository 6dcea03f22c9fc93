import { EventEmitter, once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { updateDueOfLost } from '../../../slices/charging/orders/messages/open-store.ts'
import { World } from '../../world/world.ts'

let world: World
beforeAll(async () => {
  world = await World.open(await openTestDatabase())
})
afterAll(() => world?.close())

async function lostSession(): Promise<{ stationId: string; id: number }> {
  const station = await world.simulate('ocpp1.6')
  const card = `LOST${station.made.id}`
  await world.addCard(card)
  await station.begin({ token: card })
  const started = async () =>
    (await world.ordersOf(station.made.id)).find(({ status }) => status === 'started')
  await world.until('it charges', async () => (await started()) !== undefined)
  const { id } = (await started())!
  await sql`update orders set lost_evidence = 'connector_free', due_at = null where id = ${id}`.execute(
    world.db,
  )
  return { stationId: station.made.id, id }
}

// where the clock of PostgreSQL is set, the timer by which it looks for deadlocks never rings
const findsDeadlocks = process.env.TEST_DATABASE_URL !== undefined && process.env.FAKETIME === undefined
test.runIf(findsDeadlocks)(
  'lost sessions of stations that leave together are checked again, whatever else has their orders',
  async () => {
    const lost = [await lostSession(), await lostSession()]
    const left = lost.map(({ stationId }) => stationId)
    const lock = (tx: typeof world.db, id: number) =>
      sql`select from orders where id = ${id} for update`.execute(tx)
    const gate = new EventEmitter()
    const [hasFirst, mayGoOn] = [once(gate, 'first'), once(gate, 'second')]
    // it has the second order and then wants the first, which the look has taken meanwhile
    const other = world.db.transaction().execute(async (tx) => {
      await lock(tx, lost[1]!.id)
      gate.emit('first')
      await mayGoOn
      await lock(tx, lost[0]!.id)
    })
    await hasFirst
    const looking = updateDueOfLost(world.db, { left, back: [] }, world.clock.now())
    await world.until('it waits', async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
      and query like 'update orders set due_at%'`.execute(world.db)
      return rows.length > 0
    })
    gate.emit('second')
    // the database ends one of both
    await Promise.allSettled([other])
    await looking
    const { rows } = await sql<{ due: boolean }>`
    select due_at is not null as due from orders where id = any(${lost.map(({ id }) => id)}::bigint[])`.execute(
      world.db,
    )
    expect(rows).toEqual([{ due: true }, { due: true }])
  },
)
