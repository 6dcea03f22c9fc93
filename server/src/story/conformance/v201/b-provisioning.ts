import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Payload } from '../played-station.ts'
import type { Stage201 } from '../stage201.ts'

const heartbeat = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } }
const timeOut = { component: { name: 'TxCtrlr' }, variable: { name: 'EVConnectionTimeOut' } }

/** The station sends a report in two parts. */
async function reports(s: Stage201, requestId: number): Promise<void> {
  const part = (seqNo: number, reported: object, value: string): Payload => ({
    requestId,
    generatedAt: s.ago(),
    seqNo,
    tbc: seqNo === 0,
    reportData: [{ ...reported, variableAttribute: [{ type: 'Actual', value, mutability: 'ReadWrite' }] }],
  })
  expect(await s.call('NotifyReport', part(0, heartbeat, '300'))).toEqual({})
  expect(await s.call('NotifyReport', part(1, timeOut, '30'))).toEqual({})
}

async function baseReport(s: Stage201, requestId: number, reportBase: string): Promise<void> {
  await s.ready()
  await s.send('GetBaseReport', { requestId, reportBase }, { status: 'Accepted' })
  await reports(s, requestId)
}

/** The station disconnects, connects again and reports the reason. */
async function restarts(s: Stage201, reason: string): Promise<void> {
  await s.loseConnection()
  await s.connect()
  expect(await s.boot(reason)).toMatchObject({ status: 'Accepted' })
  await s.until('it is free again', async () => (await s.shown()).status === 'available')
}

async function bootsOnHold(s: Stage201, word: 'Pending' | 'Rejected'): Promise<void> {
  await s.decideBoot(word)
  await s.connect()
  expect(await s.bootOnly()).toMatchObject({ status: word, interval: 60 })
}

/** A waiting station is accepted: the server triggers another boot, and answers that with Accepted. */
async function isLetIn(s: Stage201): Promise<Payload> {
  const { request } = await s.commanded('TriggerMessage', { status: 'Accepted' }, () =>
    s.decideBoot('Accepted'),
  )
  return request
}

const networkProfile = {
  configurationSlot: 2,
  connectionData: {
    ocppVersion: 'OCPP20',
    ocppTransport: 'JSON',
    ocppCsmsUrl: 'wss://csms.example/ocpp',
    messageTimeout: 30,
    securityProfile: 2,
    ocppInterface: 'Wired0',
  },
}

async function setsNetworkProfile(s: Stage201, status: string): Promise<void> {
  await s.ready()
  await s.send('SetNetworkProfile', networkProfile, { status })
}

