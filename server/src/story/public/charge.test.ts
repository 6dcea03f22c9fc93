import type { ChargeStation, DriverCard, ErrorAnswer, OwnSession } from '@stationmaster/contract'
import { testCards } from '@stationmaster/payment-sandbox'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keptSecret } from '../../config/kept-secret.ts'
import { openTestDatabase, twoVersions } from '../../platform/general/testing.ts'
import { stickerLink } from '../../slices/public/charge/sticker.ts'
import { readPdfText } from '../figures/pdf-text.ts'
import { encryptedCard, SandboxProcess } from '../money/payments/payment-sandbox.ts'
import { DriverLink } from '../money/prepaid/driver-link.ts'
import { World } from '../world/world.ts'
import { openAccount } from './account/driver-account.ts'
import { expectSigned } from './signed-receipt.ts'

const sandbox = new SandboxProcess()
let world: World

beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, sandbox.env)
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
})

interface Begun {
  order_id: number
  token: string
  hold_amount: number
  device_key: string
}

/** A driver's browser, which has no account and keeps what it is given. */
class Browser {
  cookie = ''
  /** of a driver who is logged in */
  authorization = ''

  async call<T>(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: T & ErrorAnswer }> {
    const answer = await fetch(`${world.server.url}/api/v1/driver/${path}`, {
      method,
      headers: {
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(this.authorization ? { authorization: this.authorization } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    return { status: answer.status, body: (await answer.json()) as T & ErrorAnswer }
  }

  async look(number: number, signature?: string): Promise<ChargeStation> {
    const query = signature === undefined ? '' : `?k=${signature}`
    return (await this.call<ChargeStation>('GET', `stations/${number}${query}`)).body
  }

  async begin(number: number, more: object = {}) {
    const { connectors } = await this.look(number)
    const { id, price } = connectors[0]!
    const body = { connector_id: id, quote: price?.quote, request_id: crypto.randomUUID(), ...more }
    return this.call<Begun>('POST', `stations/${number}/sessions`, body)
  }

  sessions = async () => (await this.call<OwnSession[]>('GET', 'sessions')).body
}

/** The receipt of a link, as the page lets it be downloaded. */
async function file(token: string) {
  const answer = await fetch(`${world.server.url}/api/v1/pay/${token}/receipt?language=de`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const [type, name] = [answer.headers.get('content-type'), answer.headers.get('content-disposition')]
  return { status: answer.status, type, name, text: answer.ok ? readPdfText(bytes) : '' }
}

const curve = async (token: string): Promise<unknown[]> => {
  const answer = await fetch(`${world.server.url}/api/v1/pay/${token}/curve`)
  return (await answer.json()) as unknown[]
}

const pageOf = ({ order_id, token }: Begun) => DriverLink.of(world, sandbox, order_id, token)

async function freeStation(protocol: (typeof twoVersions)[number] = 'ocpp1.6', options: object = {}) {
  const station = await world.simulate(protocol, { plugDelayMs: null, ...options })
  await world.untilOnline(station.made.id)
  const { number } = await world.get<{ number: number }>(`stations/${station.made.id}`)
  const browser = new Browser()
  await world.until(
    'the connector is free',
    async () => (await browser.look(number)).connectors?.[0]?.state === 'free',
  )
  return { station, number, browser }
}

describe.each(twoVersions)('%s', (protocol) => {
  test('a stranger pays at the price that was shown, charges, and gets back what was not used', async () => {
    const { station, number, browser } = await freeStation(protocol, { signing: {} })
    const seen = await browser.look(number)
    expect(seen).toMatchObject({ number, hindrance: null, sticker: 'none', sessions: [] })
    expect(seen.connectors[0]).toMatchObject({
      state: 'free',
      price: { tariff: 1700, hold_amount: 170_000, example: { energy: 20_000, amount: 34_000 } },
      can: { charge: true },
    })
    const { status, body } = await browser.begin(number, { limit_amount: 50_000 })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.hold_amount).toBe(50_000)
    const page = pageOf(body)
    await page.pay('three_d_secure')
    await page.until('action')
    await page.answerBank({ answer: 'yes', code: '1234' })
    await page.until('waiting_plug')
    expect((await file(body.token)).status).toBe(409)
    expect(await page.page()).toMatchObject({
      step: 'waiting_plug',
      station: { image: null, connectors: [{ number: 1, own: true }] },
    })
    await station.plugIn(1, null)
    await page.until('charging')
    station.addEnergy(1, 10_000)
    await station.sendMeterValues({ connector: 1 })
    await world.forward(SECOND_MS)
    await station.sendMeterValues({ connector: 1 })
    expect((await curve(body.token)).length).toBeGreaterThanOrEqual(2)
    expect((await browser.look(number)).connectors[0]!.state).toBe('busy')
    expect(await browser.sessions()).toMatchObject([
      { order_id: body.order_id, open: true, token: body.token },
    ])
    await page.call('POST', '/stop')
    await page.until('finished')
    await page.untilMoney(50_000, 17_000, 33_000)
    const receipt = await file(body.token)
    expect([receipt.status, receipt.type]).toEqual([200, 'application/pdf'])
    for (const part of ['10,000', '17,00', '170,00', 'Zählerstände']) expect(receipt.text).toContain(part)
    expect(receipt.name).toContain(`receipt-${body.order_id}.pdf`)
    expect((await browser.look(number)).sessions).toEqual([])
    await expectSigned(world, page, station, async () => (await file(body.token)).text)
  })

  test('plugged in first, then paid: it starts at once', async () => {
    const { station, number, browser } = await freeStation(protocol)
    await station.plugIn(1, null)
    await world.until(
      'the car is seen',
      async () => (await browser.look(number)).connectors[0]!.state === 'plugged',
    )
    const { body } = await browser.begin(number, { limit_kwh: 5 })
    expect(body.hold_amount).toBe(8_500)
    const page = pageOf(body)
    await page.pay('approved')
    await page.until('charging')
  })

  test('where charging is free it starts without a payment', async () => {
    const { station, number, browser } = await freeStation(protocol)
    await world.post(`stations/${station.made.id}/monetize`, { monetized: false })
    await station.plugIn(1, null)
    await world.until(
      'the car is seen',
      async () => (await browser.look(number)).connectors[0]!.state === 'plugged',
    )
    expect((await browser.look(number)).connectors[0]!.price).toBeNull()
    const { status, body } = await browser.begin(number)
    expect(status, JSON.stringify(body)).toBe(201)
    const page = pageOf(body)
    await page.until('charging')
    station.addEnergy(1, 3_000)
    await station.sendMeterValues({ connector: 1 })
    await page.call('POST', '/stop')
    expect(await page.until('finished')).toMatchObject({ receipt: { charging: 0, held: 0 } })
  })
})

test('the price that was shown is charged, whatever happens to the tariff meanwhile; after a quarter of an hour it is shown anew', async () => {
  const { station, number, browser } = await freeStation()
  const quote = (await browser.look(number)).connectors[0]!.price!.quote
  await world.post(`locations/${world.locationId}/pricing`, { station_id: station.made.id, tariff: 9900 })
  await world.until(
    'the price is up',
    async () => (await browser.look(number)).connectors[0]!.price!.tariff === 9900,
  )
  await world.forward(13 * MINUTE_MS)
  const { body } = await browser.begin(number, { quote })
  const page = pageOf(body)
  expect(await page.page()).toMatchObject({ price: { tariff: 1700 } })
  await page.call('POST', '/cancel')
  await world.forward(2 * MINUTE_MS)
  expect((await browser.begin(number, { quote })).body.code).toBe('payment.price_changed')
  expect((await browser.begin(number, { quote: 'of somebody else' })).body.code).toBe('payment.price_changed')
  expect((await browser.begin(number, { quote: null })).body.code).toBe('payment.price_changed')
})

test('a quote of one connector is not good for another', async () => {
  const one = await freeStation()
  const other = await freeStation()
  const quote = (await one.browser.look(one.number)).connectors[0]!.price!.quote
  expect((await other.browser.begin(other.number, { quote })).body.code).toBe('payment.price_changed')
})

test('one request makes one order, also when its answer is lost; a connector of another station is not found', async () => {
  const { number, browser } = await freeStation()
  const request_id = crypto.randomUUID()
  const first = await browser.begin(number, { request_id })
  browser.cookie = ''
  const again = await browser.begin(number, { request_id })
  expect(again.body).toEqual(first.body)
  const other = await freeStation()
  const { connectors } = await other.browser.look(other.number)
  const foreign = await browser.begin(number, { connector_id: connectors[0]!.id })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'connector.not_found'])
})

test('the same device orders anew at once; another one once a minute has passed without a payment', async () => {
  const { number, browser } = await freeStation()
  const first = (await browser.begin(number, { limit_amount: 10_000 })).body
  const second = (await browser.begin(number, { limit_amount: 20_000 })).body
  expect(second.order_id).not.toBe(first.order_id)
  expect((await pageOf(first).page()).step).toBe('canceled')
  const stranger = new Browser()
  await world.forward(45 * SECOND_MS)
  expect((await stranger.begin(number)).body.code).toBe('connector.occupied')
  await world.forward(15 * SECOND_MS)
  // by way of another station nothing of this one is touched
  const elsewhere = await freeStation()
  const connector_id = (await browser.look(number)).connectors[0]!.id
  expect((await stranger.begin(elsewhere.number, { connector_id })).body.code).toBe('connector.not_found')
  expect((await pageOf(second).page()).step).toBe('pay')
  expect((await stranger.begin(number)).status).toBe(201)
  expect((await pageOf(second).page()).step).toBe('canceled')
})

test('an order whose payment is under way keeps its connector, and its device goes on with it', async () => {
  const { number, browser } = await freeStation()
  const { body } = await browser.begin(number)
  const page = pageOf(body)
  await page.pay('three_d_secure')
  await page.until('action')
  await world.forward(2 * MINUTE_MS)
  expect((await new Browser().begin(number)).body.code).toBe('connector.occupied')
  expect((await browser.begin(number)).body).toMatchObject({ order_id: body.order_id, token: body.token })
  expect((await page.page()).step).toBe('action')
})

test('two stations of one number: the driver chooses by place, and begins at no other one', async () => {
  const one = await freeStation()
  const two = await freeStation()
  const { number, browser } = two
  await world.patch(`stations/${one.station.made.id}`, { number })
  const choice = await browser.call<{ details: { stations: { connector_id: number }[] } }>(
    'GET',
    `stations/${number}`,
  )
  expect([choice.status, choice.body.code]).toEqual([409, 'station.same_number'])
  const ids = choice.body.details.stations.map(({ connector_id }) => connector_id).toSorted()
  expect(ids).toEqual([one.station.made.connectorId, two.station.made.connectorId].toSorted())
  for (const { station } of [one, two]) {
    const { connectorId } = station.made
    const { body: seen } = await browser.call<ChargeStation>(
      'GET',
      `stations/${number}?connector=${connectorId}`,
    )
    expect(seen.connectors.map(({ id }) => id)).toEqual([connectorId])
    const order = { connector_id: connectorId, quote: seen.connectors[0]!.price!.quote }
    const { body } = await browser.call<Begun>('POST', `stations/${number}/sessions`, {
      ...order,
      request_id: crypto.randomUUID(),
    })
    expect(await world.order(body.order_id)).toMatchObject({ connector_id: connectorId })
    await pageOf(body).call('POST', '/cancel')
  }
  const stranger = await browser.call('GET', `stations/${number}?connector=999999`)
  expect([stranger.status, stranger.body.code]).toEqual([404, 'connector.not_found'])
})

test('a stranger sees no session of another device', async () => {
  const { number, browser } = await freeStation()
  await browser.begin(number)
  expect(await browser.sessions()).toHaveLength(1)
  expect(await new Browser().sessions()).toEqual([])
  const guess = new Browser()
  guess.cookie = `stationmaster.charge=${'A'.repeat(43)}`
  expect(await guess.sessions()).toEqual([])
})

test('a sticker of the network is known, a foreign one is told', async () => {
  const { number, browser } = await freeStation()
  const k = new URL(
    stickerLink({ secretKey: keptSecret(world.dataDir), linkTo: (path) => `http://x${path}` }, number),
  ).searchParams.get('k')!
  expect((await browser.look(number, k)).sticker).toBe('ours')
  expect((await browser.look(number, `${k.slice(0, -1)}${k.endsWith('A') ? 'B' : 'A'}`)).sticker).toBe(
    'foreign',
  )
})

test('an offline station says so before any money moves, and one that stops selling', async () => {
  const { station, number, browser } = await freeStation()
  const quote = (await browser.look(number)).connectors[0]!.price!.quote
  await station.close()
  await world.untilOffline(station.made.id)
  expect(await browser.look(number)).toMatchObject({
    hindrance: 'offline',
    connectors: [{ state: 'offline', can: { charge: false, reserve: false } }],
  })
  expect((await browser.begin(number, { quote })).body.code).toBe('station.offline')
})

test('a car that was plugged in before the price changed pays the price that its driver was shown', async () => {
  const { station, number, browser } = await freeStation('ocpp2.0.1')
  await station.plugIn(1, null)
  await world.until(
    'the car is seen',
    async () => (await browser.look(number)).connectors[0]!.state === 'plugged',
  )
  await world.post(`locations/${world.locationId}/pricing`, { station_id: station.made.id, tariff: 2500 })
  await world.until(
    'the price is up',
    async () => (await browser.look(number)).connectors[0]!.price!.tariff === 2500,
  )
  const { body } = await browser.begin(number, { limit_amount: 50_000 })
  const page = pageOf(body)
  expect(await page.page()).toMatchObject({ price: { tariff: 2500 } })
  await page.pay('approved')
  await page.until('charging')
  station.addEnergy(1, 10_000)
  await station.sendMeterValues({ connector: 1 })
  await page.call('POST', '/stop')
  expect(await page.until('finished')).toMatchObject({ receipt: { charging: 25_000 } })
})

test('who is logged in begins as that driver, pays with the saved card, and finds the session in the account', async () => {
  const driver = await openAccount(world, { email: 'begins@people.example' })
  const { body: card } = await driver.call<DriverCard>('GET', 'driver/me/card')
  const { number: cardNumber } = testCards.find(({ behaviour }) => behaviour === 'approved')!
  const encrypted = await encryptedCard(card.card_key!, cardNumber)
  await driver.call('POST', 'driver/me/card', {
    encrypted_card_number: encrypted.encryptedCardNumber,
    encrypted_security_code: encrypted.encryptedSecurityCode,
    expiration_month: encrypted.expirationMonth,
    expiration_year: encrypted.expirationYear,
  })
  const { station, number, browser } = await freeStation()
  await world.until('the card is saved', async () => {
    await world.server.payments.paymentService.carryOutDue()
    return (await driver.call<DriverCard>('GET', 'driver/me/card')).body.saved !== null
  })
  browser.authorization = `Bearer ${driver.token}`
  await station.plugIn(1, null)
  await world.until(
    'the car is seen',
    async () => (await browser.look(number)).connectors[0]!.state === 'plugged',
  )
  const { status, body } = await browser.begin(number)
  expect(status, JSON.stringify(body)).toBe(201)
  expect(await world.order(body.order_id)).toMatchObject({ user: { id: driver.id } })
  const page = pageOf(body)
  expect((await page.page()).saved_card).not.toBeNull()
  await page.call('POST', '/payment', { method: 'saved_card' })
  await page.until('charging')
  expect(await browser.sessions()).toMatchObject([{ order_id: body.order_id, open: true }])
  const { body: own } = await driver.call<{ id: number }[]>('GET', 'driver/me/orders')
  expect(own.map(({ id }) => id)).toEqual([body.order_id])
  const second = await freeStation()
  second.browser.authorization = browser.authorization
  expect((await second.browser.begin(second.number)).body.code).toBe('driver.busy')
  await world.post(`drivers/${driver.id}/block`, { blocked: true, reason: 'a story' })
  expect((await second.browser.begin(second.number)).body.code).toBe('driver.blocked')
  second.browser.authorization = 'Bearer of-nobody'
  expect((await second.browser.begin(second.number)).status).toBe(401)
})

test('a page follows its station live, and one address holds at most a hundred streams', async () => {
  const { station, number } = await freeStation()
  const ending = new AbortController()
  const open = () =>
    fetch(`${world.server.url}/api/v1/driver/stations/${number}/live`, { signal: ending.signal })
  const [first, ...others] = await Promise.all(Array.from({ length: 100 }, open))
  expect(others.map(({ status }) => status)).not.toContain(429)
  expect((await open()).status).toBe(429)
  const reader = first!.body!.getReader()
  await station.plugIn(1, null)
  let heard = ''
  while (!heard.includes('"changed":true')) heard += new TextDecoder().decode((await reader.read()).value)
  ending.abort()
  await world.until('the streams are closed', async () => {
    const again = await fetch(`${world.server.url}/api/v1/driver/stations/${number}/live`)
    await again.body?.cancel()
    return again.status === 200
  })
  expect((await fetch(`${world.server.url}/api/v1/driver/stations/999999/live`)).status).toBe(404)
})
