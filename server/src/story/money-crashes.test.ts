import { testCards } from '@stationmaster/payment-sandbox'
import { DAY_MS, dayOf, HOUR_MS, SECOND_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../platform/testing.ts'
import { listDifferences } from '../slices/ledger/totals-store.ts'
import { newOrder } from '../slices/orders/order.ts'
import { drawOrderIds, insertOrders } from '../slices/orders/store.ts'
import { reconcile } from '../slices/providers/reconcile.ts'
import { PaymentDoor } from './payment-door.ts'
import { encryptedCard, SandboxProcess } from './payment-sandbox.ts'
import { World } from './world.ts'

const histories = 240
const atOnce = 20
const holdMinor = 50_000

const sandbox = new SandboxProcess()
let world: World
let publicKey: string
const door = new PaymentDoor(sandbox)
/** how likely a call to provider or till is lost, before it arrives or with its answer, or comes twice */
let lost = 0
let random = Math.random

/** Ends transactions in the middle, at any row of money, as a server does that is killed there. */
const dies = [
  'provider_payments',
  'payment_operations',
  'payments',
  'refunds',
  'ledger_entries',
  'fiscal_receipts',
]

async function mayDie(likely: number): Promise<void> {
  await sql`create or replace function die() returns trigger language plpgsql as ${sql.lit(
    `begin if random() < ${likely} then raise exception 'killed'; end if; return new; end`,
  )}`.execute(world.db)
}

beforeAll(async () => {
  await sandbox.start()
  await door.open()
  const env = { ...sandbox.env, PAYMENT_SANDBOX_URL: door.url, FISCAL_TILL: 'sandbox' }
  world = await World.open(await openTestDatabase(), undefined, { ...env, LOG_LEVEL: 'silent' })
  publicKey = (await world.get<{ BLUESNAP_PUBLIC_KEY: string }>('help/config')).BLUESNAP_PUBLIC_KEY
  const valid_from = dayOf(world.clock.now(), 'Europe/Moscow')
  await world.post('legal-details', {
    ...{ name: 'ООО Сеть', inn: '7707083893', address: 'Тверь', vat_percent: 22, valid_from },
  })
  await mayDie(0)
  for (const table of dies)
    await sql`create trigger dies before insert or update on ${sql.table(table)} for each row execute function die()`.execute(
      world.db,
    )
})
afterAll(async () => {
  await world.close()
  door.close()
  await sandbox.remove()
})

type Step = 'tick' | 'later' | 'read' | 'decide' | 'refund' | 'chargeback'
interface History {
  paidBy: 'approved' | 'declined' | 'capture_refused_once' | 'sbp'
  priceMinor: number
  steps: Step[]
}

const step = fc.constantFrom<Step>('tick', 'tick', 'later', 'read', 'decide', 'refund', 'chargeback')
const history: fc.Arbitrary<History> = fc.record({
  paidBy: fc.constantFrom('approved', 'approved', 'declined', 'capture_refused_once', 'sbp', 'sbp'),
  priceMinor: fc.constantFrom(0, 100, 34_000, holdMinor - 1, holdMinor, holdMinor + 1, 70_000),
  steps: fc.array(step, { minLength: 3, maxLength: 9, size: 'max' }),
})

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

/** Whatever dies is done by whoever comes next. */
const unlessKilled = (work: Promise<unknown>) => work.catch(() => undefined)
const desk = () => world.server.payments.desk
const tick = () =>
  Promise.all([unlessKilled(desk().carryOutDue()), unlessKilled(world.server.receipts.sendDue())])

async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!String(error).includes('killed')) throw error
    }
  }
}

/** Says at the driver's bank that it is so. */
async function agree(paymentId: number): Promise<void> {
  const { rows } = await sql<{ url: string }>`
    select action ->> 'url' as url from provider_payments where id = ${paymentId} and state = 'action'`.execute(
    world.db,
  )
  if (rows[0]) await sandbox.answer(rows[0].url, { answer: 'yes' })
}

async function play({ paidBy, priceMinor, steps }: History, orderId: number): Promise<void> {
  const method = paidBy === 'sbp' ? 'sbp' : 'card'
  const number = testCards.find(({ behaviour }) => behaviour === paidBy)?.number
  const paidWith = number ? { card: await encryptedCard(publicKey, number) } : {}
  const id = await untilDone(() =>
    world.db.transaction().execute((tx) =>
      desk().pay(tx, {
        ...{ orderId, purpose: 'charging', method, amountMinor: holdMinor, paidWith },
        ...{ description: '', returnUrl: '' },
      }),
    ),
  )
  const decide = () =>
    unlessKilled(world.post(`inbox/orders/${orderId}/price`, { amount: priceMinor, note: 'a story' }))
  for (const one of steps) {
    if (one === 'tick') await tick()
    else if (one === 'later') world.clock.forward(10 * SECOND_MS)
    else if (one === 'read') await Promise.all([unlessKilled(desk().read(id)), unlessKilled(desk().read(id))])
    else if (one === 'decide') await decide()
    else
      await unlessKilled(
        world.post(`orders/${orderId}/${one}s`, { amount: 1 + (orderId % 90), reason: 'a story' }),
      )
    await agree(id)
  }
}

