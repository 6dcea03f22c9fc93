import type { EnergySite, EnergyView } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'

/** A location draws its wiring, which is proved before it counts; meters and the grid operator call with its key. */
describe('the wiring of a location', () => {
  let world: World
  let path: string
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
    await world.addStation()
    await world.addStation()
    path = `locations/${world.locationId}/energy`
  })
  afterAll(() => world?.close())

  const outlet = (station_id: string, floor_a = 10) => ({
    station_id,
    evse: 1,
    circuit: 'feeder',
    phases: [1, 2, 3],
    most_a: 217,
    floor_a,
  })
  const site = (more: object = {}) => ({
    enabled: true,
    strategy: 'equal',
    circuits: [
      { id: 'grid', name: 'Grid', parent: null, fuse_a: [100, 100, 100] },
      {
        id: 'feeder',
        name: 'Feeder B',
        parent: 'grid',
        fuse_a: [63, 63, 63],
        other: { kind: 'meter', most_a: [30, 30, 30], age_seconds: 60 },
      },
    ],
    outlets: [outlet('STORY1'), outlet('STORY2')],
    ...more,
  })
  const save = async (body: object, language = 'en') => {
    const answer = await fetch(`${world.server.url}/api/v1/${path}/site`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        authorization: world.authorization,
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, answer: (await answer.json()) as { error: string } }
  }
  const byKey = async (call: string, key: string, body: object) => {
    const answer = await fetch(`${world.server.url}/api/v1/energy/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    return answer.status
  }
  const view = () => world.get<EnergyView>(path)

  test('before it is drawn, its EVSEs are there to draw it with', async () => {
    const { site: none, evses, can } = await view()
    expect(none).toBeNull()
    expect(evses).toMatchObject([
      { station_id: 'STORY1', evse: 1, current: 'DC', power: 150 },
      { station_id: 'STORY2', evse: 1, current: 'DC', power: 150 },
    ])
    expect(can).toEqual({ edit: true })
    await expect(world.get(`${path}/site`)).rejects.toThrow('energy.site_missing')
  })

  test('is refused with place and amperes where its floors could trip a fuse, in the language of who draws it', async () => {
    const unsafe = site({ outlets: [outlet('STORY1', 17), outlet('STORY2', 17)] })
    const { status, answer } = await save(unsafe)
    expect(status).toBe(422)
    expect(answer).toMatchObject({
      code: 'energy.floors',
      error:
        'Without a connection to the stations, 64 A could flow on phase L1 of Feeder B. Its fuse holds 63 A.',
      details: { faults: [{ kind: 'floors', circuit: 'feeder', phase: 1, sum_a: 64, fuse_a: 63 }, {}, {}] },
    })
    expect((await save(unsafe, 'de')).answer.error).toMatch('Feeder B 64 A fließen')
    expect((await save(unsafe, 'ru')).answer.error).toMatch('(Feeder B) может пойти 64 А')
    const strange = site({ outlets: [{ ...outlet('STORY1'), evse: 7 }] })
    expect((await save(strange)).answer).toMatchObject({ code: 'energy.outlet' })
  })

  test('is saved, read, and not overwritten by who has not seen the last version', async () => {
    expect((await save(site())).answer).toMatchObject({ version: 1, enabled: true, has_key: false })
    expect((await save(site({ strategy: 'first_come', version: 1 }))).answer).toMatchObject({ version: 2 })
    expect((await save(site({ version: 0 }))).answer).toMatchObject({ code: 'energy.changed' })
    expect((await save(site({ version: 1 }))).answer).toMatchObject({
      code: 'energy.changed',
      details: { version: 2 },
    })
    const saved = await world.get<EnergySite>(`${path}/site`)
    expect(saved).toMatchObject({ version: 2, strategy: 'first_come' })
    expect(saved.outlets[0]).toMatchObject({ least_a: 6, step_a: 1, group: 0 })
  })

  test('floors are proved again when a station is added', async () => {
    expect((await view()).faults).toEqual([])
    const made = await world.addStation()
    const { faults, outlets } = await view()
    expect(faults.map(({ kind, place, sum_a }) => [kind, place, sum_a])).toEqual([
      ['floors', 'Grid', 267.392],
      ['floors', 'Grid', 267.392],
      ['floors', 'Grid', 267.392],
      ['unplaced', `${made.id} · EVSE 1`, null],
    ])
    expect(outlets.at(-1)).toMatchObject({ station_id: made.id, circuit: null, floor_set: false })
    await world.remove(made.id)
    expect((await view()).faults).toEqual([])
  })

  test('a meter reports with the key; when it is silent, the most that may flow counts', async () => {
    const feeder = async () => (await view()).circuits[1]
    expect(await feeder()).toMatchObject({ others_a: [30, 30, 30], meter: { at: null, stale: true } })
    const reading = { circuit: 'feeder', others_a: [1, 2.5, 3] }
    expect(await byKey('readings', 'site_0000000000000000000000000', reading)).toBe(401)
    const { key } = await world.post<{ key: string }>(`${path}/key`)
    expect(await byKey('readings', key, { ...reading, circuit: 'cellar' })).toBe(404)
    expect(await byKey('readings', key, reading)).toBe(204)
    expect(await feeder()).toMatchObject({ others_a: [1, 2.5, 3], meter: { stale: false } })
    await world.forward(MINUTE_MS + 1000)
    expect(await feeder()).toMatchObject({ others_a: [30, 30, 30], meter: { stale: true } })
    await world.post(`${path}/key`)
    expect(await byKey('readings', key, reading)).toBe(401)
  })

  test('the grid operator limits it at once, and a person ends that', async () => {
    const { key } = await world.post<{ key: string }>(`${path}/key`)
    const until = new Date(world.clock.now().getTime() + 60 * MINUTE_MS).toISOString()
    expect(await byKey('limits', key, { percent: 60, until, reason: 'grid operator' })).toBe(201)
    await world.post(`${path}/limits`, { circuit: 'feeder', limit_a: 40, until })
    const { circuits, limits } = await view()
    expect(circuits[0]).toMatchObject({
      limit_a: [60, 60, 60],
      limited_by: { kind: 'call', name: 'grid operator', until },
    })
    expect(circuits[1]).toMatchObject({ limit_a: [40, 40, 40] })
    expect(limits).toMatchObject([
      { circuit: 'grid', percent: 60, by: null },
      { circuit: 'feeder', limit_a: 40, by: expect.stringMatching(/./) },
    ])
    await expect(world.post(`${path}/limits`, { limit_a: 1, until: '2026-01-01T00:00:00Z' })).rejects.toThrow(
      'energy.limit_times',
    )
    const [first] = limits
    const end = () =>
      fetch(`${world.server.url}/api/v1/${path}/limits/${first?.id}`, {
        method: 'DELETE',
        headers: { authorization: world.authorization },
      })
    expect((await end()).status).toBe(204)
    expect((await end()).status).toBe(404)
    expect((await view()).circuits[0]).toMatchObject({ limit_a: [100, 100, 100], limited_by: null })
  })
})