export const blockB: Block<Stage201> = {
  title: 'B. Provisioning',
  cases: [
    {
      id: 'TC_B_01',
      subject: 'Cold boot, accepted',
      async play(s) {
        await s.connect()
        const answer = await s.boot()
        expect(answer).toMatchObject({ status: 'Accepted', interval: 300 })
        const driftMs = Date.parse(String(answer.currentTime)) - s.world.clock.now().getTime()
        expect(Math.abs(driftMs)).toBeLessThan(5000)
        expect(await s.call('Heartbeat', {})).toHaveProperty('currentTime')
        await s.until('it is free', async () => (await s.shown()).status === 'available')
        expect(await s.shown()).toMatchObject({
          online: true,
          technical: { serial_number: 'CS-201', boot_reason: 'PowerUp', protocol: s.protocol },
        })
      },
    },
    {
      id: 'TC_B_02',
      subject: 'Cold boot, pending',
      async play(s) {
        await bootsOnHold(s, 'Pending')
        // while the station waits, the CSMS may read and change its variables (part 2, B02.FR.05)
        const getVariableData = [heartbeat]
        const read = { ...heartbeat, attributeStatus: 'Accepted', attributeValue: '300' }
        await s.send('GetVariables', { getVariableData }, { getVariableResult: [read] })
        const request = await isLetIn(s)
        expect(request).toEqual({ requestedMessage: 'BootNotification' })
        expect(await s.boot('Triggered')).toMatchObject({ status: 'Accepted', interval: 300 })
        expect(await s.shownStatus()).toBe('Available')
      },
    },
    {
      id: 'TC_B_30',
      subject: 'Pending or rejected: SecurityError',
      async play(s) {
        const card = await s.card()
        for (const word of ['Pending', 'Rejected'] as const) {
          await bootsOnHold(s, word)
          await expect(s.authorize(card)).rejects.toMatchObject({ code: 'SecurityError' })
          await expect(s.status('Available')).rejects.toMatchObject({ code: 'SecurityError' })
          expect(await s.refusal(s.remoteStart())).not.toBe('accepted')
        }
        expect((await s.shown()).status).not.toBe('available')
      },
    },
    {
      id: 'TC_B_31',
      subject: 'Pending: trigger BootNotification',
      async play(s) {
        await bootsOnHold(s, 'Pending')
        await s.trigger({ message: 'BootNotification' }, 'Accepted')
        expect(await s.bootOnly('Triggered')).toMatchObject({ status: 'Pending' })
        await isLetIn(s)
        expect(await s.boot('Triggered')).toMatchObject({ status: 'Accepted' })
      },
    },
    {
      id: 'TC_B_06',
      subject: 'Get variables, one value',
      async play(s) {
        await s.ready()
        const read = { ...heartbeat, attributeStatus: 'Accepted', attributeValue: '300' }
        await s.send('GetVariables', { getVariableData: [heartbeat] }, { getVariableResult: [read] })
      },
    },
    {
      id: 'TC_B_07',
      subject: 'Get variables, several values',
      async play(s) {
        await s.ready()
        await s.send(
          'GetVariables',
          { getVariableData: [heartbeat, timeOut] },
          {
            getVariableResult: [
              { ...heartbeat, attributeStatus: 'Accepted', attributeValue: '300' },
              { ...timeOut, attributeStatus: 'UnknownVariable' },
            ],
          },
        )
      },
    },
    {
      id: 'TC_B_09',
      subject: 'Set variables, one value',
      async play(s) {
        await s.ready()
        const { request, result } = await s.commanded(
          'SetVariables',
          { setVariableResult: [{ ...heartbeat, attributeStatus: 'Accepted' }] },
          () =>
            s.run({ task: 'configure', component: 'OCPPCommCtrlr', name: 'HeartbeatInterval', value: '60' }),
        )
        expect(request).toEqual({ setVariableData: [{ ...heartbeat, attributeValue: '60' }] })
        expect(result).toMatchObject({ accepted: true, status: 'Accepted' })
      },
    },
    {
      id: 'TC_B_10',
      subject: 'Set variables, several values',
      async play(s) {
        await s.ready()
        await s.send(
          'SetVariables',
          {
            setVariableData: [
              { ...heartbeat, attributeValue: '60' },
              { ...timeOut, attributeValue: '-1' },
            ],
          },
          {
            setVariableResult: [
              { ...heartbeat, attributeStatus: 'Accepted' },
              { ...timeOut, attributeStatus: 'Rejected' },
            ],
          },
        )
      },
    },
    {
      id: 'TC_B_12',
      subject: 'Get base report, ConfigurationInventory',
      play: (s) => baseReport(s, 12, 'ConfigurationInventory'),
    },
    {
      id: 'TC_B_13',
      subject: 'Get base report, FullInventory',
      async play(s) {
        await s.ready()
        const { request } = await s.commanded('GetBaseReport', { status: 'Accepted' }, () =>
          s.world.post(`stations/${s.id}/configuration/refresh`),
        )
        expect(request).toMatchObject({ reportBase: 'FullInventory' })
        await reports(s, request.requestId as number)
        const { technical } = await s.world.get<{
          technical: { configuration: { fetched_at: string | null; settings: object[] } }
        }>(`stations/${s.id}/controllers`)
        expect(technical.configuration.fetched_at).not.toBeNull()
        expect(technical.configuration.settings).toMatchObject([
          { component: 'OCPPCommCtrlr', name: 'HeartbeatInterval', value: '300' },
          { component: 'TxCtrlr', name: 'EVConnectionTimeOut', value: '30' },
        ])
      },
    },
    {
      id: 'TC_B_14',
      subject: 'Get base report, SummaryInventory',
      play: (s) => baseReport(s, 14, 'SummaryInventory'),
    },
    {
      id: 'TC_B_18',
      subject: 'Get custom report, component criteria',
      async play(s) {
        await s.ready()
        const componentVariable = [{ component: { name: 'EVSE', evse: { id: 1 } } }]
        const criteria = { requestId: 18, componentCriteria: ['Problem'], componentVariable }
        await s.send('GetReport', criteria, { status: 'Accepted' })
        await reports(s, 18)
        await s.send('GetReport', { ...criteria, requestId: 19 }, { status: 'EmptyResultSet' })
      },
    },
    {
      id: 'TC_B_20',
      subject: 'Reset, no transaction, OnIdle',
      async play(s) {
        await s.ready()
        const { request, result } = await s.commanded('Reset', { status: 'Accepted' }, s.reset)
        expect([request, result]).toEqual([{ type: 'OnIdle' }, 'Accepted'])
        await restarts(s, 'RemoteReset')
      },
    },
    {
      id: 'TC_B_21',
      subject: 'Reset, transaction, OnIdle',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        const { result } = await s.commanded('Reset', { status: 'Scheduled' }, s.reset)
        expect(result).toBe('Scheduled')
        expect(await s.order()).toMatchObject({ status: 'started' })
        await transaction.ended('EVDeparted', 'EVDisconnected')
        expect(await s.order()).toMatchObject({ status: 'completed', charging_price: 2550 })
        await restarts(s, 'ScheduledReset')
      },
    },
    {
      id: 'TC_B_22',
      subject: 'Reset, transaction, Immediate',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        await s.send('Reset', { type: 'Immediate' }, { status: 'Accepted' })
        await transaction.ended('ResetCommand', 'ImmediateReset')
        expect(await s.order()).toMatchObject({ status: 'completed', stop_reason: 'ImmediateReset' })
        await restarts(s, 'RemoteReset')
      },
    },
    {
      id: 'TC_B_25',
      subject: 'Reset EVSE, no transaction',
      async play(s) {
        await s.ready()
        await s.send('Reset', { type: 'OnIdle', evseId: 1 }, { status: 'Accepted' })
        await s.status('Unavailable')
        await s.status('Available')
        expect(await s.shownStatus()).toBe('Available')
      },
    },
    {
      id: 'TC_B_26',
      subject: 'Reset EVSE, transaction, OnIdle',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        await s.send('Reset', { type: 'OnIdle', evseId: 1 }, { status: 'Scheduled' })
        await transaction.ended('EVDeparted', 'EVDisconnected')
        await s.status('Unavailable')
        await s.status('Available')
        expect(await s.order()).toMatchObject({ status: 'completed', charging_price: 2550 })
      },
    },
    {
      id: 'TC_B_27',
      subject: 'Reset EVSE, transaction, Immediate',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        await s.send('Reset', { type: 'Immediate', evseId: 1 }, { status: 'Accepted' })
        await transaction.ended('ResetCommand', 'ImmediateReset')
        await s.status('Available')
        expect(await s.order()).toMatchObject({ status: 'completed', stop_reason: 'ImmediateReset' })
      },
    },
    {
      id: 'TC_B_42',
      subject: 'Set a network connection profile, Accepted',
      play: (s) => setsNetworkProfile(s, 'Accepted'),
    },
    {
      id: 'TC_B_43',
      subject: 'Set a network connection profile, Rejected',
      play: (s) => setsNetworkProfile(s, 'Rejected'),
    },
    {
      id: 'TC_B_44',
      subject: 'Set a network connection profile, Failed',
      play: (s) => setsNetworkProfile(s, 'Failed'),
    },
    {
      id: 'TC_B_58',
      subject: 'WebSocket subprotocol validation',
      async play(s) {
        await s.connect({ offers: ['ocpp9.9', 'ocpp2.0.1'] })
        expect(s.station.chosen).toBe('ocpp2.0.1')
        expect(await s.boot()).toMatchObject({ status: 'Accepted' })
        await s.expectRefusedProtocol(['ocpp0.1'])
      },
    },
  ],
}
