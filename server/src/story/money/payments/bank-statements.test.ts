import type { BankLine, Remittance, RemittedPayment } from '@stationmaster/contract'
import { DAY_MS, dayOf } from '@stationmaster/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaymentStage } from './payment-stage.ts'

let stage: PaymentStage

beforeAll(async () => {
  stage = await PaymentStage.open()
})
afterAll(() => stage.close())

interface Listed {
  remittances: Remittance[]
  unmatched: BankLine[]
  uploaded_at: string | null
}
const list = () => stage.world.get<Listed>('bank/remittances')
const upload = (text: string) =>
  stage.world.post<{ added: number; known: number; ignored: number }>('bank/statements', {
    name: 'statement.csv',
    text,
  })
const today = () => dayOf(stage.world.clock.now(), 'Europe/Moscow')

/** A session of 340.00 that its card has paid, of which so much went back. */
async function paid(refund = 0): Promise<number> {
  const session = await stage.session()
  await stage.paid(session.orderId, 50_000)
  await stage.end(session, 20_000)
  await stage.untilPaid(session.orderId, [{ captured: 34_000 }])
  if (refund > 0) {
    const body = { amount: refund, reason: 'the cable fell out' }
    await stage.world.post(`orders/${session.orderId}/refunds`, body)
    await stage.untilPaid(session.orderId, [{ refunded: refund }])
  }
  return session.orderId
}

test('a payout of the provider is matched with the bank’s statement, with its payments beneath, and twice changes nothing', async () => {
  const orders = [await paid(), await paid(10_000)]
  const day = today()
  // 2.8 % of each are the provider's
  const amount = 2 * (34_000 - 952) - 10_000
  const [awaited] = (await list()).remittances
  expect(awaited).toMatchObject({
    provider: 'sandbox',
    from: day,
    to: day,
    state: 'awaited',
    amount,
    line: null,
    captured: 68_000,
    refunded: 10_000,
    fee: 1904,
    payments: 3,
  })
  await stage.world.forward(DAY_MS)
  const text = [
    'Дата;Сумма;Плательщик;Назначение;Номер',
    `${today()};${(amount / 100).toFixed(2).replace('.', ',')};ООО Провайдер;Возмещение;17`,
    `${today()};5000,00;ООО Ромашка;Аренда;18`,
    `${today()};-300,00;Банк;Комиссия;19`,
  ].join('\n')
  expect(await upload(text)).toEqual({ added: 2, known: 0, ignored: 1 })
  const first = await list()
  expect(first.remittances.filter(({ state }) => state === 'paid')).toMatchObject([
    { from: day, amount, line: { amount, counterparty: 'ООО Провайдер', reference: '17' } },
  ])
  expect(first.unmatched).toMatchObject([{ amount: 500_000, purpose: 'Аренда' }])
  expect(await upload(text)).toEqual({ added: 0, known: 2, ignored: 1 })
  expect((await list()).remittances).toEqual(first.remittances)
  expect((await list()).unmatched).toEqual(first.unmatched)

  const beneath = await stage.world.get<RemittedPayment[]>(
    `bank/remittances/payments?provider=sandbox&from=${day}&to=${day}`,
  )
  expect(beneath.map(({ order_id }) => order_id).toSorted()).toEqual(
    [orders[0], orders[1], orders[1]].toSorted(),
  )
  const sum = beneath.reduce((all, { captured, refunded, fee }) => all + captured - refunded - fee, 0)
  expect(sum).toBe(amount)
})

test('what does not come is missing after five days, and a file that is no statement is refused', async () => {
  await paid()
  const day = today()
  const state = async () => (await list()).remittances.find(({ to }) => to === day)?.state
  expect(await state()).toBe('awaited')
  await stage.world.forward(5 * DAY_MS)
  expect(await state()).toBe('awaited')
  await stage.world.forward(DAY_MS)
  expect(await state()).toBe('missing')
  await expect(upload('what was said')).rejects.toMatchObject({ status: 400 })
})
