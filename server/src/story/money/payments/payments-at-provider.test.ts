import { testCards } from '@stationmaster/payment-sandbox'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { newOrder } from '../../../slices/charging/orders/order.ts'
import { drawOrderIds, insertOrders } from '../../../slices/charging/orders/store.ts'
import type { PaidWith } from '../../../slices/money/providers/port.ts'
import { World } from '../../world/world.ts'
import { encryptedCard, SandboxProcess } from './payment-sandbox.ts'

const sandbox = new SandboxProcess()
let world: World
let publicKey: string

beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, sandbox.env)
  publicKey = (await world.get<{ BLUESNAP_PUBLIC_KEY: string }>('help/config')).BLUESNAP_PUBLIC_KEY
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

const numberOf = (behaviour: string): string => testCards.find((card) => card.behaviour === behaviour)!.number

/** An order that runs: one that has ended would have its payment collected at once. */
async function anOrder(): Promise<number> {
  const { id: stationId, connectorId } = await world.addStation()
  const [id] = await world.db.transaction().execute((tx) => drawOrderIds(tx, 1))
  const place = { id: id!, locationId: world.locationId, stationId, connectorId, createdAt: new Date() }
  const order = newOrder({ ...place, status: 'started', source: 'operator' })
  await world.db.transaction().execute((tx) => insertOrders(tx, [order]))
  return id!
}

interface Row {
  state: string
  held: number
  captured: number
  canceled: number
  refunded: number
  ref: string | null
  action: { kind: string; url: string } | null
  decline: string | null
  paidWith: unknown
  card: string | null
}

async function rowOf(id: number): Promise<Row> {
  const { rows } =
    await sql<Row>`select state, held_minor as held, captured_minor as captured, canceled_minor as canceled,
    refunded_minor as refunded, payment_ref as ref, action, decline_code as decline, paid_with as "paidWith",
    card_brand || ' ' || card_last4 as card
    from provider_payments where id = ${id}`.execute(world.db)
  return rows[0]!
}

const paymentService = () => world.server.payments.paymentService

/** Asks for 1000 kopecks by such a card, and waits for nothing. */
async function requested(
  behaviour: string,
  paidWith?: PaidWith,
  method: 'card' | 'sbp' = 'card',
): Promise<number> {
  const orderId = await anOrder()
  const card = paidWith ?? { card: await encryptedCard(publicKey, numberOf(behaviour)) }
  return world.db.transaction().execute((tx) =>
    paymentService().pay(tx, {
      orderId,
      purpose: 'charging',
      method,
      amountMinor: 1000,
      paidWith: card,
      description: 'Charging',
      returnUrl: 'http://127.0.0.1/back',
    }),
  )
}

async function paid(
  behaviour: string,
  paidWith?: PaidWith,
  method: 'card' | 'sbp' = 'card',
): Promise<number> {
  const id = await requested(behaviour, paidWith, method)
  await paymentService().carryOut(id)
  return id
}

async function request(
  id: number,
  kind: 'capture' | 'cancel' | 'refund',
  amountMinor = 0,
): Promise<string | null> {
  const refusal = await world.db
    .transaction()
    .execute((tx) => paymentService().request(tx, id, { kind, amountMinor }))
  if (refusal === null) await paymentService().carryOut(id)
  return refusal
}

