import type {
  Admission,
  ErrorAnswer,
  Location,
  Service,
  ServiceType,
  Station,
  Tokens,
  WaitingOwner,
} from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { SandboxProcess } from '../money/payments/payment-sandbox.ts'
import { DriverLink } from '../money/prepaid/driver-link.ts'
import { linkIn, readOutbox } from '../world/outbox.ts'
import { type StoryStation, World } from '../world/world.ts'

/** A network that lets managers add locations, asks for no plans, and takes money of drivers. */
const sandbox = new SandboxProcess()
let world: World
beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, {
    ...sandbox.env,
    SELF_SERVICE: 'true',
    PLANS: 'off',
    NEW_OWNER_HOLD_DAYS: '14',
  })
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

interface Answer<T> {
  status: number
  body: T & ErrorAnswer
}

async function call<T = object>(
  authorization: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer<T>> {
  const answer = await fetch(`${world.server.url}/api/v1/${path}`, {
    method,
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}
const administrator = <T = object>(method: string, path: string, body?: object) =>
  call<T>(world.authorization, method, path, body)

/** Somebody who signs up, confirms nothing, and adds a location. */
async function aStranger(name: string) {
  const email = `${name}@strangers.example`
  const account = { email, password: 'a-password-1', first_name: name, last_name: 'Stranger' }
  const { id } = await world.post<{ id: number }>('auth/manager', account)
  const { access_token } = await world.post<Tokens>('auth/manager/log-in', account)
  const ask = <T = object>(method: string, path: string, body?: object) =>
    call<T>(`Bearer ${access_token}`, method, path, body)
  const { body: place } = await ask<Location>('POST', 'locations', { name: `${name}'s yard`, city: 'Tver' })
  await ask('POST', `locations/${place.id}/pricing`, { tariff: 1700 })
  return { id, email, ask, place }
}

/** A station of theirs, with a script in its place that answers as one. */
async function connected(stranger: Awaited<ReturnType<typeof aStranger>>, id: string) {
  const { body } = await stranger.ask<Station & { password: string }>(
    'POST',
    `locations/${stranger.place.id}/stations`,
    {
      id,
      vendor_name: 'Script',
      model: 'One',
      connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
    },
  )
  const made: StoryStation = {
    id,
    password: body.password,
    connectorId: body.evses[0]!.connectors[0]!.id,
  }
  return world.simulateAs(made, 'ocpp1.6', { plugDelayMs: null })
}

async function aType(name: string): Promise<ServiceType> {
  const names = { en: name, de: `${name} (de)`, ru: `${name} (ru)` }
  return world.post('types/services', { names, descriptions: names, icon: 'wash' })
}

const admission = (id: number) => world.get<Admission>(`managers/${id}/admission`)
const codeOf = ({ status, body }: Answer<object>) => [status, body?.code]
const details = {
  holder: 'Eva Stranger',
  bank_name: 'First Bank',
  bic: '',
  account_number: 'de89 3704 0044 0532 0130 00',
}

test('a stranger’s location sells in no way before an administrator has let its owner in, and in every way after', async () => {
  const eva = await aStranger('eva')
  const station = await connected(eva, 'SCRIPT-1')
  const { connectorId } = station.made
  expect(eva.place).toMatchObject({ owner_id: eva.id, needs_admission: true })
  const monetize = () => eva.ask<Station>('POST', 'stations/SCRIPT-1/monetize', { monetized: true })
  const type = await aType('Wash')
  const addService = () =>
    eva.ask<Service>('POST', `locations/${eva.place.id}/services`, { type_id: type.id, price: 50_000 })

  // it takes no money, no matter who switches it on
  expect(codeOf(await monetize())).toEqual([409, 'owner.not_admitted'])
  expect(codeOf(await administrator('POST', 'stations/SCRIPT-1/monetize', { monetized: true }))).toEqual([
    ...[409, 'owner.not_admitted'],
  ])
  expect((await eva.ask<Station>('GET', 'stations/SCRIPT-1')).body).toMatchObject({
    monetized: false,
    needs_admission: true,
  })
  // a charge or a reservation by a link
  for (const kind of ['charge', 'reservation'])
    expect(codeOf(await eva.ask('POST', `connectors/${connectorId}/orders`, { kind }))).toEqual([
      ...[409, 'payment.nothing_to_pay'],
    ])
  // a session that is started from afar, and one with a card: both are free
  await world.addCard('EVA-CARD')
  const cards = await world.get<{ id: number }[]>('drivers?search=EVA-CARD')
  const remote = await world.post<{ id: number }>(`connectors/${connectorId}/start`, {
    driver_id: cards[0]!.id,
  })
  await station.plugIn(1, null)
  await world.until('it runs', async () => (await world.order(remote.id)).status === 'started')
  // a service, in cash and as the order is paid
  expect(codeOf(await addService())).toEqual([409, 'owner.not_admitted'])
  await sql`insert into location_services (location_id, type_id, price_minor, created_at)
    values (${eva.place.id}, ${type.id}, 50000, now())`.execute(world.db)
  const { rows } = await sql<{ id: number }>`select id from location_services
    where location_id = ${eva.place.id}`.execute(world.db)
  const service = { service_id: rows[0]!.id, price: 50_000 }
  for (const pays of ['cash', 'order'])
    expect(codeOf(await administrator('POST', `orders/${remote.id}/services`, { ...service, pays }))).toEqual(
      [409, 'owner.not_admitted'],
    )
  await sql`delete from location_services where location_id = ${eva.place.id}`.execute(world.db)
  await finish(station, remote.id)
  await station.begin({ token: 'EVA-CARD' })
  await world.until('it runs', async () => (await world.ordersOf('SCRIPT-1')).length === 2)
  const carded = (await world.ordersOf('SCRIPT-1'))[1]!
  await finish(station, carded.id)
  expect((await world.ordersOf('SCRIPT-1')).map(({ priceMinor }) => priceMinor ?? 0)).toEqual([0, 0])
  expect(await world.paymentsOf('SCRIPT-1')).toEqual([])
  // at a terminal, and by hand
  const { key } = await world.post<{ key: string }>('terminals', {
    name: 'POS',
    location_id: eva.place.id,
    provider: 'bank',
    market_shop_id: 'T-1',
  })
  const atTerminal = { order_id: carded.id, amount: 100, document_number: '1' }
  expect(codeOf(await call(`Bearer ${key}`, 'POST', 'terminal-payments', atTerminal))).toEqual([
    ...[409, 'payment.not_captured'],
  ])
  expect(codeOf(await administrator('POST', `orders/${carded.id}/payment`, { method_type: 'cash' }))).toEqual(
    [409, 'payment.not_captured'],
  )

  // step by step
  const admit = () => administrator<Admission>('POST', `managers/${eva.id}/admission`)
  expect(await admission(eva.id)).toMatchObject({
    needed: true,
    email_verified: false,
    contract: null,
    payout: null,
    admitted_at: null,
    missing: ['email', 'contract', 'payout'],
    hold_days: 14,
    held_until: null,
    waiting: [{ id: eva.place.id, stations: 1 }],
    can: { admit: false, change_payout: true },
  })
  const mail = await theMail(eva.email, 'Confirm your e-mail address')
  const token = linkIn(mail, '/auth/verify-email/').split('/').at(-1)
  await world.post('auth/email/verify', { token })
  expect(await waitingOwners()).toMatchObject([
    { id: eva.id, locations: 1, stations: 1, missing: ['contract', 'payout'] },
  ])
  await world.post('contracts', {
    owner_id: eva.id,
    number: '1/26',
    inn: '',
    agent_fee_percent: 10,
    valid_from: dayOf(world.clock.now(), 'Europe/Moscow'),
  })
  const refused = await admit()
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'owner.not_ready', details: { missing: ['payout'] } },
  })
  expect((await eva.ask<Admission>('PUT', `managers/${eva.id}/payout-details`, details)).body).toMatchObject({
    payout: { from: 'details', account_number: 'DE89370400440532013000', holder: 'Eva Stranger' },
    missing: [],
    can: { admit: false },
  })
  expect(codeOf(await monetize())).toEqual([409, 'owner.not_admitted'])
  // two administrators at once let the owner in once
  for (const { body } of await Promise.all([admit(), admit()]))
    expect(body).toMatchObject({ needed: false, waiting: [], can: { admit: false } })
  const { admitted_at } = await admission(eva.id)
  expect((await admit()).body).toMatchObject({ admitted_at, admitted_by: 'Anna Sedova' })
  expect((await eva.ask<Admission>('GET', `managers/${eva.id}/admission`)).body.admitted_by).toBeNull()
  expect(await waitingOwners()).toEqual([])
  expect((await theMail(eva.email, 'Your locations may sell from now on')).text).toContain("eva's yard")
  const audited = await sql`select after from audit_log where action = 'owner.admit'`.execute(world.db)
  expect(audited.rows).toEqual([{ after: { locations: [eva.place.id] } }])

  // now it sells
  expect((await monetize()).body).toMatchObject({ monetized: true, needs_admission: false })
  expect((await addService()).status).toBe(201)
  const link = await DriverLink.offer(world, sandbox, station.made, { kind: 'charge', limit_amount: 50_000 })
  await link.pay('approved')
  await link.until('waiting_plug')
  await world.post(`orders/${link.orderId}/cancel`, { reason: 'seen' })
  await station.begin({ token: 'EVA-CARD' })
  await world.until('it runs', async () => (await world.ordersOf('SCRIPT-1')).length === 4)
  const sold = (await world.ordersOf('SCRIPT-1'))[3]!
  await finish(station, sold.id)
  await world.until('it is paid', async () =>
    (await world.paymentsOf('SCRIPT-1')).some(({ capturedMinor }) => capturedMinor === 17_000),
  )
})

/** Ends a session after 10 kWh. */
async function finish(station: Awaited<ReturnType<typeof connected>>, orderId: number): Promise<void> {
  station.addEnergy(1, 10_000)
  await station.stop()
  await station.unplug()
  await world.until('it has ended', async () => (await world.order(orderId)).status === 'completed')
}

const waitingOwners = () => world.get<WaitingOwner[]>('owners/waiting')

async function theMail(to: string, subject: string) {
  const find = () => readOutbox(world.dataDir).find((mail) => mail.to === to && mail.subject === subject)
  await world.until(`'${subject}' came`, () => find() !== undefined)
  return find()!
}