interface Row {
  orderId: number
  net: number
  sold: number
  money: number
  sale: number
}

test('whatever is lost, repeated or killed, money is moved once, and provider, ledger and till tell the same', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2_147_483_647)
  console.log(`money with crashes: seed ${seed}`)
  random = dice(seed)
  const told = fc.sample(history, { seed, numRuns: histories })
  const { id: stationId, connectorId } = await world.addStation()
  const orderIds = await world.db.transaction().execute(async (tx) => {
    const ids = await drawOrderIds(tx, histories)
    const place = { locationId: world.locationId, stationId, connectorId, createdAt: world.clock.now() }
    await insertOrders(
      tx,
      ids.map((id, i) =>
        newOrder({
          ...{ ...place, id, status: 'completed', source: 'operator', billable: true, needsReview: true },
          paymentMethodType: told[i]!.paidBy === 'sbp' ? 'sbp' : 'card',
        }),
      ),
    )
    return ids
  })
  door.decide = () => {
    const arrives = random() < lost ? 0 : random() < lost ? 2 : 1
    return { arrives, answer: arrives === 0 || random() < lost ? 'lost' : 'told' }
  }
  lost = 0.08
  await mayDie(0.04)
  for (let first = 0; first < histories; first += atOnce) {
    const some = told.slice(first, first + atOnce)
    await Promise.all(some.map((one, i) => play(one, orderIds[first + i]!)))
  }

  lost = 0
  await mayDie(0)
  await world.forward(0)
  for (const [i, id] of orderIds.entries())
    await unlessKilled(
      world.post(`inbox/orders/${id}/price`, { amount: told[i]!.priceMinor, note: 'a story' }),
    )
  const { rows: asking } = await sql<{ id: number }>`
    select id from provider_payments where state in ('pending', 'action')`.execute(world.db)
  for (const { id } of asking) {
    await agree(id)
    await desk().read(id)
  }
  const open = sql<{
    n: number
  }>`select (select count(*) from payment_operations where due_at is not null)::int
    + (select count(*) from fiscal_receipts where due_at is not null)::int as n`
  for (let round = 0; round < 20 && (await open.execute(world.db)).rows[0]!.n > 0; round += 1) {
    world.clock.forward(2 * HOUR_MS)
    await tick()
  }

  const { rows: left } = await sql`select order_id, state from provider_payments
    where state in ('created', 'pending', 'action', 'held')`.execute(world.db)
  expect(left, 'held for ever').toEqual([])
  const theirs = (await sandbox.payments()).map(({ order_ref }) => order_ref)
  expect(new Set(theirs).size, 'authorised twice').toBe(theirs.length)
  const { rows: captures } = await sql`select payment_id from payment_operations
    where kind = 'capture' and state = 'done' group by payment_id having count(*) > 1`.execute(world.db)
  expect(captures, 'captured twice').toEqual([])

  expect(await listDifferences(world.db)).toEqual([])
  for (let back = -1; back <= 3; back += 1) {
    const day = dayOf(new Date(world.clock.now().getTime() - back * DAY_MS), 'Europe/Moscow')
    await reconcile(
      {
        db: world.db,
        clock: world.clock,
        desk: desk(),
        provider: desk().provider,
        timeZone: 'Europe/Moscow',
      },
      day,
    )
  }
  const { rows: differences } = await sql`select kind, payment_id, ours, theirs from payment_differences
    where resolved_at is null`.execute(world.db)
  expect(differences).toEqual([])

  const { rows: sums } = await sql<Row>`
    with receipt as (
      select order_id, settlement, case kind when 'income' then amount_minor else -amount_minor end as minor
      from fiscal_receipts where state = 'done'
    )
    select o.id as "orderId",
      (select coalesce(sum(captured_minor - refunded_minor), 0)::int from provider_payments where order_id = o.id) as net,
      (select coalesce(sum(captured_minor - refunded_minor), 0)::int from payments where order_id = o.id) as sold,
      (select coalesce(sum(minor), 0)::int from receipt where order_id = o.id and settlement in ('payment', 'prepayment')) as money,
      (select coalesce(sum(minor), 0)::int from receipt where order_id = o.id and settlement in ('payment', 'offset')) as sale
    from unnest(${orderIds}::bigint[]) as o(id)`.execute(world.db)
  for (const { orderId, net, sold, money, sale } of sums)
    expect({ money, sale }, `receipts of ${orderId}`).toEqual({ money: net, sale: sold })
  const { rows: made } = await sql<{ key: string; kind: string; total: number }>`
    select 'receipt:' || id || ':' || round as key, kind, amount_minor as total from fiscal_receipts order by 1`.execute(
    world.db,
  )
  const registered = (await sandbox.receipts()).map(({ key, kind, total }) => ({ key, kind, total }))
  expect(registered.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(
    made.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  )
  expect(sums.filter(({ net }) => net > 0).length).toBeGreaterThan(histories / 4)
}, 180_000)
