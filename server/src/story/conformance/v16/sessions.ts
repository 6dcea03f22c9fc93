import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage16 } from '../stage16.ts'

/** The price of a session of 1,500 Wh at 17.00 a kWh. */
const paid = {
  status: 'completed',
  meter_start: 10_000,
  meter_stop: 11_500,
  charging_price: 2550,
  captured_amount: 2550,
}

/** The car leaves, and the session is closed and paid. */
async function endsWell(s: Stage16, transactionId: number, expected: object): Promise<void> {
  await s.status('Finishing')
  await s.status('Available')
  expect(await s.order()).toMatchObject({ id: transactionId, ...expected })
  expect(await s.shownStatus()).toBe('Available')
}

export const sessions: Block<Stage16> = {
  title: 'Sessions',
  cases: [
    {
      id: 'TC_001',
      subject: 'Cold boot',
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
          technical: { serial_number: 'CP-16', firmware_version: '1.0.0', protocol: s.protocol },
        })
      },
    },
    {
      id: 'TC_003',
      subject: 'Regular charging session, plug in first',
      async play(s) {
        await s.ready()
        const card = await s.card()
        await s.status('Preparing')
        expect((await s.authorize(card)).status).toBe('Accepted')
        const { transactionId, idTagInfo } = await s.start(card)
        expect(idTagInfo.status).toBe('Accepted')
        await s.status('Charging')
        expect(await s.order()).toMatchObject({ id: transactionId, status: 'started', rfid: card })
        expect((await s.authorize(card)).status).toBe('Accepted')
        await s.stop(transactionId, { idTag: card })
        await endsWell(s, transactionId, { ...paid, stop_reason: 'Local' })
      },
    },
    {
      id: 'TC_004_1',
      subject: 'Regular charging session, identification first',
      async play(s) {
        await s.ready()
        const card = await s.card()
        expect((await s.authorize(card)).status).toBe('Accepted')
        await s.status('Preparing')
        const { transactionId, idTagInfo } = await s.start(card)
        expect(idTagInfo.status).toBe('Accepted')
        await s.status('Charging')
        await s.stop(transactionId, { idTag: card })
        await endsWell(s, transactionId, paid)
      },
    },
    {
      id: 'TC_004_2',
      subject: 'Identification first, connection time-out',
      async play(s) {
        await s.ready()
        expect((await s.authorize(await s.card())).status).toBe('Accepted')
        await s.status('Preparing')
        await s.status('Available')
        expect(await s.orders()).toEqual([])
        expect(await s.shownStatus()).toBe('Available')
      },
    },
    {
      id: 'TC_005_1',
      subject: 'EV side disconnected',
      async play(s) {
        await s.ready()
        const { transactionId } = await s.charging()
        await s.status('SuspendedEV')
        await s.stop(transactionId, { reason: 'EVDisconnected' })
        await endsWell(s, transactionId, { ...paid, stop_reason: 'EVDisconnected' })
      },
    },
    {
      id: 'TC_007',
      subject: 'Regular start, cached id',
      async play(s) {
        await s.ready()
        const card = await s.card()
        await s.status('Preparing')
        const { transactionId, idTagInfo } = await s.start(card)
        expect(idTagInfo.status).toBe('Accepted')
        await s.status('Charging')
        await s.stop(transactionId, { idTag: card })
        await endsWell(s, transactionId, { ...paid, rfid: card })
      },
    },
    {
      id: 'TC_061',
      subject: 'Clear the authorization cache',
      async play(s) {
        await s.ready()
        const { request, result } = await s.task({ task: 'clear_cache' }, 'ClearCache', {
          status: 'Accepted',
        })
        expect(request).toEqual({})
        expect(result).toMatchObject({ accepted: true, status: 'Accepted' })
      },
    },
    {
      id: 'TC_010',
      subject: 'Remote start, cable plugged in first',
      async play(s) {
        await s.ready()
        await s.status('Preparing')
        const { request, result } = await s.commanded(
          'RemoteStartTransaction',
          { status: 'Accepted' },
          s.remoteStart,
        )
        expect(request).toMatchObject({ connectorId: 1 })
        const tag = String(request.idTag)
        expect((await s.authorize(tag)).status).toBe('Accepted')
        const { transactionId, idTagInfo } = await s.start(tag)
        expect(idTagInfo.status).toBe('Accepted')
        expect(transactionId).toBe(result.id)
        await s.status('Charging')
        expect(await s.order()).toMatchObject({ status: 'started', start_tx_status: 'started' })
        await s.stop(transactionId)
        await endsWell(s, transactionId, { status: 'completed', charging_price: 2550 })
      },
    },
    {
      id: 'TC_011_1',
      subject: 'Remote start, remote start first',
      async play(s) {
        await s.ready()
        const { request, result } = await s.commanded(
          'RemoteStartTransaction',
          { status: 'Accepted' },
          s.remoteStart,
        )
        expect(await s.order()).toMatchObject({ status: 'starting', start_tx_status: 'accepted_has' })
        await s.status('Preparing')
        const { transactionId, idTagInfo } = await s.start(String(request.idTag))
        expect([transactionId, idTagInfo.status]).toEqual([result.id, 'Accepted'])
        await s.status('Charging')
        await s.stop(transactionId)
        await endsWell(s, transactionId, { status: 'completed', charging_price: 2550 })
      },
    },
    {
      id: 'TC_011_2',
      subject: 'Remote start, time-out',
      async play(s) {
        await s.ready()
        await s.commanded('RemoteStartTransaction', { status: 'Accepted' }, s.remoteStart)
        await s.status('Preparing')
        await s.status('Available')
        await s.until('the connector is free again', async () => (await s.order()).status === 'canceled')
        expect((await s.shown()).evses[0]!.connectors[0]!.open_order_id).toBeNull()
      },
    },
    {
      id: 'TC_012',
      subject: 'Remote stop',
      async play(s) {
        await s.ready()
        const { transactionId } = await s.charging()
        const { request, result } = await s.commanded(
          'RemoteStopTransaction',
          { status: 'Accepted' },
          s.remoteStop,
        )
        expect(request).toEqual({ transactionId })
        expect(result).toBe('Accepted')
        await s.stop(transactionId, { reason: 'Remote' })
        await endsWell(s, transactionId, { ...paid, stop_reason: 'Remote' })
      },
    },
  ],
}
