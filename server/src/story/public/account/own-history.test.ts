import type {
  BalancePosting,
  DriverAccount,
  DriverOrder,
  DriverOrderDetails,
  ErrorAnswer,
} from '@stationmaster/contract'
import { dayOf, MINUTE_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keptSecret } from '../../../config/kept-secret.ts'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { insertAddressCode } from '../../../slices/public/account/sign-in/address-code-store.ts'
import { cardTalk } from '../../stations/journal/card-talk.ts'
import { World } from '../../world/world.ts'
import { type AccountOf, openAccount } from './driver-account.ts'

describe.each(openTestDatabases())('what a driver has charged ($name)', ({ open }) => {
  let world: World
  let made = 0
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  /** A driver whose card has charged one kWh at 17.00. */
  const charged = async () => {
    const token = `H${++made}`
    await world.addCard(token)
    const station = await world.simulate('ocpp1.6')
    const talk = cardTalk('ocpp1.6', station, () => world.clock.now())
    const { transactionId } = await talk.start(token)
    world.clock.forward(MINUTE_MS)
    await talk.stop(transactionId, token)
    const email = `${token.toLowerCase()}@people.example`
    const driver = await openAccount(world, { email })
    const [order] = (await driver.call<DriverOrder[]>('GET', 'driver/me/orders')).body
    return { driver, email, order: order!, talk, token }
  }
  const topUp = (driver: AccountOf, amount: number) =>
    world.post(`drivers/${driver.id}/top-ups`, { amount, reason: 'cash' })
  const deletion = async (driver: AccountOf, email: string) => {
    const code = '135790'
    const of = {
      secretKey: keptSecret(world.dataDir),
      address: { kind: 'email', value: email },
      purpose: `deletion of ${driver.id}`,
      code,
    } as const
    const sentAt = world.clock.now()
    const expiresAt = new Date(sentAt.getTime() + MINUTE_MS)
    await world.db.transaction().execute((tx) => insertAddressCode(tx, of, { sentAt, expiresAt }))
    return driver.call<ErrorAnswer>('POST', 'driver/me/deletion', { code })
  }

  test('stands in the list, with its price, readings and payments', async () => {
    const { driver, order } = await charged()
    expect(order).toMatchObject({ status: 'completed', energy: 1000, paid: 1700, debt: 0 })
    const { body } = await driver.call<DriverOrderDetails>('GET', `driver/me/orders/${order.id}`)
    expect(body).toMatchObject({
      charging_price: 1700,
      payments: [{ purpose: 'charging', captured: 1700, refunded: 0, method_type: 'account' }],
    })
    expect(body.meter_stop! - body.meter_start!).toBe(1000)
    const postings = await driver.call<BalancePosting[]>('GET', 'driver/me/postings')
    expect(postings.body).toMatchObject([{ kind: 'sale', amount: -1700, balance: -1700, order_id: order.id }])
    expect((await driver.call<DriverAccount>('GET', 'driver/me')).body.balance).toBe(-1700)
  })

  test('is a receipt and a monthly statement as PDF, in three languages', async () => {
    const { driver, order } = await charged()
    const month = dayOf(world.clock.now(), 'Europe/Moscow').slice(0, 7)
    for (const language of ['en', 'de', 'ru'])
      for (const path of [`orders/${order.id}/receipt`, `statements/${month}`]) {
        const answer = await driver.call('GET', `driver/me/${path}?language=${language}`)
        expect(answer.status, answer.text).toBe(200)
        expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
      }
    expect((await driver.call('GET', 'driver/me/statements/2026-13')).status).toBe(400)
  })

  test('has a page of its own, for its own driver alone', async () => {
    const { driver, order } = await charged()
    const other = await openAccount(world, { email: `other-${order.id}@people.example` })
    const path = `driver/me/orders/${order.id}/pay-links`
    expect((await other.call<ErrorAnswer>('POST', path)).body.code).toBe('order.not_found')
    const { status, body } = await driver.call<{ token: string }>('POST', path)
    expect(status).toBe(201)
    expect(body.token).toMatch(/^[\w-]{43}$/)
  })

  test('has no receipt before its end', async () => {
    const { driver, talk, token } = await charged()
    const { transactionId } = await talk.start(token)
    const [open] = (await driver.call<DriverOrder[]>('GET', 'driver/me/orders')).body
    const answer = await driver.call<ErrorAnswer>('GET', `driver/me/orders/${open!.id}/receipt`)
    expect(answer.body.code).toBe('order.not_finished')
    await talk.stop(transactionId, token)
  })

  test('is exported with all else that is kept', async () => {
    const { driver, email, order, token } = await charged()
    const { text } = await driver.call('GET', 'driver/me/export')
    expect(JSON.parse(text)).toMatchObject({
      account: { email },
      tags: { tags: [{ token }] },
      log_ins: [{ revoked_at: null }],
      orders: [{ id: order.id, feedback: null }],
      postings: [{ amount: -1700 }],
    })
  })

  test('keeps an account from being deleted while something is open, owed or paid in', async () => {
    const { driver, email, talk, token } = await charged()
    expect((await deletion(driver, email)).body.code).toBe('driver.still_owes')
    await topUp(driver, 1701)
    expect((await deletion(driver, email)).body.code).toBe('driver.balance_left')
    await world.post(`drivers/${driver.id}/top-ups`, { amount: -1, reason: 'wrong' })
    const { transactionId } = await talk.start(token)
    expect((await deletion(driver, email)).body.code).toBe('driver.busy')
    await talk.stop(transactionId, token)
  })

  test('stays without a name when the account is deleted', async () => {
    const { driver, email, order, token, talk } = await charged()
    await topUp(driver, 1700)
    expect((await driver.call<ErrorAnswer>('POST', 'driver/me/deletion', { code: '000000' })).body.code).toBe(
      'driver.code_invalid',
    )
    expect((await deletion(driver, email)).status).toBe(204)
    expect((await driver.call('GET', 'driver/me')).status).toBe(401)
    const seen = await world.get<Record<string, unknown>>(`drivers/${driver.id}`)
    expect(seen).toMatchObject({ first_name: '', last_name: '', email: null, phone: null, tokens: [] })
    expect(await world.order(order.id)).toMatchObject({ id: order.id })
    expect((await talk.authorize(token)).status).toBe('Invalid')
    const anew = await openAccount(world, { email })
    expect(anew.id).not.toBe(driver.id)
    expect((await anew.call<DriverOrder[]>('GET', 'driver/me/orders')).body).toEqual([])
  })
})
