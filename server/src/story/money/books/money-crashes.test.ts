import type { Service, ServiceType } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { testCards } from '@stationmaster/payment-sandbox'
import { simulate, type VirtualStation } from '@stationmaster/simulator'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrder } from '../../../slices/charging/orders/order.ts'
import { drawOrderIds, insertOrders } from '../../../slices/charging/orders/store.ts'
import { encryptedCard } from '../payments/payment-sandbox.ts'
import { DriverLink } from '../prepaid/driver-link.ts'
import { CrashStage, dice, unlessKilled, untilDone } from './crash-stage.ts'

/** sessions that have ended, and what is decided, refunded and charged back of them */
const decided = 120
/** orders that are driven from the link to the car's leaving */
const driven = 40
const atOnce = 40
const evsesOfStation = 5
const holdMinor = 50_000
/** shares of the calls that are lost, and of the writes of money that die */
const lost = 0.08
const killed = 0.04

const seed = Number(process.env.SEED)
const random = dice(seed)
let stage: CrashStage
let coffee: Service

beforeAll(async () => {
  stage = await CrashStage.open(random)
  const names = { en: 'Coffee', de: 'Kaffee', ru: 'Кофе' }
  const kind = { names, descriptions: names, icon: 'coffee' }
  const { id: type_id } = await stage.world.post<ServiceType>('types/services', kind)
  coffee = await stage.world.post<Service>(`locations/${stage.world.locationId}/services`, {
    type_id,
    price: 20_000,
  })
})
afterAll(() => stage.close())

type Step = 'tick' | 'later' | 'read' | 'decide' | 'refund' | 'chargeback'
interface History {
  paidBy: 'approved' | 'declined' | 'capture_refused_once' | 'sbp'
  priceMinor: number
  steps: Step[]
}

const step = fc.constantFrom<Step>('tick', 'tick', 'later', 'read', 'decide', 'refund', 'chargeback')
const paidBy = fc.constantFrom<History['paidBy']>(
  ...(['approved', 'approved', 'declined', 'capture_refused_once', 'sbp', 'sbp'] as const),
)
const history: fc.Arbitrary<History> = fc.record({
  paidBy,
  priceMinor: fc.constantFrom(0, 100, 34_000, holdMinor - 1, holdMinor, holdMinor + 1, 70_000),
  steps: fc.array(step, { minLength: 3, maxLength: 9, size: 'max' }),
})

type Drive =
  | 'plug'
  | 'unplug'
  | 'energy'
  | 'stop'
  | 'stop by driver'
  | 'pay'
  | 'buy'
  | 'arrive'
  | 'cancel'
  | 'tick'
  | 'later'
interface DrivenHistory {
  kind: 'charge' | 'reservation'
  paidBy: History['paidBy']
  plugFirst: boolean
  /** before the node is replaced, and after it an hour later */
  steps: [Drive[], Drive[]]
}

const drive = fc.constantFrom<Drive>(
  ...(['plug', 'plug', 'energy', 'energy', 'stop', 'stop by driver', 'pay', 'pay'] as const),
  ...(['buy', 'buy', 'unplug', 'arrive', 'cancel', 'tick', 'tick', 'later'] as const),
)
const someDrives = fc.array(drive, { minLength: 2, maxLength: 6, size: 'max' })
/** Most can happen only to an order that is paid. */
const beginning = fc.constantFrom<Drive[]>([], ['pay'], ['pay', 'plug'], ['pay', 'buy', 'plug', 'buy'])
const drivenHistory: fc.Arbitrary<DrivenHistory> = fc.record({
  kind: fc.constantFrom('charge', 'charge', 'reservation'),
  paidBy,
  plugFirst: fc.boolean(),
  steps: fc.tuple(
    fc.tuple(beginning, someDrives).map((drives) => drives.flat()),
    someDrives,
  ),
})

