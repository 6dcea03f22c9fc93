import { expect } from 'vitest'
import type { Block } from '../case.ts'
import { idToken, type PlayedTransaction, type Stage201 } from '../stage201.ts'

const paid = {
  status: 'completed',
  meter_start: 10_000,
  meter_stop: 11_500,
  charging_price: 2550,
  captured_amount: 2550,
}

/** The session is closed in the books, and its cost is on the station's display. */
async function endsWell(s: Stage201, transaction: PlayedTransaction, card: string): Promise<void> {
  const answer = await transaction.ended('StopAuthorized', 'Local', { idToken: idToken(card) })
  expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' }, totalCost: 25.5 })
  await s.status('Available')
  expect(await s.order()).toMatchObject({ ...paid, transaction_id: transaction.id, rfid: card })
  expect(await s.shownStatus()).toBe('Available')
}

/** A transaction that begins after the card was presented, at the point that is set on the station. */
const startsWithCard = (trigger: string, state: string, before: (s: Stage201) => Promise<unknown>) =>
  async function play(s: Stage201): Promise<void> {
    await s.ready()
    const card = await s.card()
    await before(s)
    expect((await s.authorize(card)).status).toBe('Accepted')
    const transaction = s.transaction()
    const answer = await transaction.started(trigger, { idToken: idToken(card) }, state)
    expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
    await transaction.updated('ChargingStateChanged', {}, 'Charging')
    expect(await s.order()).toMatchObject({ status: 'started', rfid: card })
    await endsWell(s, transaction, card)
  }

/** A transaction that begins before a card is presented: until then it has no driver, and the server does not refuse it. */
const startsWithoutCard = (trigger: string, occupied: boolean) =>
  async function play(s: Stage201): Promise<void> {
    await s.ready()
    const card = await s.card()
    if (occupied) await s.status('Occupied')
    const transaction = s.transaction()
    const answer = await transaction.started(trigger, {}, occupied ? 'EVConnected' : 'Idle')
    expect(answer).not.toHaveProperty('idTokenInfo')
    if (!occupied) {
      await s.status('Occupied')
      expect(await transaction.updated('CablePluggedIn', {}, 'EVConnected')).not.toHaveProperty('idTokenInfo')
    }
    expect((await s.authorize(card)).status).toBe('Accepted')
    const shown = await transaction.updated('Authorized', { idToken: idToken(card) })
    expect(shown).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
    await transaction.updated('ChargingStateChanged', {}, 'Charging')
    await endsWell(s, transaction, card)
  }

const plugged = (s: Stage201) => s.status('Occupied')
const notPlugged = () => Promise.resolve()

export const blockEStart: Block<Stage201> = {
  title: 'E. Transactions: their start',
  cases: [
    {
      id: 'TC_E_03',
      subject: 'Local start, cable plugged in first',
      play: startsWithCard('Authorized', 'EVConnected', plugged),
    },
    {
      id: 'TC_E_04',
      subject: 'Local start, authorization first',
      async play(s) {
        await s.ready()
        const card = await s.card()
        expect((await s.authorize(card)).status).toBe('Accepted')
        const transaction = s.transaction()
        const answer = await transaction.started('Authorized', { idToken: idToken(card) })
        expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        await s.status('Occupied')
        await transaction.updated('CablePluggedIn', {}, 'EVConnected')
        await transaction.updated('ChargingStateChanged', {}, 'Charging')
        await endsWell(s, transaction, card)
      },
    },
    {
      id: 'TC_E_01',
      subject: 'Start transaction options, PowerPathClosed',
      play: startsWithCard('ChargingStateChanged', 'Charging', plugged),
    },
    {
      id: 'TC_E_02',
      subject: 'Start transaction options, EnergyTransfer',
      play: startsWithCard('ChargingStateChanged', 'Charging', plugged),
    },
    {
      id: 'TC_E_10',
      subject: 'Start transaction options, Authorized',
      play: startsWithCard('Authorized', 'Idle', notPlugged),
    },
    {
      id: 'TC_E_11',
      subject: 'Start transaction options, DataSigned',
      play: startsWithCard('SignedDataReceived', 'EVConnected', plugged),
    },
    {
      id: 'TC_E_09',
      subject: 'Start transaction options, EVConnected (no idToken yet)',
      play: startsWithoutCard('CablePluggedIn', true),
    },
    {
      id: 'TC_E_12',
      subject: 'Start transaction options, ParkingBayOccupied (no idToken yet)',
      play: startsWithoutCard('EVDetected', false),
    },
    {
      id: 'TC_E_38',
      subject: 'Local start, EV not ready',
      async play(s) {
        await s.ready()
        const card = await s.card()
        await s.status('Occupied')
        expect((await s.authorize(card)).status).toBe('Accepted')
        const transaction = s.transaction()
        const answer = await transaction.started('Authorized', { idToken: idToken(card) }, 'SuspendedEV')
        expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        expect(await s.order()).toMatchObject({ status: 'started', rfid: card })
        await transaction.updated('ChargingStateChanged', {}, 'Charging')
        await endsWell(s, transaction, card)
      },
    },
  ],
}
