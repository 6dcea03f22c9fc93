import type { ComparedDay, PaymentDifference } from '@stationmaster/contract'
import { DAY_MS, dayOf } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { newOrder } from '../../../slices/charging/orders/order.ts'
import { drawOrderIds, insertOrders, updatePaymentMethod } from '../../../slices/charging/orders/store.ts'
import { type Listing, reconcile } from '../../../slices/money/providers/reconciliation/reconcile.ts'
import { insertInvoice } from '../../../slices/partners/plan/invoices/invoice-store.ts'
import { startBill } from '../../../slices/partners/plan/rules.ts'
import { insertSubscription, replaceMethod } from '../../../slices/partners/plan/store.ts'
import { findManagerByEmail, insertManager } from '../../../slices/people/managers/store.ts'
import { World } from '../../world/world.ts'
import { encryptedCard, SandboxProcess } from './payment-sandbox.ts'

// a zone whose day has just begun: what is on both sides of a midnight is near
const hour = new Date().getUTCHours()
const timeZone = hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`
const sandbox = new SandboxProcess()
let world: World
let publicKey: string

beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, { ...sandbox.env, TIME_ZONE: timeZone })
  publicKey = (await world.get<{ BLUESNAP_PUBLIC_KEY: string }>('help/config')).BLUESNAP_PUBLIC_KEY
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

const today = () => dayOf(world.clock.now(), timeZone)

/** Lists that the last comparison read: that of the day, and those of an hour before and after it. */
let listed = 0

async function compare(day = today()): Promise<string[]> {
  const { paymentService } = world.server.payments
  // this world has the sandbox
  const sandboxOfWorld = paymentService.provider!
  const provider: Listing = {
    id: sandboxOfWorld.id,
    list: (...given) => {
      listed += 1
      return sandboxOfWorld.list(...given)
    },
  }
  listed = 0
  await reconcile({ db: world.db, clock: world.clock, paymentService, provider, timeZone }, day)
  const { rows } = await sql<{ kind: string }>`
    select kind from payment_differences where resolved_at is null order by id`.execute(world.db)
  return rows.map(({ kind }) => kind)
}

/** A payment that is held at the sandbox. */
async function aHold(): Promise<number> {
  const { paymentService } = world.server.payments
  const { id: stationId, connectorId } = await world.addStation()
  const card = await encryptedCard(publicKey, '4242424242424242')
  const id = await world.db.transaction().execute(async (tx) => {
    const [orderId] = await drawOrderIds(tx, 1)
    const place = {
      id: orderId!,
      locationId: world.locationId,
      stationId,
      connectorId,
      createdAt: new Date(),
    }
    await insertOrders(tx, [newOrder({ ...place, status: 'started', source: 'operator' })])
    return paymentService.pay(tx, {
      orderId: orderId!,
      purpose: 'charging',
      method: 'card',
      amountMinor: 1000,
      paidWith: { card },
      description: '',
      returnUrl: '',
    })
  })
  await world.until('it is held', async () => {
    await paymentService.carryOut(id)
    const { rows } = await sql<{
      state: string
    }>`select state from provider_payments where id = ${id}`.execute(world.db)
    return rows[0]?.state === 'held'
  })
  return id
}

test('what both sides tell is no difference, and neither is a lost notice', async () => {
  await aHold()
  const id = await aHold()
  expect(await compare()).toEqual([])
  expect(listed, 'what is the same is compared once').toBe(3)
  // as if the provider had released it, and no notice had arrived
  const { rows } = await sql<{
    ref: string
  }>`select payment_ref as ref from provider_payments where id = ${id}`.execute(world.db)
  await sandbox.change(`payments/${rows[0]!.ref}/cancel`, {})
  expect(await compare()).toEqual([])
  expect(listed).toBe(6)
  const after = await sql<{ state: string }>`select state from provider_payments where id = ${id}`.execute(
    world.db,
  )
  expect(after.rows).toEqual([{ state: 'canceled' }])
})

test('what they tell differently is kept until they tell the same again', async () => {
  const id = await aHold()
  const forge = (amount: number) =>
    sql`update provider_payments set state = 'captured', captured_minor = ${amount}, canceled_minor = 0 where id = ${id}`.execute(
      world.db,
    )
  await forge(1000)
  expect(await compare()).toEqual(['differs'])
  expect(await compare(), 'the same once').toEqual(['differs'])
  const { rows } =
    await sql<object>`select ours, theirs, payment_id as "paymentId" from payment_differences`.execute(
      world.db,
    )
  expect(rows).toEqual([
    {
      paymentId: id,
      ours: { state: 'captured', heldMinor: 1000, capturedMinor: 1000, refundedMinor: 0 },
      theirs: { state: 'held', heldMinor: 1000, capturedMinor: 0, refundedMinor: 0 },
    },
  ])
  await sql`update provider_payments set state = 'held', captured_minor = 0 where id = ${id}`.execute(
    world.db,
  )
  expect(await compare()).toEqual([])
})

test('a payment that one side does not know is shown, on its own day', async () => {
  await sandbox.change('payments', { order_ref: 'elsewhere', method: 'sbp', amount: 500, captures: true })
  expect(await compare()).toEqual(['unknown_to_us'])
  const id = await aHold()
  await sql`update provider_payments set payment_ref = 'pay_lost' where id = ${id}`.execute(world.db)
  expect((await compare()).toSorted()).toEqual(['unknown_to_provider', 'unknown_to_us', 'unknown_to_us'])
  const yesterday = dayOf(new Date(world.clock.now().getTime() - DAY_MS), timeZone)
  await sql`delete from payment_differences`.execute(world.db)
  expect(await compare(yesterday)).toEqual([])
})

test('an administrator sees the days and what differs, and explains, reads again, or books it', async () => {
  const { paymentService } = world.server.payments
  await sql`delete from payment_differences`.execute(world.db)
  await sql`delete from payment_operations`.execute(world.db)
  await sql`delete from provider_payments`.execute(world.db)
  const station = await world.simulate('ocpp1.6')
  const token = `CARD-${station.id}`
  await world.addCard(token)
  await station.begin({ token })
  const running = async () => (await world.ordersOf(station.id)).find(({ status }) => status === 'started')
  await world.until('it runs', async () => (await running()) !== undefined)
  const orderId = (await running())!.id
  const card = await encryptedCard(publicKey, '4242424242424242')
  const id = await world.db.transaction().execute(async (tx) => {
    await updatePaymentMethod(tx, orderId, 'card')
    return paymentService.pay(tx, {
      orderId,
      purpose: 'charging',
      method: 'card',
      amountMinor: 50_000,
      paidWith: { card },
      description: '',
      returnUrl: '',
    })
  })
  await paymentService.carryOut(id)
  station.addEnergy(undefined, 20_000)
  await station.stop()
  await station.unplug()
  const rowOf = async () =>
    (
      await sql<{
        ref: string
        state: string
        refunded: number
      }>`select payment_ref as ref, state, refunded_minor as refunded
        from provider_payments where id = ${id}`.execute(world.db)
    ).rows[0]!
  await world.until('it is captured', async () => {
    await paymentService.carryOutDue()
    return (await rowOf()).state === 'captured'
  })
  // somebody has given something back in the provider's own screens
  await sandbox.change(`payments/${(await rowOf()).ref}/refunds`, { amount: 4000 })
  const day = today()
  await world.post('reconciliation/compare', { day })
  const list = () => world.get<PaymentDifference[]>('reconciliation/differences')
  const found = (await list()).find(({ kind }) => kind === 'not_booked')!
  expect(found).toMatchObject({
    order_id: orderId,
    ours: { captured: 34_000 },
    theirs: { captured: 30_000 },
    can: { read: true, book: true, give_back: false },
  })
  await expect(
    world.post(`reconciliation/differences/${found.id}/give-back`, { reason: 'not this way' }),
  ).rejects.toMatchObject({ status: 409 })
  const dayOfTable = async () =>
    (await world.get<ComparedDay[]>('reconciliation')).find((one) => one.day === day)
  await readByAccounters(found)
  expect(await dayOfTable()).toMatchObject({ payments: 1, ours: 30_000, booked: 34_000, unsettled: 0 })

  await world.post(`reconciliation/differences/${found.id}/book`, {
    reason: 'refunded in the shop’s screens',
  })
  expect((await list()).filter(({ kind }) => kind === 'not_booked')).toEqual([])
  expect(await dayOfTable()).toMatchObject({ ours: 30_000, booked: 30_000 })
  expect(await world.get(`orders/${orderId}/payment`)).toMatchObject({ payment: { refunded_amount: 4000 } })

  // left there by the stories before: unknown here
  const strange = (await list()).filter(({ kind }) => kind === 'unknown_to_us')
  expect(strange.length).toBeGreaterThan(0)
  for (const one of strange)
    await world.post(`reconciliation/differences/${one.id}/explain`, { reason: 'of a story' })
  expect((await list()).every(({ explanation }) => explanation === 'of a story')).toBe(true)
  await world.post('reconciliation/compare', { day })
  expect((await dayOfTable())!.differences, 'stays explained').toBe(0)
})

/** Those of the network read all of it, those of an owner what differs at the owner's locations, and nobody of them acts. */
async function readByAccounters(found: PaymentDifference): Promise<void> {
  const { db, locationId } = world
  const manager = (await findManagerByEmail(db, 'manager@demo.stationmaster.example'))!
  await db.updateTable('locations').set({ owner_id: manager.id }).where('id', '=', locationId).execute()
  const differences = 'reconciliation/differences'
  const beneath = `bank/remittances/payments?provider=sandbox&from=${found.day}&to=${found.day}`
  const lists = ['reconciliation', differences, 'bank/remittances', beneath]
  const figures = async (ownerId: number | null) => {
    const email = `${crypto.randomUUID()}@accounters.example`
    await insertManager(db, {
      email,
      passwordHash: manager.password_hash,
      role: 'accounter',
      ownerId,
      firstName: 'A',
      lastName: 'C',
      createdAt: world.clock.now(),
    })
    const logIn = { email, password: 'demo-pass-1' }
    const { access_token } = await world.post<{ access_token: string }>('auth/manager/log-in', logIn)
    const ask = (path: string, init?: RequestInit) =>
      fetch(`${world.server.url}/api/v1/${path}`, {
        ...init,
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      })
    const [days, found, remitted, payments] = await Promise.all(
      lists.map(async (path) => (await ask(path)).json() as Promise<unknown>),
    )
    const compare = { method: 'POST', body: JSON.stringify({ day: today() }) }
    return { days, found, remitted, payments, post: (await ask('reconciliation/compare', compare)).status }
  }
  const nothing = { read: false, book: false, give_back: false, explain: false }
  const ids = (all: unknown) => (all as PaymentDifference[]).map(({ id }) => id)
  const network = await figures(null)
  expect(ids(network.found)).toEqual(ids(await world.get(differences)))
  for (const { can } of network.found as PaymentDifference[]) expect(can).toEqual(nothing)
  expect(network.days).toEqual(await world.get('reconciliation'))
  expect(network.post).toBe(403)
  expect(await figures(manager.id)).toMatchObject({
    found: [{ id: found.id, can: nothing }],
    days: [],
    post: 403,
    payments: [],
    remitted: { remittances: [], unmatched: [], uploaded_at: null },
  })
  const other = (await findManagerByEmail(db, 'operator@demo.stationmaster.example'))!
  expect(await figures(other.id)).toMatchObject({ found: [], days: [] })
  await db.updateTable('locations').set({ owner_id: null }).where('id', '=', locationId).execute()
}

/** The charge of one station's month to a card; resolves to its invoice. */
async function aPlanCharge(number: string): Promise<number> {
  const { payments, plans } = world.server
  const { provider } = payments.paymentService
  const now = world.clock.now()
  const person = { firstName: 'Anna', lastName: 'Sedova', email: `${crypto.randomUUID()}@plans.example` }
  const account = { ...person, passwordHash: null, role: 'manager' as const, createdAt: now }
  const managerId = (await insertManager(world.db, account))!
  const paidWith = { card: await encryptedCard(publicKey, number) }
  const { methodRef } = await provider.saveMethod({ key: `card ${number}`, paidWith, returnUrl: '' })
  const invoiceId = await world.db.transaction().execute(async (tx) => {
    await replaceMethod(tx, managerId, { provider: provider.id, methodRef, brand: null, last4: null }, now)
    const bill = startBill({ frequency: 'monthly', stations: ['S1'], freed: [] }, 'DE', 0, now)
    const terms = { managerId, anchoredAt: now, creditMinor: 0, switchedOff: [] }
    return insertInvoice(tx, await insertSubscription(tx, { ...bill, ...terms }), bill, now)
  })
  await plans.charges.charge(invoiceId)
  return invoiceId
}

test('what plans are charged is compared with the provider and the ledger too', async () => {
  const { provider } = world.server.payments.paymentService
  const list = () => world.get<PaymentDifference[]>('reconciliation/differences')
  const dayOfTable = async () =>
    (await world.get<ComparedDay[]>('reconciliation')).find(({ day }) => day === today())!
  await compare()
  const before = await dayOfTable()
  // what the stories before have left
  const left = new Set((await list()).map(({ id }) => id))
  const found = async () => {
    await compare()
    return (await list()).filter(({ id }) => !left.has(id)).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  }
  const paid = await aPlanCharge('4242424242424242')
  const refused = await aPlanCharge('4000000000009995')
  expect(await found(), 'one that was paid, one that was refused').toEqual([])
  expect(await dayOfTable()).toMatchObject({
    payments: before.payments + 1,
    unsettled: before.unsettled,
    ours: before.ours + 1600,
    booked: before.booked + 1600,
    theirs: before.theirs + 1600,
  })

  const { rows } = await sql<{ ref: string; method: string }>`
    select payment_ref as ref, method_ref as method from plan_invoices where id = ${paid}`.execute(world.db)
  const { ref, method: methodRef } = rows[0]!
  await sandbox.change(`payments/${ref}/refunds`, { amount: 600 })
  const refunded = { payment_ref: ref, order_id: null, ours: { refunded: 0 }, theirs: { refunded: 600 } }
  expect(await found()).toMatchObject([{ ...refunded, kind: 'differs', can: { read: false } }])

  await sql`update plan_invoices set price_minor = price_minor + 100 where id = ${paid}`.execute(world.db)
  expect(await found()).toMatchObject([
    { kind: 'differs', ours: { captured: 1700 } },
    {
      kind: 'not_booked',
      ours: { captured: 1600 },
      theirs: { captured: 1700 },
      can: { read: false, book: false, give_back: false },
    },
  ])
  await sql`update plan_invoices set price_minor = price_minor - 100, payment_ref = 'pay_lost'
    where id = ${paid}`.execute(world.db)
  const take = (orderRef: string) =>
    provider.authorize({
      key: crypto.randomUUID(),
      orderRef,
      amountMinor: 500,
      method: 'card',
      captures: true,
      paidWith: { methodRef },
      description: '',
      returnUrl: '',
    })
  const { paymentRef: took } = await take(`plan-${refused}-1`)
  const { paymentRef: strange } = await take('plan-999999-1')
  expect((await found()).map(({ kind, payment_ref }) => [kind, payment_ref]).toSorted()).toEqual(
    [
      ['differs', ref],
      ['differs', took],
      ['unknown_to_provider', 'pay_lost'],
      ['unknown_to_us', strange],
    ].toSorted(),
  )
})
