import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { PaymentStage } from './payment-stage.ts'

let stage: PaymentStage

beforeAll(async () => {
  stage = await PaymentStage.open()
})
afterAll(() => stage.close())

/** A session of 340.00 whose driver paid it by card at the sandbox. */
async function aPaidOrder(): Promise<{ orderId: number; ref: string }> {
  const session = await stage.session()
  const { orderId } = session
  await stage.paid(orderId, 50_000)
  await stage.end(session, 20_000)
  await stage.untilPaid(orderId, [{ state: 'captured', captured: 34_000 }])
  const [row] = await stage.rowsOf(orderId)
  return { orderId, ref: row!.ref! }
}

const giveBack = (orderId: number, amount: number) =>
  stage.world.post(`orders/${orderId}/refunds`, { amount, reason: 'the cable fell out' })

const untilGiven = (orderId: number, states: string[]) =>
  stage.until(async () => (await stage.paymentOf(orderId)).given_back.map(({ state }) => state), states)

test('a card’s money goes back at its provider, and the order and the ledger tell the same', async () => {
  const { orderId, ref } = await aPaidOrder()
  expect(await stage.paymentOf(orderId)).toMatchObject({ can: { refund: true } })
  await giveBack(orderId, 4000)
  await untilGiven(orderId, ['done'])
  expect(await stage.sandbox.payment(ref)).toMatchObject({ captured: 34_000, refunded: 4000 })
  expect(await stage.paymentOf(orderId)).toMatchObject({
    captured_amount: 34_000,
    refunded_amount: 4000,
    refundable_amount: 30_000,
  })
  expect(await stage.events(orderId)).toContainEqual(['refunded_amount', 4000])
  await expect(giveBack(orderId, 30_001)).rejects.toMatchObject({ status: 409 })
  expect(await listDifferences(stage.world.db)).toEqual([])
})

test('a refund that the provider refuses is shown, moves nothing, and can be requested again', async () => {
  const { orderId, ref } = await aPaidOrder()
  // somebody has refunded it in the provider's own screens, and no notice has arrived
  await stage.sandbox.change(`payments/${ref}/refunds`, { amount: 30_000 })
  await giveBack(orderId, 5000)
  await untilGiven(orderId, ['failed'])
  expect(await stage.paymentOf(orderId)).toMatchObject({
    refunded_amount: 0,
    refundable_amount: 34_000,
    can: { refund: true },
    given_back: [{ refusal: expect.stringMatching(/./) }],
  })
  expect(await stage.events(orderId)).toContainEqual(['refund_refused', 5000])
  await giveBack(orderId, 4000)
  await untilGiven(orderId, ['failed', 'done'])
  expect(await stage.paymentOf(orderId)).toMatchObject({ refunded_amount: 4000 })
})
