import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage16 } from '../stage16.ts'

/** The station is without a connection for two minutes. */
async function wasOffline(s: Stage16): Promise<void> {
  await s.ready()
  await s.loseConnection()
  await s.connect()
}

export const authorization: Block<Stage16> = {
  title: 'Refused cards, refused commands, lost connections',
  cases: [
    {
      id: 'TC_023_1',
      subject: 'Authorize invalid',
      async play(s) {
        await s.ready()
        await s.status('Preparing')
        expect((await s.authorize('NOBODYS-CARD')).status).toBe('Invalid')
        expect(await s.orders()).toEqual([])
      },
    },
    {
      id: 'TC_023_2',
      subject: 'Authorize expired',
      async play(s) {
        await s.ready()
        const card = await s.card({ expires_at: s.ago(60) })
        await s.status('Preparing')
        expect((await s.authorize(card)).status).toBe('Expired')
        expect(await s.orders()).toEqual([])
      },
    },
    {
      id: 'TC_023_3',
      subject: 'Authorize blocked',
      async play(s) {
        await s.ready()
        const card = await s.card()
        await s.block(card)
        await s.status('Preparing')
        expect((await s.authorize(card)).status).toBe('Blocked')
        expect((await s.start(card)).idTagInfo.status).toBe('Blocked')
      },
    },
    {
      id: 'TC_024',
      subject: 'Lock failure',
      async play(s) {
        await s.ready()
        const card = await s.card()
        await s.status('Preparing')
        expect((await s.authorize(card)).status).toBe('Accepted')
        await s.status('Faulted', 1, 'ConnectorLockFailure')
        const connector = (await s.shown()).evses[0]!.connectors[0]!
        expect(connector).toMatchObject({ origin_status: 'Faulted', error_code: 'ConnectorLockFailure' })
        expect(await s.orders()).toEqual([])
      },
    },
    {
      id: 'TC_026',
      subject: 'Remote start, rejected',
      async play(s) {
        await s.ready()
        const { result } = await s.commanded('RemoteStartTransaction', { status: 'Rejected' }, () =>
          s.refusal(s.remoteStart()),
        )
        expect(result).toBe('station.rejected')
        expect(await s.order()).toMatchObject({ status: 'canceled', start_tx_status: 'rejected_only' })
      },
    },
    {
      id: 'TC_028',
      subject: 'Remote stop, rejected',
      async play(s) {
        await s.ready()
        const { transactionId } = await s.charging()
        const { request, result } = await s.commanded('RemoteStopTransaction', { status: 'Rejected' }, () =>
          s.refusal(s.remoteStop()),
        )
        expect([request, result]).toEqual([{ transactionId }, 'station.rejected'])
        expect(await s.order()).toMatchObject({ status: 'started', stop_tx_status: 'rejected_only' })
      },
    },
    {
      id: 'TC_032_1',
      subject: 'Power failure, the station boots and stops transactions',
      async play(s) {
        await s.ready()
        const { transactionId } = await s.charging()
        await s.loseConnection()
        await s.connect()
        expect(await s.boot()).toMatchObject({ status: 'Accepted' })
        await s.stop(transactionId, { reason: 'PowerLoss' })
        expect(await s.order()).toMatchObject({
          status: 'completed',
          stop_reason: 'PowerLoss',
          charging_price: 2550,
        })
        expect(await s.shownStatus()).toBe('Available')
      },
    },
    {
      id: 'TC_037_1',
      subject: 'Offline start, valid idTag',
      async play(s) {
        const card = await s.card()
        await wasOffline(s)
        const { transactionId, idTagInfo } = await s.start(card)
        expect(idTagInfo.status).toBe('Accepted')
        await s.status('Charging')
        expect(await s.order()).toMatchObject({ id: transactionId, status: 'started', rfid: card })
        await s.stop(transactionId, { idTag: card })
        expect(await s.order()).toMatchObject({ status: 'completed', charging_price: 2550 })
      },
    },
    {
      id: 'TC_037_3',
      subject: 'Offline start, invalid idTag, StopTransactionOnInvalidId',
      async play(s) {
        await wasOffline(s)
        const { transactionId, idTagInfo } = await s.start('NOBODYS-CARD')
        expect(idTagInfo.status).toBe('Invalid')
        await s.stop(transactionId, { reason: 'DeAuthorized' })
        expect(await s.order()).toMatchObject({
          status: 'completed',
          stop_reason: 'DeAuthorized',
          meter_start: 10_000,
          meter_stop: 11_500,
          rfid: 'NOBODYS-CARD',
        })
      },
    },
    {
      id: 'TC_039',
      subject: 'Offline transaction',
      async play(s) {
        const card = await s.card()
        await wasOffline(s)
        const timestamp = s.ago(60)
        const { transactionId, idTagInfo } = await s.start(card, { timestamp })
        expect(idTagInfo.status).toBe('Accepted')
        // a station that did not receive the answer sends its message again
        expect((await s.start(card, { timestamp })).transactionId).toBe(transactionId)
        const stop = { idTag: card, timestamp: s.ago() }
        await s.stop(transactionId, stop)
        await s.stop(transactionId, stop)
        expect(await s.order()).toMatchObject({
          id: transactionId,
          status: 'completed',
          charging_price: 2550,
          captured_amount: 2550,
        })
      },
    },
  ],
}
