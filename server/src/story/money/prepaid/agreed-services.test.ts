import type { ErrorAnswer, Service, ServiceType } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { Office } from '../../world/office.ts'
import { codesTo } from '../../world/outbox.ts'
import { PaymentStage } from '../payments/payment-stage.ts'
import { DriverLink } from './driver-link.ts'

let stage: PaymentStage
let wash: Service

beforeAll(async () => {
  stage = await PaymentStage.open({ FISCAL_TILL: 'sandbox' })
  wash = await sells('Wash', 50_000)
})
afterAll(() => stage.close())

async function sells(name: string, price: number): Promise<Service> {
  const names = { en: name, de: name, ru: name }
  const type = await stage.world.post<ServiceType>('types/services', {
    names,
    descriptions: names,
    icon: 'wash',
  })
  return stage.world.post<Service>(`locations/${stage.world.locationId}/services`, {
    type_id: type.id,
    price,
  })
}

/** An order of nobody who is known, paid by card; the staff have read its link. */
async function paidByNobody(receipt: { receipt_email?: string } = {}): Promise<DriverLink> {
  const station = await stage.world.simulate('ocpp2.0.1', { plugDelayMs: null })
  const link = await DriverLink.offer(stage.world, stage.sandbox, station.made, {
    kind: 'charge',
    limit_amount: 50_000,
  })
  await link.pay('approved', receipt)
  await link.until('waiting_plug')
  return link
}

let requestCount = 0
const purchase = (service: Service, more: object = {}) => {
  requestCount += 1
  return {
    service_id: service.id,
    price: service.price,
    wish: `a-request-of-somebody-${requestCount}`,
    ...more,
  }
}
const atProvider = async (orderId: number) => (await stage.rowsOf(orderId)).length

test('a stranger who has read an order’s link buys nothing on the card that paid for the order', async () => {
  const link = await paidByNobody()
  expect((await link.page()).services).toMatchObject({ way: 'card', proof: { email: null } })
  expect((await link.call('POST', '/services', purchase(wash))).body.code).toBe('service.card_needed')
  const guessed = await link.call('POST', '/services', purchase(wash, { code: '123456' }))
  expect(guessed.body.code).toBe('payment.code_invalid')
  const bought = { service_id: wash.id, price: wash.price }
  expect((await link.call('POST', '/services/code', bought)).body.code).toBe('service.no_way')
  expect(await atProvider(link.orderId)).toBe(1)
  // neither do operators, who book it in cash or at a terminal then
  const byStaff = stage.world.post(`orders/${link.orderId}/services`, { ...bought, pays: 'order' })
  await expect(byStaff).rejects.toMatchObject({ body: expect.stringContaining('service.no_way') })
  const card = await link.cardOf('approved')
  expect((await link.call('POST', '/services', purchase(wash, { card }))).status).toBe(200)
  expect(await atProvider(link.orderId)).toBe(2)
})

test('the code goes to the payer, not to somebody who gave an address with an earlier attempt', async () => {
  const station = await stage.world.simulate('ocpp2.0.1', { plugDelayMs: null })
  const link = await DriverLink.offer(stage.world, stage.sandbox, station.made, {
    kind: 'charge',
    limit_amount: 50_000,
  })
  await link.pay('declined', { receipt_email: 'staff@owners.example' })
  await link.until('pay')
  await link.pay('approved')
  await link.until('waiting_plug')
  expect((await link.page()).services.proof).toEqual({ email: null, code: null })
  const payer = await paidByNobody({ receipt_email: 'payer@people.example' })
  expect((await payer.page()).services.proof).toEqual({ email: 'p•••@people.example', code: null })
  await payer.call('POST', '/services/code', { service_id: wash.id, price: wash.price })
  const mailed = () => codesTo(stage.world.dataDir, 'payer@people.example')
  await stage.world.until('the code is mailed', () => mailed().length === 1)
  expect((await payer.page()).services.proof?.code).toMatchObject({ service_id: wash.id })
  // where the payer can be mailed a code, another card is no proof
  const card = await payer.cardOf('approved')
  expect((await payer.call('POST', '/services', purchase(wash, { card }))).body.code).toBe(
    'payment.code_invalid',
  )
  const [code] = mailed()
  const bought = await payer.call('POST', '/services', purchase(wash, { code }))
  expect(bought).toMatchObject({ status: 200, body: { services: { sold: [{ name: 'Wash' }] } } })
  const { logs } = await payer.details()
  expect(logs).toContainEqual(expect.objectContaining({ event: 'agreed_by_code', value: 50_000 }))
})

test('a service that is dearer than the location’s most is not sold by link before an administrator has agreed to its price', async () => {
  const link = await paidByNobody()
  const most = (service_price_most: number) =>
    stage.world.patch(`locations/${stage.world.locationId}`, { service_price_most })
  const offered = async () => (await link.page()).services.offered.map(({ id }) => id)
  const card = await link.cardOf('approved')
  await most(49_999)
  expect(await offered()).not.toContain(wash.id)
  const refused = await link.call('POST', '/services', purchase(wash, { card }))
  expect(refused.body).toMatchObject({ code: 'service.price_not_agreed', details: { most: 49_999 } })
  await most(50_000)
  expect(await offered()).toContain(wash.id)
  await most(49_999)
  expect(await stage.world.patch(`services/${wash.id}`, { price: 50_000 })).toMatchObject({ agreed: true })
  expect(await offered()).toContain(wash.id)
  await most(500_000)
})

test('managers set prices up to the location’s most or what an administrator has agreed to, and no higher', async () => {
  const office = await Office.open(await openTestDatabase())
  try {
    const db = office.database.db
    const { id: owner } = await db
      .selectFrom('managers')
      .select('id')
      .where('role', '=', 'manager')
      .executeTakeFirstOrThrow()
    const location = (
      await office.call<{ id: number }>('administrator', 'POST', 'locations', {
        name: 'Yard',
        owner_id: owner,
      })
    ).body.id
    await sql`update managers set admitted_at = now() where id = ${owner}`.execute(db)
    const names = { en: 'Wash', de: 'Wash', ru: 'Wash' }
    const type = { names, descriptions: names, icon: 'wash' }
    const { id: type_id } = (
      await office.call<{ id: number }>('administrator', 'POST', 'types/services', type)
    ).body
    const add = (price: number) =>
      office.call<Service & ErrorAnswer>('manager', 'POST', `locations/${location}/services`, {
        type_id,
        price,
      })
    const over = await add(500_001)
    expect(over).toMatchObject({
      status: 409,
      body: { code: 'service.price_too_high', details: { most: 500_000 } },
    })
    const { id } = (await add(500_000)).body
    const set = async (who: 'manager' | 'administrator', price: number) =>
      (await office.call<Service & ErrorAnswer>(who, 'PATCH', `services/${id}`, { price })).status
    expect(await set('manager', 500_001)).toBe(409)
    expect(await set('manager', 499_999)).toBe(200)
    expect(await set('administrator', 800_000)).toBe(200)
    expect(await set('manager', 300_000)).toBe(200)
    expect(await set('manager', 800_000)).toBe(200)
    expect(await set('manager', 800_001)).toBe(409)
  } finally {
    await office.close()
  }
})
