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
  await first.until(({ now }) => now?.draws === true)

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

test('a location goes by prices and by the sun that programs tell it with its key', async () => {
  const yard = await Yard.open(world, ['ocpp2.0.1'], { fuseA: 32, floorA: 0 })
  const { key } = await world.post<{ key: string }>(`locations/${yard.locationId}/energy/key`)
  const send = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    expect((await fetch(`${world.server.url}/api/v1/energy/${path}`, init)).status).toBe(204)
  }
  const hour = Math.floor(world.clock.now().getTime() / HOUR_MS) * HOUR_MS
  const from = (hours: number) => new Date(hour + hours * HOUR_MS).toISOString()
  const prices = [0, 1, 2, 3, 4, 5].map((hours) => ({ from: from(hours), price: hours === 3 ? 5 : 30 }))
  await send('prices', { prices })
  await send('prices', { prices })
  await yard.save({ strategy: 'cheapest' })
  await yard.car(0)
  await yard.untilGranted(32)
  expect((await yard.view()).outlook).toEqual({ price: 30, prices_until: from(6), surplus_a: null })
  const driver = await driverAt(yard, 0)
  await driver.need(6, 10_000)
  await driver.until(({ now }) => now?.reason === 'price')
  // who has begun to charge is not paused at once
  await world.forward(MINUTE_MS)
  await yard.untilGranted(6)
  await world.forward(15 * MINUTE_MS)
  await yard.until('it waits', ({ outlets: [one] }) => one?.session?.counted_a === 0)
  await driver.until(({ now }) => now?.draws === false)
  await yard.untilStill(0)
  // by the cheap hour it has what it needs
  const { forecast } = await driver.until((plan) => plan.forecast !== null)
  expect(Date.parse(forecast?.met_at ?? '')).toBeGreaterThan(hour + 3 * HOUR_MS)

  await yard.save({ strategy: 'solar' })
  await send('readings', { circuit: 'grid', others_a: [0, 0, 0], surplus_a: [9, 9, 9] })
  await world.forward(MINUTE_MS)
  await send('readings', { circuit: 'grid', others_a: [0, 0, 0], surplus_a: [9, 9, 9] })
  await yard.untilGranted(9)
  await driver.until(({ now }) => now?.reason === 'sun' && now.current_a === 9)
})
