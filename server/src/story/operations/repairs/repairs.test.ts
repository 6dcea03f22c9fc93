import type {
  IncidentKind,
  Repair,
  RepairAttempt,
  RepairOutcome,
  RepairRule,
  RepairRuleBody,
  RepairSwitch,
} from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { World } from '../../world/world.ts'
import { changeIncident, insertIncident } from '../alerts/incident-rows.ts'

let world: World
beforeAll(async () => {
  world = await World.open(await openTestDatabase(), StoryClock.atNoon())
  await world.forward(0)
})
afterAll(() => world?.close())

const incidents: number[] = []
afterEach(async () => {
  for (const id of incidents.splice(0)) await changeIncident(world.db, id, { state: 'closed' })
  for (const { id } of await world.get<RepairRule[]>('repairs/rules'))
    await fetch(`${world.server.url}/api/v1/repairs/rules/${id}`, {
      method: 'DELETE',
      headers: { authorization: world.authorization },
    })
  await world.put('repairs/switch', { stopped: false, network_most: 50 })
})

/** Two servers look at once. */
const look = async () => {
  await Promise.all([world.server.repairing.run(), world.server.repairing.run()])
}
async function addRule(repair: Repair, changes: Partial<RepairRuleBody> = {}): Promise<RepairRule> {
  const body = { name: repair, repair, after_minutes: 0, helped_minutes: 30, station_most: 20 }
  const all = await world.post<RepairRule[]>('repairs/rules', { ...body, ...changes, mode: undefined })
  const rule = all.toSorted((a, b) => a.id - b.id).at(-1)!
  return changes.mode && changes.mode !== 'dry_run' ? turn(rule, changes.mode) : rule
}
async function turn(rule: RepairRule, mode: RepairRule['mode']): Promise<RepairRule> {
  const { id, network, changed_at, changed_by, counts, ...body } = rule
  const all = await world.put<RepairRule[]>(`repairs/rules/${id}`, { ...body, mode })
  return all.find((one) => one.id === id)!
}
async function stuck(stationId: string, kind: IncidentKind = 'fault') {
  const id = await insertIncident(world.db, {
    kind,
    stations: [{ id: stationId, locationId: world.locationId }],
    at: world.clock.now(),
  })
  await sql`update incident_members set connector = 1 where incident_id = ${id}`.execute(world.db)
  incidents.push(id)
  return id
}
const attempts = async (stationId: string) =>
  (await world.get<RepairAttempt[]>('repairs/attempts'))
    .filter(({ station_id }) => station_id === stationId)
    .toReversed()
    .map(({ repair, state, reason, helped }) => ({ repair, state, reason, helped }))
const sent = async (stationId: string, action: string) => (await world.sentTo(stationId, action)).length
const untilSent = (stationId: string, action: string, count = 1) =>
  world.until(`${count} ${action}`, async () => (await sent(stationId, action)) === count)
