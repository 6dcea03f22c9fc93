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
    {
      id: 'SM_2.1_34',
      subject: 'A station that reckons gets the price of each EVSE after its boot (I07)',
      async play(s) {
        const { given } = await bootReckoning(s, () => 'Accepted')
        expect(given).toMatchObject([
          { evseId: 1, tariff: { currency: 'RUB', energy: { prices: [{ priceKwh: 17 }] } } },
          { evseId: 2, tariff: { currency: 'RUB', energy: { prices: [{ priceKwh: 17 }] } } },
        ])
        expect((await s.tasks()).tariffs).toMatchObject({ state: 'in_step' })
      },
    },
    {
      id: 'SM_2.1_35',
      subject: 'A station that takes no price keeps no old one (I10), and its word is shown',
      async play(s) {
        const { cleared } = await bootReckoning(s, () => 'TooManyElements')
        expect(cleared).toEqual([{ evseId: 1 }, { evseId: 2 }])
        expect((await s.tasks()).tariffs).toMatchObject({ state: 'refused', answer: 'TooManyElements' })
      },
    },
    {
      id: 'SM_2.1_36',
      subject: 'The staff let a session come before others, or no longer (K21)',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        const { id } = await s.order()
        const received: Payload[] = []
        let status = 'NoProfile'
        s.station.always('UsePriorityCharging', (payload) => {
          received.push(payload)
          return { status }
        })
        const request = (active: boolean) => s.world.post(`orders/${id}/priority`, { active })
        await expect(request(true)).rejects.toThrow('station.rejected')
        expect((await s.order()).priority).toBeNull()
        status = 'Accepted'
        await request(true)
        expect((await s.order()).priority).toMatchObject({ by: { id: expect.any(Number) } })
        await request(false)
        expect((await s.order()).priority).toBeNull()
        expect(received).toEqual(
          [true, true, false].map((activate) => ({ transactionId: transaction.id, activate })),
        )
      },
    },
    {
      id: 'SM_2.1_37',
      subject: 'A driver lets a session come before others at the station (K22), which ends with it',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        const notify = (activated: boolean) =>
          s.call('NotifyPriorityCharging', { transactionId: transaction.id, activated })
        expect(await notify(true)).toEqual({})
        expect((await s.order()).priority).toMatchObject({ by: null })
        await notify(false)
        expect((await s.order()).priority).toBeNull()
        await notify(true)
        await transaction.ended('EVDeparted', 'EVDisconnected')
        await notify(true)
        expect(await s.order()).toMatchObject({ status: 'completed', priority: null })
      },
    },
    {
      id: 'SM_2.1_38',
      subject: 'A stream of values is shown, adjusted (N13) and closed; its values get no answer (N11)',
      async play(s) {
        await s.ready()
        const path = `stations/${s.id}/streams`
        const shown = async () => (await s.world.get<{ streams: unknown[] }>(path)).streams
        const stream = { id: 3, variableMonitoringId: 5, params: { interval: 10 } }
        expect(await s.call('OpenPeriodicEventStream', { constantStreamData: stream })).toEqual({
          status: 'Accepted',
        })
        s.station.tell('NotifyPeriodicEventStream', {
          id: 3,
          pending: 0,
          basetime: s.ago(),
          data: [
            { t: 0, v: '230.1' },
            { t: 1.5, v: '231.4' },
          ],
        })
        await s.until('its newest value is there', async () =>
          JSON.stringify(await shown()).includes('231.4'),
        )
        expect(await shown()).toMatchObject([
          { stream_id: 3, monitor_id: 5, interval_seconds: 10, received: 2 },
        ])
        s.station.always('AdjustPeriodicEventStream', () => ({ status: 'Accepted' }))
        const adjusted = { task: 'adjust_stream', stream_id: 3, interval_seconds: 30 }
        expect(await s.world.post(`stations/${s.id}/tasks`, adjusted)).toMatchObject({ accepted: true })
        expect(await shown()).toMatchObject([{ interval_seconds: 30 }])
        expect(await s.call('ClosePeriodicEventStream', { id: 3 })).toEqual({})
        expect(await shown()).toEqual([])
      },
    },
  ],
}

/** Boots a station that reckons what sessions cost, and lets it get the prices; those, and what was taken away. */
async function bootReckoning(
  s: Stage21,
  answer: () => string,
): Promise<Record<'given' | 'cleared', Payload[]>> {
  const given: Payload[] = []
  const cleared: Payload[] = []
  await s.connect()
  s.station.always('GetVariables', ({ getVariableData }) => ({
    getVariableResult: (getVariableData as Payload[]).map((one) => ({
      ...one,
      attributeStatus: 'Accepted',
      attributeValue: 'true',
    })),
  }))
  s.station.always('SetDefaultTariff', (payload) => {
    given.push(payload)
    return { status: answer() }
  })
  s.station.always('ClearTariffs', (payload) => {
    cleared.push(payload)
    return { clearTariffsResult: [{ status: 'NoTariff' }] }
  })
  await s.boot()
  await s.until('its boot is noted', async () => (await s.tasks()).tariffs !== null)
  await s.world.forward(6000)
  await s.world.server.stations.tariffs.keep()
  return { given, cleared }
}
