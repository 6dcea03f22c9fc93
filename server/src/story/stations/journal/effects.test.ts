import type { StationTaskAnswer, StationTaskBody, StationTaskState } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases, twoVersions } from '../../../platform/general/testing.ts'
import { connectForeign } from '../../world/foreign-client.ts'
import { World } from '../../world/world.ts'

describe.each(openTestDatabases())('limits and reservations on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    await world.addCard('EFFECT16')
    await world.addCard('EFFECT201')
  })
  afterAll(() => world?.close())

  const run = (id: string, body: StationTaskBody) =>
    world.post<StationTaskAnswer>(`stations/${id}/tasks`, body)
  const state = (id: string) => world.get<StationTaskState>(`stations/${id}/tasks`)
  const limits = async (id: string) => (await state(id)).limits
  const after = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()

  describe.each(twoVersions)('%s', (protocol) => {
    const old = protocol === 'ocpp1.6'
    const card = old ? 'EFFECT16' : 'EFFECT201'
    const console = async (id: string, action: string, payload: object) =>
      (await world.post<{ status: string }>(`stations/${id}/message`, { action, payload })).status

    /** SetChargingProfile as somebody writes it in the console. */
    const set = (
      id: string,
      profile: { id: number; evse: number; purpose: 'station' | 'default' | 'transaction'; level?: number },
      more: { profile?: object; schedule?: object } = {},
    ) => {
      const purpose = {
        station: old ? 'ChargePointMaxProfile' : 'ChargingStationMaxProfile',
        default: 'TxDefaultProfile',
        transaction: 'TxProfile',
      }[profile.purpose]
      const schedule = {
        ...(old ? {} : { id: profile.id }),
        startSchedule: after(0),
        chargingRateUnit: 'W',
        chargingSchedulePeriod: [{ startPeriod: 0, limit: 9_000 }],
        ...more.schedule,
      }
      const written = {
        [old ? 'chargingProfileId' : 'id']: profile.id,
        stackLevel: profile.level ?? 1,
        chargingProfilePurpose: purpose,
        chargingProfileKind: 'Absolute',
        chargingSchedule: old ? schedule : [schedule],
        ...more.profile,
      }
      return console(id, 'SetChargingProfile', {
        [old ? 'connectorId' : 'evseId']: profile.evse,
        [old ? 'csChargingProfiles' : 'chargingProfile']: written,
      })
    }

    test('a limit carries from when to when it rules, and is gone afterwards', async () => {
      const { made } = await world.simulate(protocol)
      const [from, until] = [after(HOUR_MS), after(2 * HOUR_MS)]
      await set(
        made.id,
        { id: 7, evse: 1, purpose: 'default' },
        { profile: { validFrom: from, validTo: until } },
      )
      expect(await limits(made.id)).toMatchObject([
        { profile_id: 7, evse: 1, purpose: 'default', unit: 'W', limit: 9_000, varies: false, from, until },
      ])
      const steps = [
        { startPeriod: 0, limit: 9_000 },
        { startPeriod: 600, limit: 5_000 },
      ]
      await set(
        made.id,
        { id: 8, evse: 0, purpose: 'station' },
        { schedule: { duration: 1800, chargingSchedulePeriod: steps } },
      )
      const [, whole] = await limits(made.id)
      expect(whole).toMatchObject({ profile_id: 8, evse: null, purpose: 'station', varies: true })
      expect(Date.parse(whole!.until!) - Date.parse(whole!.from!)).toBe(30 * MINUTE_MS)
      world.clock.forward(31 * MINUTE_MS)
      expect((await limits(made.id)).map(({ profile_id }) => profile_id)).toEqual([7])
    })

    test('what the console clears is gone: by number, by place, by level, or all', async () => {
      const { made } = await world.simulate(protocol)
      const ids = async () => (await limits(made.id)).map(({ profile_id }) => profile_id)
      await run(made.id, { task: 'limit', evse: 1, unit: 'W', limit: 8_000 })
      await run(made.id, { task: 'limit', unit: 'W', limit: 20_000 })
      await set(made.id, { id: 31, evse: 1, purpose: 'default', level: 1 })
      await set(made.id, { id: 32, evse: 1, purpose: 'default', level: 2 })
      await set(made.id, { id: 33, evse: 0, purpose: 'station', level: 3 })
      expect(await ids()).toEqual([31, 32, 33, 1000, 1001])
      const clear = (id: number | null, criteria: object = {}) =>
        console(
          made.id,
          'ClearChargingProfile',
          old
            ? { ...(id === null ? criteria : { id }) }
            : id === null
              ? { chargingProfileCriteria: criteria }
              : { chargingProfileId: id },
        )
      expect(await clear(1001)).toBe('Accepted')
      expect(await ids()).toEqual([31, 32, 33, 1000])
      await clear(null, { stackLevel: 2 })
      expect(await ids()).toEqual([31, 33, 1000])
      await clear(null, { [old ? 'connectorId' : 'evseId']: 0, stackLevel: 3 })
      expect(await ids()).toEqual([31, 1000])
      await clear(null, { chargingProfilePurpose: 'TxDefaultProfile' })
      expect(await ids()).toEqual([1000])
      // the station does not know it any more, so it is not shown
      expect(await clear(4711)).toBe('Unknown')
      expect(await ids()).toEqual([1000])
    })

    test('a refused profile is none, and one that takes another’s place is shown once', async () => {
      const { made } = await world.simulate(protocol)
      expect(await set(made.id, { id: 1, evse: 1, purpose: 'transaction' })).toBe('Rejected')
      expect(await limits(made.id)).toEqual([])
      await set(made.id, { id: 2, evse: 1, purpose: 'default' })
      await set(made.id, { id: 2, evse: 1, purpose: 'default' }, { schedule: { chargingRateUnit: 'A' } })
      expect(await limits(made.id)).toMatchObject([{ profile_id: 2, unit: 'A' }])
    })

    test('a transaction’s limit ends with it', async () => {
      const station = await world.simulate(protocol)
      const { made } = station
      await station.begin({ token: card })
      expect(await set(made.id, { id: 5, evse: 1, purpose: 'transaction' })).toBe('Accepted')
      expect(await limits(made.id)).toMatchObject([{ profile_id: 5, evse: 1, purpose: 'transaction' }])
      await station.stop()
      await world.until('it is gone', async () => (await limits(made.id)).length === 0)
    })

    test('a reservation is gone once a transaction has used it up, or the console has called it off', async () => {
      const station = await world.simulate(protocol)
      const { made } = station
      const open = async () => (await state(made.id)).reservations
      const reserve = () => run(made.id, { task: 'reserve', evse: 1, token: card, minutes: 30 })
      await reserve()
      const [first] = await open()
      await console(made.id, 'CancelReservation', { reservationId: first!.id })
      expect(await open()).toEqual([])
      await station.waitFor('available')
      expect(await reserve()).toMatchObject({ accepted: true })
      expect(await open()).toHaveLength(1)
      await station.begin({ token: card })
      expect(await open()).toEqual([])
      await station.stop()
    })

    test('a reservation whose number the station does not tell is used up by its card', async () => {
      const made = await world.addStation()
      const client = await connectForeign(world.server.url, protocol, made)
      client.handle('ReserveNow', () => ({ status: 'Accepted' }))
      await run(made.id, { task: 'reserve', evse: 1, token: card, minutes: 30 })
      const start = (idTag: string, at: string) =>
        old
          ? client.call('StartTransaction', { connectorId: 1, idTag, meterStart: 0, timestamp: at })
          : client.call('TransactionEvent', {
              eventType: 'Started',
              timestamp: at,
              triggerReason: 'Authorized',
              seqNo: 0,
              transactionInfo: { transactionId: `tx-${idTag}-${Date.parse(at)}` },
              evse: { id: 1, connectorId: 1 },
              idToken: { idToken: idTag, type: 'ISO14443' },
            })
      const open = async () => (await state(made.id)).reservations.length
      await start(card.toLowerCase(), after(-HOUR_MS))
      expect(await open()).toBe(1)
      await start('OTHER', after(0))
      expect(await open()).toBe(1)
      await start(card.toLowerCase(), after(1000))
      expect(await open()).toBe(0)
      await client.close()
    })
  })
})
