import type {
  BalancePosting,
  DriverAccount,
  DriverCard,
  DriverTopUp,
  ErrorAnswer,
} from '@stationmaster/contract'
import { testCards } from '@stationmaster/payment-sandbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encryptedCard } from '../../money/payments/payment-sandbox.ts'
import { PaymentStage } from '../../money/payments/payment-stage.ts'
import { type AccountOf, openAccount } from './driver-account.ts'

let stage: PaymentStage
let made = 0

beforeAll(async () => {
  stage = await PaymentStage.open()
})
afterAll(() => stage.close())

const aDriver = () => openAccount(stage.world, { email: `money${++made}@people.example` })
const aKey = () => `top-up-of-a-story-${++made}`
const cardOf = async (driver: AccountOf, behaviour: string) => {
  const { card_key } = (await driver.call<DriverCard>('GET', 'driver/me/card')).body
  const { number } = testCards.find((card) => card.behaviour === behaviour)!
  const card = await encryptedCard(card_key!, number)
  return {
    encrypted_card_number: card.encryptedCardNumber,
    encrypted_security_code: card.encryptedSecurityCode,
    expiration_month: card.expirationMonth,
    expiration_year: card.expirationYear,
  }
}
const payIn = (driver: AccountOf, body: object) =>
  driver.call<DriverTopUp & ErrorAnswer>('POST', 'driver/me/top-ups', { key: aKey(), ...body })
/** Another attempt, once the one that was left at the bank is canceled: the job that cancels it may be at work yet. */
const payInAgain = async (driver: AccountOf, body: object) => {
  let answer = await payIn(driver, body)
  await stage.world.until('nothing is under way', async () => {
    if (answer.body.code === 'payment.under_way') answer = await payIn(driver, body)
    return answer.body.code !== 'payment.under_way'
  })
  return answer
}
const stateOf = async (driver: AccountOf, id: number) =>
  (await driver.call<DriverTopUp>('GET', `driver/me/top-ups/${id}`)).body.state
const balanceOf = async (driver: AccountOf) =>
  (await driver.call<DriverAccount>('GET', 'driver/me')).body.balance
const postingsOf = async (driver: AccountOf) =>
  (await driver.call<BalancePosting[]>('GET', 'driver/me/postings')).body.map(({ kind, amount }) => [
    kind,
    amount,
  ])
const refOf = async (id: number) => {
  const { rows } = await sql<{ ref: string }>`
    select payment_ref as ref from provider_payments where id = ${id}`.execute(stage.world.db)
  return rows[0]!.ref
}
const read = (id: number) => stage.paymentService.read(id)

