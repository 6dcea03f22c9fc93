import type { OrderLog, OrderPayment } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { readOutbox } from '../../world/outbox.ts'
import { PaymentStage } from '../payments/payment-stage.ts'
import { DriverLink } from '../prepaid/driver-link.ts'

let stage: PaymentStage

beforeAll(async () => {
  stage = await PaymentStage.open()
})
afterAll(() => stage.close())

const code = (expected: string) => ({ body: expect.stringContaining(`"${expected}"`) })

/** A session of 340.00 of which 17.00 is paid, whose driver has the given address; null: an unknown driver. */
async function owing(email: string | null): Promise<number> {
  const session = await stage.session()
  const { orderId } = session
  await stage.paid(orderId, 1700)
  await stage.sandbox.forget((await stage.rowsOf(orderId))[0]!.saved!)
  await stage.end(session, 20_000)
  await stage.untilPaid(orderId, [{ state: 'captured', captured: 1700 }, { state: 'failed' }])
  const { db } = stage.world
  if (email)
    await sql`update drivers set email = ${email}, language = 'ru' where id = (select driver_id from orders where id = ${orderId})`.execute(
      db,
    )
  else await sql`update orders set driver_id = null where id = ${orderId}`.execute(db)
  return orderId
}
const ask = (orderId: number, body: object) =>
  stage.world.post<{ link: string | null; mailed_to: string | null }>(`orders/${orderId}/debt-links`, body)
const linkOf = (orderId: number, link: string) => DriverLink.of(stage.world, stage.sandbox, orderId, link)
const pay = async (link: DriverLink, behaviour: string, amount = 32_300) =>
  (
    await link.call('POST', '/debt', {
      method: 'card',
      purpose: 'charging',
      amount,
      ...(await link.cardOf(behaviour)),
    })
  ).body
const paymentOf = async (orderId: number) =>
  (await stage.world.get<{ payment: OrderPayment }>(`orders/${orderId}/payment`)).payment
const mailed = (email: string) => readOutbox(stage.world.dataDir).filter(({ to }) => to === email)

test('a link that is shown pays the debt, by a card that is charged once, and shows nothing else', async () => {
  const orderId = await owing('shown@people.example')
  const { link, mailed_to } = await ask(orderId, { show: true })
  expect(mailed_to).toBeNull()
  expect(mailed('shown@people.example')).toEqual([])
  const shown = linkOf(orderId, link!)
  expect(await shown.page()).toMatchObject({
    for_debt: true,
    debt: { purpose: 'charging', amount: 32_300, under_way: false },
    session: null,
    receipt: null,
    saved_card: null,
    feedback: null,
    services: { sold: [] },
  })
  expect(await pay(shown, 'declined')).toMatchObject({ debt: { amount: 32_300, decline: 'card_declined' } })
  expect(await pay(shown, 'approved', 32_299)).toMatchObject({ code: 'debt.other_amount' })
  const acts = ['/stop', '/start', '/cancel', '/balance-code']
  for (const act of acts) expect((await shown.call('POST', act)).status).toBe(404)
  for (const read of ['/curve', '/receipt', '/signed-values'])
    expect((await shown.call('GET', read)).body).toMatchObject({ code: 'payment.not_found' })
  const saved = { method: 'saved_card', purpose: 'charging', amount: 32_300 }
  expect((await shown.call('POST', '/debt', saved)).body).toMatchObject({ code: 'payment.no_saved_card' })
  await pay(shown, 'approved')
  await stage.until(() => shown.page(), { debt: null, for_debt: true })
  await stage.until(() => paymentOf(orderId), { captured_amount: 34_000, debt_amount: 0 })
  expect(await pay(shown, 'approved')).toMatchObject({ code: 'debt.not_found' })
  // the payer has agreed to this amount alone
  const { rows } = await sql<{ once: boolean }>`
    select once from provider_payments where order_id = ${orderId} and state = 'captured' order by id`.execute(
    stage.world.db,
  )
  expect(rows.map(({ once }) => once)).toEqual([false, true])
  const { logs } = await stage.world.get<{ logs: OrderLog[] }>(`orders/${orderId}/details`)
  expect(logs.find(({ event, value }) => event === 'agreed_by_link' && value === 32_300)).toBeDefined()
  expect(await listDifferences(stage.world.db)).toEqual([])
})

test('a known driver is mailed, in their language, and a link that others read is not answered', async () => {
  const email = 'vera@people.example'
  const orderId = await owing(email)
  await expect(ask(orderId, { show: false, email: 'else@where.example' })).rejects.toMatchObject(
    code('driver.own_address'),
  )
  expect(await ask(orderId, { show: false })).toEqual({ link: null, mailed_to: 'v•••@people.example' })
  await stage.world.until('it is mailed', () => mailed(email).length > 0)
  const { subject, text } = mailed(email)[0]!
  expect(subject).toBe('Оплатите, пожалуйста, 323,00\u00a0₽ за зарядную сессию')
  const own = linkOf(orderId, /\/pay\/[\w-]+/.exec(text)![0])
  expect(await own.page()).toMatchObject({ for_debt: false, debt: { amount: 32_300 }, receipt: {} })
  await own.call('POST', '/debt', { method: 'sbp', purpose: 'charging', amount: 32_300 })
  const waits = { debt: { under_way: true, action: { kind: 'qr' } } }
  await stage.until(() => own.page(), waits)
  // what is under way is neither booked nor paid twice; another way of the driver's lets it go
  await expect(
    stage.world.post(`inbox/debts/${orderId}/book`, { purpose: 'charging', amount: 1, method_type: 'cash' }),
  ).rejects.toMatchObject(code('debt.not_found'))
  // left for a quarter of an hour, it is owed again
  await stage.world.forward(14 * MINUTE_MS)
  await stage.paymentService.releaseAbandoned()
  expect(await own.page()).toMatchObject(waits)
  await stage.world.forward(MINUTE_MS)
  await stage.paymentService.releaseAbandoned()
  await stage.until(() => paymentOf(orderId), { debt_amount: 32_300 })
  expect(await own.page()).toMatchObject({ debt: { amount: 32_300, under_way: false, action: null } })
  await own.call('POST', '/debt', { method: 'sbp', purpose: 'charging', amount: 32_300 })
  await stage.until(() => own.page(), waits)
  await pay(own, 'approved')
  await stage.until(() => paymentOf(orderId), { captured_amount: 34_000, debt_amount: 0 })
  const states = (await stage.rowsOf(orderId)).map(({ state }) => state)
  expect(states).toEqual(['captured', 'failed', 'canceled', 'canceled', 'captured'])
})

test('of nobody who is known it goes to an address that is given; nothing owed has no link', async () => {
  const orderId = await owing(null)
  await expect(ask(orderId, { show: false })).rejects.toMatchObject(code('debt.no_address'))
  const email = 'somebody@people.example'
  await ask(orderId, { show: false, email })
  await stage.world.until('it is mailed', () => mailed(email).length > 0)
  await stage.world.post(`inbox/debts/${orderId}/waive`, { purpose: 'charging', note: 'it rained' })
  await expect(ask(orderId, { show: true })).rejects.toMatchObject(code('debt.not_found'))
})