const connectorStatus = async (stationId: string) => {
  const { rows } = await sql<{ status: string | null }>`
    select ocpp_status as status from connectors where station_id = ${stationId}`.execute(world.db)
  return rows[0]?.status
}
const written = async (incidentId: number) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from incident_entries where incident_id = ${incidentId} order by id`.execute(world.db)
  return rows.map(({ kind }) => kind)
}

describe.each(['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'] as const)('over %s', (protocol) => {
  test('a stuck connector is unlocked by a rule that a person has turned on, and not while somebody charges', async () => {
    const station = await world.simulate(protocol)
    const { id } = station.made
    await world.untilOnline(id)
    const card = `REP${id}`
    await world.addCard(card)
    await station.plugIn(1, null)
    await station.tap(1, card)
    await world.until('it charges', async () => (await world.ordersOf(id))[0]?.status === 'started')
    const incident = await stuck(id)
    const rule = await addRule('unlock')
    await look()
    expect(await attempts(id)).toMatchObject([{ state: 'refused', reason: 'charging' }])
    await turn(rule, 'on')
    await look()
    world.clock.forward(2 * MINUTE_MS)
    await look()
    expect(await sent(id, 'UnlockConnector')).toBe(0)
    expect(await attempts(id)).toHaveLength(1)

    await station.unplug(1)
    await world.until('it has ended', async () => (await world.ordersOf(id))[0]?.status === 'completed')
    // the station says that its connector is free in a message of its own
    await world.until('the connector is free', async () => (await connectorStatus(id)) === 'Available')
    await turn(rule, 'dry_run')
    await look()
    expect(await sent(id, 'UnlockConnector')).toBe(0)
    expect((await attempts(id)).at(-1)).toMatchObject({ state: 'would' })
    expect(await written(incident)).toEqual(['repair_planned'])
    await look()
    expect(await attempts(id)).toHaveLength(2)

    await turn(rule, 'on')
    await look()
    await untilSent(id, 'UnlockConnector')
    expect((await attempts(id)).at(-1)).toMatchObject({ repair: 'unlock', helped: null })
    expect((await written(incident)).length).toBe(2)
    const { rows } = await sql<{ action: string }>`select action from audit_log
      where subject_type = 'station' and subject_id = ${id} and action in ('repair.begin', 'station.unlock')
      order by id`.execute(world.db)
    expect(rows.map(({ action }) => action)).toEqual(['repair.begin', 'station.unlock'])
  })

  test('a station is restarted once it is idle, asked for its status, and what helped is counted', async () => {
    const station = await world.simulate(protocol)
    const { id } = station.made
    await world.untilOnline(id)
    const incident = await stuck(id, 'sessions')
    await addRule('trigger_status', { mode: 'on', kinds: ['sessions'] })
    await look()
    await untilSent(id, 'TriggerMessage')
    await addRule('reset', { mode: 'on', kinds: ['sessions'] })
    await look()
    await untilSent(id, 'Reset')
    expect((await world.sentTo(id, 'Reset'))[0]).toContain(protocol === 'ocpp1.6' ? 'Soft' : 'OnIdle')
    expect((await attempts(id)).map(({ state }) => state)).toEqual(['done', 'done'])
    await sql`update incident_members set until = ${world.clock.now()} where incident_id = ${incident}`.execute(
      world.db,
    )
    await world.forward(31 * MINUTE_MS)
    await look()
    expect((await attempts(id)).map(({ helped }) => helped)).toEqual([true, true])
    const outcomes = await world.get<RepairOutcome[]>('repairs/outcomes')
    const reset = outcomes.find((one) => one.kind === 'sessions' && one.repair === 'reset')
    expect(reset?.helped).toBeGreaterThan(0)
    expect(reset?.begun).toBe(reset?.helped)
  })
})

test('nothing is repaired within maintenance, without a link, or where a person has stopped it', async () => {
  const station = await world.simulate('ocpp2.0.1')
  const { id } = station.made
  await world.untilOnline(id)
  await stuck(id)
  const iso = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
  await world.post(`stations/${id}/maintenances`, { starts_at: iso(1), ends_at: iso(HOUR_MS), note: 'N' })
  await addRule('reset', { mode: 'on' })
  world.clock.forward(MINUTE_MS)
  await look()
  expect(await attempts(id)).toMatchObject([{ state: 'refused', reason: 'maintenance' }])
  await world.put('repairs/switch', { stopped: true, network_most: 50 })
  await world.forward(2 * HOUR_MS)
  await look()
  expect((await attempts(id)).at(-1)).toMatchObject({ reason: 'stopped' })
  expect(await world.get<RepairSwitch>('repairs/switch')).toMatchObject({ stopped_by: 'Anna Sedova' })
  await world.put('repairs/switch', { stopped: false, network_most: 50 })
  await station.goOffline()
  await world.untilOffline(id)
  world.clock.forward(2 * MINUTE_MS)
  await look()
  expect((await attempts(id)).at(-1)).toMatchObject({ reason: 'offline' })
  expect(await sent(id, 'Reset')).toBe(0)
})

test('stations that are away are refused together, each once, and what is back is not commanded for its silence', async () => {
  const ids = await Promise.all(
    [701, 702, 703].map(async (nr) => (await world.addStationAs(`AWAY${nr}`, nr, world.locationId)).id),
  )
  const { made } = await world.simulate('ocpp2.0.1')
  await world.untilOnline(made.id)
  for (const id of [...ids, made.id]) await stuck(id, 'silence')
  await addRule('trigger_status', { mode: 'on' })
  for (let minute = 0; minute < 3; minute += 1) {
    await look()
    await world.forward(MINUTE_MS)
  }
  for (const id of ids)
    expect(await attempts(id)).toEqual([
      { repair: 'trigger_status', state: 'refused', reason: 'offline', helped: null },
    ])
  expect(await attempts(made.id)).toEqual([])
})

test('at most so many are begun in a day, for a station and for the network, over two servers', async () => {
  await world.forward(DAY_MS)
  const stations = await Promise.all([1, 2, 3].map(() => world.simulate('ocpp1.6')))
  const ids = stations.map(({ made }) => made.id)
  for (const id of ids) {
    await world.untilOnline(id)
    await stuck(id)
  }
  await world.put('repairs/switch', { stopped: false, network_most: 2 })
  await addRule('trigger_status', { mode: 'on', station_most: 1 })
  await look()
  const count = async () => {
    const counts = await Promise.all(ids.map((id) => sent(id, 'TriggerMessage')))
    return counts.reduce((sum, one) => sum + one, 0)
  }
  await world.until('two are sent', async () => (await count()) === 2)
  expect(await world.get<RepairSwitch>('repairs/switch')).toMatchObject({ today: 2, network_most: 2 })
  await world.put('repairs/switch', { stopped: false, network_most: 50 })
  await world.forward(40 * MINUTE_MS)
  await look()
  await world.until('three are sent', async () => (await count()) === 3)
  await world.forward(40 * MINUTE_MS)
  await look()
  expect(await count()).toBe(3)
  const reasons = await Promise.all(ids.map(async (id) => (await attempts(id)).at(-1)?.reason))
  expect(reasons).toEqual(['station_limit', 'station_limit', 'station_limit'])
})

test('what is set and what has failed is cleared and tried again', async () => {
  const station = await world.simulate('ocpp2.0.1')
  const { id } = station.made
  await world.untilOnline(id)
  const rules = [
    await addRule('clear_limits', { mode: 'on', kinds: ['energy'] }),
    await addRule('retry_firmware', { mode: 'on', kinds: ['energy'] }),
    await addRule('end_phantom', { mode: 'on', kinds: ['energy'] }),
  ]
  expect(rules).toHaveLength(3)
  await stuck(id, 'energy')
  await look()
  expect((await attempts(id)).map(({ reason }) => reason)).toEqual(Array(3).fill('nothing_to_do'))
  await world.post(`stations/${id}/tasks`, { task: 'limit', unit: 'A', limit: 16 })
  await sql`insert into station_firmware_updates (station_id, location, asked_at, steps)
    values (${id}, 'https://files.example/a.bin', ${world.clock.now()},
      ${JSON.stringify([{ status: 'InstallationFailed', at: world.clock.now().toISOString() }])})`.execute(
    world.db,
  )
  const card = 'PHANTOM1'
  await world.addCard(card)
  await station.plugIn(1, null)
  await station.tap(1, card)
  await world.until('it charges', async () => (await world.ordersOf(id))[0]?.status === 'started')
  await world.forward(20 * MINUTE_MS)
  await look()
  expect(await sent(id, 'ClearChargingProfile')).toBe(0)
  expect(await sent(id, 'UpdateFirmware')).toBe(0)
  // the station has lost its session, and says that its connector is free
  await sql`update connectors set ocpp_status = 'Available', status_updated_at = ${world.clock.now()}
    where station_id = ${id}`.execute(world.db)
  await world.forward(20 * MINUTE_MS)
  await look()
  await world.until(
    'the session has ended',
    async () => (await world.ordersOf(id))[0]?.status === 'completed',
  )
  world.clock.forward(2 * MINUTE_MS)
  await look()
  await untilSent(id, 'ClearChargingProfile')
  // one repair at a time for a station
  world.clock.forward(2 * MINUTE_MS)
  await look()
  await untilSent(id, 'UpdateFirmware')
})

test('a rule commands stations in the name of whoever turned it on, and no longer than they may', async () => {
  const station = await world.simulate('ocpp1.6')
  const { id } = station.made
  await world.untilOnline(id)
  await stuck(id)
  const rule = await addRule('reset', { mode: 'on' })
  await sql`update repair_rules set owner_id = changed_by where id = ${rule.id}`.execute(world.db)
  await look()
  expect((await attempts(id)).at(-1)).toMatchObject({ state: 'refused', reason: 'not_allowed' })
  await sql`update repair_rules set owner_id = null where id = ${rule.id}`.execute(world.db)
  world.clock.forward(2 * MINUTE_MS)
  await look()
  await untilSent(id, 'Reset')
})
