import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PayPage } from '@stationmaster/contract'
import { testCards } from '@stationmaster/payment-sandbox'
import { simulate, type VirtualStation } from '@stationmaster/simulator'
import { dayOf } from '@stationmaster/units'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openPostgres } from '../../../platform/database/database.ts'
import { createServerDatabase } from '../../../platform/general/testing.ts'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { Api, freePort, ServerProcess } from '../../world/server-process.ts'
import { type Fate, PaymentDoor } from '../payments/payment-door.ts'
import { encryptedCard, SandboxProcess } from '../payments/payment-sandbox.ts'

const never = new Promise<void>(() => {})
const limitMinor = 50_000
/** 20 kWh at 17.00 */
const priceMinor = 34_000
const timeZone = 'Europe/Moscow'

interface Money {
  status: string
  payments: { state: string; captured: number; refunded: number }[]
  /** what is booked of it */
  sold: number
}
const paid: Money = {
  status: 'completed',
  payments: [{ state: 'captured', captured: priceMinor, refunded: 0 }],
  sold: priceMinor,
}

/** A driver with a link to a charge at a station of its own. */
interface Driver {
  station: VirtualStation
  orderId: number
  token: string
}

/**
 * Server, payment provider and database are processes of their own, as an operator runs them: the server is killed while drivers stand at
 * every step of paying, and the provider is slow, says things twice, and is away.
 */
