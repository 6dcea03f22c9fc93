import type { PayPage } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { openAccount } from '../../public/account/driver-account.ts'
import { readOutbox } from '../../world/outbox.ts'
import { World } from '../../world/world.ts'
import { SandboxProcess } from '../payments/payment-sandbox.ts'
import { DriverLink } from './driver-link.ts'

const sandbox = new SandboxProcess()
let world: World

beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, { ...sandbox.env, FISCAL_TILL: 'sandbox' })
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

interface Driver {
  id: number
  balance: number
  held: number
}

/** A driver with so much on the balance, and the link to an order of 500.00 at a station of the driver's own. */
async function offered(balance: number, protocol: 'ocpp1.6' | 'ocpp2.0.1' = 'ocpp2.0.1') {
  const station = await world.simulate(protocol, { plugDelayMs: null })
  await world.untilOnline(station.made.id)
  const email = `driver-${station.made.id}@people.example`.toLowerCase()
  const { id } = await world.post<Driver>('drivers', {
    first_name: 'Vera',
    last_name: station.made.id,
    email,
  })
  if (balance > 0) await world.post(`drivers/${id}/top-ups`, { amount: balance, reason: 'paid in' })
  const offer = { kind: 'charge', limit_amount: 50_000, driver_id: id }
  const driver = await DriverLink.offer(world, sandbox, station.made, offer)
  const mails = () =>
    readOutbox(world.dataDir).filter(({ to, subject }) => to === email && subject.includes('code'))
  const mailed = async () => {
    const before = mails().length
    const { body } = await driver.call('POST', '/balance-code')
    await world.until('the code is mailed', async () => mails().length > before)
    const codes = mails().map(({ text }) => /\b\d{6}\b/.exec(text)![0])
    return { body, code: codes.at(-1)! }
  }
  const pay = (code: string) => driver.call('POST', '/payment', { method: 'account', code })
  const standing = async () =>
    (await world.get<Driver[]>(`drivers?search=${email}`)).map(({ balance, held }) => [balance, held])[0]
  return { station, driver, mailed, pay, standing, email }
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test.each([
  'ocpp1.6',
  'ocpp2.0.1',
] as const)('%s: what is kept of the balance pays the session and the idle fee, and the rest is free again', async (protocol) => {
  const { station, driver, mailed, pay, standing, email } = await offered(80_000, protocol)
  expect((await driver.page()).idle).toEqual({
    grace_minutes: 10,
    block_minutes: 10,
    block_amount: 15_000,
    cap_amount: null,
    night_from: null,
    night_to: null,
  })
  expect((await driver.page()).balance).toEqual({
    email: `${email[0]}•••@people.example`,
    code_until: null,
    free: null,
  })
  const { body, code } = await mailed()
  const left = Date.parse(body.balance!.code_until!) - world.clock.now().getTime()
  expect(left).toBeGreaterThan(9 * MINUTE_MS)
  expect(left).toBeLessThanOrEqual(10 * MINUTE_MS)
  const { rows } = await sql`select * from driver_codes`.execute(world.db)
  expect(JSON.stringify(rows)).not.toContain(code)
  expect((await pay(code)).body).toMatchObject({ step: 'waiting_plug', balance: null })
  expect(await standing()).toEqual([80_000, 50_000])
  await station.plugIn(1, null)
  await driver.until('charging')
  station.addEnergy(1, 10_000)
  await station.sendMeterValues({ connector: 1 })
  await driver.call('POST', '/stop')
  const { receipt } = await driver.until('finished')
  expect(receipt).toMatchObject({ from_balance: true, held: 50_000, captured: 17_000, released: 33_000 })
  expect(await standing()).toEqual([63_000, 0])
  await world.forward(25 * MINUTE_MS)
  await station.unplug(1)
  await world.until('the car has left', async () => !(await world.order(driver.orderId)).ev_connected)
  await world.server.idleCars.lookAtAll()
  expect(await standing()).toEqual([33_000, 0])
  const order = await world.order(driver.orderId)
  expect(order).toMatchObject({ captured_amount: 17_000, payment_method_type: 'account' })
  expect(order).toMatchObject({ parking_amount: 30_000, parking_captured_amount: 30_000 })
  const { logs } = await driver.details()
  const events = logs
    .filter(({ kind }) => kind === 'payment')
    .map((log) => [log.event, log.holded_value ?? log.value])
  expect(events).toEqual(
    expect.arrayContaining([
      ['holded_amount', 50_000],
      ['succeeded_amount', 17_000],
      ['canceled_amount', 33_000],
    ]),
  )
  const { receipts } = await world.get<{ receipts: { settlement: string; amount: number }[] }>(
    `orders/${driver.orderId}/receipts`,
  )
  expect(receipts.map(({ settlement, amount }) => [settlement, amount])).toEqual([
    ['offset', 17_000],
    ['offset', 30_000],
  ])
  const { id } = (await world.get<Driver[]>(`drivers?search=${email}`))[0]!
  const postings = await world.get<object[]>(`drivers/${id}/postings`)
  expect(postings).toMatchObject([
    { kind: 'sale', amount: -30_000, balance: 33_000, order_id: driver.orderId },
    { kind: 'sale', amount: -17_000, balance: 63_000, order_id: driver.orderId },
    { kind: 'top_up', amount: 80_000, balance: 80_000, order_id: null },
  ])
  expect(await listDifferences(world.db)).toEqual([])
})

test('the driver who is logged in sees the balance and pays from it without a code; nobody else does', async () => {
  const { driver, standing, email } = await offered(60_000)
  const asWhom = async (authorization?: string) => {
    const answer = await fetch(`${world.server.url}/api/v1/pay/${driver.token}`, {
      headers: authorization === undefined ? {} : { authorization },
    })
    const body = (await answer.json()) as PayPage
    return { status: answer.status, free: body.balance?.free }
  }
  const payAs = async (authorization?: string) => {
    const answer = await fetch(`${world.server.url}/api/v1/pay/${driver.token}/payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: JSON.stringify({ method: 'account' }),
    })
    return (await answer.json()) as PayPage & { code?: string }
  }
  const own = await openAccount(world, { email })
  const other = await openAccount(world, { email: `stranger-to-${driver.orderId}@people.example` })
  expect(await asWhom()).toEqual({ status: 200, free: null })
  expect(await asWhom(`Bearer ${other.token}`)).toEqual({ status: 200, free: null })
  expect(await asWhom('Bearer of-the-staff')).toEqual({ status: 200, free: null })
  expect(await asWhom(`Bearer ${own.token}`)).toEqual({ status: 200, free: 60_000 })
  for (const who of [undefined, `Bearer ${other.token}`, 'Bearer of-the-staff'])
    expect((await payAs(who)).code).toBe('payment.code_invalid')
  expect(await standing()).toEqual([60_000, 0])
  expect(await payAs(`Bearer ${own.token}`)).toMatchObject({ step: 'waiting_plug' })
  expect(await standing()).toEqual([60_000, 50_000])
  const { logs } = await driver.details()
  expect(logs.map(({ event }) => event)).toContain('agreed_by_account')
})

test('what is canceled is free again, and pays another order', async () => {
  const { driver, mailed, pay, standing } = await offered(50_000)
  const { code } = await mailed()
  expect((await pay(code)).body.step).toBe('waiting_plug')
  expect(await standing()).toEqual([50_000, 50_000])
  const { body } = await driver.call('POST', '/cancel')
  expect(body).toMatchObject({ step: 'canceled', receipt: { held: 50_000, captured: 0, released: 50_000 } })
  expect(await standing()).toEqual([50_000, 0])
})

test('a code is good once, for ten minutes, for its own order, and for five tries; a newer one takes its place', async () => {
  const { mailed, pay, driver } = await offered(50_000)
  expect((await pay('123456')).body.code).toBe('payment.code_invalid')
  const first = await mailed()
  const { code } = await mailed()
  if (first.code !== code) expect((await pay(first.code)).body.code).toBe('payment.code_invalid')
  for (let i = 0; i < 5; i += 1) expect((await pay(wrong(code))).body.code).toBe('payment.code_invalid')
  expect((await pay(code)).body.code).toBe('payment.code_invalid')
  expect((await driver.page()).step).toBe('pay')

  const other = await offered(50_000)
  const old = await other.mailed()
  await world.forward(10 * MINUTE_MS)
  expect((await other.pay(old.code)).body.code).toBe('payment.code_invalid')
  const last = await other.mailed()
  expect((await pay(last.code)).body.code).toBe('payment.code_invalid')
  const answers = await Promise.all([other.pay(last.code), other.pay(last.code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await other.driver.page()).step).toBe('waiting_plug')
})

test('codes are mailed five times an hour, the link counted, and only to a driver with an address', async () => {
  const { driver } = await offered(0)
  for (let i = 0; i < 4; i += 1) expect((await driver.call('POST', '/balance-code')).status).toBe(200)
  expect((await driver.call('POST', '/balance-code')).body.code).toBe('mail.too_many_to_address')
  const nobody = await world.simulate('ocpp1.6', { plugDelayMs: null })
  await world.untilOnline(nobody.made.id)
  const link = await DriverLink.offer(world, sandbox, nobody.made, { kind: 'charge', limit_amount: 1000 })
  expect((await link.page()).balance).toBeNull()
  expect((await link.call('POST', '/balance-code')).body.code).toBe('payment.no_balance')
})

test('where the balance is too small nothing is kept of it, and a card pays instead', async () => {
  const { driver, mailed, pay, standing } = await offered(49_999)
  const { code } = await mailed()
  expect((await pay(code)).body.code).toBe('payment.balance_too_small')
  expect(await standing()).toEqual([49_999, 0])
  await driver.pay('approved')
  await driver.until('waiting_plug')
  expect(await standing()).toEqual([49_999, 0])
  expect((await pay(code)).body.code).toBe('payment.not_due')
})

test('a card that is left at the bank gives way, and what it brings late goes back', async () => {
  const { driver, mailed, pay } = await offered(50_000)
  await driver.pay('three_d_secure')
  await driver.until('action')
  const { code } = await mailed()
  expect((await pay(code)).body.step).toBe('waiting_plug')
  await driver.untilMoney(0, 0, 0)
  expect((await driver.details()).order).toMatchObject({
    hold_amount: 50_000,
    payment_method_type: 'account',
  })
})

test('what is paid in by transfer or in cash, and what is taken back, moves the balance and is recorded', async () => {
  const { id } = await world.post<Driver>('drivers', { first_name: 'Ada', last_name: 'Cash' })
  await world.post(`drivers/${id}/top-ups`, { amount: 5000, reason: 'at the desk', paid_by: 'cash' })
  await world.post(`drivers/${id}/top-ups`, { amount: 7000, reason: 'order 12' })
  await world.post(`drivers/${id}/top-ups`, { amount: -1000, reason: 'noted twice', paid_by: 'cash' })
  expect(await world.get(`drivers/${id}`)).toMatchObject({ balance: 11_000, held: 0, debt: 0 })
  const { rows } = await sql<{ account: string; minor: number }>`
    select debit as account, amount_minor::int as minor from ledger_line_view
    where ${`customer_balance:${id}`} in (debit, credit) order by entry_id`.execute(world.db)
  expect(rows).toEqual([
    { account: 'cash', minor: 5000 },
    { account: 'bank', minor: 7000 },
    { account: `customer_balance:${id}`, minor: 1000 },
  ])
  expect((await world.get<{ amount: number }[]>(`drivers/${id}/postings?limit=1&offset=1`))[0]!.amount).toBe(
    7000,
  )
})

test('where parking is free the page tells of no idle fee', async () => {
  const { driver } = await offered(0)
  const free = (is: boolean) =>
    sql`update locations set free_parking = ${is} where id = ${world.locationId}`.execute(world.db)
  await free(true)
  expect((await driver.page()).idle).toBeNull()
  await free(false)
})

test('links to pay are mailed to nobody by the dozen, to an order that is there or with new ones', async () => {
  const offer = { kind: 'charge', limit_amount: 1000 }
  const offerTo = async (email: string) => {
    const { made } = await world.simulate('ocpp1.6', { plugDelayMs: null })
    await world.untilOnline(made.id)
    return DriverLink.offer(world, sandbox, made, { ...offer, email })
  }
  const driver = await offerTo('Kim@people.example')
  const send = (email?: string) =>
    world.post(`orders/${driver.orderId}/pay-links`, { email }).then(
      () => 'sent',
      ({ body }) => JSON.parse(body).code,
    )
  for (let nth = 1; nth < 5; nth += 1) expect(await send(`kim+${nth}@people.example`)).toBe('sent')
  expect(await send('kim@people.example')).toBe('mail.too_many_to_address')
  await expect(offerTo('kim@people.example')).rejects.toMatchObject({ status: 429 })
  // without an address it is shown, and others get theirs
  expect(await send()).toBe('sent')
  expect(await send('lee@people.example')).toBe('sent')
  const mails = () => readOutbox(world.dataDir).filter(({ to }) => /^kim/i.test(to))
  await world.until('they are mailed', () => mails().length === 5)
})
