import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Payload } from '../played-station.ts'
import type { Stage201 } from '../stage201.ts'

interface Token {
  idToken: string
  type: string
}

const unlock = (s: Stage201, status: string) =>
  s.task({ task: 'unlock', evse: 1 }, 'UnlockConnector', { status })

async function unlocks(s: Stage201, status: string, accepted: boolean): Promise<void> {
  const { request, result } = await unlock(s, status)
  expect(request).toEqual({ evseId: 1, connectorId: 1 })
  expect(result).toMatchObject({ accepted, status })
}

const values = (s: Stage201, evseId: number): Payload => ({
  evseId,
  meterValue: s.transaction(evseId).measured('Trigger'),
})

export const blockF: Block<Stage201> = {
  title: 'F. Remote control',
  cases: [
    {
      id: 'TC_F_01',
      subject: 'Remote start, cable plugged in first',
      async play(s) {
        await s.ready()
        await s.status('Occupied')
        const transaction = s.transaction()
        const plugged = await transaction.started('CablePluggedIn', {}, 'EVConnected')
        expect(plugged).not.toHaveProperty('idTokenInfo')
        const { request, result } = await s.commanded(
          'RequestStartTransaction',
          { status: 'Accepted', transactionId: transaction.id },
          s.remoteStart,
        )
        expect(request).toMatchObject({ evseId: 1 })
        const { idToken, remoteStartId } = request as { idToken: Token; remoteStartId: number }
        const shown = { idToken, transactionInfo: { remoteStartId } }
        const answer = await transaction.updated('RemoteStart', shown)
        expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        await transaction.updated('ChargingStateChanged', {}, 'Charging')
        const [order] = await s.orders()
        expect(order).toMatchObject({ id: result.id, status: 'started', transaction_id: transaction.id })
        await transaction.ended('StopAuthorized', 'Local')
        expect(await s.order()).toMatchObject({ id: result.id, status: 'completed', charging_price: 2550 })
      },
    },
    {
      id: 'TC_F_02',
      subject: 'Remote start first, AuthorizeRemoteStart is true',
      async play(s) {
        await s.ready()
        const { request, result } = await s.commanded(
          'RequestStartTransaction',
          { status: 'Accepted' },
          s.remoteStart,
        )
        const { idToken, remoteStartId } = request as { idToken: Token; remoteStartId: number }
        const { idTokenInfo } = await s.call('Authorize', { idToken })
        expect(idTokenInfo).toMatchObject({ status: 'Accepted' })
        await s.status('Occupied')
        const transaction = s.transaction()
        const shown = { idToken, transactionInfo: { remoteStartId } }
        const answer = await transaction.started('RemoteStart', shown, 'EVConnected')
        expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        await transaction.updated('ChargingStateChanged', {}, 'Charging')
        expect(await s.order()).toMatchObject({
          id: result.id,
          status: 'started',
          start_tx_status: 'started',
        })
        await transaction.ended('EVDeparted', 'EVDisconnected')
        expect(await s.order()).toMatchObject({ status: 'completed', charging_price: 2550 })
      },
    },
    {
      id: 'TC_F_03',
      subject: 'Remote stop, accepted',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        const { request, result } = await s.commanded(
          'RequestStopTransaction',
          { status: 'Accepted' },
          s.remoteStop,
        )
        expect([request, result]).toEqual([{ transactionId: transaction.id }, 'Accepted'])
        await transaction.ended('RemoteStop', 'Remote')
        expect(await s.order()).toMatchObject({
          status: 'completed',
          stop_reason: 'Remote',
          charging_price: 2550,
        })
      },
    },
    {
      id: 'TC_F_04',
      subject: 'Remote start, connection time-out',
      async play(s) {
        await s.ready()
        const { request, result } = await s.commanded(
          'RequestStartTransaction',
          { status: 'Accepted' },
          s.remoteStart,
        )
        const { idToken, remoteStartId } = request as { idToken: Token; remoteStartId: number }
        const transaction = s.transaction()
        await transaction.started('RemoteStart', { idToken, transactionInfo: { remoteStartId } })
        const answer = await transaction.endedEmpty('EVConnectTimeout', 'Timeout')
        expect(answer).toMatchObject({ totalCost: 0 })
        expect(await s.order()).toMatchObject({
          id: result.id,
          status: 'completed',
          stop_reason: 'Timeout',
          charging_price: 0,
        })
        // a station whose transactions begin with the plug has none to end here: it only frees the connector
        await s.commanded('RequestStartTransaction', { status: 'Accepted' }, s.remoteStart)
        await s.status('Occupied')
        await s.status('Available')
        const [, canceled] = await s.orders()
        expect(canceled).toMatchObject({ status: 'canceled', start_tx_status: 'rejected_only' })
        expect((await s.shown()).evses[0]!.connectors[0]!.open_order_id).toBeNull()
      },
    },
    {
      id: 'TC_F_06',
      subject: 'Remote unlock, Unlocked',
      async play(s) {
        await s.ready()
        await unlocks(s, 'Unlocked', true)
      },
    },
    {
      id: 'TC_F_07',
      subject: 'Remote unlock, UnlockFailed',
      async play(s) {
        await s.ready()
        await unlocks(s, 'UnlockFailed', false)
      },
    },
    {
      id: 'TC_F_08',
      subject: 'Remote unlock, OngoingAuthorizedTransaction',
      async play(s) {
        await s.ready()
        await s.charging()
        await unlocks(s, 'OngoingAuthorizedTransaction', false)
        expect(await s.order()).toMatchObject({ status: 'started' })
      },
    },
    {
      id: 'TC_F_11',
      subject: 'Trigger message, MeterValues of an EVSE',
      async play(s) {
        await s.ready()
        expect(await s.trigger({ message: 'MeterValues', evse: 1 }, 'Accepted')).toMatchObject({
          requestedMessage: 'MeterValues',
          evse: { id: 1 },
        })
        expect(await s.call('MeterValues', values(s, 1))).toEqual({})
        await s.untilShown(1, { context: 'Trigger', value: 10_000 })
      },
    },
    {
      id: 'TC_F_12',
      subject: 'Trigger message, MeterValues',
      async play(s) {
        await s.ready()
        const request = await s.trigger({ message: 'MeterValues' }, 'Accepted')
        expect(request).toEqual({ requestedMessage: 'MeterValues' })
        for (const evse of [1, 2]) {
          await s.call('MeterValues', values(s, evse))
          await s.untilShown(evse, { context: 'Trigger', value: 10_000 })
        }
      },
    },
    {
      id: 'TC_F_15',
      subject: 'Trigger message, LogStatusNotification',
      async play(s) {
        await s.ready()
        const request = await s.trigger({ message: 'LogStatusNotification' }, 'Accepted')
        expect(request).toEqual({ requestedMessage: 'LogStatusNotification' })
        expect(await s.call('LogStatusNotification', { status: 'Idle' })).toEqual({})
      },
    },
    {
      id: 'TC_F_18',
      subject: 'Trigger message, FirmwareStatusNotification',
      async play(s) {
        await s.ready()
        const request = await s.trigger({ message: 'FirmwareStatusNotification' }, 'Accepted')
        expect(request).toEqual({ requestedMessage: 'FirmwareStatusNotification' })
        expect(await s.call('FirmwareStatusNotification', { status: 'Idle' })).toEqual({})
      },
    },
    {
      id: 'TC_F_20',
      subject: 'Trigger message, Heartbeat',
      async play(s) {
        await s.ready()
        const request = await s.trigger({ message: 'Heartbeat' }, 'Accepted')
        expect(request).toEqual({ requestedMessage: 'Heartbeat' })
        expect(await s.call('Heartbeat', {})).toHaveProperty('currentTime')
      },
    },
    {
      id: 'TC_F_23',
      subject: 'Trigger message, StatusNotification of an EVSE',
      async play(s) {
        await s.ready()
        const request = await s.trigger({ message: 'StatusNotification', evse: 1 }, 'Accepted')
        // a status belongs to a connector, so both numbers are needed (part 2, F06.FR.13)
        expect(request).toEqual({ requestedMessage: 'StatusNotification', evse: { id: 1, connectorId: 1 } })
        await s.status('Occupied')
        expect(await s.shownStatus()).toBe('Occupied')
      },
    },
    {
      id: 'TC_F_13',
      subject: 'Trigger message, TransactionEvent of an EVSE',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        const command = { requestedMessage: 'TransactionEvent', evse: { id: 1 } }
        await s.send('TriggerMessage', command, { status: 'Accepted' })
        expect(await transaction.updated('Trigger', {}, 'Charging')).not.toHaveProperty('idTokenInfo')
        expect(await s.order()).toMatchObject({ status: 'started' })
      },
    },
    {
      id: 'TC_F_14',
      subject: 'Trigger message, TransactionEvent',
      async play(s) {
        await s.ready()
        const running = [await s.charging(1), await s.charging(2)]
        await s.send('TriggerMessage', { requestedMessage: 'TransactionEvent' }, { status: 'Accepted' })
        for (const { transaction } of running) await transaction.updated('Trigger', {}, 'Charging')
        expect(await s.orders()).toMatchObject([{ status: 'started' }, { status: 'started' }])
      },
    },
    {
      id: 'TC_F_27',
      subject: 'Trigger message, not implemented',
      async play(s) {
        await s.ready()
        await s.trigger({ message: 'LogStatusNotification' }, 'NotImplemented')
      },
    },
  ],
}
