import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage16 } from '../stage16.ts'

const limit = (s: Stage16) =>
  s.task({ task: 'limit', evse: 1, unit: 'A', limit: 16 }, 'SetChargingProfile', { status: 'Accepted' })

/** 6 A for as long as the transaction lasts. */
const txProfile = (transactionId?: number) => ({
  chargingProfileId: 77,
  ...(transactionId === undefined ? {} : { transactionId }),
  stackLevel: 0,
  chargingProfilePurpose: 'TxProfile',
  chargingProfileKind: 'Relative',
  chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 6 }] },
})

export const smartCharging: Block<Stage16> = {
  title: 'Smart charging',
  cases: [
    {
      id: 'TC_056',
      subject: 'Central smart charging, TxDefaultProfile',
      async play(s) {
        await s.ready()
        const { request, result } = await limit(s)
        expect(request).toMatchObject({
          connectorId: 1,
          csChargingProfiles: {
            chargingProfilePurpose: 'TxDefaultProfile',
            chargingSchedule: {
              chargingRateUnit: 'A',
              chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }],
            },
          },
        })
        expect(result).toMatchObject({ accepted: true })
        expect((await s.tasks()).limits).toMatchObject([{ evse: 1, unit: 'A', limit: 16 }])
      },
    },
    {
      id: 'TC_057',
      subject: 'Central smart charging, TxProfile',
      async play(s) {
        await s.ready()
        const { transactionId } = await s.charging()
        const csChargingProfiles = txProfile(transactionId)
        await s.send('SetChargingProfile', { connectorId: 1, csChargingProfiles }, { status: 'Accepted' })
        expect(await s.order()).toMatchObject({ id: transactionId, status: 'started' })
      },
    },
    {
      id: 'TC_059',
      subject: 'Remote start with a charging profile',
      async play(s) {
        await s.ready()
        const idTag = await s.card()
        const command = { connectorId: 1, idTag, chargingProfile: txProfile() }
        await s.send('RemoteStartTransaction', command, { status: 'Accepted' })
        await s.status('Preparing')
        expect((await s.authorize(idTag)).status).toBe('Accepted')
        const { idTagInfo, transactionId } = await s.start(idTag)
        expect(idTagInfo.status).toBe('Accepted')
        await s.status('Charging')
        expect(await s.order()).toMatchObject({ id: transactionId, status: 'started', rfid: idTag })
      },
    },
    {
      id: 'TC_066',
      subject: 'Get composite schedule',
      async play(s) {
        await s.ready()
        const scheduleStart = s.ago()
        const { request, result } = await s.task(
          { task: 'schedule', evse: 1, unit: 'A', hours: 1 },
          'GetCompositeSchedule',
          {
            status: 'Accepted',
            connectorId: 1,
            scheduleStart,
            chargingSchedule: {
              duration: 3600,
              chargingRateUnit: 'A',
              chargingSchedulePeriod: [
                { startPeriod: 0, limit: 16 },
                { startPeriod: 600, limit: 8 },
              ],
            },
          },
        )
        expect(request).toEqual({ connectorId: 1, duration: 3600, chargingRateUnit: 'A' })
        expect(result.schedule).toMatchObject({ unit: 'A', from: scheduleStart })
        expect(result.schedule?.steps.map((step) => step.limit)).toEqual([16, 8])
      },
    },
    {
      id: 'TC_067',
      subject: 'Clear charging profiles',
      async play(s) {
        await s.ready()
        const { request: set } = await limit(s)
        const id = (set.csChargingProfiles as { chargingProfileId: number }).chargingProfileId
        const { request, result } = await s.task(
          { task: 'clear_limit', profile_id: id },
          'ClearChargingProfile',
          { status: 'Accepted' },
        )
        expect(request).toEqual({ id })
        expect(result).toMatchObject({ accepted: true })
        expect((await s.tasks()).limits).toEqual([])
        const criteria = { connectorId: 1, chargingProfilePurpose: 'TxDefaultProfile', stackLevel: 0 }
        await s.send('ClearChargingProfile', criteria, { status: 'Accepted' })
      },
    },
  ],
}
