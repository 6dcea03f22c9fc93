import type {
  BulkRun,
  Station,
  StationTaskAnswer,
  StationTaskBody,
  StationTaskState,
  TimelineEvent,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, twoVersions } from '../../platform/general/testing.ts'
import { World } from '../world/world.ts'

describe.each(twoVersions)('a %s station with two connectors at one EVSE', (protocol) => {
  const old = protocol === 'ocpp1.6'
  let world: World
  let id = ''
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
    const made = await world.post<Station & { password: string }>(`locations/${world.locationId}/stations`, {
      id: 'TRONIQ',
      vendor_name: 'EVBox',
      model: 'Troniq 100',
      connectors: [
        { evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 100 },
        { evse_number: 1, number: 2, type: 'CHAdeMO', current: 'DC', power: 100 },
        { evse_number: 2, number: 1, type: 'Type 2', current: 'AC', power: 22 },
      ],
    })
    id = made.id
    const connectorId = made.evses[0]!.connectors[1]!.id
    await world.simulateAs({ id, password: made.password, connectorId }, protocol, {
      connectors: [
        { number: 1, evse: 1, connector: 1, type: 'CCS 2', current: 'DC', powerW: 100_000 },
        { number: 2, evse: 1, connector: 2, type: 'CHAdeMO', current: 'DC', powerW: 100_000 },
        { number: 3, evse: 2, connector: 1, type: 'Type 2', current: 'AC', powerW: 22_000 },
      ],
    })
    await world.untilOnline(id)
  })
  afterAll(() => world.close())

  const run = (body: StationTaskBody) => world.post<StationTaskAnswer>(`stations/${id}/tasks`, body)
  const refusal = (body: object) =>
    world
      .post(`stations/${id}/tasks`, body)
      .then(() => 'done')
      .catch((error) => JSON.parse(error.body).code as string)
  const state = () => world.get<StationTaskState>(`stations/${id}/tasks`)
  /** The payload of the last call of an action that the station was sent. */
  const lastSent = async (action: string) => {
    const frames = await world.sentTo(id, action)
    return JSON.parse(frames.at(-1)!)[3] as Record<string, unknown>
  }
  const until = async (action: string, count: number) =>
    world.until(`${count} of ${action}`, async () => (await world.sentTo(id, action)).length >= count)

  test('unlocks the given connector in the form of its version, and its timeline says which', async () => {
    await run({ task: 'unlock', evse: 1, connector: 2 })
    await until('UnlockConnector', 1)
    expect(await lastSent('UnlockConnector')).toEqual(
      old ? { connectorId: 2 } : { evseId: 1, connectorId: 2 },
    )
    await run({ task: 'unlock', evse: 2 })
    await until('UnlockConnector', 2)
    expect(await lastSent('UnlockConnector')).toEqual(
      old ? { connectorId: 3 } : { evseId: 2, connectorId: 1 },
    )
    const events = await world.get<TimelineEvent[]>(`stations/${id}/timeline?kinds=operation`)
    expect(events.map(({ word, connector, evses }) => [word, connector, evses])).toEqual([
      ['unlock', 3, [2]],
      ['unlock', 2, [1]],
    ])
  })

  test('demands the connector when none is given, and refuses a third one', async () => {
    const replies = await Promise.all(
      [
        { task: 'unlock', evse: 1 },
        { task: 'trigger', message: 'StatusNotification', evse: 1 },
        { task: 'limit', evse: 1, unit: 'A', limit: 10 },
        { task: 'reserve', evse: 1, token: 'ANNA', minutes: 5 },
        { task: 'unlock', evse: 1, connector: 3 },
        { task: 'unlock', evse: 3, connector: 1 },
        { task: 'limit', connector: 2, unit: 'A', limit: 10 },
      ].map(refusal),
    )
    expect(replies).toEqual([
      ...Array(4).fill('station.which_connector'),
      'station.no_such_connector',
      'station.no_such_evse',
      'station.no_such_connector',
    ])
    expect((await state()).reservations).toEqual([])
  })

  test('limits the given connector; a version that cannot do so limits the EVSE', async () => {
    for (const [connector, limit] of [
      [1, 8000],
      [2, 9000],
    ] as const)
      await run({ task: 'limit', evse: 1, connector, unit: 'W', limit })
    const { limits, connectors } = await state()
    expect(connectors.map(({ evse, number, ordinal }) => [evse, number, ordinal])).toEqual([
      [1, 1, 1],
      [1, 2, 2],
      [2, 1, 3],
    ])
    expect(limits.map((one) => [one.profile_id, one.evse, one.connector, one.limit])).toEqual(
      old
        ? [
            [1001, 1, 1, 8000],
            [1002, 1, 2, 9000],
          ]
        : [[1001, 1, null, 9000]],
    )
    await run({ task: 'clear_limit', profile_id: 1000, evse: 1, connector: 1 })
    expect((await state()).limits.map(({ connector }) => connector)).toEqual(old ? [2] : [])
    await run({ task: 'clear_limits' })
  })

  test('reserves the given connector for a card, and then counts as able to reserve connectors', async () => {
    expect(await world.get<Station>(`stations/${id}`)).toMatchObject({ reserves: false })
    expect(await run({ task: 'reserve', evse: 1, connector: 2, token: 'ANNA', minutes: 10 })).toMatchObject({
      accepted: true,
    })
    await until('ReserveNow', 1)
    const sent = await lastSent('ReserveNow')
    expect(sent).toMatchObject(old ? { connectorId: 2 } : { evseId: 1 })
    const [kept] = (await state()).reservations
    expect(kept).toMatchObject({ evse: 1, connector: old ? 2 : null, token: 'ANNA' })
    const station = await world.get<Station>(`stations/${id}`)
    expect(station).toMatchObject({ reservations_supported: false, reserves: true })
    await run({ task: 'cancel_reservation', reservation_id: kept!.id })
  })

  test('is one of several on the map of a location', async () => {
    const before = (await world.sentTo(id, 'SetChargingProfile')).length
    const task = { task: 'limit', evse: 1, connector: 2, unit: 'W', limit: 7000 }
    const { id: runId } = await world.post<BulkRun>('bulk-commands', {
      command: { kind: 'task', task },
      selection: { of: 'stations', ids: [id] },
    })
    await world.until('the run is over', async () => {
      const { finished_at } = await world.get<BulkRun>(`bulk-commands/${runId}`)
      return finished_at !== null
    })
    await until('SetChargingProfile', before + 1)
    expect(await lastSent('SetChargingProfile')).toMatchObject(old ? { connectorId: 2 } : { evseId: 1 })
  })
})
