import type { EnergyReduction } from '@stationmaster/contract'
import { DAY_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { removeOldReductions } from '../../../slices/control/energy/reducing/reduction-store.ts'
import { World } from '../../world/world.ts'
import { Yard } from './yard.ts'

const restMs = 61 * SECOND_MS
/** less than what a setting holds, so that none ends at its station by the jump */
const partMs = 100 * SECOND_MS
const protocols = ['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'] as const

/** W that cars may draw, on three phases each */
const granted = (amperes: readonly (number | null)[]) =>
  amperes.reduce((sum: number, one) => sum + (one ?? 0) * 3 * 230, 0)

describe('power that the grid operator takes back (§ 14a EnWG)', () => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world?.close())

  const callerOf = async (yard: Yard) => {
    const { key } = await world.post<{ key: string }>(`locations/${yard.locationId}/energy/key`)
    return async (method: 'POST' | 'DELETE', body?: object) => {
      const answer = await fetch(`${world.server.url}/api/v1/energy/reductions`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, ...(text ? JSON.parse(text) : {}) }
    }
  }
  const log = (yard: Yard) => world.get<EnergyReduction[]>(`locations/${yard.locationId}/energy/reductions`)
  const end = (yard: Yard, id: number) =>
    fetch(`${world.server.url}/api/v1/locations/${yard.locationId}/energy/reductions/${id}`, {
      method: 'DELETE',
      headers: { authorization: world.authorization },
    })

  test('holds for all cars together until it is revoked, never below what is guaranteed, and is logged', async () => {
    const yard = await Yard.open(world, protocols, { fuseA: 96 })
    const box = await callerOf(yard)
    expect(await box('POST', {})).toMatchObject({ status: 409, code: 'energy.reduction_off' })
    await yard.save({ reduction: { devices: 3, source: 'Stadtwerke' } })
    for (const nth of [0, 1, 2]) await yard.car(nth)
    await yard.untilGranted(32, 32, 32)
    await yard.until('all draw', ({ outlets }) =>
      outlets.every(({ session }) => (session?.measured_a ?? 0) > 30),
    )
    const answer = await box('POST', { power_w: 5000 })
    expect(answer).toMatchObject({ status: 201, requested_w: 5000, guaranteed_w: 10_500, applied_w: 10_500 })
    await yard.until('it is in effect', ({ reductions }) => reductions[0]?.effective_at != null)
    const amperes = await yard.grants()
    expect(granted(amperes)).toBeLessThanOrEqual(10_500)
    expect(granted(amperes)).toBeGreaterThan(9500)
    expect((await yard.view()).site).toMatchObject({ guaranteed_w: 10_500 })
    const reasons = (await yard.view()).outlets.map(({ session }) => session?.reason.code)
    expect(reasons).toContain('reduction')
    // what was measured after the change
    await world.forward(11 * SECOND_MS)
    await yard.until('what is drawn is seen', ({ reductions }) => reductions[0]?.most_w != null)

    expect(await box('DELETE')).toEqual({ status: 204 })
    const [over] = await log(yard)
    expect(over).toMatchObject({
      id: answer.id,
      state: 'over',
      requested_w: 5000,
      applied_w: 10_500,
      cars_w: 10_500,
      devices: 3,
      source: 'Stadtwerke',
      by: null,
    })
    expect(over?.before_w).toBeGreaterThan(60_000)
    expect(over?.most_w).toBeLessThanOrEqual(10_500)
    expect(over?.reaction_seconds).toBeLessThan(30)
    await world.forward(restMs)
    await yard.untilGranted(32, 32, 32)
  })

  test('begins and ends by its times, and one comes in place of another', async () => {
    const yard = await Yard.open(world, ['ocpp2.0.1'], { fuseA: 96 })
    await yard.save({ reduction: { devices: 1, others_w: 0 } })
    await yard.car(0)
    await yard.untilGranted(32)
    const path = `locations/${yard.locationId}/energy/reductions`
    const now = world.clock.now().getTime()
    const at = (parts: number) => new Date(now + parts * partMs).toISOString()
    const first = await world.post<EnergyReduction>(path, { power_w: 9000, from: at(1), until: at(3) })
    expect(first).toMatchObject({ state: 'coming', by: expect.stringMatching(/./), source: '' })
    const apart = await world.post<EnergyReduction>(path, { from: at(5), until: at(6) })
    await world.post<EnergyReduction>(path, { from: at(2), until: at(4), source: 'another', reason: 'works' })
    expect((await yard.view()).reductions.map(({ id, until }) => [id, until])).toEqual([
      [first.id, at(2)],
      [expect.any(Number), at(4)],
      [apart.id, at(6)],
    ])
    await yard.untilGranted(32)
    await world.forward(partMs + SECOND_MS)
    await yard.untilGranted(13)
    const isInEffect = () =>
      yard.until('that is in effect', ({ reductions }) => reductions[0]?.effective_at != null)
    await isInEffect()
    await world.forward(partMs)
    // it is what the station gives without us as well
    await yard.until('6 A are left', ({ outlets }) => outlets[0]?.session?.counted_a === 6)
    await isInEffect()
    await world.forward(partMs)
    await yard.until('it goes on', ({ outlets }) => outlets[0]?.session?.counted_a === 6)
    await world.forward(partMs)
    await yard.untilGranted(32)
    expect((await end(yard, apart.id)).status).toBe(204)
    expect((await end(yard, apart.id)).status).toBe(404)
    const states = (await log(yard)).map(({ state, effective_at }) => [state, effective_at !== null])
    expect(states).toEqual([
      ['over', false],
      ['over', true],
      ['over', true],
    ])
  })

  test('is downloaded as a file, and forgotten after two years', async () => {
    const yard = await Yard.open(world, ['ocpp1.6'], { fuseA: 96 })
    await yard.save({ reduction: { devices: 2 } })
    const box = await callerOf(yard)
    await box('POST', { power_w: 8000, source: '=1+1' })
    await box('DELETE')
    const file = async (query: string) => {
      const url = `${world.server.url}/api/v1/locations/${yard.locationId}/energy/reductions/download${query}`
      const headers = { authorization: world.authorization, 'accept-language': 'en' }
      return fetch(url, { headers })
    }
    const lines = (await (await file('?format=csv')).text()).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(
      'Received,Begin,End,In effect,"Reaction time, s","Requested, kW","Guaranteed, kW"',
    )
    expect(lines[1]).toContain('8.00,7.56,8.00,8.00,')
    // no spreadsheet runs it
    expect(lines[1]).toContain(",'=1+1,control box,")
    expect((await file('')).headers.get('content-type')).toContain('spreadsheetml')

    const twoYears = 2 * 366 * DAY_MS
    const now = world.clock.now().getTime()
    await removeOldReductions(world.db, new Date(now - twoYears))
    expect(await log(yard)).toHaveLength(1)
    await removeOldReductions(world.db, new Date(now + SECOND_MS))
    expect(await log(yard)).toHaveLength(0)
  })

  test.each([
    ['that ends before it begins', { from: '2100-01-02T00:00:00Z', until: '2100-01-01T00:00:00Z' }],
    ['that is over', { until: '2020-01-01T00:00:00Z' }],
    ['of the next century', { until: '2100-01-01T00:00:00Z' }],
  ])('is refused %s', async (_, body) => {
    const yard = await Yard.open(world, [], { fuseA: 96 })
    await yard.save({ reduction: { devices: 2 } })
    const box = await callerOf(yard)
    expect(await box('POST', body)).toMatchObject({ status: 400, code: 'energy.reduction_times' })
  })
})
