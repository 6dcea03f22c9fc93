import { HOUR_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newOrder } from '../../../slices/charging/orders/order.ts'
import { drawOrderIds, insertOrders } from '../../../slices/charging/orders/store.ts'
import { CrashStage } from './crash-stage.ts'

test('the stage reports a rule as soon as it is broken', async () => {
  const stage = await CrashStage.open(() => 1)
  const { world, db } = stage
  const { id: stationId, connectorId } = await world.addStation()
  const { locationId } = world
  const now = world.clock.now()
  const later = new Date(now.getTime() + HOUR_MS)
  await db.transaction().execute(async (tx) => {
    const [id] = await drawOrderIds(tx, 1)
    const place = { locationId, stationId, connectorId, createdAt: now }
    const waiting = { ...place, id: id!, status: 'countdown', source: 'operator', dueAt: later } as const
    await insertOrders(tx, [newOrder(waiting)])
  })
  const broken = async () => (await sql<{ what: string }>`select what from broken`.execute(db)).rows
  expect(await broken()).toEqual([])
  await sql`update orders set due_at = null`.execute(db)
  expect(await broken()).toEqual([{ what: 'every open order has a timer or a transaction' }])
  await sql`update orders set status = 'canceled', due_at = null`.execute(db)
  await sql`update orders set status = 'started'`.execute(db)
  expect((await broken()).at(-1)).toEqual({ what: 'terminal states of orders are final' })
  await stage.close()
})
