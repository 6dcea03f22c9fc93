import type { WebhookEventType } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { loadVisibleIds } from '../../../places/locations/access/scope-store.ts'
import { type Endpoint, listOn } from '../endpoint-store.ts'
import {
  insertEvents,
  insertMessages,
  type NewEvent,
  type NewMessage,
  type StoredEvent,
} from '../message-store.ts'
import { ownerOf } from '../owner.ts'
import { drawKey } from '../sign.ts'
import { eventKinds } from './events.ts'
import {
  findTransactions,
  insertMark,
  lockMarks,
  type Mark,
  removeMark,
  type Transactions,
  updateMark,
} from './mark-store.ts'
import {
  type Appended,
  type Found,
  findNewest,
  listAppended,
  type Source,
  tellWatched,
  unwatch,
  type Watched,
  watchNew,
  watchOpen,
} from './source-store.ts'

const most = 2000
/** whoever has drawn a number has begun to write by then */
const writingMs = 5 * SECOND_MS

const watchedSources: readonly Source[] = ['orders', 'receipts'] satisfies Watched[]
const isWatched = (source: Source): source is Watched => watchedSources.includes(source)

/** Where each event is read. */
const sourceOf: Record<WebhookEventType, Source> = {
  'order.started': 'orders',
  'order.completed': 'orders',
  'order.failed': 'orders',
  'order.corrected': 'ledger',
  'reservation.created': 'orders',
  'reservation.ended': 'orders',
  'payment.captured': 'order_logs',
  'payment.refunded': 'order_logs',
  'payment.failed': 'order_logs',
  'receipt.registered': 'receipts',
  'station.online': 'timeline',
  'station.offline': 'timeline',
  'station.booted': 'timeline',
  'connector.status_changed': 'timeline',
  'fault.opened': 'timeline',
  'fault.closed': 'timeline',
  'firmware.finished': 'timeline',
  'location.updated': 'audit',
  'tariff.published': 'prices',
  'review.created': 'reviews',
  'driver.registered': 'drivers',
  'statement.issued': 'statements',
  'partner.connected': 'audit',
  'partner.suspended': 'audit',
  'partner.withdrawn': 'audit',
  'incident.opened': 'incidents',
  'incident.acknowledged': 'incidents',
  'incident.closed': 'incidents',
}

/** Reads from now on what somebody wants, and nothing else; in the transaction that changes an endpoint. */
export async function followWanted(tx: Tx, now: Date): Promise<void> {
  const marks = new Set((await lockMarks(tx)).map(({ source }) => source))
  const wanted = new Set((await listOn(tx)).flatMap(({ events }) => events.map((type) => sourceOf[type])))
  for (const source of marks) {
    if (wanted.has(source)) continue
    await removeMark(tx, source)
    if (isWatched(source)) await unwatch(tx, source)
  }
  for (const source of wanted) {
    if (marks.has(source) || !(await insertMark(tx, source, await findNewest(tx, source)))) continue
    if (isWatched(source)) await watchOpen(tx, source, now)
  }
}

/** Records what has happened since the last look and who hears of it; answers how many messages that makes. */
export const collect = ({ db, clock }: { db: Db; clock: Clock }): Promise<number> =>
  inTransaction(db, async (tx) => {
    const marks = await lockMarks(tx)
    if (marks.length === 0) return 0
    const now = clock.now()
    const endpoints = await listOn(tx)
    const wanted = new Set<string>(endpoints.flatMap(({ events }) => events))
    const transactions = await findTransactions(tx)
    const events: StoredEvent[] = []
    for (const mark of marks) {
      const newest = await findNewest(tx, mark.source)
      const found = isWatched(mark.source)
        ? await readWatched(tx, mark.source, { after: mark.position, through: newest }, now)
        : await readAppended(tx, mark.source as Appended, { after: mark.position, through: newest })
      const all = found.filter(({ type }) => wanted.has(type)).map((one) => named(mark.source, one))
      for (let from = 0; from < all.length; from += most)
        events.push(...(await insertEvents(tx, all.slice(from, from + most), now)))
      await updateMark(tx, markedAfter(mark, { newest, transactions, now }))
    }
    const messages = await messagesOf(tx, events, endpoints)
    for (let from = 0; from < messages.length; from += most)
      await insertMessages(tx, messages.slice(from, from + most), now)
    return messages.length
  })

/** One row makes one event of a type, however often it is read. */
const named = (source: Source, one: Found): NewEvent => ({
  ...one,
  source: `${source}:${one.id}:${one.type}`,
})

async function readAppended(
  tx: Tx,
  source: Appended,
  { after, through }: { after: number; through: number },
): Promise<Found[]> {
  const all: Found[] = []
  for (let from = after; ; ) {
    const part = await listAppended(tx, source, { after: from, through, most })
    all.push(...part)
    const last = part.at(-1)
    if (!last || part.length < most) return all
    // what else is made of the last row may stand in the next part
    from = last.id - 1
  }
}

async function readWatched(
  tx: Tx,
  source: Watched,
  stretch: { after: number; through: number },
  now: Date,
): Promise<Found[]> {
  await watchNew(tx, source, stretch)
  return tellWatched(tx, source, now)
}

/**
 * Where the next look begins. Numbers are drawn before transactions commit, so a row may appear behind rows that were read: a look
 * begins again where it began, until every transaction is over that had begun when its newest row was seen.
 */
export function markedAfter(
  mark: Mark,
  { newest, transactions, now }: { newest: number; transactions: Transactions; now: Date },
): Mark {
  const { seen, seenBefore, seenAt } = mark
  const isSettled =
    seen !== null &&
    seenBefore !== null &&
    seenAt !== null &&
    transactions.oldest >= seenBefore &&
    now.getTime() - seenAt.getTime() >= writingMs
  const position = isSettled ? seen : mark.position
  if (newest <= position) return { ...mark, position, seen: null, seenBefore: null, seenAt: null }
  if (seen !== null && !isSettled) return mark
  return { ...mark, position, seen: newest, seenBefore: transactions.next, seenAt: now }
}

async function messagesOf(
  tx: Tx,
  events: readonly StoredEvent[],
  endpoints: readonly Endpoint[],
): Promise<NewMessage[]> {
  if (events.length === 0) return []
  const all: NewMessage[] = []
  for (const endpoint of endpoints) {
    const owner = await ownerOf(tx, endpoint.managerId)
    if (!owner) continue
    const visible = await loadVisibleIds(tx, owner)
    for (const event of events) if (isFor(endpoint, event, visible)) all.push(messageOf(endpoint, event))
  }
  return all
}

/** Whether an endpoint hears of an event, as far as its location decides; the object is read as its owner sees it. */
export const isFor = (
  { events, locationIds }: Pick<Endpoint, 'events' | 'locationIds'>,
  { type, locationId }: Pick<StoredEvent, 'type' | 'locationId'>,
  visible: ReadonlySet<number> | null,
): boolean =>
  (events as readonly string[]).includes(type) &&
  (locationId === null
    ? locationIds === null
    : (locationIds?.includes(locationId) ?? true) && (visible?.has(locationId) ?? true))

const messageOf = (
  { id: endpointId }: Endpoint,
  { id: eventNumber, type, objectId }: StoredEvent,
): NewMessage => ({
  key: drawKey(),
  endpointId,
  eventNumber,
  type,
  objectId: `${eventKinds[type as WebhookEventType].object.name}/${objectId}`,
})
