import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage16 } from '../stage16.ts'

const reserve = (s: Stage16, token: string, status = 'Accepted') =>
  s.task({ task: 'reserve', evse: 1, token, minutes: 10 }, 'ReserveNow', { status })

async function isRefused(s: Stage16, status: string): Promise<void> {
  await s.ready()
  const card = await s.card()
  const { request, result } = await reserve(s, card, status)
  expect(request).toMatchObject({ connectorId: 1, idTag: card })
  expect(result).toMatchObject({ accepted: false, status })
  expect((await s.tasks()).reservations).toEqual([])
}

/** A driver charges on the reserved connector. */
async function chargesOn(s: Stage16, card: string, reservationId: unknown): Promise<void> {
  const { transactionId, idTagInfo } = await s.start(card, { reservationId })
  expect(idTagInfo.status).toBe('Accepted')
  await s.status('Charging')
  await s.until('the reservation is used up', async () => (await s.tasks()).reservations.length === 0)
  await s.stop(transactionId, { idTag: card })
  expect(await s.order()).toMatchObject({ status: 'completed', rfid: card, charging_price: 2550 })
}

export const reservations: Block<Stage16> = {
  title: 'Reservations',
  cases: [
    {
      id: 'TC_046',
      subject: 'Reservation of a connector, transaction',
      async play(s) {
        await s.ready()
        const card = await s.card()
        const { request, result } = await reserve(s, card)
        expect(request).toMatchObject({ connectorId: 1, idTag: card })
        expect(Date.parse(String(request.expiryDate))).toBeGreaterThan(Date.parse(s.ago()))
        expect(result).toMatchObject({ accepted: true, status: 'Accepted' })
        await s.status('Reserved')
        expect((await s.tasks()).reservations).toMatchObject([{ evse: 1, token: card }])
        expect((await s.authorize(card)).status).toBe('Accepted')
        await s.status('Preparing')
        await chargesOn(s, card, request.reservationId)
      },
    },
    {
      id: 'TC_047',
      subject: 'Reservation expires',
      alone: true,
      async play(s) {
        await s.ready()
        const card = await s.card()
        const { request } = await reserve(s, card)
        await s.status('Reserved')
        await s.world.forward(11 * 60_000)
        expect(Date.parse(String(request.expiryDate))).toBeLessThan(Date.parse(s.ago()))
        await s.status('Available')
        expect((await s.tasks()).reservations).toEqual([])
        expect(await s.shownStatus()).toBe('Available')
      },
    },
    { id: 'TC_048_1', subject: 'Reservation, Faulted', play: (s) => isRefused(s, 'Faulted') },
    { id: 'TC_048_2', subject: 'Reservation, Occupied', play: (s) => isRefused(s, 'Occupied') },
    { id: 'TC_048_3', subject: 'Reservation, Unavailable', play: (s) => isRefused(s, 'Unavailable') },
    { id: 'TC_048_4', subject: 'Reservation, Rejected', play: (s) => isRefused(s, 'Rejected') },
    {
      id: 'TC_049',
      subject: 'Reservation of a charge point, transaction',
      async play(s) {
        await s.ready()
        const card = await s.card()
        const reservation = { connectorId: 0, expiryDate: s.ago(-600), idTag: card, reservationId: 490 }
        await s.send('ReserveNow', reservation, { status: 'Accepted' })
        await s.status('Preparing')
        expect((await s.authorize(card)).status).toBe('Accepted')
        await chargesOn(s, card, 490)
      },
    },
    {
      id: 'TC_051',
      subject: 'Cancel a reservation',
      async play(s) {
        await s.ready()
        const { request } = await reserve(s, await s.card())
        await s.status('Reserved')
        const [reservation] = (await s.tasks()).reservations
        const canceled = await s.task(
          { task: 'cancel_reservation', reservation_id: reservation!.id },
          'CancelReservation',
          { status: 'Accepted' },
        )
        expect(canceled.request).toEqual({ reservationId: request.reservationId })
        expect(canceled.result).toMatchObject({ accepted: true })
        await s.status('Available')
        expect((await s.tasks()).reservations).toEqual([])
      },
    },
    {
      id: 'TC_052',
      subject: 'Cancel a reservation, rejected',
      async play(s) {
        await s.ready()
        await reserve(s, await s.card())
        const [reservation] = (await s.tasks()).reservations
        const { result } = await s.task(
          { task: 'cancel_reservation', reservation_id: reservation!.id },
          'CancelReservation',
          { status: 'Rejected' },
        )
        expect(result).toMatchObject({ accepted: false, status: 'Rejected' })
      },
    },
    {
      id: 'TC_053',
      subject: 'Use a reserved connector with parentIdTag',
      async play(s) {
        await s.ready()
        const { cards, group } = await s.groupOfCards(2)
        const [first, second] = cards as [string, string]
        const { request } = await reserve(s, first)
        expect(request).toMatchObject({ idTag: first, parentIdTag: group })
        await s.status('Reserved')
        const info = await s.authorize(second)
        expect(info).toMatchObject({ status: 'Accepted', parentIdTag: group })
        await s.status('Preparing')
        await chargesOn(s, second, request.reservationId)
      },
    },
  ],
}
