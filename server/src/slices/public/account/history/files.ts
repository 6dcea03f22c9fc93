import { Readable } from 'node:stream'
import type { Language } from '@stationmaster/contract'
import { firstDayOf, instantOf, nextMonth } from '@stationmaster/units'
import type { Download } from '../../../../platform/downloads/downloads.ts'
import { findOwn } from '../../../charging/feedback/store.ts'
import { paperSettingOf } from '../../pay/receipt/file.ts'
import { orderView, readShownOrder } from '../../pay/receipt/shown-order.ts'
import { listOwnDevices } from '../devices.ts'
import type { AccountParts } from '../parts.ts'
import { readAccount } from '../profile.ts'
import { listDriverSessions } from '../sign-in/driver-session-store.ts'
import { readTags } from '../tags/own-tags.ts'
import { readOrders, readPostings } from './history.ts'
import { monthPdf } from './month-paper.ts'
import { listFinishedOrders } from './own-order-store.ts'

/** what a file reads at a time */
const pageSize = 100
/** nobody charges more often in a month */
const ordersMost = 2000

const pdf = (name: string, body: Readable): Download => ({ name, type: 'application/pdf', body })

/** What a driver has charged and paid in a month of the network's clocks. */
export async function statementFile(
  parts: AccountParts,
  driverId: number,
  month: string,
  language: Language,
): Promise<Download> {
  const { db, timeZone } = parts
  const startOf = (one: string) => instantOf(firstDayOf(one), 0, timeZone)
  const [start, end] = [startOf(month), startOf(nextMonth(month))]
  const account = await readAccount(db, driverId)
  const orders = await listFinishedOrders(db, driverId, { start, end, most: ordersMost })
  const postings = []
  for await (const one of postingsOf(parts, driverId)) {
    if (new Date(one.at) < start) break
    if (new Date(one.at) < end) postings.unshift(one)
  }
  const name = [account.first_name, account.last_name].filter(Boolean).join(' ')
  const setting = await paperSettingOf(parts, language, firstDayOf(month))
  const about = { month, name, orders: orders.map(orderView), postings }
  return pdf(`charging-${month}.pdf`, await monthPdf(about, setting))
}

/** Everything from a list that is read page by page. */
async function* paged<T>(
  read: (page: { limit: number; offset: number }) => Promise<{ items: T[] }>,
): AsyncGenerator<T> {
  for (let offset = 0; ; offset += pageSize) {
    const { items } = await read({ limit: pageSize, offset })
    yield* items
    if (items.length < pageSize) return
  }
}

const postingsOf = ({ db }: AccountParts, driverId: number) =>
  paged((page) => readPostings(db, driverId, page))

/** All that is kept about a driver, written while it is read. */
export function exportFile(parts: AccountParts, driverId: number, language: Language): Download {
  const body = Readable.from(exported(parts, driverId, language))
  return { name: 'my-data.json', type: 'application/json; charset=utf-8', body }
}

async function* exported(parts: AccountParts, driverId: number, language: Language): AsyncGenerator<string> {
  const { db } = parts
  yield `{"account":${JSON.stringify(await readAccount(db, driverId))}`
  yield `,"tags":${JSON.stringify(await readTags(parts, driverId))}`
  yield `,"log_ins":${JSON.stringify(await listDriverSessions(db, driverId))}`
  yield `,"devices":${JSON.stringify(await listOwnDevices(db, driverId))}`
  yield ',"orders":['
  let between = ''
  for await (const { id } of paged((page) => readOrders(db, driverId, page))) {
    const order = { ...(await readShownOrder(parts, { id, driverId, language })), ...(await findOwn(db, id)) }
    yield between + JSON.stringify(order)
    between = ','
  }
  yield '],"postings":['
  between = ''
  for await (const posting of postingsOf(parts, driverId)) {
    yield between + JSON.stringify(posting)
    between = ','
  }
  yield ']}\n'
}
