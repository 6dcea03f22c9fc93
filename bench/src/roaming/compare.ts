import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { CdrObject, Emsp } from '@stationmaster/simulator/emsp'
import type { Car } from './car.ts'
import type { RoamingStage } from './stage.ts'

const mostShown = 10
/** a change is pushed within a minute */
const mostLateMs = 300_000
const lookEveryMs = 2_000
const lists = ['locations', 'tariffs', 'sessions', 'cdrs'] as const

/** How much of a session was given back, kopecks, by its order. */
export type Refunds = Map<number, number>

interface OrderRow {
  id: number
  station_id: string
  status: string
  energy_wh: number
  captured_minor: number
  refunded_minor: number
  /** what the ledger has the partner's company owe for it */
  ledger_minor: number
}

/** What came out at the end, and what is wrong with it. */
export interface Comparison {
  sessions: { charged: number; orders: number; atPartner: number }
  cdrs: { atPartner: number; credits: number; sentAgain: number }
  money: { billedMinor: number; ledgerMinor: number; refundedMinor: number }
  refunds: number
  faults: string[]
}

/** Compares what the partner has with what was charged, the ledger, and our lists. */
export async function compare(
  stage: RoamingStage,
  cars: readonly Car[],
  refunds: Refunds,
): Promise<Comparison> {
  const faults: string[] = []
  const orders = await ordersOf(stage)
  const left = await stage.query<{ text: string }>(
    `select topic || ' ' || key || ': ' || state || ' ' || coalesce(error, '') as text from deliveries`,
  )
  tell(
    faults,
    'left in the queue',
    left.map(({ text }) => text),
  )
  compareOrders(cars, orders, refunds, faults)
  // from here on its own process is not needed: it has kept all
  await stage.partner.kill()
  const emsp = await stage.partner.open()
  try {
    compareSessions(orders, emsp, faults)
    for (const order of orders) faults.push(...cdrFaults(order, emsp.cdrsOf(String(order.id)), refunds))
    tell(faults, 'refused by the partner', emsp.book.refusals())
    tell(faults, 'vanished EVSEs', emsp.book.vanished)
    faults.push(...(await comparePulled(emsp)))
    return summary(cars, orders, emsp, refunds, faults)
  } finally {
    await emsp.close()
  }
}

async function ordersOf(stage: RoamingStage): Promise<OrderRow[]> {
  const rows = await stage.query<Record<keyof OrderRow, string>>(
    `select o.id, o.station_id, o.status, o.energy_wh, coalesce(p.captured, 0) as captured_minor,
      coalesce(p.refunded, 0) as refunded_minor, coalesce(l.minor, 0) as ledger_minor
    from orders o
    left join lateral (select sum(captured_minor) as captured, sum(refunded_minor) as refunded from payments
      where order_id = o.id) p on true
    left join lateral (select sum(amount_minor) as minor from fleet_line_view where order_id = o.id) l on true
    order by o.id`,
  )
  return rows.map(({ station_id, status, ...numbers }) => {
    const values = Object.entries(numbers).map(([name, value]) => [name, Number(value)])
    return { station_id, status, ...(Object.fromEntries(values) as Omit<OrderRow, 'station_id' | 'status'>) }
  })
}

const described = (order: OrderRow) => JSON.stringify(order)

/** Each car's session is one completed order with its energy, and what was given back is refunded once. */
function compareOrders(
  cars: readonly Car[],
  orders: readonly OrderRow[],
  refunds: Refunds,
  faults: string[],
): void {
  const wrong = cars.flatMap(({ stationId, energyWh }) => {
    const its = orders.filter(({ station_id }) => station_id === stationId)
    const [one] = its
    const isRight = its.length === 1 && one?.status === 'completed' && one.energy_wh === energyWh
    return isRight ? [] : [`${stationId} charged ${energyWh} Wh: ${its.map(described).join() || 'no order'}`]
  })
  tell(faults, 'sessions that are not one order', wrong)
  const twice = orders.filter(({ id, refunded_minor }) => refunded_minor !== (refunds.get(id) ?? 0))
  tell(faults, 'orders that are refunded otherwise', twice.map(described))
  const booked = orders.filter((one) => one.ledger_minor !== one.captured_minor - one.refunded_minor)
  tell(faults, 'orders that the ledger has otherwise', booked.map(described))
}

