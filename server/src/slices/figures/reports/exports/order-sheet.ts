import type { Language, OrderNode, ReportColumn, ReportRow } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import { texts } from '../../../../i18n/index.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import {
  countOrders,
  listNodes,
  type OrderFilter,
  withSought,
} from '../../../charging/orders/lists/list-store.ts'
import type { Range } from '../stores/rollup-store.ts'
import { columnOf, sessionCourse, sessionPlace } from './columns.ts'

/** Which orders a file lists; the same as in the history. */
export interface OrdersQuery {
  caller: Caller
  filter: Omit<OrderFilter, 'limit' | 'offset'>
  /** the days in the name of the file */
  range: Pick<Range, 'from' | 'to'>
  language: Language
}

const columns: Parameters<typeof columnOf>[0][] = [
  ['order', 'text'],
  ['created', 'instant'],
  ['status', 'text'],
  ...sessionPlace,
  ['driver', 'text'],
  ['partner', 'text'],
  ...sessionCourse,
  ['parking', 'money'],
  ['captured', 'money'],
  ['method', 'method'],
  ['idle_minutes', 'count'],
]

export const orderColumns = (language: Language, currency: string): ReportColumn[] =>
  columns.map((column) => columnOf(column, language, currency))

/** The orders of a query, newest first, page by page. */
export async function orderPages(db: Db, { caller, filter, language }: OrdersQuery, pageRows: number) {
  const sought = await withSought(db, filter)
  async function* pages() {
    let before: OrderFilter['before']
    for (;;) {
      const page = { ...sought, limit: pageRows, offset: 0, ...(before ? { before } : {}) }
      const nodes = await listNodes(db, caller, page)
      yield nodes.map((node) => rowOf(node, language))
      const last = nodes.at(-1)
      if (!last || nodes.length < pageRows) return
      before = { createdAt: new Date(last.created_at), id: last.id }
    }
  }
  return { count: await countOrders(db, caller, sought, countedMost), pages: pages() }
}

/** Orders are counted up to here. */
const countedMost = 50_000

/** Meter readings are rounded to 0.01 kWh. The energy of the session in the next column is exact. */
const meterStepWh = 10
const rounded = (wh: number | null) => (wh === null ? null : Math.round(wh / meterStepWh) * meterStepWh)

/** The whole captured amount of an order: charging, idle fee and services. */
const capturedOf = ({ captured_amount, parking_captured_amount, services_price }: OrderNode): number =>
  (captured_amount ?? 0) + (parking_captured_amount ?? 0) + (services_price ?? 0)

function rowOf(node: OrderNode, language: Language): ReportRow {
  const { transaction_start: start, transaction_finish: finish, user } = node
  const statuses: Record<string, string> = texts[language].reportFiles.statuses
  return {
    order: node.id,
    created: node.created_at,
    status: statuses[node.status] ?? node.status,
    location: node.location.name,
    station: node.station.number,
    connector: node.connector.type,
    power: node.connector.power,
    driver: user && (`${user.first_name} ${user.last_name}`.trim() || user.phone),
    rfid: node.rfid,
    partner: node.partner?.name ?? null,
    start,
    finish,
    minutes: start && finish ? Math.round((Date.parse(finish) - Date.parse(start)) / MINUTE_MS) : null,
    meter_start: rounded(node.meter_start),
    meter_stop: rounded(node.meter_stop),
    energy: node.energy,
    soc_start: node.meter_soc_start,
    soc_stop: node.meter_soc_stop,
    tariff: node.tariff,
    discount: node.discount,
    charging: node.charging_price,
    reservation: Math.min(node.reservation_price ?? 0, node.captured_amount ?? 0),
    services: node.services_price,
    captured: capturedOf(node),
    method: node.payment_method_type,
    idle_minutes: node.parking_time === null ? null : Math.round(node.parking_time / 60),
    parking: node.parking_captured_amount,
  }
}
