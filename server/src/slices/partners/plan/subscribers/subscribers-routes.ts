import { planPriceOf, type Subscriber, subscribers } from '@stationmaster/contract'
import { type CsvWriting, csvIn } from '../../../../platform/documents/csv.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { covers } from '../rules.ts'
import {
  countPlans,
  findSubscriber,
  listCharges,
  listPlanEvents,
  listSubscribers,
  type SubscriberRow,
} from './subscribers-store.ts'

const mostEvents = 100
const mostRows = 100_000
const { what } = subscribers.get.answer.shape.events.element.shape

/** Who pays for the product, for administrators. */
export function subscriberRoutes(rest: Rest, { db }: { db: Db }): void {
  route(rest, subscribers.list, async ({ query: { limit, offset, ...choice } }) => {
    const { rows, total } = await listSubscribers(db, choice, { limit, offset })
    return { items: rows.map(viewOf), total }
  })
  route(rest, subscribers.summary, async () => {
    const sums = { subscribers: 0, stations: 0, failed: 0, monthly_revenue: 0, monthly_revenue_annually: 0 }
    for (const { frequency, quantity, country, count, failed } of await countPlans(db)) {
      const month = planPriceOf(quantity, frequency, country).monthMinor * count
      sums.subscribers += count
      sums.stations += quantity * count
      sums.failed += failed
      sums.monthly_revenue += month
      if (frequency === 'annually') sums.monthly_revenue_annually += month
    }
    return sums
  })
  route(rest, subscribers.export, async ({ query: { format, ...choice } }) => {
    const { rows } = await listSubscribers(db, choice, { limit: mostRows, offset: 0 })
    const csv = csvIn(format)
    const lines = rows.map(viewOf).map((one) => columns.map((name) => cellOf(one, name, csv)))
    return csv.header(columns) + csv.lines(lines)
  })
  route(rest, subscribers.get, async ({ params: { id } }) => {
    const row = await findSubscriber(db, id)
    if (!row) throw new Failure('manager.not_found')
    const [charges, events] = await Promise.all([
      listCharges(db, id),
      listPlanEvents(db, id, what.options, mostEvents),
    ])
    return { ...viewOf(row), charges, events }
  })
}

function viewOf({ country, ...row }: SubscriberRow): Subscriber {
  const price = planPriceOf(row.quantity, row.frequency, country)
  return { ...row, fee: price.periodMinor, monthly_revenue: covers(row) ? price.monthMinor : 0 }
}

const columns = [
  ...(['id', 'first_name', 'last_name', 'email', 'state', 'frequency', 'quantity', 'fee'] as const),
  ...(['monthly_revenue', 'cancels', 'next_at', 'refusals', 'decline_code'] as const),
]
const amounts: readonly string[] = ['fee', 'monthly_revenue']

const cellOf = (one: Subscriber, name: (typeof columns)[number], csv: CsvWriting): string =>
  amounts.includes(name) ? csv.number(Number(one[name]) / 100, 2) : String(one[name] ?? '')
