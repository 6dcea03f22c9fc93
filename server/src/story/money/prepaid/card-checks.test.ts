import { HOUR_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaymentStage } from '../payments/payment-stage.ts'
import { DriverLink } from './driver-link.ts'

let stage: PaymentStage

beforeAll(async () => {
  stage = await PaymentStage.open()
})
afterAll(() => stage.close())

interface Driver {
  id: number
  saved_card: { last4: string } | null
}
const driverOf = async (card: string): Promise<Driver> =>
  (await stage.world.get<Driver[]>(`drivers?search=${card}`))[0]!

/** A driver whose session was paid by SBP and is over. */
async function afterSession() {
  const { world, sandbox } = stage
  const station = await world.simulate('ocpp2.0.1')
  const card = `K${station.id}`
  await world.addCard(card)
  const { id } = await driverOf(card)
  const link = await DriverLink.offer(world, sandbox, station.made, {
    kind: 'charge',
    driver_id: id,
    limit_amount: 50_000,
  })
  expect((await link.page()).card_check).toBe(null)
  expect(await link.checkCard('approved')).toMatchObject({ code: 'payment.not_due' })
  await link.paySbp()
  await link.answerBank({ answer: 'yes' })
  await link.until('waiting_plug')
  await station.plugIn(undefined, null)
  await link.until('charging')
  await world.forward(HOUR_MS)
  station.addEnergy(undefined, 20_000)
  await station.stop()
  await station.unplug()
  expect((await link.until('finished')).card_check).toMatchObject({ amount: 1000, state: null })
  await link.untilMoney(50_000, 50_000, 0, 16_000)
  return { station, card, link }
}

const checksOf = async (orderId: number) => {
  const { rows } = await sql<{
    state: string
    held: number
    captured: number
    canceled: number
    ref: string
  }>`
    select state, held_minor as held, captured_minor as captured, canceled_minor as canceled, payment_ref as ref
    from provider_payments where order_id = ${orderId} and purpose = 'check' order by id`.execute(
    stage.world.db,
  )
  return rows
}
const untilReleased = (orderId: number) =>
  stage.until(() => checksOf(orderId), [{ state: 'canceled', held: 1000, captured: 0, canceled: 1000 }])
const eventsOf = async ({ orderId }: DriverLink) => {
  const { logs } = await stage.world.get<{ logs: { event: string; value?: number }[] }>(
    `orders/${orderId}/details`,
  )
  return logs
    .filter(({ event }) => event.startsWith('card_'))
    .map(({ event, value }) => [event, value ?? null])
}
const ledgerOf = async (orderId: number) => {
  const { rows } = await sql`select * from ledger_line_view where order_id = ${orderId} order by 1`.execute(
    stage.world.db,
  )
  return rows
}

test('ten roubles are held on a card that is saved, and released at once, without a ledger entry or a receipt', async () => {
  const { station, card, link } = await afterSession()
  const before = await ledgerOf(link.orderId)
  expect((await link.checkCard('approved')).card_check).toMatchObject({ state: 'saved' })
  await untilReleased(link.orderId)
  expect(await driverOf(card)).toMatchObject({ saved_card: { last4: '4242' } })
  const { ref } = (await checksOf(link.orderId))[0]!
  expect(await stage.sandbox.payment(ref)).toMatchObject({ state: 'canceled', captured: 0 })
  expect(await ledgerOf(link.orderId)).toEqual(before)
  expect((await link.page()).receipt).toMatchObject({ held: 50_000, captured: 50_000, refunded: 16_000 })
  expect(await eventsOf(link)).toEqual([
    ['card_check_held', 1000],
    ['card_saved', null],
    ['card_check_released', 1000],
  ])

  // what the driver begins with the charging card is held of it
  await station.begin({ token: card })
  await stage.world.until('it runs', async () => (await stage.world.ordersOf(station.id)).length === 2)
  const { id } = (await stage.world.ordersOf(station.id))[1]!
  await stage.untilPaid(id, [{ state: 'held', held: 170_000 }])
})

test('one that is refused is not saved, and another may be tried; one that the bank asks about waits for its driver', async () => {
  const { card, link } = await afterSession()
  expect((await link.checkCard('declined')).card_check).toMatchObject({
    state: 'refused',
    decline: 'card_declined',
  })
  expect((await driverOf(card)).saved_card).toBe(null)
  expect((await link.checkCard('three_d_secure')).card_check).toMatchObject({ state: 'action' })
  expect((await driverOf(card)).saved_card).toBe(null)
  await link.answerBank({ answer: 'yes', code: '1234' })
  const { paymentService } = stage.world.server.payments
  await paymentService.readUndecided(link.orderId, 'check')
  expect((await link.page()).card_check).toMatchObject({ state: 'saved' })
  await stage.until(
    () => checksOf(link.orderId),
    [{ state: 'failed' }, { state: 'canceled', canceled: 1000 }],
  )
  expect((await driverOf(card)).saved_card).not.toBe(null)
})

test('an answer that is lost is read back: the card is saved once, and nothing stays held', async () => {
  const { card, link } = await afterSession()
  expect((await link.checkCard('slow')).card_check).toMatchObject({ state: 'asking' })
  expect(await link.checkCard('approved')).toMatchObject({ code: 'payment.under_way' })
  await untilReleased(link.orderId)
  expect(await driverOf(card)).toMatchObject({ saved_card: { last4: '5118' } })
  expect((await eventsOf(link)).filter(([event]) => event === 'card_saved')).toHaveLength(1)
})