/** The same history of a driver who pays for a session and buys something with it, whatever chance draws for the others. */
const buying = ({ steps: [before, after], ...history }: DrivenHistory): DrivenHistory => ({
  ...history,
  kind: 'charge',
  paidBy: 'approved',
  plugFirst: false,
  steps: [['pay', 'tick', 'buy', 'plug', 'tick', 'buy', ...before], after],
})

/** Says at the driver's bank that it is so. */
async function agree(paymentId: number): Promise<void> {
  const { rows } = await sql<{ url: string }>`
    select action ->> 'url' as url from provider_payments where id = ${paymentId} and state = 'action'`.execute(
    stage.db,
  )
  if (rows[0]) await stage.sandbox.answer(rows[0].url, { answer: 'yes' })
}

const decide = (orderId: number, amount: number) =>
  unlessKilled(stage.world.post(`inbox/orders/${orderId}/price`, { amount, note: 'a story' }))

async function play({ paidBy, priceMinor, steps }: History, orderId: number, publicKey: string) {
  const method = paidBy === 'sbp' ? 'sbp' : 'card'
  const number = testCards.find(({ behaviour }) => behaviour === paidBy)?.number
  const paidWith = number ? { card: await encryptedCard(publicKey, number) } : {}
  const id = await untilDone(() =>
    stage.db.transaction().execute((tx) =>
      stage.paymentService.pay(tx, {
        orderId,
        purpose: 'charging',
        method,
        amountMinor: holdMinor,
        paidWith,
        description: '',
        returnUrl: '',
      }),
    ),
  )
  for (const one of steps) {
    if (one === 'tick') await stage.tick()
    else if (one === 'later') stage.clock.forward(10 * SECOND_MS)
    else if (one === 'read')
      await Promise.all([
        unlessKilled(stage.paymentService.read(id)),
        unlessKilled(stage.paymentService.read(id)),
      ])
    else if (one === 'decide') await decide(orderId, priceMinor)
    else
      await unlessKilled(
        stage.world.post(`orders/${orderId}/${one}s`, { amount: 1 + (orderId % 90), reason: 'a story' }),
      )
    if (method === 'sbp') await agree(id)
  }
}

/** A driver with a link to an order at a plug of some station. */
interface AtPlug {
  station: VirtualStation
  plug: number
  link: DriverLink
  history: DrivenHistory
}

/** Stations of both versions, plugs for everybody; those of 2.0.1 begin their transactions with the plug where a history says so. */
async function openStations(
  histories: readonly DrivenHistory[],
): Promise<(Omit<AtPlug, 'link'> & { connectorId: number })[]> {
  const places = []
  for (let first = 0; first < histories.length; first += evsesOfStation) {
    const some = histories.slice(first, first + evsesOfStation)
    const id = `CRASH${first}`
    const plugs = some.map((_, i) => i + 1)
    const made = await stage.world.post<{ password: string; evses: { connectors: { id: number }[] }[] }>(
      `locations/${stage.world.locationId}/stations`,
      {
        id,
        vendor_name: 'Story',
        model: 'Five',
        connectors: plugs.map((evse_number) => ({
          evse_number,
          number: 1,
          type: 'CCS 2',
          current: 'DC',
          power: 150,
        })),
      },
    )
    await stage.world.patch(`stations/${id}`, { reservations_supported: true })
    const protocol: Protocol = (first / evsesOfStation) % 2 === 0 ? 'ocpp2.0.1' : 'ocpp1.6'
    const station = await simulate({
      url: `${stage.world.server.url.replace('http', 'ws')}/ocpp`,
      stationId: id,
      protocol,
      password: made.password,
      seed: id,
      clock: stage.clock,
      connectors: plugs.map((evse) => ({
        number: evse,
        evse,
        type: 'CCS 2',
        current: 'DC',
        powerW: 150_000,
      })),
      meterEveryMs: 3_600_000,
      plugDelayMs: null,
      plugFirst: first % 2 === 0,
      retry: { connectMs: 50, connectMostMs: 200, messageMs: 50, messageAttempts: 200 },
    })
    places.push(
      ...some.map((history, i) => ({
        station,
        plug: i + 1,
        history,
        connectorId: made.evses[i]!.connectors[0]!.id,
      })),
    )
  }
  return places
}

