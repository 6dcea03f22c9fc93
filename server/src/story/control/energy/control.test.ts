import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'
import { Yard } from './yard.ts'

/** longer than what a setting holds, and than the time between two changes at an outlet */
const restMs = 61 * SECOND_MS

describe('the current of a location', () => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world?.close())

  const profiles = async (stationId: string) =>
    (await world.sentTo(stationId, 'SetChargingProfile')).map((frame) => {
      const { csChargingProfiles, chargingProfile } = JSON.parse(frame)[3]
      const one = csChargingProfiles ?? chargingProfile
      const schedule = Array.isArray(one.chargingSchedule) ? one.chargingSchedule[0] : one.chargingSchedule
      return {
        purpose: one.chargingProfilePurpose,
        level: one.stackLevel,
        unit: schedule.chargingRateUnit,
        limit: schedule.chargingSchedulePeriod[0].limit,
        seconds: schedule.duration,
      }
    })

  test('is shared out under its fuse, with floors at the stations, and words that say why', async () => {
    const yard = await Yard.open(world, ['ocpp1.6', 'ocpp2.0.1'], { fuseA: 40 })
    const [first, second] = yard.stations.map(({ made }) => made.id)
    for (const id of [first, second])
      await expect
        .poll(() => profiles(id ?? ''))
        .toEqual([{ purpose: 'TxDefaultProfile', level: 1, unit: 'A', limit: 6, seconds: undefined }])
    await yard.car(0)
    await yard.untilGranted(32, null)
    expect((await yard.outlet(0)).session?.reason).toMatchObject({ code: 'wanted' })
    await expect
      .poll(() => profiles(first ?? ''))
      .toContainEqual({
        purpose: 'TxProfile',
        level: 1,
        unit: 'A',
        limit: 32,
        // a minute before now, and three from now on
        seconds: 240,
      })
    await yard.car(1)
    // what is left beside the first, which keeps what it has for a minute
    await yard.untilGranted(32, 8)
    await world.forward(restMs)
    // the second may have its share at once, or after its own rest
    await yard.until('the first has given', ({ outlets }) => outlets[0]?.session?.granted_a === 20)
    await world.forward(restMs)
    await yard.untilGranted(20, 20)
    await yard.until('both draw that', ({ outlets }) =>
      outlets.every(({ session }) => (session?.measured_a ?? 0) > 18 && (session?.measured_a ?? 99) <= 20),
    )
    const { session } = await yard.outlet(1)
    expect(session).toMatchObject({
      target_a: 20,
      most_a: 32,
      reason: { code: 'fuse', circuit: 'grid', phase: 1, cars: 2, shared_a: 40 },
    })
    const { circuits } = await yard.view()
    expect(circuits[0]?.flow_a[0]).toBeLessThanOrEqual(40)
    expect(circuits[0]?.counted_a).toEqual([40, 40, 40])
  })

  test('is lowered at all stations within seconds of a call, and given back when that ends', async () => {
    const yard = await Yard.open(world, ['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'], { fuseA: 96 })
    for (const nth of [0, 1, 2]) await yard.car(nth)
    await yard.untilGranted(32, 32, 32)
    const begun = performance.now()
    const { id } = await yard.limit({ percent: 25, reason: 'grid operator' })
    await yard.untilGranted(8, 8, 8)
    // with a margin for a busy machine; the loop looks each two seconds, and at once after a call
    expect(performance.now() - begun).toBeLessThan(30_000)
    await yard.until('no phase carries more', ({ circuits }) => circuits[0]!.flow_a.every((a) => a <= 24))
    expect((await yard.outlet(2)).session?.reason).toMatchObject({ code: 'limit', circuit: 'grid', cars: 3 })
    // 18 A are enough for three cars, 17 A for two
    await yard.limit({ limit_a: 17 })
    await yard.until('one waits', ({ outlets }) =>
      outlets.some(({ session }) => session?.granted_a === 0 && session.reason.code === 'waits'),
    )
    const headers = { authorization: world.authorization }
    for (const { id: limit } of (await yard.view()).limits)
      await fetch(`${world.server.url}/api/v1/locations/${yard.locationId}/energy/limits/${limit}`, {
        method: 'DELETE',
        headers,
      })
    expect(id).toBeGreaterThan(0)
    await world.forward(restMs)
    await yard.untilGranted(32, 32, 32)
    expect((await yard.view()).short_wh).toBeGreaterThanOrEqual(0)
  })

  test('a station that refuses counts with its floor, is sent the other unit, and its timeline says so', async () => {
    const yard = await Yard.open(world, ['ocpp1.6', 'ocpp2.0.1'], { fuseA: 40 })
    const stubborn = yard.station(1)
    stubborn.misbehave('refusing')
    await yard.car(0)
    await yard.car(1)
    await yard.until('it is under watch', ({ outlets }) => outlets[1]?.trouble?.kind === 'refused')
    await world.forward(restMs)
    await yard.untilGranted(32, null)
    expect((await yard.outlet(1)).session?.counted_a).toBe(6)
    const words = async () => {
      const path = `stations/${stubborn.made.id}/timeline?limit=50`
      const events = await world.get<{ kind: string; word: string }[]>(path)
      return events.flatMap(({ kind, word }) => (kind === 'energy' ? [word] : []))
    }
    expect(await words()).toEqual(['refused'])
    stubborn.misbehave(null)
    await world.forward(restMs)
    await yard.until(
      'it follows',
      ({ outlets }) => outlets[1]?.trouble === null && outlets[1].session?.granted_a === 8,
    )
    expect(await words()).toEqual(['obeys', 'refused'])
    const units = (await profiles(stubborn.made.id)).filter(({ purpose }) => purpose === 'TxProfile')
    expect(new Set(units.map(({ unit }) => unit))).toEqual(new Set(['A', 'W']))
  })

  test('a station that takes more than it accepted makes the rest smaller, and is under watch', async () => {
    const yard = await Yard.open(world, ['ocpp2.0.1', 'ocpp1.6'], { fuseA: 40 })
    const deaf = yard.station(0)
    await yard.car(1)
    await yard.untilGranted(null, 32)
    deaf.ignoreProfiles(true)
    await yard.car(0)
    await yard.until('it draws all that it can', ({ outlets }) => (outlets[0]?.session?.measured_a ?? 0) > 30)
    // a measurement counts some seconds after the last change, and has to last
    for (const seconds of [11, 21, 3]) {
      await world.forward(seconds * SECOND_MS)
      const { at } = await yard.view()
      await yard.until('it is measured again', ({ outlets }) => (outlets[0]?.session?.measured_at ?? '') > at)
    }
    await yard.until('it is under watch', ({ outlets }) => outlets[0]?.trouble?.kind === 'disobeys')
    await yard.until('the other gets less', ({ outlets }) => (outlets[1]?.session?.granted_a ?? 99) <= 8)
    const { session } = await yard.outlet(0)
    expect(session?.reason.code).toBe('disobeys')
    expect(session?.counted_a).toBeGreaterThan(30)
  })

  // one below its floor would rise before it counts with that (docs/domain.md#energy)
  test('at a station of 2.1 it ends by its time, and not because the station is offline', async () => {
    const yard = await Yard.open(world, ['ocpp2.1'], { fuseA: 40, floorA: 10 })
    await yard.car(0)
    await yard.untilGranted(32)
    await yard.limit({ limit_a: 7 })
    await yard.untilGranted(7)
    const station = yard.station(0)
    const sent = () => world.sentTo(station.made.id, 'SetChargingProfile')
    // the floor, all of it, and less
    await expect.poll(async () => (await sent()).length).toBeGreaterThan(2)
    for (const frame of await sent()) expect(frame).not.toMatch(/offlineDuration/i)
    await station.goOffline()
    await yard.until('it is away', ({ outlets }) => outlets[0]?.session?.reason.code === 'unreachable')
    const before = station.register(1)
    await world.forward(60 * SECOND_MS)
    // 7 A for a minute are 80 Wh, and 10 A would be 115
    expect(station.register(1) - before).toBeLessThan(100)
  })

  test('without a link, a car falls to its floor when its setting ends', async () => {
    const yard = await Yard.open(world, ['ocpp2.0.1', 'ocpp1.6'], { fuseA: 40 })
    const lonely = yard.station(0)
    await yard.car(0)
    await yard.untilGranted(32, null)
    await lonely.goOffline()
    await yard.until('it is away', ({ outlets }) => outlets[0]?.session?.reason.code === 'unreachable')
    expect((await yard.outlet(0)).session?.counted_a).toBe(32)
    const before = lonely.register(1)
    await world.forward(60 * MINUTE_MS)
    // three minutes and the clock's margin at 32 A, the rest of the hour at 6 A
    const deliveredWh = lonely.register(1) - before
    expect(deliveredWh).toBeGreaterThan(4000)
    expect(deliveredWh).toBeLessThan(6000)
    await yard.until('its floor counts', ({ outlets }) => outlets[0]?.session?.counted_a === 6)
  })
})