async function capturesOf(id: number): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from payment_operations where payment_id = ${id} and kind = 'capture' order by number`.execute(
    world.db,
  )
  return rows.map(({ state }) => state)
}

/** Waits until a payment stands so. */
const untilRow = (id: number, expected: Partial<Row>) =>
  expect
    .poll(
      async () => {
        // on a busy machine a call may go unanswered: it is due again in seconds
        world.clock.forward(SECOND_MS)
        await paymentService().carryOutDue()
        return rowOf(id)
      },
      { interval: 100 },
    )
    .toMatchObject(expected)

test('what is held is taken in part, the rest is released, and a part of it goes back', async () => {
  const id = await paid('approved')
  await untilRow(id, { state: 'held', held: 1000, card: 'Visa 4242', paidWith: null })
  expect(await request(id, 'capture', 1001)).toBe('too_much')
  expect(await request(id, 'capture', 640)).toBeNull()
  await untilRow(id, { state: 'captured', captured: 640, canceled: 360, refunded: 0 })
  expect(await request(id, 'cancel')).toBe('ended')
  expect(await request(id, 'refund', 641)).toBe('too_much')
  expect(await request(id, 'refund', 40)).toBeNull()
  expect(await request(id, 'refund', 600)).toBeNull()
  await untilRow(id, { captured: 640, refunded: 640 })
  expect(await sandbox.payment((await rowOf(id)).ref!)).toMatchObject({
    state: 'captured',
    captured: 640,
    refunded: 640,
  })
})

test('a hold is released', async () => {
  const id = await paid('approved')
  await untilRow(id, { state: 'held' })
  await request(id, 'cancel')
  await untilRow(id, { state: 'canceled', held: 1000, canceled: 1000 })
})

test('the job that commits with a request carries it out', async () => {
  const id = await requested('approved')
  await untilRow(id, { state: 'held' })
})

test.each([
  ['declined', 'card_declined'],
  ['no_money', 'insufficient_funds'],
])('a card that is %s fails the payment, and another one may follow', async (behaviour, code) => {
  const id = await paid(behaviour)
  await untilRow(id, { state: 'failed', held: 0, decline: code, paidWith: null })
  expect(await request(id, 'cancel')).toBe('ended')
})

test('3-D Secure: the driver answers the bank, a notice tells of it', async () => {
  const id = await paid('three_d_secure')
  await untilRow(id, { state: 'action' })
  const { action } = await rowOf(id)
  expect(action?.kind).toBe('redirect')
  const wrong = await sandbox.answer(action!.url, { answer: 'yes', code: '0000' })
  expect(await wrong.text()).toContain('The code is wrong.')
  const right = await sandbox.answer(action!.url, { answer: 'yes', code: '1234' })
  expect(right.headers.get('location')).toBe('http://127.0.0.1/back')
  await untilRow(id, { state: 'held', held: 1000, action: null })
})

test('3-D Secure that the driver refuses fails the payment', async () => {
  const id = await paid('three_d_secure')
  await untilRow(id, { state: 'action' })
  await sandbox.answer((await rowOf(id)).action!.url, { answer: 'no' })
  await untilRow(id, { state: 'failed', decline: 'authentication_failed' })
})

test('SBP is no hold: it is paid in full, and what is too much goes back', async () => {
  const id = await paid('', {}, 'sbp')
  await untilRow(id, { state: 'action' })
  const { action } = await rowOf(id)
  expect(action?.kind).toBe('qr')
  await sandbox.answer(action!.url, { answer: 'yes' })
  await untilRow(id, { state: 'captured', captured: 1000 })
  await request(id, 'refund', 250)
  await untilRow(id, { captured: 1000, refunded: 250 })
})

test('a provider that answers too late has held once: the same key is sent again', async () => {
  const id = await paid('slow')
  await untilRow(id, { state: 'created', ref: null })
  world.clock.forward(MINUTE_MS)
  await paymentService().carryOutDue()
  await untilRow(id, { state: 'held' })
  expect((await sandbox.payments()).filter((one) => one.order_ref === String(id))).toHaveLength(1)
})

test('a capture that is refused once is requested again by itself', async () => {
  const id = await paid('capture_refused_once')
  await untilRow(id, { state: 'held' })
  await request(id, 'capture', 500)
  await expect.poll(() => capturesOf(id)).toEqual(['refused', 'waiting'])
  world.clock.forward(10 * SECOND_MS)
  await paymentService().carryOutDue()
  await untilRow(id, { state: 'captured', captured: 500 })
})

test('notices that come twice, late and out of order change nothing', async () => {
  const twice = await paid('notice_twice')
  const late = await paid('notice_late')
  await untilRow(late, { state: 'held' })
  await request(late, 'capture', 300)
  await new Promise((resolve) => setTimeout(resolve, 2500))
  await untilRow(twice, { state: 'held' })
  await untilRow(late, { state: 'captured', captured: 300 })
})

test('a notice that nobody signed is refused, and one for another provider finds nobody', async () => {
  const send = (provider: string, headers: Record<string, string>) =>
    fetch(`${world.server.url}/api/v1/webhooks/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"id":"1","payment":{"id":"x"}}',
    })
  for (const headers of [{}, { 'sandbox-signature': `t=1,v1=${'0'.repeat(64)}` }]) {
    const answer = await send('sandbox', headers as Record<string, string>)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'payment.notice_refused' }])
  }
  expect((await send('yookassa', {})).status).toBe(404)
})

test('a provider that is away for an hour gets the request again, and a killed one remembers', async () => {
  const held = await paid('approved')
  await untilRow(held, { state: 'held' })
  await sandbox.end('SIGKILL')
  const waiting = await paid('approved')
  expect(await request(held, 'capture', 700)).toBeNull()
  expect([await rowOf(held), await rowOf(waiting)]).toMatchObject([{ state: 'held' }, { state: 'created' }])
  await sandbox.start()
  world.clock.forward(HOUR_MS)
  await paymentService().carryOutDue()
  await untilRow(held, { state: 'captured', captured: 700, canceled: 300 })
  await untilRow(waiting, { state: 'held' })
})

test('a payment without a notice is read', async () => {
  const id = await paid('three_d_secure')
  await untilRow(id, { state: 'action' })
  const { action } = await rowOf(id)
  // its notices are refused: the clocks are too far apart by now
  await sandbox.answer(action!.url, { answer: 'yes', code: '1234' })
  world.clock.forward(MINUTE_MS)
  await paymentService().readUnread()
  await untilRow(id, { state: 'held' })
})

test('an order has one payment under way at a time', async () => {
  const id = await paid('approved')
  const { rows } = await sql<{ orderId: number }>`
    select order_id as "orderId" from provider_payments where id = ${id}`.execute(world.db)
  const { orderId } = rows[0]!
  const again = world.db.transaction().execute((tx) =>
    paymentService().pay(tx, {
      orderId,
      purpose: 'charging',
      method: 'sbp',
      amountMinor: 5,
      paidWith: {},
      description: '',
      returnUrl: '',
    }),
  )
  await expect(again).rejects.toThrow(/provider_payments_one_open/)
})

test('a hold in its last day is taken, so that it is not lost', async () => {
  const id = await paid('approved')
  await untilRow(id, { state: 'held' })
  world.clock.forward(6 * DAY_MS + 2 * HOUR_MS)
  await paymentService().readUnread()
  await untilRow(id, { state: 'captured', captured: 1000 })
})