function compareSessions(orders: readonly OrderRow[], emsp: Emsp, faults: string[]): void {
  const wrong = orders.filter(({ id, energy_wh }) => {
    const session = emsp.session(String(id))
    return session?.status !== 'COMPLETED' || Math.round(session.kwh * 1000) !== energy_wh
  })
  tell(faults, 'sessions that the partner has otherwise', wrong.map(described))
  if (emsp.book.sessions.size !== orders.length)
    faults.push(`the partner has ${emsp.book.sessions.size} sessions, not ${orders.length}`)
}

/** One bill; of a session that was refunded one credit of all of it, and a bill of the rest where there is one. */
function cdrFaults(order: OrderRow, cdrs: readonly CdrObject[], refunds: Refunds): string[] {
  const { id, captured_minor: whole, ledger_minor: rest } = order
  const kept = refunds.has(id) ? [whole, 0 - whole, ...(rest > 0 ? [rest] : [])] : [whole]
  const totals = cdrs.map(minorOf)
  const credits = cdrs.filter(({ credit }) => credit === true).length
  const sum = totals.reduce((all, one) => all + one, 0)
  if (isDeepStrictEqual(totals, kept) && sum === rest && credits === (refunds.has(id) ? 1 : 0)) return []
  return [`${described(order)}: bills of ${totals.join(', ') || 'nothing'}, not of ${kept.join(', ')}`]
}

/** What a bill costs with taxes, kopecks. */
function minorOf({ total_cost }: CdrObject): number {
  const { incl_vat, excl_vat, before_taxes, taxes } = total_cost as Record<string, unknown>
  const sum = ((taxes as { amount: number }[] | undefined) ?? []).reduce((all, { amount }) => all + amount, 0)
  return Math.round(Number(incl_vat ?? excl_vat ?? Number(before_taxes) + sum) * 100)
}

/** A full pull has nothing otherwise than it was pushed, once what has changed last was pushed too. */
async function comparePulled(emsp: Emsp): Promise<string[]> {
  const end = performance.now() + mostLateMs
  for (;;) {
    const found = await differencesOf(emsp)
    if (found.length === 0 || performance.now() > end) return found
    await pause(lookEveryMs)
  }
}

async function differencesOf(emsp: Emsp): Promise<string[]> {
  const faults: string[] = []
  for (const kind of lists) {
    const { objects, problems } = await emsp.cpo.pull(kind)
    tell(faults, `${kind} of our list that break the standard`, problems)
    const pushed = [...emsp.book.of(kind).values()]
    const isSame = (one: (typeof pushed)[number]) =>
      pushed.some((other) => other.id === one.id && isDeepStrictEqual(other, one))
    const differing = objects.filter((one) => !isSame(one)).map((one) => JSON.stringify(one).slice(0, 500))
    tell(faults, `${kind} that a full pull has otherwise`, differing)
    if (pushed.length !== objects.length)
      faults.push(`the partner has ${pushed.length} ${kind}, and our list ${objects.length}`)
  }
  return faults
}

function summary(
  cars: readonly Car[],
  orders: readonly OrderRow[],
  { book }: Emsp,
  refunds: Refunds,
  faults: string[],
): Comparison {
  const cdrs = [...book.cdrs.values()]
  const sumOf = (of: (order: OrderRow) => number) => orders.reduce((sum, order) => sum + of(order), 0)
  const ledgerMinor = sumOf(({ ledger_minor }) => ledger_minor)
  const billedMinor = cdrs.reduce((sum, cdr) => sum + minorOf(cdr), 0)
  if (ledgerMinor !== billedMinor)
    faults.push(`${billedMinor} kopecks are billed, and ${ledgerMinor} are in the ledger`)
  return {
    sessions: { charged: cars.length, orders: orders.length, atPartner: book.sessions.size },
    cdrs: {
      atPartner: cdrs.length,
      credits: cdrs.filter(({ credit }) => credit === true).length,
      sentAgain: book.counts.cdrs.duplicates,
    },
    money: { billedMinor, ledgerMinor, refundedMinor: sumOf(({ refunded_minor }) => refunded_minor) },
    refunds: refunds.size,
    faults,
  }
}

function tell(faults: string[], what: string, found: readonly string[]): void {
  if (found.length > 0)
    faults.push(`${found.length} ${what}`, ...found.slice(0, mostShown).map((one) => `  ${one}`))
}
