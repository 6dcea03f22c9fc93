import pg from 'pg'
import type { Charger } from './charger.ts'
import type { Office } from './office.ts'
import type { Stage } from './stage.ts'

const minorPerKwh = 1700
const mostShown = 10

interface OrderRow {
  id: number
  station_id: string
  status: string
  needs_review: boolean
  warning: string | null
  billable: boolean
  meter_start: number | null
  meter_stop: number | null
  energy_wh: number
  price_minor: number | null
  /** what a driver who pays beforehand pays at most */
  limit_minor: number | null
  payments: number
  captured_minor: number
}

/** What came out at the end, and what is wrong with it. */
export interface Comparison {
  energy: { stationsWh: number; ordersWh: number; inboxWh: number; betweenSessionsWh: number }
  sessions: { atStations: number; orders: number; completed: number; canceled: number; inInbox: number }
  money: {
    billedMinor: number
    capturedMinor: number
    held: { payments: number; heldMinor: number; capturedMinor: number; releasedMinor: number }
    ledgerMinor: number
  }
  faults: string[]
}

/** Compares what the database holds with what the stations' meters and the payment provider say. */
export async function compare(
  stage: Stage,
  office: Office,
  chargers: readonly Charger[],
): Promise<Comparison> {
  const client = new pg.Client(stage.database.url)
  // numbers of orders and sums of money are well below 2 ** 53 here
  client.setTypeParser(20, Number)
  client.setTypeParser(1700, Number)
  await client.connect()
  try {
    const { rows: orders } = await client.query<OrderRow>(ordersText)
    const gaps = await client.query<{ station_id: string; energy_wh: number }>(
      'select station_id, sum(energy_wh) as energy_wh from register_gaps where dismissed_at is null group by 1',
    )
    const between = new Map(gaps.rows.map(({ station_id, energy_wh }) => [station_id, energy_wh]))
    const faults: string[] = []
    const energy = compareEnergy(chargers, orders, between, faults)
    compareSessions(chargers, orders, faults)
    const money = await compareMoney(client, stage, orders, faults)
    faults.push(...(await booksFaults(office)))
    const statuses = (status: string) => orders.filter((order) => order.status === status).length
    const sessions = {
      atStations: chargers.reduce((sum, charger) => sum + charger.sessions.length, 0),
      orders: orders.length,
      completed: statuses('completed'),
      canceled: statuses('canceled') + statuses('expired'),
      inInbox: orders.filter(({ needs_review }) => needs_review).length,
    }
    return { energy, sessions, money, faults }
  } finally {
    await client.end()
  }
}

const ordersText = `select o.id, o.station_id, o.status, o.needs_review, o.warning, o.billable, o.meter_start, o.meter_stop,
  coalesce(o.energy_wh, 0) as energy_wh, o.charging_price_minor as price_minor, o.limit_amount_minor as limit_minor,
  count(p.id) filter (where p.purpose = 'charging') as payments,
  coalesce(sum(p.captured_minor - p.refunded_minor) filter (where p.purpose = 'charging'), 0) as captured_minor
  from orders o left join payments p on p.order_id = o.id group by o.id order by o.id`

const sumOf = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((sum, one) => sum + of(one), 0)

/** Orders, the inbox, and what the meters counted between sessions are together what each station's meter has counted. */
function compareEnergy(
  chargers: readonly Charger[],
  orders: readonly OrderRow[],
  between: ReadonlyMap<string, number>,
  faults: string[],
): Comparison['energy'] {
  const ordered = new Map<string, number>()
  for (const { station_id, energy_wh } of orders)
    ordered.set(station_id, (ordered.get(station_id) ?? 0) + energy_wh)
  const wrong = chargers.flatMap(({ id, countedWh }) => {
    const storedWh = (ordered.get(id) ?? 0) + (between.get(id) ?? 0)
    return storedWh === countedWh ? [] : [`${id}: ${storedWh} Wh stored, ${countedWh} Wh counted`]
  })
  tell(faults, 'stations with other energy', wrong)
  const isHeld = ({ needs_review }: OrderRow) => needs_review
  return {
    stationsWh: sumOf(chargers, ({ countedWh }) => countedWh),
    ordersWh: sumOf(
      orders.filter((order) => !isHeld(order)),
      ({ energy_wh }) => energy_wh,
    ),
    inboxWh: sumOf(orders.filter(isHeld), ({ energy_wh }) => energy_wh),
    betweenSessionsWh: sumOf([...between.values()], (wh) => wh),
  }
}

