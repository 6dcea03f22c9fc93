import { dayOf } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twoVersions } from '../../../platform/general/testing.ts'
import { cardTalk } from '../../stations/journal/card-talk.ts'
import { PaymentStage } from '../payments/payment-stage.ts'
import { DriverLink } from '../prepaid/driver-link.ts'

let stage: PaymentStage

beforeAll(async () => {
  stage = await PaymentStage.open()
})
afterAll(() => stage.close())

const cardOf = (stationId: string) => `CARD-${stationId}`

/** A driver who owes so much for a session whose card is gone. */
async function owing(protocol: (typeof twoVersions)[number], debtWh: number) {
  const session = await stage.session(protocol)
  await stage.paid(session.orderId, 1700)
  await stage.sandbox.forget((await stage.rowsOf(session.orderId))[0]!.saved!)
  await stage.end(session, 1000 + debtWh)
  await stage.untilPaid(session.orderId, [{ state: 'captured', captured: 1700 }, { state: 'failed' }])
  const card = cardOf(session.station.id)
  const found = () => stage.world.get<Driver[]>(`drivers?search=${card}`)
  await stage.until(found, [{ debt: Math.round(debtWh * 1.7) }])
  const [driver] = await found()
  return { ...session, card, driverId: driver!.id }
}

interface Driver {
  id: number
  debt: number
  blocked_at: string | null
  block_reason: string | null
}

const refused = async (work: Promise<unknown>): Promise<{ status: number; code: string }> =>
  work.then(
    () => ({ status: 200, code: '' }),
    (error) => ({ status: error.status, code: JSON.parse(error.body).code }),
  )

describe.each(twoVersions)('%s', (protocol) => {
  const word = protocol === 'ocpp1.6' ? 'Blocked' : 'NoCredit'

  test('a driver who owes 100.00 is refused at the station and in an offer, until that is waived', async () => {
    const { card, driverId, orderId } = await owing(protocol, 5883)
    const station = await stage.world.simulate(protocol)
    const talk = cardTalk(protocol, station, () => stage.world.clock.now())
    expect((await talk.authorize(card)).status).toBe(word)
    const { cardStatus, transactionId } = await talk.start(card)
    expect(cardStatus.status).toBe(word)
    await talk.stop(transactionId, card)
    expect(await stage.world.ordersOf(station.id)).toMatchObject([{ warning: 'unowned', priceMinor: 0 }])
    const offer = () =>
      DriverLink.offer(stage.world, stage.sandbox, station.made, { kind: 'charge', driver_id: driverId })
    expect(await refused(offer())).toEqual({ status: 409, code: 'driver.owes' })
    const waiting = async () => (await stage.world.get<{ debts: number }>('inbox/count')).debts
    const before = await waiting()
    await stage.world.post(`inbox/debts/${orderId}/waive`, { purpose: 'charging', note: 'it rained' })
    expect(await waiting()).toBe(before - 1)
    expect((await talk.authorize(card)).status).toBe('Accepted')
    expect((await offer()).orderId).toBeGreaterThan(orderId)
  })

  test('one who owes less charges, and who owes more does where debts keep nobody away', async () => {
    const station = await stage.world.simulate(protocol)
    const talk = cardTalk(protocol, station, () => stage.world.clock.now())
    const { card: little } = await owing(protocol, 5882)
    expect((await talk.authorize(little)).status).toBe('Accepted')
    const { card: much } = await owing(protocol, 9000)
    expect((await talk.authorize(much)).status).toBe(word)
    const today = dayOf(stage.world.clock.now(), 'Europe/Moscow')
    const rule = { refuses: false, from_amount: 10_000, valid_from: today }
    await stage.world.post('debt-rules', rule)
    expect((await talk.authorize(much)).status).toBe('Accepted')
    await sql`delete from debt_rules where not refuses`.execute(stage.world.db)
  })

  test('a blocked driver is refused by every card, in an offer, and by a link that is out already', async () => {
    const station = await stage.world.simulate(protocol)
    const talk = cardTalk(protocol, station, () => stage.world.clock.now())
    const card = `B${station.id}`
    await stage.world.addCard(card)
    await stage.world.post('id-tokens', { token: `${card}-LOST` })
    const [driver] = await stage.world.get<Driver[]>(`drivers?search=${card}`)
    await stage.world.patch(`id-tokens/${card}-LOST`, { driver_id: driver!.id, blocked: true })
    const order = { kind: 'charge', driver_id: driver!.id, limit_amount: 1000 }
    const link = await DriverLink.offer(stage.world, stage.sandbox, station.made, order)
    const blocked = await stage.world.post<Driver>(`drivers/${driver!.id}/block`, {
      blocked: true,
      reason: 'left without paying',
    })
    expect(blocked).toMatchObject({ block_reason: 'left without paying', blocked_at: expect.any(String) })
    expect((await talk.authorize(card)).status).toBe('Blocked')
    expect(await link.pay('approved')).toMatchObject({ code: 'payment.driver_blocked' })
    await stage.world.post(`orders/${link.orderId}/cancel`, { reason: 'blocked' })
    const again = DriverLink.offer(stage.world, stage.sandbox, station.made, order)
    expect(await refused(again)).toEqual({ status: 409, code: 'driver.blocked' })
    // a card that is blocked on its own stays so
    await stage.world.post(`drivers/${driver!.id}/block`, { blocked: false })
    expect((await talk.authorize(card)).status).toBe('Accepted')
    expect((await talk.authorize(`${card}-LOST`)).status).toBe('Blocked')
  })
})