test('a card pays into the balance, once, however often it is asked for and the provider tells of it', async () => {
  const driver = await aDriver()
  const body = { key: aKey(), amount: 50_000, method: 'card', ...(await cardOf(driver, 'approved')) }
  const answers = await Promise.all([payIn(driver, body), payIn(driver, body), payIn(driver, body)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const { id } = answers[0].body
  expect(new Set(answers.map(({ body: one }) => one.id))).toEqual(new Set([id]))
  await stage.world.until('it is paid', async () => (await stateOf(driver, id)) === 'paid')
  for (let time = 0; time < 3; time += 1) await read(id)
  await stage.paymentService.decideAgain(id)
  expect(await payIn(driver, body)).toMatchObject({ status: 201, body: { id, state: 'paid' } })
  expect(await balanceOf(driver)).toBe(50_000)
  expect(await postingsOf(driver)).toEqual([['top_up', 50_000]])
  expect(await stage.sandbox.payment(await refOf(id))).toMatchObject({ captured: 50_000 })
  // the card was not to be kept
  expect((await driver.call<DriverCard>('GET', 'driver/me/card')).body.saved).toBe(null)
})

test('one that is refused pays nothing, and one that the bank asks about pays when its driver has answered', async () => {
  const driver = await aDriver()
  const declined = await payIn(driver, {
    amount: 10_000,
    method: 'card',
    ...(await cardOf(driver, 'declined')),
  })
  expect(declined.body).toMatchObject({ state: 'refused', decline: 'card_declined' })
  const secure = { amount: 10_000, method: 'card', ...(await cardOf(driver, 'three_d_secure')) }
  const left = await payIn(driver, secure)
  expect(left.body.state).toBe('action')
  expect(await balanceOf(driver)).toBe(0)
  // another attempt: the one that was left at the bank is canceled
  const next = await payInAgain(driver, { amount: 20_000, method: 'sbp' })
  expect(next.body).toMatchObject({ state: 'action', action: { kind: 'qr' } })
  expect(await stateOf(driver, left.body.id)).toBe('canceled')
  await stage.sandbox.answer(next.body.action!.url, { answer: 'yes' })
  await read(next.body.id)
  expect(await balanceOf(driver)).toBe(20_000)
  expect(await postingsOf(driver)).toEqual([['top_up', 20_000]])
})

test('a card is saved by holding a little and letting it go, and pays into the balance with one tap', async () => {
  const driver = await aDriver()
  expect((await payIn(driver, { amount: 10_000, method: 'saved_card' })).body.code).toBe(
    'payment.no_saved_card',
  )
  const refused = await driver.call<DriverCard>('POST', 'driver/me/card', await cardOf(driver, 'declined'))
  expect(refused.body).toMatchObject({ saved: null, check: { state: 'refused' } })
  const saved = await driver.call<DriverCard>('POST', 'driver/me/card', await cardOf(driver, 'approved'))
  expect(saved.body).toMatchObject({ saved: { last4: '4242' }, check: { state: 'saved' } })
  const { rows } = await sql<{ id: number }>`
    select id from provider_payments where driver_id = ${driver.id} and purpose = 'check' order by id desc limit 1`.execute(
    stage.world.db,
  )
  await stage.paymentService.carryOut(rows[0]!.id)
  expect(await stage.sandbox.payment(await refOf(rows[0]!.id))).toMatchObject({
    state: 'canceled',
    captured: 0,
  })
  expect(await postingsOf(driver)).toEqual([])
  const paid = await payIn(driver, { amount: 10_000, method: 'saved_card' })
  expect(paid.body.state).toBe('paid')
  expect(await balanceOf(driver)).toBe(10_000)
  expect((await driver.call('DELETE', 'driver/me/card')).status).toBe(204)
  expect((await driver.call<DriverCard>('GET', 'driver/me/card')).body.saved).toBe(null)
})

test('charging cards of a driver who forgets the card begin nothing any more', async () => {
  const driver = await aDriver()
  const at = stage.world.clock.now()
  const token = `OWN${driver.id}`
  await stage.world.db
    .insertInto('id_tokens')
    .values({ token, driver_id: driver.id, created_at: at })
    .execute()
  await driver.call('POST', 'driver/me/card', await cardOf(driver, 'approved'))
  await driver.call('DELETE', 'driver/me/card')
  const { rows } = await sql<{ way: string }>`
    select payment_method_type as way from id_tokens where token = ${token}`.execute(stage.world.db)
  expect(rows).toEqual([{ way: 'card' }])
})

test('what the provider gives back leaves the balance, once', async () => {
  const driver = await aDriver()
  const card = await cardOf(driver, 'approved')
  const { id } = (await payIn(driver, { amount: 9000, method: 'card', ...card })).body
  for (const amount of [4000, 1000]) {
    await stage.sandbox.change(`payments/${await refOf(id)}/refunds`, { amount })
    for (let time = 0; time < 2; time += 1) await read(id)
  }
  expect(await balanceOf(driver)).toBe(4000)
  expect(await postingsOf(driver)).toEqual([
    ['top_up', -1000],
    ['top_up', -4000],
    ['top_up', 9000],
  ])
})

test('amounts have bounds, and a payment of another driver is not found', async () => {
  const driver = await aDriver()
  for (const [amount, status] of [
    [999, 400],
    [1000, 201],
    [1_500_000, 201],
    [1_500_001, 400],
  ] as const)
    expect((await payIn(await aDriver(), { amount, method: 'sbp' })).status, `${amount}`).toBe(status)
  const { status, body } = await payIn(driver, { amount: 1000, method: 'sbp' })
  expect([status, body.code]).toEqual([201, undefined])
  const { id } = body
  const other = await aDriver()
  expect((await other.call<ErrorAnswer>('GET', `driver/me/top-ups/${id}`)).body.code).toBe(
    'payment.not_found',
  )
})

test('what the provider compares agrees with ours', async () => {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(captured_minor - refunded_minor), 0)::bigint as minor
    from provider_payments where purpose = 'top_up'`.execute(stage.world.db)
  const { rows: posted } = await sql<{ minor: number }>`
    select coalesce(sum(case when credit like 'customer_balance:%' then amount_minor else -amount_minor end), 0)::bigint as minor
    from ledger_transfers where kind = 'top_up'`.execute(stage.world.db)
  expect(posted[0]!.minor).toBe(rows[0]!.minor)
  expect(posted[0]!.minor).toBeGreaterThan(0)
})
