import { expect } from 'vitest'
import type { Block } from '../case.ts'
import { idToken, type Stage201 } from '../stage201.ts'

const reserve = (s: Stage201, token: string, status = 'Accepted') =>
  s.task({ task: 'reserve', evse: 1, token, minutes: 10 }, 'ReserveNow', { status })

async function isRefused(s: Stage201, status: string): Promise<void> {
  await s.ready()
  const card = await s.card()
  const { request, result } = await reserve(s, card, status)
  expect(request).toMatchObject({ evseId: 1, idToken: idToken(card) })
  expect(result).toMatchObject({ accepted: false, status })
  expect((await s.tasks()).reservations).toEqual([])
}

/** A driver charges on the reserved EVSE. */
async function chargesOn(s: Stage201, card: string, reservationId: unknown, evse = 1): Promise<void> {
  await s.status('Occupied', evse)
  const transaction = s.transaction(evse)
  const shown = { idToken: idToken(card), reservationId }
  const answer = await transaction.started('Authorized', shown, 'Charging')
  expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
  await s.until('the reservation is used up', async () => (await s.tasks()).reservations.length === 0)
  await transaction.ended('StopAuthorized', 'Local', { idToken: idToken(card) })
  expect(await s.order()).toMatchObject({ status: 'completed', rfid: card, charging_price: 2550 })
}

async function cancels(s: Stage201, status: 'Accepted' | 'Rejected'): Promise<void> {
  await s.ready()
  const reserved = await reserve(s, await s.card())
  const [reservation] = (await s.tasks()).reservations
  const { request, result } = await s.task(
    { task: 'cancel_reservation', reservation_id: reservation!.id },
    'CancelReservation',
    { status },
  )
  expect(request).toEqual({ reservationId: reserved.request.id })
  expect(result).toMatchObject({ accepted: status === 'Accepted', status })
  if (status === 'Rejected') return
  await s.status('Available')
  expect((await s.tasks()).reservations).toEqual([])
}

async function isEndedByStation(s: Stage201, reservationUpdateStatus: string): Promise<void> {
  await s.ready()
  const { request } = await reserve(s, await s.card())
  await s.status('Reserved')
  expect((await s.tasks()).reservations).toHaveLength(1)
  const update = { reservationId: request.id, reservationUpdateStatus }
  expect(await s.call('ReservationStatusUpdate', update)).toEqual({})
  expect((await s.tasks()).reservations).toEqual([])
}

export const blockH: Block<Stage201> = {
  title: 'H. Reservations',
  cases: [
    {
      id: 'TC_H_01',
      subject: 'Reserve an EVSE, accepted',
      async play(s) {
        await s.ready()
        const card = await s.card()
        const { request, result } = await reserve(s, card)
        expect(request).toMatchObject({ evseId: 1, idToken: idToken(card) })
        expect(Date.parse(String(request.expiryDateTime))).toBeGreaterThan(Date.parse(s.ago()))
        expect(result).toMatchObject({ accepted: true, status: 'Accepted' })
        await s.status('Reserved')
        expect((await s.tasks()).reservations).toMatchObject([{ evse: 1, token: card }])
        expect((await s.authorize(card)).status).toBe('Accepted')
        await chargesOn(s, card, request.id)
      },
    },
    { id: 'TC_H_07', subject: 'Reserve an EVSE, Occupied', play: (s) => isRefused(s, 'Occupied') },
    { id: 'TC_H_07 (2)', subject: 'Reserve an EVSE, Unavailable', play: (s) => isRefused(s, 'Unavailable') },
    { id: 'TC_H_07 (3)', subject: 'Reserve an EVSE, Faulted', play: (s) => isRefused(s, 'Faulted') },
    { id: 'TC_H_07 (4)', subject: 'Reserve an EVSE, Rejected', play: (s) => isRefused(s, 'Rejected') },
    {
      id: 'TC_H_08',
      subject: 'Reserve an unspecified EVSE',
      async play(s) {
        await s.ready()
        const card = await s.card()
        const command = { id: 808, expiryDateTime: s.ago(-600), idToken: idToken(card) }
        await s.send('ReserveNow', command, { status: 'Accepted' })
        await chargesOn(s, card, 808, 2)
      },
    },
    {
      id: 'TC_H_14',
      subject: 'Reserve a connector type',
      async play(s) {
        await s.ready()
        const card = await s.card()
        const command = {
          id: 814,
          expiryDateTime: s.ago(-600),
          connectorType: 'cCCS2',
          idToken: idToken(card),
        }
        await s.send('ReserveNow', command, { status: 'Accepted' })
        await chargesOn(s, card, 814)
      },
    },
    { id: 'TC_H_17', subject: 'Cancel a reservation, Accepted', play: (s) => cancels(s, 'Accepted') },
    { id: 'TC_H_18', subject: 'Cancel a reservation, Rejected', play: (s) => cancels(s, 'Rejected') },
    {
      id: 'TC_H_19',
      subject: 'Reserved EVSE used with the group id',
      async play(s) {
        await s.ready()
        const { cards, group } = await s.groupOfCards(2)
        const [first, second] = cards as [string, string]
        const { request } = await reserve(s, first)
        expect(request).toMatchObject({ idToken: idToken(first), groupIdToken: { idToken: group } })
        await s.status('Reserved')
        expect(await s.authorize(second)).toMatchObject({
          status: 'Accepted',
          groupIdToken: { idToken: group },
        })
        await chargesOn(s, second, request.id)
      },
    },
    {
      id: 'TC_H_20',
      subject: 'ReservationStatusUpdate, Removed',
      play: (s) => isEndedByStation(s, 'Removed'),
    },
    {
      id: 'TC_H_22',
      subject: 'ReservationStatusUpdate, Expired',
      play: (s) => isEndedByStation(s, 'Expired'),
    },
  ],
}
