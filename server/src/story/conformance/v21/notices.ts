import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Payload } from '../played-station.ts'
import type { Stage21 } from '../stage21.ts'

const now = '2026-03-01T10:00:00Z'

/** What stations of 2.1 tell beside what those of 2.0.1 tell, and the answer to it. */
const noticed: readonly [action: string, payload: Payload, answer: Payload][] = [
  ['NotifyPriorityCharging', { transactionId: 'T', activated: true }, {}],
  ['NotifySettlement', { pspRef: 'P', status: 'Canceled', settlementAmount: 0, settlementTime: now }, {}],
  [
    'OpenPeriodicEventStream',
    { constantStreamData: { id: 3, variableMonitoringId: 1, params: {} } },
    { status: 'Accepted' },
  ],
  ['ClosePeriodicEventStream', { id: 3 }, {}],
  ['PullDynamicScheduleUpdate', { chargingProfileId: 1 }, { status: 'Rejected' }],
  ['NotifyDERAlarm', { controlType: 'EnterService', timestamp: now }, {}],
  ['NotifyDERStartStop', { controlId: 'C', started: true, timestamp: now }, {}],
  ['ReportDERControl', { requestId: 1 }, {}],
  [
    'BatterySwap',
    {
      eventType: 'BatteryIn',
      requestId: 1,
      idToken: { idToken: 'A', type: 'Central' },
      batteryData: [{ evseId: 1, serialNumber: 'S', soC: 50, soH: 90 }],
    },
    {},
  ],
]

export const notices: Block<Stage21> = {
  title: 'Notices and commands that 2.1 adds',
  cases: [
    ...noticed.map(([action, payload, answer], index) => ({
      id: `SM_2.1_${11 + index}`,
      subject: `${action} is understood and journaled`,
      async play(s: Stage21) {
        await s.ready()
        expect(await s.call(action, payload)).toEqual(answer)
      },
    })),
    {
      id: 'SM_2.1_31',
      subject: 'VatNumberValidation',
      notOffered: 'VAT numbers of companies are not checked here',
      async play(s) {
        await s.ready()
        await expect(s.call('VatNumberValidation', { vatNumber: 'DE1' })).rejects.toThrow('NotSupported')
      },
    },
    {
      id: 'SM_2.1_32',
      subject: 'Tariffs at the station, by the console',
      async play(s) {
        await s.ready()
        const tariff = { tariffId: 'T1', currency: 'EUR', energy: { prices: [{ priceKwh: 0.5 }] } }
        await s.send('SetDefaultTariff', { evseId: 1, tariff }, { status: 'Accepted' })
        await s.send('GetTariffs', { evseId: 0 }, { status: 'NoTariff' })
        await s.send('ClearTariffs', {}, { clearTariffsResult: [{ status: 'Accepted' }] })
      },
    },
    {
      id: 'SM_2.1_33',
      subject: 'Priority charging and a payment on the web, by the console',
      async play(s) {
        await s.ready()
        await s.send('UsePriorityCharging', { transactionId: 'T', activate: true }, { status: 'Accepted' })
        await s.send('NotifyWebPaymentStarted', { evseId: 1, timeout: 60 }, {})
      },
    },
  ],
}
