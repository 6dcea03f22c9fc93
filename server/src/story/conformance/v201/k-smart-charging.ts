import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Payload } from '../played-station.ts'
import { idToken, type Stage201 } from '../stage201.ts'

const profile = (purpose: string, amperes: number, more: Payload = {}) => ({
  id: 77,
  stackLevel: 0,
  chargingProfilePurpose: purpose,
  chargingProfileKind: 'Relative',
  chargingSchedule: [
    { id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: amperes }] },
  ],
  ...more,
})

/** An operator sets a limit for an EVSE or, without one, for the whole station. */
async function limits(s: Stage201, evse: number | undefined, amperes: number, status = 'Accepted') {
  const body = { task: 'limit' as const, unit: 'A' as const, limit: amperes, ...(evse ? { evse } : {}) }
  const { request, result } = await s.task(body, 'SetChargingProfile', { status })
  const chargingProfile = request.chargingProfile as { id: number; chargingProfilePurpose: string }
  expect(request).toMatchObject({
    evseId: evse ?? 0,
    chargingProfile: {
      chargingSchedule: [
        { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: amperes }] },
      ],
    },
  })
  expect(result).toMatchObject({ accepted: status === 'Accepted', status })
  return chargingProfile
}

async function reportsProfiles(s: Stage201, requestId: number, evseId: number): Promise<void> {
  await s.ready()
  await s.send('GetChargingProfiles', { requestId, evseId, chargingProfile: {} }, { status: 'Accepted' })
  const report = {
    requestId,
    chargingLimitSource: 'CSO',
    tbc: false,
    evseId,
    chargingProfile: [profile('TxDefaultProfile', 16)],
  }
  expect(await s.call('ReportChargingProfiles', report)).toEqual({})
}

async function schedule(s: Stage201, evse: number | undefined): Promise<void> {
  await s.ready()
  const scheduleStart = s.ago()
  const evseId = evse ?? 0
  const { request, result } = await s.task(
    { task: 'schedule', unit: 'A', hours: 1, ...(evse ? { evse } : {}) },
    'GetCompositeSchedule',
    {
      status: 'Accepted',
      schedule: {
        evseId,
        duration: 3600,
        scheduleStart,
        chargingRateUnit: 'A',
        chargingSchedulePeriod: [
          { startPeriod: 0, limit: 16 },
          { startPeriod: 600, limit: 8 },
        ],
      },
    },
  )
  expect(request).toEqual({ evseId, duration: 3600, chargingRateUnit: 'A' })
  expect(result.schedule).toMatchObject({ unit: 'A', from: scheduleStart })
  expect(result.schedule?.steps.map(({ limit }) => limit)).toEqual([16, 8])
}