async function driveOn({ station, plug, link, history }: AtPlug, steps: readonly Drive[]): Promise<void> {
  const purchase = { service_id: coffee.id, price: coffee.price, wish: `a-coffee-with-order-${link.orderId}` }
  const act: Record<Drive, () => Promise<unknown> | unknown> = {
    plug: () => station.plugIn(plug, null),
    unplug: () => station.unplug(plug),
    energy: () => {
      station.addEnergy(plug, 9000)
      return station.sendMeterValues({ connector: plug })
    },
    stop: () => station.stop(plug),
    'stop by driver': () => link.call('POST', '/stop'),
    pay: async () => {
      if (history.paidBy !== 'sbp') return link.pay(history.paidBy)
      await link.paySbp()
      return link.answerBank({ answer: 'yes' })
    },
    // the same request again, as after a lost answer, buys nothing more
    buy: async () => {
      const card = history.paidBy === 'sbp' ? {} : { card: await link.cardOf(history.paidBy) }
      const body = { ...purchase, ...card }
      await Promise.all([body, body].map((one) => link.call('POST', '/services', one)))
    },
    arrive: () => link.call('POST', '/start'),
    cancel: () => link.call('POST', '/cancel'),
    tick: () => stage.tick(),
    later: () => stage.clock.forward(10 * SECOND_MS),
  }
  // what cannot be done there just now is not done
  for (const one of steps) await unlessKilled(Promise.resolve().then(act[one]))
}