describe.skipIf(!process.env.TEST_DATABASE_URL)('money and processes that die', () => {
  const undo: (() => Promise<unknown> | unknown)[] = []
  const sandbox = new SandboxProcess()
  const door = new PaymentDoor(sandbox)
  const fates = new Map<string, Fate>()
  const requested = new Set<string>()
  let server: ServerProcess
  let api: Api
  let database: Database
  let lock: pg.Client
  let locationId: number
  let count = 0

  beforeAll(async () => {
    await sandbox.start()
    undo.push(() => sandbox.remove())
    await door.open()
    undo.push(() => door.close())
    const fresh = (await createServerDatabase())!
    undo.push(() => fresh.drop())
    const dataDir = mkdtempSync(join(tmpdir(), 'killed-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    database = openPostgres(fresh.url, 3)
    undo.push(() => database.close())
    lock = new pg.Client(fresh.url)
    await lock.connect()
    undo.push(() => lock.end())
    const env = { ...sandbox.env, PAYMENT_SANDBOX_URL: door.url, FISCAL_TILL: 'sandbox' }
    server = new ServerProcess(dataDir, await freePort(), fresh.url, env)
    undo.push(() => server.end('SIGKILL'))
    await server.start()
    api = await Api.open(server.url)
    const today = dayOf(new Date(), timeZone)
    await api.post('legal-details', {
      name: 'ООО Сеть',
      inn: '7707083893',
      address: 'Тверь',
      vat_percent: 22,
      valid_from: today,
    })
    locationId = (await api.post<{ id: number }>('locations', { name: 'Yard' })).id
    await api.post(`locations/${locationId}/pricing`, { tariff: 1700 })
    door.decide = ({ method, path, body }) => {
      if (method === 'GET') return {}
      // a payment is requested under the order's id, and later calls use the provider's name
      const name = /order (\d+)/.exec(body)?.[1] ?? path
      requested.add(name)
      return fates.get(name) ?? {}
    }
  })
  afterAll(async () => {
    for (const one of undo.splice(0).reverse()) await one()
  })

  const until = async (what: string, isSo: () => Promise<boolean> | boolean): Promise<void> => {
    const end = performance.now() + 60_000
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(`waited in vain: ${what}`)
      await delay(50)
    }
  }

  async function aDriver(): Promise<Driver> {
    count += 1
    const id = `DIES${count}`
    const made = await api.post<{ password: string; evses: { connectors: { id: number }[] }[] }>(
      `locations/${locationId}/stations`,
      {
        id,
        vendor_name: 'Story',
        model: 'One',
        connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
      },
    )
    const connector = made.evses[0]!.connectors[0]!.id
    const station = await simulate({
      url: `${server.url.replace('http', 'ws')}/ocpp`,
      stationId: id,
      password: made.password,
      seed: id,
      protocol: count % 2 === 0 ? 'ocpp1.6' : 'ocpp2.0.1',
      connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
      meterEveryMs: 3_600_000,
      plugDelayMs: null,
      retry: { connectMs: 50, connectMostMs: 200, messageMs: 100, messageAttempts: 100 },
    })
    undo.push(() => station.close())
    const { order_id, link } = await api.post<{ order_id: number; link: string }>(
      `connectors/${connector}/orders`,
      { kind: 'charge', limit_amount: limitMinor },
    )
    return { station, orderId: order_id, token: link.split('/').at(-1)! }
  }

  const page = async ({ token }: Driver): Promise<PayPage> =>
    (await (await fetch(`${server.url}/api/v1/pay/${token}`)).json()) as PayPage

  /** Sends the card; whether somebody is left to answer is another matter. */
  async function pay(driver: Driver, behaviour = 'approved'): Promise<{ answered: Promise<unknown> }> {
    const { number } = testCards.find((card) => card.behaviour === behaviour)!
    const card = await encryptedCard((await page(driver)).card_key!, number)
    const answered = fetch(`${server.url}/api/v1/pay/${driver.token}/payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        method: 'card',
        encrypted_card_number: card.encryptedCardNumber,
        encrypted_security_code: card.encryptedSecurityCode,
        expiration_month: card.expirationMonth,
        expiration_year: card.expirationYear,
      }),
    }).catch(() => undefined)
    return { answered }
  }

  const reaches = (driver: Driver, step: PayPage['step']) =>
    until(`order ${driver.orderId} is ${step}`, async () => (await page(driver)).step === step)

  /** Where the calls for a payment that is held already arrive. */
  async function pathOf({ orderId }: Driver): Promise<string> {
    const { rows } = await sql<{ ref: string }>`
      select payment_ref as ref from provider_payments where order_id = ${orderId}`.execute(database.db)
    return `/v1/payments/${rows[0]!.ref}/capture`
  }

  async function charging(driver: Driver): Promise<void> {
    await driver.station.plugIn(1, null)
    await reaches(driver, 'charging')
  }

  async function charges(): Promise<Driver> {
    const driver = await aDriver()
    await pay(driver)
    await reaches(driver, 'waiting_plug')
    await charging(driver)
    return driver
  }

  /** The car has what it came for; the stop is repeated by the station for as long as nobody answers. */
  const stops = ({ station }: Driver): Promise<void> => {
    station.addEnergy(1, 20_000)
    return station.stop()
  }

  const waitsForLock = (many: number) =>
    until('a server waits for a row', async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
      return rows[0]!.n >= many
    })

  /** An hour passes for operations that wait to be sent again, and the minute's jobs run. */
  async function anHourPasses(): Promise<void> {
    await sql`update payment_operations set due_at = due_at - interval '1 hour',
      asked_at = asked_at - interval '1 hour', first_sent_at = first_sent_at - interval '1 hour'
      where due_at is not null`.execute(database.db)
    await sql`update fiscal_receipts set due_at = due_at - interval '1 hour' where due_at is not null`.execute(
      database.db,
    )
    await sql`insert into pgboss.job (name, data) values ('payments-due', '{}'), ('receipts-due', '{}')`.execute(
      database.db,
    )
  }

  const moneyOf = async ({ orderId }: Driver): Promise<Money> => {
    const theirs = await sandbox.payments()
    const { rows } = await sql<{ id: number; status: string; sold: number }>`
      select p.id, o.status, (select coalesce(sum(due_minor) filter (where kind in ('sale', 'refund')), 0)::int
        from ledger_line_view where order_id = o.id) as sold
      from orders o join provider_payments p on p.order_id = o.id where o.id = ${orderId}`.execute(
      database.db,
    )
    return {
      status: rows[0]!.status,
      payments: rows.flatMap(({ id }) =>
        theirs
          .filter(({ order_ref }) => order_ref === String(id))
          .map(({ state, captured, refunded }) => ({ state, captured, refunded })),
      ),
      sold: rows[0]!.sold,
    }
  }
  const ends = (driver: Driver, money: Money) =>
    expect.poll(() => moneyOf(driver), { timeout: 60_000, interval: 100 }).toEqual(money)

  /** Provider, till, payments and ledger tell the same, and nothing is under way. */
  async function agreed(): Promise<void> {
    const { rows: open } = await sql`select key, state from payment_operations where due_at is not null
      or state = 'stuck'`.execute(database.db)
    expect(open).toEqual([])
    const theirs = await sandbox.payments()
    expect(theirs.filter(({ state }) => state !== 'captured' && state !== 'canceled')).toEqual([])
    expect(new Set(theirs.map(({ order_ref }) => order_ref)).size, 'requested twice').toBe(theirs.length)
    for (const day of new Set(theirs.map(({ created_at }) => dayOf(new Date(created_at), timeZone))))
      await api.post('reconciliation/compare', { day })
    expect(await api.get('reconciliation/differences')).toEqual([])
    expect(await listDifferences(database.db)).toEqual([])
    const { rows: trial } = await sql<{ minor: number }>`
      select sum(balance_minor)::int as minor from ledger_balance_view`.execute(database.db)
    expect(trial).toEqual([{ minor: 0 }])
    const captured = theirs.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
    const receipted = async () => {
      const receipts = await sandbox.receipts()
      return receipts.reduce((sum, { kind, total }) => sum + (kind === 'income' ? total : -total), 0)
    }
    await expect.poll(receipted).toBe(captured)
  }

  test('a server that is killed at every step of paying takes each driver’s money once', async () => {
    const unsent = await aDriver()
    fates.set(String(unsent.orderId), { arrives: 0, answer: never })
    const unanswered = await aDriver()
    fates.set(String(unanswered.orderId), { answer: never })
    const plugsLater = await aDriver()
    const neverStarts = await aDriver()
    for (const driver of [unsent, unanswered, plugsLater, neverStarts]) await pay(driver)
    for (const { orderId } of [unsent, unanswered])
      await until('the provider gets the request', () => requested.has(String(orderId)))
    await reaches(plugsLater, 'waiting_plug')
    await reaches(neverStarts, 'waiting_plug')
    neverStarts.station.misbehave('silent')
    await neverStarts.station.plugIn(1, null)
    await reaches(neverStarts, 'starting')

    const [stopping, stopped, captured, booking] = [
      await charges(),
      await charges(),
      await charges(),
      await charges(),
    ]
    const paths = new Map<Driver, string>()
    for (const driver of [stopped, captured, booking]) paths.set(driver, await pathOf(driver))
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    fates.set(paths.get(stopped)!, { arrives: 0, answer: never })
    fates.set(paths.get(captured)!, { answer: never })
    fates.set(paths.get(booking)!, { answer: answered })
    for (const driver of [stopped, captured, booking]) {
      await stops(driver)
      await until('the capture is requested', () => requested.has(paths.get(driver)!))
    }
    // writes to these two wait for the story
    await lock.query('begin')
    await lock.query('select from provider_payments where order_id = $1 for update', [stopping.orderId])
    await lock.query('select from payments where order_id = $1 for update', [booking.orderId])
    answer()
    await waitsForLock(1)
    const repeated = stops(stopping)
    await waitsForLock(2)

    await server.end('SIGKILL')
    await lock.query('rollback')
    fates.clear()
    await plugsLater.station.plugIn(1, null)
    await neverStarts.station.close()
    await server.start()
    await repeated
    await anHourPasses()
    await sql`update orders set due_at = now() where id = ${neverStarts.orderId}`.execute(database.db)

    for (const driver of [unsent, unanswered]) {
      await reaches(driver, 'waiting_plug')
      await charging(driver)
    }
    await reaches(plugsLater, 'charging')
    for (const driver of [unsent, unanswered, plugsLater]) await stops(driver)
    for (const driver of [unsent, unanswered, plugsLater, stopping, stopped, captured, booking])
      await ends(driver, paid)
    const released = {
      status: 'canceled',
      payments: [{ state: 'canceled', captured: 0, refunded: 0 }],
      sold: 0,
    }
    await ends(neverStarts, released)
    await agreed()
  })

  test('a provider that is slow, says things twice, says them late, and is away for an hour changes nothing', async () => {
    const slow = await aDriver()
    const twice = await aDriver()
    const late = await aDriver()
    const away = await charges()
    // it answers only after the server has given up
    let answers = () => {}
    const givenUp = new Promise<void>((resolve) => {
      answers = resolve
    })
    fates.set(String(slow.orderId), { answer: givenUp })
    await (await pay(slow)).answered
    expect((await page(slow)).step).toBe('confirming')
    answers()
    fates.set(String(twice.orderId), { arrives: 2 })
    await pay(twice, 'notice_twice')
    await pay(late, 'notice_late')
    for (const driver of [twice, late]) {
      await reaches(driver, 'waiting_plug')
      await charging(driver)
    }
    fates.set(await pathOf(twice), { arrives: 2 })
    fates.set(await pathOf(late), { answer: delay(5000) })
    for (const driver of [twice, late]) await stops(driver)
    await ends(twice, paid)
    await anHourPasses()
    await reaches(slow, 'waiting_plug')
    await charging(slow)

    await sandbox.end('SIGKILL')
    requested.clear()
    const path = await pathOf(away)
    await stops(away)
    await stops(slow)
    await until('the capture is requested', () => requested.has(path))
    await anHourPasses()
    await sandbox.start()
    await anHourPasses()
    for (const driver of [slow, late, away]) await ends(driver, paid)
    await agreed()
  })
})
