import type { EnergySample } from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { removeOldSamples } from '../../../slices/control/energy/running/control-store.ts'
import { removeOldLimits } from '../../../slices/control/energy/store.ts'
import { World } from '../../world/world.ts'
import { Yard } from './yard.ts'

const restMs = 61 * SECOND_MS

/** What else has a say in a session's current: people, meters, and time. */
describe('energy control together with others', () => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world?.close())

  test('limits that people set at a station count, and one below the floor lowers it', async () => {
    const yard = await Yard.open(world, ['ocpp2.0.1', 'ocpp1.6'], { fuseA: 100 })
    await yard.car(0)
    await yard.car(1)
    await yard.untilGranted(32, 32)
    const task = (index: number, body: object) =>
      world.post(`stations/${yard.station(index).made.id}/tasks`, body)
    await task(0, { task: 'limit', evse: 1, unit: 'A', limit: 10 })
    await task(1, { task: 'limit', unit: 'W', limit: 8280 })
    await world.forward(restMs)
    await yard.untilGranted(10, 12)
    expect((await yard.outlet(0)).session).toMatchObject({ most_a: 10, reason: { code: 'own_limit' } })
    await task(0, { task: 'limit', evse: 1, unit: 'A', limit: 0 })
    await world.forward(restMs)
    await yard.until('it pauses', ({ outlets }) => outlets[0]?.session?.granted_a === 0)
    await expect
      .poll(async () => {
        const { limits } = await world.get<{
          limits: { purpose: string; limit: number; profile_id: number }[]
        }>(`stations/${yard.station(0).made.id}/tasks`)
        return limits.find(({ profile_id, purpose }) => purpose === 'default' && profile_id > 4_000_000)
          ?.limit
      })
      .toBe(0)
  })

  test('limits that others have set at a station count, and its session says whose they are', async () => {
    const yard = await Yard.open(world, ['ocpp2.0.1', 'ocpp2.1'], { fuseA: 100 })
    await yard.car(0)
    await yard.car(1)
    await yard.untilGranted(32, 32)
    const notice = (index: number, source: 'EMS' | 'SO', limit: number | null, more: object = {}) =>
      yard.station(index).link.report({
        type: 'limits.noticed',
        source,
        evse: 1,
        limits:
          limit === null
            ? []
            : [{ id: 1, unit: 'A' as const, periods: [{ startSeconds: 0, limit }], ...more }],
      })
    await notice(0, 'EMS', 10)
    await notice(1, 'SO', 12)
    await world.forward(restMs)
    await yard.untilGranted(10, 12)
    expect((await yard.outlet(0)).session).toMatchObject({ most_a: 10, reason: { code: 'outside_building' } })
    expect((await yard.outlet(1)).session).toMatchObject({ most_a: 12, reason: { code: 'outside_grid' } })
    // the parts of a report are together what it says
    const report = (id: number, limit: number) =>
      yard.station(1).link.report({
        type: 'limits.noticed',
        source: 'SO',
        evse: 1,
        report: 7,
        limits: [{ id, unit: 'A', periods: [{ startSeconds: 0, limit }] }],
      })
    await report(1, 20)
    await report(2, 16)
    await notice(0, 'EMS', null)
    await world.forward(restMs)
    await yard.untilGranted(32, 16)
    for (const { made } of yard.stations) {
      const sent = await world.sentTo(made.id, 'SetChargingProfile')
      expect(sent.filter((frame) => frame.includes('ExternalConstraints'))).toEqual([])
    }
  })

  test('what a meter reports is taken from the cars, and the most of it when the meter is silent', async () => {
    const yard = await Yard.open(world, ['ocpp1.6', 'ocpp2.0.1'], { fuseA: 64 })
    const other = { kind: 'meter', most_a: [40, 40, 40], age_seconds: 30 }
    const circuits = [{ id: 'grid', name: 'Grid', parent: null, fuse_a: [64, 64, 64], other }]
    const { key } = await world.post<{ key: string }>(`locations/${yard.locationId}/energy/key`)
    const reads = async (...others_a: number[]) => {
      const answer = await fetch(`${world.server.url}/api/v1/energy/readings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ circuit: 'grid', others_a }),
      })
      expect(answer.status).toBe(204)
    }
    await yard.save({ circuits })
    await reads(0, 0, 0)
    await yard.car(0)
    await yard.car(1)
    await yard.untilGranted(32, 32)
    // the fullest phase decides
    await reads(4, 24, 0)
    await yard.untilGranted(20, 20)
    await world.forward(31 * SECOND_MS)
    await yard.untilGranted(12, 12)
    expect((await yard.view()).circuits[0]).toMatchObject({ others_a: [40, 40, 40], meter: { stale: true } })
  })

  test('the curve of the day has a sample a minute, with what was not delivered; old ones are forgotten', async () => {
    const yard = await Yard.open(world, ['ocpp2.0.1', 'ocpp1.6'], { fuseA: 20 })
    await yard.car(0)
    await yard.car(1)
    // what a car was measured to draw before it was lowered is old only when time goes on
    await world.until('both have something', async () => {
      await world.forward(SECOND_MS)
      return (await yard.grants()).every((granted) => granted !== null)
    })
    const curve = () => world.get<EnergySample[]>(`locations/${yard.locationId}/energy/curve`)
    await world.forward(MINUTE_MS)
    await yard.until('they draw', ({ circuits }) => (circuits[0]?.flow_a[0] ?? 0) > 15)
    await world.until('a minute is sampled', async () => {
      await world.forward(MINUTE_MS)
      const last = (await curve()).at(-1)
      return last !== undefined && last.cars === 2 && last.short_wh > 0
    })
    const last = (await curve()).at(-1)
    expect(last?.limit_a).toEqual([20, 20, 20])
    expect(Math.max(...(last?.flow_a ?? []))).toBeLessThanOrEqual(20)
    expect(Math.max(...(last?.granted_a ?? []))).toBeLessThanOrEqual(20)
    expect((await yard.view()).short_wh).toBeGreaterThan(0)
    const { text } = await fetch(`${world.server.url}/metrics`).then(async (answer) => ({
      text: await answer.text(),
    }))
    expect(text).toMatch(/^energy_profiles_total\{answer="accepted"\} [1-9]/m)
    expect(text).toMatch(/^energy_short_wh_total [0-9.]*[1-9]/m)
    await yard.limit({ percent: 50 })
    const later = new Date(world.clock.now().getTime() + 2 * 3_600_000)
    await removeOldSamples(world.db, later)
    await removeOldLimits(world.db, later)
    expect(await curve()).toEqual([])
    expect((await yard.view()).limits).toEqual([])
  })

  test('a site that is switched off is only shown', async () => {
    const yard = await Yard.open(world, ['ocpp2.1', 'ocpp1.6'], { fuseA: 100 })
    await yard.save({ enabled: false })
    await yard.car(0)
    await yard.until('it is shown', ({ outlets }) => outlets[0]?.session?.reason.code === 'off')
    const { computed, outlets } = await yard.view()
    expect(computed).toBeNull()
    expect(outlets[0]?.session?.granted_a).toBeNull()
  })
})
