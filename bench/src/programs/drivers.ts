import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ChargeStation, PayPage } from '@stationmaster/contract'
import { type Behaviour, testCards } from '@stationmaster/payment-sandbox'
import { VirtualStation } from '@stationmaster/simulator'
import pg from 'pg'
import { makeAdministrator } from '../measuring/asking.ts'
import { Histogram } from '../measuring/histogram.ts'
import { startStationmaster } from '../measuring/servers.ts'
import { usageOf } from '../processes/proc.ts'
import { endAll } from '../processes/processes.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { startPostgres } from '../seeding/postgres.ts'
import { cardBody } from '../soak/prepaid.ts'
import { sandboxSettings, startSandbox } from '../soak/stage.ts'
import { stationIdOf, tokenOf } from '../stations/load-spec.ts'

const help = `npm run bench -- drivers [options]   drivers without an account who all scan, pay and charge at once

  --drivers 200       how many, each at a station of its own
  --strict            exit code 1 where a session has not one hold, one capture and one receipt
`

const limitMinor = 30_000
const chargedWh = 10_000
const stepMostMs = 120_000
const settledMostMs = 120_000
/** as people pay: some banks answer late or twice */
const cards: readonly Behaviour[] = ['approved', 'approved', 'notice_twice', 'notice_late']

const timings = { look: new Histogram(), begin: new Histogram(), page: new Histogram() }

/** A driver with a phone in a network of its own. */
class Driver {
  private readonly address: string

  constructor(
    private readonly origin: string,
    private readonly nth: number,
  ) {
    this.address = `10.${nth >> 8}.${nth & 255}.7`
  }

  async charge(station: VirtualStation): Promise<void> {
    const shown = await this.call<ChargeStation>('look', 'GET', `driver/stations/${this.nth}`)
    const [connector] = shown.connectors
    const { token } = await this.call<{ token: string }>(
      'begin',
      'POST',
      `driver/stations/${this.nth}/sessions`,
      {
        connector_id: connector?.id,
        quote: connector?.price?.quote,
        limit_amount: limitMinor,
        request_id: crypto.randomUUID(),
      },
    )
    const page = `pay/${token}`
    const { card_key } = await this.call<PayPage>('page', 'GET', page)
    const behaviour = cards[this.nth % cards.length]
    const card = testCards.find((one) => one.behaviour === behaviour)
    await this.call('page', 'POST', `${page}/payment`, await cardBody(card_key ?? '', card?.number ?? ''))
    await this.until(page, 'waiting_plug')
    await station.plugIn(1, null)
    await this.until(page, 'charging')
    station.addEnergy(1, chargedWh)
    await station.sendMeterValues({ connector: 1 })
    await this.call('page', 'POST', `${page}/stop`)
    await this.until(page, 'finished')
  }

  private async until(page: string, step: PayPage['step']): Promise<void> {
    const begun = performance.now()
    for (;;) {
      const shown = await this.call<PayPage>('page', 'GET', page)
      if (shown.step === step) return
      if (performance.now() - begun > stepMostMs) throw new Error(`waited in vain for ${step}: ${shown.step}`)
      await pause(1_000)
    }
  }

