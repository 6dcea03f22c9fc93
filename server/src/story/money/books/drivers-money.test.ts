import type { Driver, ErrorAnswer, Service, ServiceType, Tokens } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { twoVersions } from '../../../platform/general/testing.ts'
import { hashPassword } from '../../../slices/people/managers/signing-in/passwords.ts'
import { demoPassword } from '../../../slices/people/managers/staff/demo-accounts.ts'
import { insertManager } from '../../../slices/people/managers/store.ts'
import { cardTalk } from '../../stations/journal/card-talk.ts'
import { linkIn, readOutbox } from '../../world/outbox.ts'
import { PaymentStage } from '../payments/payment-stage.ts'
import { DriverLink } from '../prepaid/driver-link.ts'

let stage: PaymentStage
let owner: Owner
let people = 0

interface Owner {
  locationId: number
  call<T>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<{ status: number; body: T & ErrorAnswer }>
}

beforeAll(async () => {
  stage = await PaymentStage.open({ PLANS: 'off', SELF_SERVICE: 'true', CARD_SESSION_MOST: '150000' })
  owner = await anOwner('Stranger')
})
afterAll(() => stage.close())

/** A manager with a location of their own at 17.00 a kWh, where the stations of a story are put. */
async function anOwner(name: string): Promise<Owner> {
  const { world } = stage
  const email = `${name.toLowerCase()}@owners.example`
  const person = { email, firstName: name, lastName: 'Owner', role: 'manager' as const }
  const passwordHash = await hashPassword(demoPassword)
  const id = (await insertManager(world.db, { ...person, passwordHash, createdAt: world.clock.now() }))!
  const { id: locationId } = await world.post<{ id: number }>('locations', {
    name,
    city: 'Tver',
    owner_id: id,
  })
  await world.post(`locations/${locationId}/pricing`, { tariff: 1700 })
  const send = async (method: string, path: string, body: object | undefined, token = '') => {
    const answer = await fetch(`${world.server.url}/api/v1/${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as never }
  }
  const signedIn: { body: Tokens } = await send('POST', 'auth/manager/log-in', {
    email,
    password: demoPassword,
  })
  return {
    locationId,
    call: (method, path, body) => send(method, path, body, signedIn.body.access_token),
  }
}

/** A station of the owner's, whose car is not there. */
async function ownStation() {
  const { world } = stage
  people += 1
  return world.simulateAs(await world.addStationAs(`OWN${people}`, 150, owner.locationId), 'ocpp2.0.1')
}

/** A driver with an address and a saved card, who has charged at the network's own location alone. */
async function withSavedCard() {
  const { world, sandbox } = stage
  people += 1
  const card = `OWN-CARD-${people}`
  const email = `driver${people}@people.example`
  const driver = { first_name: 'Vera', last_name: card, email, tokens: [card] }
  const { id } = await world.post<Driver>('drivers', driver)
  const station = await world.simulate('ocpp2.0.1')
  const order = { kind: 'charge', driver_id: id, limit_amount: 1000 }
  const link = await DriverLink.offer(world, sandbox, station.made, order)
  await link.pay('approved', { save_card: true })
  await link.until('waiting_plug')
  await world.post(`orders/${link.orderId}/cancel`, { reason: 'only to save the card' })
  await link.untilMoney(1000, 0, 1000)
  return { id, card, email }
}

test('an owner who may not see a driver can neither start on the driver’s card nor offer, and learns nothing of the driver', async () => {
  const { world } = stage
  const station = await ownStation()
  const driver = await withSavedCard()
  const blocked = await withSavedCard()
  await world.post(`drivers/${blocked.id}/block`, { blocked: true, reason: 'left without paying' })
  const busy = await withSavedCard()
  const elsewhere = await world.simulate('ocpp2.0.1')
  await elsewhere.begin({ token: busy.card })
  await world.until('it runs', async () => (await world.ordersOf(elsewhere.id)).length === 1)

  expect((await owner.call('GET', `drivers/${driver.id}`)).status).toBe(404)
  const connector = `connectors/${station.made.connectorId}`
  const absent = await owner.call('POST', `${connector}/start`, { driver_id: 999_999 })
  expect(absent).toMatchObject({ status: 404, body: { code: 'driver.not_found' } })
  for (const { id } of [driver, blocked, busy]) {
    expect(await owner.call('POST', `${connector}/start`, { driver_id: id })).toEqual(absent)
    const offered = await owner.call('POST', `${connector}/orders`, { kind: 'charge', driver_id: id })
    expect(offered).toEqual(absent)
  }
  expect(await world.ordersOf(station.id)).toEqual([])
  expect((await owner.call('GET', `drivers/${driver.id}`)).status).toBe(404)
})

test('an owner whose station a driver has charged at cannot buy on the driver’s card by a link', async () => {
  const { world } = stage
  const station = await ownStation()
  const { card } = await withSavedCard()
  const names = { en: 'Wash', de: 'Wäsche', ru: 'Мойка' }
  const type = await world.post<ServiceType>('types/services', { names, descriptions: names, icon: 'wash' })
  const path = `locations/${owner.locationId}/services`
  const { body: wash } = await owner.call<Service>('POST', path, { type_id: type.id, price: 50_000 })
  await station.begin({ token: card })
  await world.until('it runs', async () => (await world.ordersOf(station.id)).length === 1)
  const { id: orderId } = (await world.ordersOf(station.id))[0]!
  await stage.untilPaid(orderId, [{ state: 'held' }])

  const { body: made } = await owner.call<{ link: string | null }>('POST', `orders/${orderId}/pay-links`, {})
  const token = made.link?.split('/').at(-1)
  const bought = await owner.call('POST', `pay/${token}/services`, {
    service_id: wash.id,
    price: wash.price,
    wish: 'a-wish-of-the-owner',
  })
  expect({ link: made.link, status: bought.status }).toEqual({ link: null, status: 400 })
  await stage.carryOut()
  expect(await stage.rowsOf(orderId)).toHaveLength(1)
})

test('what the staff start for a driver who pays is neither held nor started before the driver has agreed by the mailed link', async () => {
  const { world } = stage
  const { id: driverId, email } = await withSavedCard()
  const station = await world.simulate('ocpp2.0.1', { plugDelayMs: null })
  // the mail about the order with which the card was saved may come meanwhile
  const mails = () =>
    readOutbox(world.dataDir).filter(({ to, text }) => to === email && text.includes('500.00'))
  const before = mails().length
  const order = { driver_id: driverId, limit_amount: 50_000 }
  const started = await world.post<{ id: number }>(`connectors/${station.made.connectorId}/start`, order)
  const { id: orderId } = started
  expect(started).toEqual({ id: orderId, awaits_driver: true, mailed_to: 'd•••@people.example' })
  await world.until('the driver is mailed', () => mails().length > before)
  const mail = mails().at(-1)!
  expect(mail.subject).toBe('Please confirm: charging at Yard, Tver')
  expect(mail.text).toMatch(/Station #\d+, CCS 2, 150 kW/)
  expect(mail.text).toMatch(/17\.00\s₽ per kWh\. At most 500\.00\s₽ are held/)
  const link = linkIn(mail, '/pay/')
  const driver = DriverLink.of(world, stage.sandbox, orderId, link)

  await world.forward(14 * MINUTE_MS)
  expect(await stage.rowsOf(orderId)).toEqual([])
  expect(await world.sentTo(station.id, 'RequestStartTransaction')).toEqual([])
  // one more is mailed to the same address, and to no other
  const again = await world.post(`orders/${orderId}/pay-links`)
  expect(again).toEqual({ link: null, mailed_to: 'd•••@people.example' })
  const elsewhere = world.post(`orders/${orderId}/pay-links`, { email: 'operator@staff.example' })
  await expect(elsewhere).rejects.toMatchObject({ status: 409 })

  await driver.call('POST', '/payment', { method: 'saved_card' })
  await driver.until('waiting_plug')
  await stage.untilPaid(orderId, [{ state: 'held', held: 50_000 }])
  await station.plugIn(1, null)
  await driver.until('charging')

  const { logs } = await driver.details()
  const events = logs.flatMap(({ event, text }) =>
    event.startsWith('agreed') || event === 'link_mailed' ? [[event, text]] : [],
  )
  expect(events).toEqual([
    ['link_mailed', 'd•••@people.example'],
    ['link_mailed', 'd•••@people.example'],
    ['agreed_by_link', undefined],
  ])
  const { rows } = await sql<{ text: string }>`
    select coalesce(jsonb_agg(a)::text, '') || (select coalesce(jsonb_agg(l)::text, '') from order_logs l) as text
    from audit_log a`.execute(world.db)
  expect(rows[0]!.text).toContain('driver.agree')
  expect(rows[0]!.text).not.toContain(link.split('/').at(-1)!)
  await driver.call('POST', '/stop')
})

test('a charge that its driver does not agree to is over in a quarter of an hour, and nothing was ever held', async () => {
  const { world } = stage
  const { id: driverId } = await withSavedCard()
  const station = await world.simulate('ocpp2.0.1', { plugDelayMs: null })
  const driver = await DriverLink.offer(world, stage.sandbox, station.made, {
    kind: 'charge',
    driver_id: driverId,
  })
  await world.forward(16 * MINUTE_MS)
  await world.server.stations.timers.fire()
  await driver.until('expired')
  const late = await driver.call('POST', '/payment', { method: 'saved_card' })
  expect(late.body.code).toBe('payment.not_due')
  expect(await stage.rowsOf(driver.orderId)).toEqual([])
})

test('nothing that costs money is started for a driver who cannot be mailed', async () => {
  const { world } = stage
  const nobody = await world.post<Driver>('drivers', { first_name: 'Oleg', last_name: 'Silent' })
  const station = await world.simulate('ocpp2.0.1')
  const connector = `connectors/${station.made.connectorId}`
  const refused = { status: 409, body: expect.stringContaining('driver.no_address') }
  const order = { driver_id: nobody.id }
  await expect(world.post(`${connector}/start`, order)).rejects.toMatchObject(refused)
  await expect(world.post(`${connector}/orders`, { ...order, kind: 'charge' })).rejects.toMatchObject(refused)
  expect(await world.ordersOf(station.id)).toEqual([])
  await world.post(`stations/${station.id}/monetize`, { monetized: false })
  const { id } = await world.post<{ id: number }>(`${connector}/start`, order)
  expect(await world.order(id)).toMatchObject({ status: expect.stringMatching(/start/) })
  await world.post(`stations/${station.id}/monetize`, { monetized: true })
})

test('a link that the staff have read is no link of the driver whose order it becomes', async () => {
  const { world } = stage
  const station = await world.simulate('ocpp2.0.1', { plugFirst: true })
  await station.plugIn()
  await world.until('it waits', async () => (await world.ordersOf(station.id)).length === 1)
  const nobodys = await DriverLink.offer(world, stage.sandbox, station.made, {
    kind: 'charge',
    limit_amount: 1000,
  })
  expect((await nobodys.call('GET')).status).toBe(200)
  const { id } = await withSavedCard()
  await sql`update orders set driver_id = ${id} where id = ${nobodys.orderId}`.execute(world.db)
  expect(await nobodys.call('GET')).toMatchObject({ status: 404, body: { code: 'payment.not_found' } })
  await sql`update orders set driver_id = null where id = ${nobodys.orderId}`.execute(world.db)
})

test('a session that begins with the driver’s own tag is held up to the bound, and the driver is mailed a link to stop it', async () => {
  const { world } = stage
  const { card, email } = await withSavedCard()
  const station = await world.simulate('ocpp2.0.1')
  await station.begin({ token: card })
  await world.until('it runs', async () => (await world.ordersOf(station.id)).length === 1)
  const { id: orderId } = (await world.ordersOf(station.id))[0]!
  // 100 kWh at 17.00 would be 1700.00
  await stage.untilPaid(orderId, [{ state: 'held', held: 150_000 }])
  expect(await world.order(orderId)).toMatchObject({ limit_amount: 150_000 })
  const begun = () =>
    readOutbox(world.dataDir).find(({ to, subject }) => to === email && subject.includes('has begun'))
  await world.until('the driver is mailed', () => begun() !== undefined)
  expect(begun()!.text).toMatch(
    /Yard, Tver\. Station #\d+.*\n\nPrice: 17\.00\s₽ per kWh\. At most 1\s500\.00\s₽/,
  )
  const driver = DriverLink.of(world, stage.sandbox, orderId, linkIn(begun()!, '/pay/'))
  expect((await driver.page()).can.stop).toBe(true)
  await driver.call('POST', '/stop')
  await driver.until('finished')
  const { logs } = await driver.details()
  expect(logs.map(({ event }) => event)).toContain('agreed_by_tag')
})

test.each(
  twoVersions,
)('%s: no tag begins what costs at a paid station of an owner who is not admitted', async (protocol) => {
  const { world } = stage
  const { card } = await withSavedCard()
  people += 1
  const station = await world.simulateAs(
    await world.addStationAs(`OWN${people}`, 150, owner.locationId),
    protocol,
  )
  const waits = (is: boolean) =>
    sql`update locations set self_added = ${is} where id = ${owner.locationId}`.execute(world.db)
  await waits(true)
  const talk = cardTalk(protocol, station, () => world.clock.now())
  expect((await talk.authorize(card)).status).toBe(protocol === 'ocpp1.6' ? 'Blocked' : 'NoCredit')
  // and what is said to have begun out of contact is nobody's
  const at = new Date(world.clock.now().getTime() - HOUR_MS)
  const { transactionId } = await talk.start(card, { at })
  await talk.stop(transactionId, card, 3000)
  const [order] = await world.ordersOf(station.id)
  expect(order).toMatchObject({ warning: 'unowned', priceMinor: 0 })
  expect(await stage.rowsOf(order!.id)).toEqual([])
  await waits(false)
  expect((await talk.authorize(card)).status).toBe('Accepted')
})

test.each(
  twoVersions,
)('%s: an offer that the driver has not answered does not stop the driver’s charging card, and ends then', async (protocol) => {
  const { world } = stage
  const station = await world.simulate(protocol)
  const card = `ASKED${station.id}`
  await world.addCard(card)
  const [driver] = await world.get<Driver[]>(`drivers?search=${card}`)
  const elsewhere = await world.simulate('ocpp2.0.1', { plugDelayMs: null })
  const order = { kind: 'charge', driver_id: driver!.id, limit_amount: 50_000 }
  const link = await DriverLink.offer(world, stage.sandbox, elsewhere.made, order)
  const talk = cardTalk(protocol, station, () => world.clock.now())
  expect((await talk.authorize(card)).status).toBe('Accepted')
  expect((await link.page()).step).toBe('pay')
  const { cardStatus, transactionId } = await talk.start(card)
  expect(cardStatus.status).toBe('Accepted')
  expect(await world.ordersOf(station.id)).toMatchObject([{ status: 'started', warning: null }])
  expect(await link.page()).toMatchObject({ step: 'canceled', reason: 'canceled_by_driver' })
  // and who charges is busy, as ever
  const another = await world.simulate(protocol)
  const other = cardTalk(protocol, another, () => world.clock.now())
  expect((await other.authorize(card)).status).toBe('ConcurrentTx')
  await talk.stop(transactionId, card)
})
