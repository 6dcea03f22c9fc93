import { HOUR_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../platform/database.ts'
import { type Jobs, openJobs } from '../platform/jobs.ts'
import { openTestDatabase } from '../platform/testing.ts'
import { newOrder } from '../slices/orders/order.ts'
import { drawOrderIds, insertOrders } from '../slices/orders/store.ts'
import { PaymentDesk } from '../slices/providers/desk.ts'
import type { PaymentProvider } from '../slices/providers/port.ts'
import { SandboxProvider } from '../slices/providers/sandbox.ts'
import { encryptedCard, SandboxProcess } from './payment-sandbox.ts'
import { StoryClock, World } from './world.ts'

const histories = 60
const atOnce = 15

const sandbox = new SandboxProcess()
const clock = new StoryClock()
let database: Database
let world: World
let jobs: Jobs
/** two servers on one database */
let desks: PaymentDesk[]
/** how likely a server is killed before a call goes out, and before its answer is written */
let killed = 0
let random = () => 0

/** The provider as a server sees it that is killed now and then: what it was told is gone with it. */
function whereKilled(provider: PaymentProvider): PaymentProvider {
  const mayDie = () => {
    if (random() < killed) throw new Error('killed')
  }
  return new Proxy(provider, {
    get: (target, name) => {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...given: unknown[]) => {
        mayDie()
        const told = await member.apply(target, given)
        mayDie()
        return told
      }
    },
  })
}

beforeAll(async () => {
  await sandbox.start()
  database = await openTestDatabase()
  world = await World.open(database, clock, { PAYMENT_PROVIDER: '' })
  jobs = openJobs(database, { timeZone: 'Europe/Moscow' }, () => {})
  const door = { url: sandbox.url, key: sandbox.env.PAYMENT_SANDBOX_KEY! }
  desks = [0, 1].map((node) => {
    // the jobs of one of them stand for those of both: names are given once
    const own = node === 0 ? jobs : { ...jobs, work: () => {}, schedule: () => {} }
    const provider = whereKilled(new SandboxProvider(door, () => '', 10_000))
    return new PaymentDesk({
      ...{ db: database.db, clock, jobs: own, provider, callMs: 10_000, report: () => {} },
      moved: async () => undefined,
    })
  })
  await jobs.start()
})
afterAll(async () => {
  await jobs.stop()
  await world.close()
  await sandbox.remove()
})

interface History {
  card: 'approved' | 'declined' | 'capture_refused_once'
  wishes: ('capture' | 'cancel' | 'refund' | 'later' | 'both')[]
}

/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const wish = fc.constantFrom<History['wishes'][number]>('capture', 'cancel', 'refund', 'later', 'both')
const history: fc.Arbitrary<History> = fc.record({
  card: fc.constantFrom('approved', 'approved', 'declined', 'capture_refused_once'),
  wishes: fc.array(wish, { minLength: 1, maxLength: 7, size: 'max' }),
})

const numbers = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  capture_refused_once: '4000000000005449',
}

async function play({ card, wishes }: History, orderId: number, publicKey: string): Promise<void> {
  const { db } = database
  const paidWith = { card: await encryptedCard(publicKey, numbers[card]) }
  const id = await db.transaction().execute((tx) =>
    desks[0]!.pay(tx, {
      ...{ orderId, purpose: 'charging', method: 'card', amountMinor: 1000, paidWith },
      ...{ description: '', returnUrl: '' },
    }),
  )
  const both = () => Promise.all(desks.map((desk) => desk.carryOut(id).catch(() => undefined)))
  await both()
  for (const [i, one] of wishes.entries()) {
    if (one === 'later') clock.forward(10_000)
    else if (one === 'both') await Promise.all(desks.map((desk) => desk.read(id).catch(() => undefined)))
    else {
      const asked = { kind: one, amountMinor: one === 'capture' ? 700 : 300 } as const
      await db.transaction().execute((tx) => desks[i % 2]!.ask(tx, id, asked))
      await both()
    }
  }
}

interface Row {
  id: number
  ref: string | null
  state: string
  captured: number
  refunded: number
  contradicted: boolean
}

test('two servers that are killed between any two steps do everything once', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2_147_483_647)
  console.log(`payments with crashes: seed ${seed}`)
  random = dice(seed)
  const told = fc.sample(history, { seed, numRuns: histories })
  const publicKey = await new SandboxProvider({ url: sandbox.url, key: '' }, () => '', 5000).publicKey()
  const { id: stationId, connectorId } = await world.addStation()
  const orderIds = await database.db.transaction().execute(async (tx) => {
    const ids = await drawOrderIds(tx, histories)
    const place = { locationId: world.locationId, stationId, connectorId, createdAt: new Date() }
    await insertOrders(
      tx,
      ids.map((id) => newOrder({ ...place, id, status: 'completed', source: 'operator' })),
    )
    return ids
  })
  killed = 0.15
  for (let first = 0; first < histories; first += atOnce) {
    const some = told.slice(first, first + atOnce)
    await Promise.all(some.map((one, i) => play(one, orderIds[first + i]!, publicKey)))
  }
  killed = 0
  // everything that is left goes out, and is read once more
  const open = sql<{ n: number }>`select count(*)::int as n from payment_operations where due_at is not null`
  for (let round = 0; round < 20 && (await open.execute(database.db)).rows[0]!.n > 0; round += 1) {
    clock.forward(2 * HOUR_MS)
    await desks[0]!.carryOutDue()
  }

  const { rows } =
    await sql<Row>`select id, payment_ref as ref, state, captured_minor as captured, refunded_minor as refunded,
    contradicted from provider_payments order by id`.execute(database.db)
  const theirs = await sandbox.payments()
  expect(rows).toHaveLength(histories)
  const known = theirs.map(({ order_ref }) => order_ref)
  expect(new Set(known).size, 'authorised twice').toBe(known.length)
  for (const row of rows) {
    const one = theirs.find(({ order_ref }) => order_ref === String(row.id))
    expect(row, `payment ${row.id}`).toMatchObject({
      ...{ contradicted: false, state: one?.state ?? 'canceled' },
      ...{ captured: one?.captured ?? 0, refunded: one?.refunded ?? 0 },
    })
  }
  const { rows: asked } = await sql<{ id: number; refunds: number; captures: number }>`
    select payment_id as id, coalesce(sum(amount_minor) filter (where kind = 'refund'), 0)::int as refunds,
      count(*) filter (where kind = 'capture')::int as captures
    from payment_operations where state = 'done' group by payment_id`.execute(database.db)
  for (const { id, refunds, captures } of asked) {
    const row = rows.find((one) => one.id === id)!
    expect(row.refunded, `refunds of ${id}`).toBe(refunds)
    expect(captures).toBe(row.state === 'captured' ? 1 : 0)
  }
  expect(rows.filter(({ state }) => state === 'captured').length).toBeGreaterThan(3)
}, 180_000)