/** Each session of a station is one order with its registers, or in the inbox. */
function compareSessions(chargers: readonly Charger[], orders: readonly OrderRow[], faults: string[]): void {
  const keyOf = (station: string, from: number | null, to: number | null) => `${station} ${from}-${to} Wh`
  const stored = new Map<string, OrderRow[]>()
  for (const order of orders) {
    const key = keyOf(order.station_id, order.meter_start, order.meter_stop)
    stored.set(key, [...(stored.get(key) ?? []), order])
  }
  const [missing, twice]: [string[], string[]] = [[], []]
  for (const { id, sessions } of chargers)
    for (const { fromWh, toWh } of sessions) {
      const key = keyOf(id, fromWh, toWh)
      const found = stored.get(key)?.length ?? 0
      if (found === 0) missing.push(key)
      if (found > 1) twice.push(key)
    }
  tell(faults, 'sessions without their order', missing)
  tell(faults, 'sessions with two orders', twice)
  const open = orders.filter(({ status }) => !['completed', 'canceled', 'expired'].includes(status))
  tell(faults, 'orders that have not ended', open.map(described))
}

/** By the tariff; who pays beforehand pays no more than was agreed. */
const priceOf = ({ energy_wh, limit_minor }: OrderRow) =>
  Math.min(Math.round((energy_wh * minorPerKwh) / 1000), limit_minor ?? Number.POSITIVE_INFINITY)

const described = ({ id, station_id, status, warning, energy_wh, price_minor, captured_minor }: OrderRow) =>
  `${id} at ${station_id}, ${status}, ${warning ?? 'no warning'}, ${energy_wh} Wh, price ${price_minor}, captured ${captured_minor}`

async function compareMoney(
  client: pg.Client,
  stage: Stage,
  orders: readonly OrderRow[],
  faults: string[],
): Promise<Comparison['money']> {
  const billed = orders.filter(
    ({ status, billable, needs_review }) => status === 'completed' && billable && !needs_review,
  )
  tell(
    faults,
    'orders with another price than their energy has',
    billed.filter((order) => order.price_minor !== priceOf(order)).map(described),
  )
  tell(
    faults,
    'orders that are not billed once',
    billed
      .filter(({ payments, price_minor, captured_minor }) => payments !== 1 || captured_minor !== price_minor)
      .map(described),
  )
  const held = await compareHolds(client, stage, faults)
  const [ledger] = (
    await client.query<{ minor: number }>('select sum(balance_minor) as minor from ledger_balance_view')
  ).rows
  if (ledger?.minor !== 0) faults.push(`the ledger is not in balance: ${ledger?.minor}`)
  return {
    billedMinor: sumOf(billed, ({ price_minor }) => price_minor ?? 0),
    capturedMinor: sumOf(orders, ({ captured_minor }) => captured_minor),
    held: {
      payments: held.length,
      heldMinor: sumOf(held, ({ held_minor }) => held_minor),
      capturedMinor: sumOf(held, ({ captured_minor }) => captured_minor),
      releasedMinor: sumOf(held, ({ canceled_minor }) => canceled_minor),
    },
    ledgerMinor: ledger?.minor ?? 0,
  }
}

/** Each hold is captured or released, and the provider says the same. */
async function compareHolds(client: pg.Client, stage: Stage, faults: string[]): Promise<Held[]> {
  const { rows: held } = await client.query<Held>(
    `select id, order_id, state, held_minor, captured_minor, canceled_minor, refunded_minor from provider_payments`,
  )
  tell(
    faults,
    'holds that are neither captured nor released',
    held
      .filter((one) => one.held_minor !== one.captured_minor + one.canceled_minor)
      .map((one) => `order ${one.order_id}: ${JSON.stringify(one)}`),
  )
  const theirs = new Map((await stage.paymentsAtProvider()).map((one) => [one.order_ref, one]))
  tell(
    faults,
    'payments that the provider knows otherwise',
    held
      .filter(({ id, captured_minor, refunded_minor }) => {
        const known = theirs.get(String(id))
        return (known?.captured ?? 0) !== captured_minor || (known?.refunded ?? 0) !== refunded_minor
      })
      .map((one) => `order ${one.order_id}: ${JSON.stringify(theirs.get(String(one.id)))}`),
  )
  const ours = new Set(held.map(({ id }) => String(id)))
  tell(
    faults,
    'payments that only the provider knows',
    [...theirs.keys()].filter((ref) => !ours.has(ref)),
  )
  return held
}

interface Held {
  id: number
  order_id: number
  state: string
  held_minor: number
  captured_minor: number
  canceled_minor: number
  refunded_minor: number
}

/** The server's own comparison of its books with the ledger. */
async function booksFaults(office: Office): Promise<string[]> {
  const { differences } = await office.call<{ differences: object[] }>('POST', 'inbox/differences/check', {})
  return differences.slice(0, mostShown).map((one) => `the books differ: ${JSON.stringify(one)}`)
}

function tell(faults: string[], what: string, found: readonly string[]): void {
  if (found.length > 0)
    faults.push(`${found.length} ${what}`, ...found.slice(0, mostShown).map((one) => `  ${one}`))
}