/** Does them all, a fixed number at once. */
const byMany = async <T>(all: readonly T[], work: (one: T, index: number) => Promise<unknown>) => {
  const left = all.entries()
  const worker = async () => {
    for (const [index, one] of left) await work(one, index)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Gives back some of what is paid, in part or wholly and often twice at once, while calls are lost and writes die; resolves to the kinds that were accepted. */
async function giveBack(): Promise<string[]> {
  const { rows: paid } = await sql<{ orderId: number; minor: number }>`
    select order_id as "orderId", captured_minor - refunded_minor as minor from payments
    where purpose = 'charging' and captured_minor > refunded_minor order by id`.execute(stage.db)
  const attempts = fc.sample(
    fc.array(
      fc.record({
        kind: fc.constantFrom('refund', 'refund', 'chargeback'),
        share: fc.constantFrom(0.3, 0.5, 1),
        twice: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    { seed, numRuns: paid.length },
  )
  const accepted: string[] = []
  await stage.crashes(lost, killed)
  await byMany(paid, async ({ orderId, minor }, i) => {
    for (const { kind, share, twice } of attempts[i]!) {
      const body = { amount: Math.ceil(minor * share), reason: 'a story' }
      const ask = () => stage.world.post(`orders/${orderId}/${kind}s`, body).then(() => accepted.push(kind))
      await Promise.all([ask, ...(twice ? [ask] : [])].map((one) => unlessKilled(one())))
    }
  })
  await stage.crashes(0, 0)
  return accepted
}

test('whatever is lost, repeated or killed, money is moved once, and provider, ledger and till tell the same', async () => {
  console.log(`money with crashes: seed ${seed}`)
  const { world } = stage
  const histories = fc.sample(history, { seed, numRuns: decided })
  const drawn = fc.sample(drivenHistory, { seed, numRuns: driven })
  const places = await openStations(drawn.map((one, i) => (i % 4 === 0 ? buying(one) : one)))
  const { BLUESNAP_PUBLIC_KEY } = await world.get<{ BLUESNAP_PUBLIC_KEY: string }>('help/config')
  const { id: stationId, connectorId } = await world.addStation()
  const orderIds = await stage.db.transaction().execute(async (tx) => {
    const ids = await drawOrderIds(tx, decided)
    const place = { locationId: world.locationId, stationId, connectorId, createdAt: world.clock.now() }
    await insertOrders(
      tx,
      ids.map((id, i) =>
        newOrder({
          ...place,
          id,
          status: 'completed',
          source: 'operator',
          billable: true,
          needsReview: true,
          paymentMethodType: histories[i]!.paidBy === 'sbp' ? 'sbp' : 'card',
        }),
      ),
    )
    return ids
  })
  await stage.crashes(lost, killed)
  await byMany(histories, (one, i) => play(one, orderIds[i]!, BLUESNAP_PUBLIC_KEY))
  await stage.crashes(0, 0)
  // those before have let the time go by in which an order is to be paid
  const drivers: AtPlug[] = []
  await byMany(places, async ({ connectorId: plugId, ...place }) => {
    if (place.history.plugFirst) await place.station.plugIn(place.plug, null)
    const { kind } = place.history.plugFirst ? { kind: 'charge' } : place.history
    const order = { kind, limit_amount: holdMinor }
    const link = await DriverLink.offer(world, stage.sandbox, { connectorId: plugId }, order)
    drivers.push({ ...place, link })
  })
  await stage.crashes(lost, killed)
  await byMany(drivers, (one) => driveOn(one, one.history.steps[0]))
  await stage.replaceNode()
  for (const { station } of drivers) await station.waitFor('accepted')
  // reservations, grace and the time to pay end meanwhile
  await stage.world.forward(65 * MINUTE_MS)
  await stage.tick()
  await byMany(drivers, (one) => driveOn(one, one.history.steps[1]))

  await stage.crashes(0, 0)
  await stage.world.forward(0)
  await byMany(drivers, async ({ station, plug }) => {
    await unlessKilled(station.stop(plug))
    await unlessKilled(station.unplug(plug))
  })
  await Promise.all(drivers.map(({ station }) => station.settled()))
  await stage.agreeAll()
  await stage.world.forward(25 * MINUTE_MS)
  await stage.drain()
  // holds of what nobody has decided on are about to end
  await stage.world.forward(6.5 * DAY_MS)
  await stage.paymentService.readUnread()
  await stage.drain()
  await byMany(orderIds, (id, i) => decide(id, histories[i]!.priceMinor))
  const { rows: asking } = await sql<{ id: number }>`select id from orders where needs_review`.execute(
    stage.db,
  )
  await byMany(asking, ({ id }) => decide(id, 20_000))
  await stage.agreeAll()
  await stage.drain()

  const givenBack = await giveBack()
  await stage.drain()
  for (const [kind, least] of Object.entries({ refund: 20, chargeback: 10 }))
    expect(givenBack.filter((one) => one === kind).length, `${kind}s that were accepted`).toBeGreaterThan(
      least,
    )

  await stage.check([...orderIds, ...drivers.map(({ link }) => link.orderId)])
  const { rows: ends } = await sql<{
    status: string
    n: number
  }>`select status, count(*)::int as n from orders
    where id = any(${drivers.map(({ link }) => link.orderId)}::bigint[]) group by 1`.execute(stage.db)
  expect(
    ends
      .map(({ status }) => status)
      .filter((status) => !['completed', 'canceled', 'expired'].includes(status)),
  ).toEqual([])
  const { rows: sold } =
    await sql`select from payments where purpose like 'service:%' and captured_minor > 0`.execute(stage.db)
  expect(sold.length, 'what was sold beside charging').toBeGreaterThan(0)
  expect(ends.find(({ status }) => status === 'completed')?.n ?? 0).toBeGreaterThan(driven / 6)
  await Promise.all([...new Set(drivers.map(({ station }) => station))].map((station) => station.close()))
}, 1_200_000)
