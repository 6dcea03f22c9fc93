import type { ChargePlan, ErrorAnswer } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { findOrder } from '../../../slices/charging/orders/store.ts'
import { insertLink } from '../../../slices/public/pay/store.ts'
import { World } from '../../world/world.ts'
import { Yard } from './yard.ts'

let world: World
beforeAll(async () => {
  world = await World.open(await openTestDatabase())
})
afterAll(() => world?.close())

/** The driver of a session, with the link of its page. */
async function driverAt(yard: Yard, index: number) {
  const orderId = (await yard.outlet(index)).session?.order_id ?? 0
  const token = await world.db.transaction().execute(async (tx) => {
    const driverId = (await findOrder(tx, orderId))?.driverId ?? null
    return insertLink(tx, { orderId, driverId, by: null, at: world.clock.now() })
  })
  const call = async (method: 'GET' | 'PUT', body?: object) => {
    const init = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}
    const answer = await fetch(`${world.server.url}/api/v1/pay/${token}/need`, { method, ...init })
    return { status: answer.status, body: (await answer.json()) as ChargePlan & ErrorAnswer }
  }
  const need = (hours: number, energy: number | null, more: object = {}) => {
    const departs_at = new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString()
    return call('PUT', { need: { departs_at, energy, ...more } })
  }
  const until = async (isSo: (plan: ChargePlan) => boolean) => {
    let last: ChargePlan | undefined
    await world
      .until('the driver is shown so', async () => {
        last = (await call('GET')).body
        return isSo(last)
      })
      .catch((error) => {
        throw new Error(`${error.message}: ${JSON.stringify(last)}`)
      })
    return last as ChargePlan
  }
  return { call, need, until }
}

test('a driver says when the car leaves: it comes first by that, and is shown what comes of it', async () => {
  const yard = await Yard.open(world, ['ocpp2.0.1', 'ocpp1.6'], { fuseA: 32, floorA: 0 })
  await yard.save({ strategy: 'departure' })
  await yard.car(0)
  await yard.car(1)
  await yard.until('both have a session', ({ outlets }) => outlets.every(({ session }) => session?.since))
  const [first, second] = [await driverAt(yard, 0), await driverAt(yard, 1)]
  await first.until(({ controlled, now, need }) => controlled && now !== null && need === null)

  // what only one of them can have
  expect((await first.need(1, 20_000)).status).toBe(200)
  expect((await second.need(12, 5000)).body.need).toMatchObject({ energy: 5000, percent: null })
  const plan = await first.until(({ forecast }) => forecast !== null)
  expect(plan.forecast?.met_at).not.toBeNull()
  expect(plan.forecast?.wanted).toBe(20_000)
  await world.forward(16 * MINUTE_MS)
  await yard.until(
    'who is short of time comes first',
    ({ outlets: [one, other] }) =>
      (one?.session?.granted_a ?? 0) > 25 && (other?.session?.granted_a ?? 0) <= 6,
  )
  expect((await yard.outlet(0)).session?.need).toMatchObject({ energy: 20_000 })

  // more than the fuse has: it is said at once, and can be changed while the session runs
  await first.need(1, 80_000)
  const short = await first.until(({ forecast }) => forecast?.wanted === 80_000)
  expect(short.forecast?.met_at).toBeNull()
  expect(short.forecast?.energy).toBeLessThan(40_000)
  expect((await first.call('PUT', { need: null })).body).toMatchObject({ need: null, forecast: null })
})

test('what cannot be is refused, and a location that shares nothing out asks nothing', async () => {
  const yard = await Yard.open(world, ['ocpp1.6'], { fuseA: 32 })
  await yard.car(0)
  await yard.until('there is a session', ({ outlets }) => outlets[0]?.session?.since != null)
  const driver = await driverAt(yard, 0)
  expect((await driver.need(-1, 1000)).body.code).toBe('energy.need_time')
  expect((await driver.need(24 * 8, 1000)).body.code).toBe('energy.need_time')
  await yard.save({ enabled: false })
  expect((await driver.call('GET')).body).toMatchObject({ controlled: false, now: null })
  expect((await driver.need(1, 1000)).body.code).toBe('energy.not_controlled')
})
