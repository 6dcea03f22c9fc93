import { expect } from 'vitest'
import type { Block } from '../case.ts'
import { idToken, type Stage201 } from '../stage201.ts'

/** A running session ends for a reason of the standard. */
const endsBy = (trigger: string, reason: string, leaves: (s: Stage201) => Promise<unknown>) =>
  async function play(s: Stage201): Promise<void> {
    await s.ready()
    const { card, transaction } = await s.charging()
    const answer = await transaction.ended(trigger, reason)
    expect(answer).toMatchObject({ totalCost: 25.5 })
    await leaves(s)
    expect(await s.order()).toMatchObject({
      status: 'completed',
      stop_reason: reason,
      rfid: card,
      charging_price: 2550,
      captured_amount: 2550,
    })
  }

const stays = () => Promise.resolve()
const leaves = (s: Stage201) => s.status('Available')

/** GetTransactionStatus, with or without a transaction, with what the station still has to send. */
const statusOf = (which: 'ongoing' | 'ended' | 'none', messagesInQueue: boolean) =>
  async function play(s: Stage201): Promise<void> {
    await s.ready()
    if (which === 'none') return s.send('GetTransactionStatus', {}, { messagesInQueue })
    const { transaction } = await s.charging()
    if (which === 'ended') await transaction.ended('EVDeparted', 'EVDisconnected')
    await s.send(
      'GetTransactionStatus',
      { transactionId: transaction.id },
      { ongoingIndicator: which === 'ongoing', messagesInQueue },
    )
    if (messagesInQueue && which === 'ongoing')
      await transaction.updated('MeterValuePeriodic', { offline: true })
  }

export const blockEStop: Block<Stage201> = {
  title: 'E. Transactions: their end and their status',
  cases: [
    {
      id: 'TC_E_07',
      subject: 'Stop locally, StopAuthorized',
      async play(s) {
        await s.ready()
        const { card, transaction } = await s.charging()
        await transaction.updated('StopAuthorized', { idToken: idToken(card) }, 'EVConnected')
        const answer = await transaction.ended('EVDeparted', 'Local')
        expect(answer).toMatchObject({ totalCost: 25.5 })
        expect(await s.order()).toMatchObject({
          status: 'completed',
          stop_reason: 'Local',
          charging_price: 2550,
        })
      },
    },
    {
      id: 'TC_E_14',
      subject: 'Stop, EV disconnected',
      play: endsBy('EVCommunicationLost', 'EVDisconnected', leaves),
    },
    {
      id: 'TC_E_17',
      subject: 'Stop, deauthorized',
      async play(s) {
        await s.ready()
        await s.status('Occupied')
        const transaction = s.transaction()
        const shown = { idToken: idToken('NOBODYS-CARD') }
        const answer = await transaction.started('Authorized', shown, 'EVConnected')
        expect(answer).toMatchObject({ idTokenInfo: { status: 'Invalid' } })
        transaction.meterWh = 10_001
        expect(await transaction.ended('Deauthorized', 'DeAuthorized')).not.toHaveProperty('idTokenInfo')
        expect(await s.order()).toMatchObject({ status: 'completed', stop_reason: 'DeAuthorized' })
      },
    },
    {
      id: 'TC_E_19',
      subject: 'Stop, parking bay unoccupied',
      play: endsBy('EVDeparted', 'EVDisconnected', leaves),
    },
    {
      id: 'TC_E_21',
      subject: 'Stop, StopAuthorized by the same card',
      async play(s) {
        await s.ready()
        const { card, transaction } = await s.charging()
        expect((await s.authorize(card)).status).toBe('Accepted')
        const answer = await transaction.ended('StopAuthorized', 'Local', { idToken: idToken(card) })
        expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' }, totalCost: 25.5 })
        expect(await s.order()).toMatchObject({ status: 'completed', charging_price: 2550 })
      },
    },
    {
      id: 'TC_E_22',
      subject: 'Stop, energy limit reached',
      play: endsBy('EnergyLimitReached', 'EnergyLimitReached', stays),
    },
    {
      id: 'TC_E_26',
      subject: 'Disconnect on the EV side, suspend, then the same card',
      async play(s) {
        await s.ready()
        const { card, transaction } = await s.charging()
        await transaction.updated('EVCommunicationLost', {}, 'Idle')
        expect(await s.order()).toMatchObject({ status: 'started' })
        await transaction.updated('CablePluggedIn', {}, 'SuspendedEVSE')
        await transaction.updated('ChargingStateChanged', {}, 'Charging')
        const answer = await transaction.ended('StopAuthorized', 'Local', { idToken: idToken(card) })
        expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        expect(await s.order()).toMatchObject({ status: 'completed', charging_price: 2550 })
      },
    },
    {
      id: 'TC_E_29',
      subject: 'Check transaction status, ongoing, messages in queue',
      play: statusOf('ongoing', true),
    },
    {
      id: 'TC_E_30',
      subject: 'Check transaction status, ongoing, no messages in queue',
      play: statusOf('ongoing', false),
    },
    {
      id: 'TC_E_31',
      subject: 'Check transaction status, ended, messages in queue',
      play: statusOf('ended', true),
    },
    {
      id: 'TC_E_32',
      subject: 'Check transaction status, ended, no messages in queue',
      play: statusOf('ended', false),
    },
    {
      id: 'TC_E_33',
      subject: 'Check transaction status, no id, messages in queue',
      play: statusOf('none', true),
    },
    {
      id: 'TC_E_34',
      subject: 'Check transaction status, no id, no messages in queue',
      play: statusOf('none', false),
    },
  ],
}