export const blockK: Block<Stage201> = {
  title: 'K. Smart charging',
  cases: [
    {
      id: 'TC_K_01',
      subject: 'Set charging profile, TxDefaultProfile of an EVSE',
      async play(s) {
        await s.ready()
        expect((await limits(s, 1, 16)).chargingProfilePurpose).toBe('TxDefaultProfile')
        expect((await s.tasks()).limits).toMatchObject([{ evse: 1, unit: 'A', limit: 16 }])
      },
    },
    {
      id: 'TC_K_03',
      subject: 'Set charging profile, ChargingStationMaxProfile',
      async play(s) {
        await s.ready()
        expect((await limits(s, undefined, 32)).chargingProfilePurpose).toBe('ChargingStationMaxProfile')
        expect((await s.tasks()).limits).toMatchObject([{ evse: null, unit: 'A', limit: 32 }])
      },
    },
    {
      id: 'TC_K_04',
      subject: 'Replace a charging profile with the same id',
      async play(s) {
        await s.ready()
        const first = await limits(s, 1, 16)
        const second = await limits(s, 1, 8)
        expect(second.id).toBe(first.id)
        expect((await s.tasks()).limits).toMatchObject([{ evse: 1, unit: 'A', limit: 8 }])
      },
    },
    {
      id: 'TC_K_10',
      subject: 'TxDefaultProfile of all EVSEs',
      async play(s) {
        await s.ready()
        const command = { evseId: 0, chargingProfile: profile('TxDefaultProfile', 16) }
        await s.send('SetChargingProfile', command, { status: 'Accepted' })
      },
    },
    {
      id: 'TC_K_15',
      subject: 'Set charging profile, not supported',
      async play(s) {
        await s.ready()
        const { result } = await s.commanded(
          'SetChargingProfile',
          ({ refuse }) => refuse('NotSupported'),
          () => s.refusal(s.run({ task: 'limit', evse: 1, unit: 'A', limit: 16 })),
        )
        expect(result).toBe('station.call_error')
        expect((await s.tasks()).limits).toEqual([])
      },
    },
    {
      id: 'TC_K_60',
      subject: 'TxProfile with a transaction',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        const chargingProfile = profile('TxProfile', 6, { transactionId: transaction.id })
        await s.send('SetChargingProfile', { evseId: 1, chargingProfile }, { status: 'Accepted' })
        await transaction.updated('ChargingRateChanged', {}, 'Charging')
        expect(await s.order()).toMatchObject({ status: 'started' })
      },
    },
    {
      id: 'TC_K_05',
      subject: 'Clear a charging profile by id',
      async play(s) {
        await s.ready()
        const { id } = await limits(s, 1, 16)
        const { request, result } = await s.task(
          { task: 'clear_limit', profile_id: id },
          'ClearChargingProfile',
          {
            status: 'Accepted',
          },
        )
        expect(request).toEqual({ chargingProfileId: id })
        expect(result).toMatchObject({ accepted: true })
        expect((await s.tasks()).limits).toEqual([])
      },
    },
    {
      id: 'TC_K_06',
      subject: 'Clear charging profiles by criteria',
      async play(s) {
        await s.ready()
        const chargingProfileCriteria = {
          evseId: 1,
          chargingProfilePurpose: 'TxDefaultProfile',
          stackLevel: 0,
        }
        await s.send('ClearChargingProfile', { chargingProfileCriteria }, { status: 'Accepted' })
        await s.send('ClearChargingProfile', { chargingProfileCriteria }, { status: 'Unknown' })
      },
    },
    {
      id: 'TC_K_29',
      subject: 'Get charging profiles, evseId 0',
      play: (s) => reportsProfiles(s, 29, 0),
    },
    {
      id: 'TC_K_30',
      subject: 'Get charging profiles, evseId 1',
      play: (s) => reportsProfiles(s, 30, 1),
    },
    {
      id: 'TC_K_37',
      subject: 'Remote start with a charging profile',
      async play(s) {
        await s.ready()
        const card = idToken(await s.card())
        const command = {
          evseId: 1,
          remoteStartId: 37,
          idToken: card,
          chargingProfile: profile('TxProfile', 6),
        }
        await s.send('RequestStartTransaction', command, { status: 'Accepted' })
        await s.status('Occupied')
        const transaction = s.transaction()
        const shown = { idToken: card, transactionInfo: { remoteStartId: 37 } }
        const answer = await transaction.started('RemoteStart', shown, 'Charging')
        expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        await transaction.ended('EVDeparted', 'EVDisconnected')
        expect(await s.order()).toMatchObject({
          status: 'completed',
          rfid: card.idToken,
          charging_price: 2550,
        })
      },
    },
    { id: 'TC_K_43', subject: 'Get composite schedule, EVSE', play: (s) => schedule(s, 1) },
    { id: 'TC_K_44', subject: 'Get composite schedule, station', play: (s) => schedule(s, undefined) },
    {
      id: 'TC_K_70',
      subject: 'External limit: NotifyChargingLimit and ClearedChargingLimit',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        const chargingLimit = { chargingLimitSource: 'EMS', isGridCritical: true }
        expect(await s.call('NotifyChargingLimit', { evseId: 1, chargingLimit })).toEqual({})
        await transaction.updated('ChargingRateChanged', {}, 'Charging')
        const cleared = { evseId: 1, chargingLimitSource: 'EMS' }
        expect(await s.call('ClearedChargingLimit', cleared)).toEqual({})
        expect(await s.order()).toMatchObject({ status: 'started' })
      },
    },
  ],
}