  private async call<T>(what: keyof typeof timings, method: string, path: string, body?: object): Promise<T> {
    const begun = performance.now()
    const answer = await fetch(`${this.origin}/api/v1/${path}`, {
      method,
      headers: {
        'x-forwarded-for': this.address,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    timings[what].add(performance.now() - begun)
    if (!answer.ok) throw new Error(`${method} ${path.replace(/[\w-]{20,}/, '…')}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }
}

/** How many sessions have one hold, one capture and one receipt of what they cost, and all others. */
async function settled(url: string): Promise<{ right: number; wrong: number }> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ right: string; wrong: string }>(`
      with session as (
        select o.id, o.status, o.charging_price_minor as price,
          (select count(*) from provider_payments p where p.order_id = o.id and p.held_minor > 0) as holds,
          (select count(*) from payment_operations a join provider_payments p on p.id = a.payment_id
            where p.order_id = o.id and a.kind = 'capture' and a.state = 'done') as captures,
          (select coalesce(sum(p.captured_minor), 0) from provider_payments p where p.order_id = o.id) as captured,
          (select coalesce(sum(p.held_minor - p.captured_minor - p.canceled_minor), 0) from provider_payments p
            where p.order_id = o.id) as open,
          (select count(*) from fiscal_receipts r where r.order_id = o.id) as receipts
        from orders o)
      select count(*) filter (where ok) as right, count(*) filter (where ok is not true) as wrong
      from (select status = 'completed' and holds = 1 and captures = 1 and receipts = 1 and captured = price
        and open = 0 as ok from session) s`)
    const [row] = rows
    return { right: Number(row?.right), wrong: Number(row?.wrong) }
  } finally {
    await client.end()
  }
}

async function measure(count: number): Promise<boolean> {
  const postgres = await startPostgres()
  const database = await BenchDatabase.create(postgres.url)
  makeAdministrator({ DATABASE_URL: database.url })
  await database.seed(count)
  const server = await startStationmaster(database.url, undefined, {
    ...sandboxSettings(await startSandbox()),
    FISCAL_TILL: 'sandbox',
    TRUST_PROXY: '1',
    PLANS: 'off',
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '1000000',
  })
  const { origin } = new URL(server.url.replace('ws', 'http'))
  const stations = Array.from({ length: count }, (_, index) => stationAt(server.url, index + 1))
  for (const station of stations) station.turnOn()
  await untilFree(origin, count)
  const before = usageOf(server.pid).cpuSeconds
  const begun = performance.now()
  const ended = await Promise.allSettled(
    stations.map((station, index) => new Driver(origin, index + 1).charge(station)),
  )
  const seconds = (performance.now() - begun) / 1000
  const failures = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  for (const failure of new Set(failures)) console.log(`FAULT: ${failure}`)
  let found = await settled(database.url)
  const settling = performance.now()
  while (found.right < count && performance.now() - settling < settledMostMs) {
    await pause(1_000)
    found = await settled(database.url)
  }
  console.log(`${count} drivers at once: ${seconds.toFixed(1)} s until the last had charged`)
  for (const [what, histogram] of Object.entries(timings)) {
    const { count: calls, p50, p99 } = histogram.summary()
    console.log(
      `${what}: ${calls} calls, half within ${p50.toFixed(0)} ms, 99 of 100 within ${p99.toFixed(0)} ms`,
    )
  }
  console.log(
    `server: ${(((usageOf(server.pid).cpuSeconds - before) / count) * 1000).toFixed(0)} ms of a core a session`,
  )
  const isRight = found.right === count && found.wrong === 0 && failures.length === 0
  console.log(
    `${found.right} sessions with one hold, one capture and one receipt, ${found.wrong} others: ${isRight ? 'met' : 'MISSED'}`,
  )
  await Promise.all(stations.map((station) => station.close()))
  return isRight
}

/** Waits until the last station has said that it is free. */
async function untilFree(origin: string, count: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/api/v1/driver/stations/${count}`)
    const { connectors } = (await answer.json()) as ChargeStation
    if (connectors[0]?.state === 'free') break
    await pause(500)
  }
  await pause(5_000)
}

const stationAt = (url: string, number: number): VirtualStation =>
  new VirtualStation(
    {
      url,
      stationId: stationIdOf(number),
      protocol: number % 2 === 0 ? 'ocpp1.6' : 'ocpp2.0.1',
      connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
      seed: `drivers/${number}`,
      token: tokenOf(number),
      plate: { vendorName: 'LoadVendor', model: 'LoadModel', firmwareVersion: '1.0.0' },
      plugDelayMs: null,
    },
    // nobody reads what was said
    { onSaid: () => undefined },
  )

const { values } = parseArgs({
  options: {
    drivers: { type: 'string', default: '200' },
    strict: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(help)
else {
  const isRight = await measure(Number(values.drivers)).finally(endAll)
  process.exit(values.strict && !isRight ? 1 : 0)
}
