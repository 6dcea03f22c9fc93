import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

describe.each(['ocpp1.6', 'ocpp2.0.1'] as const)('why a session failed (%s)', (protocol) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
    for (let i = 1; i <= 3; i += 1) await world.addCard(`CARD${i}`)
  })
  afterAll(() => world?.close())

  const verdictOn = async (stationId: string) => {
    const [order] = await world.ordersOf(stationId)
    return (await world.order(order!.id)).verdict
  }

  test('a fault is named, with the station’s code', async () => {
    const station = await world.simulate(protocol)
    await station.begin({ token: 'CARD1' })
    station.addEnergy(undefined, 5_000)
    await station.fault(1, 'GroundFailure')
    await world.until(
      'the order has ended',
      async () => (await world.ordersOf(station.id))[0]?.status === 'completed',
    )
    expect(await verdictOn(station.id)).toMatchObject({ code: 'station_fault' })
  })

  test('an emergency stop differs from an ordinary end', async () => {
    const station = await world.simulate(protocol)
    await station.begin({ token: 'CARD2' })
    station.addEnergy(undefined, 5_000)
    await station.stop(1, { reason: 'EmergencyStop' })
    expect(await verdictOn(station.id)).toMatchObject({ code: 'emergency_stop', word: 'EmergencyStop' })
    const other = await world.simulate(protocol)
    await other.charge({ token: 'CARD3', energyWh: 5_000 })
    expect(await verdictOn(other.id)).toBeNull()
  })
})
