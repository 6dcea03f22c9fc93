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

/** Orders as the history lists them. */
export interface OrdersAsked {
  caller: Caller
  filter: Omit<OrderFilter, 'limit' | 'offset'>
  /** the days that name the file */
  range: Pick<Range, 'from' | 'to'>
  language: Language
}

const columns: Parameters<typeof columnOf>[0][] = [
  ['order', 'text'],
  ['created', 'instant'],
  ['status', 'text'],
  ...sessionPlace,
  ['driver', 'text'],
  ...sessionCourse,
  ['parking', 'money'],
  ['captured', 'money'],
  ['method', 'method'],
  ['idle_minutes', 'count'],
]

export const orderColumns = (language: Language, currency: string): ReportColumn[] =>
  columns.map((column) => columnOf(column, language, currency))

/** The orders asked for, newest first, page by page. */
export async function orderPages(db: Db, { caller, filter, language }: OrdersAsked, pageRows: number) {
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

/** Meters are told to a hundredth of a kWh: what a session took stands beside them exactly. */
const meterStepWh = 10
const rounded = (wh: number | null) => (wh === null ? null : Math.round(wh / meterStepWh) * meterStepWh)

/** What was captured for an order in all: its charging, its idle fee, and what was sold with it. */
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
