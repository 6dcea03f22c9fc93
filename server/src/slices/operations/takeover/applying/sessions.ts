import { dayOf } from '@stationmaster/units'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { tokenKey } from '../../../charging/drivers/tokens.ts'
import { insertHours } from '../../../charging/orders/lists/hours-store.ts'
import { newOrder, type Order } from '../../../charging/orders/order.ts'
import { drawOrderIds, insertLogs, insertOrders } from '../../../charging/orders/store.ts'
import { type Entry, firstCauseOf, post } from '../../../money/ledger/store.ts'
import type { NeutralSession } from '../neutral.ts'
import { listOf, numberOf } from '../reading/values.ts'
import { findRecords, insertRecords, listStanding, listTokenDrivers, type Run } from '../run-store.ts'
import { lookIn } from '../stage-store.ts'
import { type Case, resultOf, type Step } from './step.ts'

interface Place {
  /** null in a dry run, where the station has not come yet */
  ids: { connectorId: number; locationId: number } | null
}

interface Numbered {
  evse: number
  number: number
  ordinal: number
}

const fits = (ref: NeutralSession['connector'], one: Numbered): boolean =>
  'ordinal' in ref ? one.ordinal === ref.ordinal : one.evse === ref.evse && one.number === ref.number

/**
 * Past sessions, as orders that have ended: with their energy in all figures of sessions and energy, and with the amount of the other
 * system as their price. They have no payment: nothing of them is captured, receipted or settled.
 */
export const takeSessions: Step<'sessions'> = async (tx, cases, { run, apply, parts }) => {
  const known = await findRecords(
    tx,
    run.source,
    'sessions',
    cases.map(({ record }) => record.key),
  )
  const fresh = cases.filter(({ record }) => !known.has(record.key))
  const stationIds = fresh.map(({ record }) => record.station)
  const standing = await listStanding(tx, stationIds)
  const coming = apply ? new Map() : await lookIn(tx, run.id).byKey('~station', stationIds)
  const placeOf = ({ station, connector }: NeutralSession): Place | null => {
    const found = standing.find((one) => one.stationId === station && fits(connector, one))
    if (found) return { ids: found }
    const will = listOf(coming.get(station)?.connectors).some((one, index) => {
      const [evse, number] = listOf(one).map((value) => numberOf(value) ?? 0)
      return fits(connector, { evse: evse ?? 0, number: number ?? 0, ordinal: index + 1 })
    })
    return will ? { ids: null } : null
  }
  const placed = fresh.map((one) => ({ one, place: placeOf(one.record) }))
  const results = [
    ...cases
      .filter(({ record }) => known.has(record.key))
      .map(({ row }) => resultOf({ row, remarks: [] }, 'here')),
    ...placed.map(({ one, place }) =>
      place
        ? resultOf(one, 'added')
        : resultOf(one, 'refused', { code: 'takeover.station_unknown', value: one.record.station }),
    ),
  ]
  if (apply) {
    const added = placed.flatMap(({ one, place }) => (place?.ids ? [{ one, ids: place.ids }] : []))
    await write(tx, added, run, parts.timeZone)
  }
  return { results }
}

interface Placed {
  one: Case<'sessions'>
  ids: { connectorId: number; locationId: number }
}

async function write(tx: Tx, added: readonly Placed[], run: Run, timeZone: string): Promise<void> {
  const drivers = await driversOf(
    tx,
    run.source,
    added.map(({ one }) => one),
  )
  const ids = await drawOrderIds(tx, added.length)
  const orders = added.map(({ one: { record }, ids: place }, index) =>
    // as many ids were drawn
    orderOf(record, { id: ids[index]!, ...place, driverId: drivers(record), timeZone }),
  )
  await insertOrders(tx, orders)
  await insertHours(
    tx,
    orders.map((order) => ({ order, before: null })),
  )
  await post(tx, orders.map(entryOf))
  await insertLogs(
    tx,
    orders.map(({ id, transactionFinish, createdAt }, index) => ({
      orderId: id,
      at: transactionFinish ?? createdAt,
      kind: 'order',
      event: 'taken_over',
      fields: { text: `${run.source} ${added[index]?.one.record.key ?? ''}` },
    })),
  )
  await insertRecords(
    tx,
    run,
    'sessions',
    added.map(({ one: { record } }, index) => [record.key, ids[index] ?? 0]),
  )
}

/** The driver of a session: the one that it names, or else the one who has its card now. */
async function driversOf(tx: Tx, source: string, cases: readonly Case<'sessions'>[]) {
  const named = await findRecords(
    tx,
    source,
    'drivers',
    cases.flatMap(({ record }) => record.driver ?? []),
  )
  const byToken = await listTokenDrivers(
    tx,
    cases.flatMap(({ record }) => (record.token === null ? [] : tokenKey(record.token))),
  )
  return ({ driver, token }: NeutralSession): number | null => {
    const id = driver === null ? undefined : named.get(driver)
    if (id !== undefined) return Number(id)
    return token === null ? null : (byToken.get(tokenKey(token)) ?? null)
  }
}

interface Standing {
  id: number
  connectorId: number
  locationId: number
  driverId: number | null
  timeZone: string
}

function orderOf(
  session: NeutralSession,
  { id, connectorId, locationId, driverId, timeZone }: Standing,
): Order {
  const { startedAt, endedAt, energyWh, amountMinor } = session
  return newOrder({
    id,
    status: 'completed',
    source: 'takeover',
    locationId,
    stationId: session.station,
    connectorId,
    driverId,
    rfid: session.token === null ? null : tokenKey(session.token).slice(0, 36),
    createdAt: startedAt,
    transactionStart: startedAt,
    evChargingStart: startedAt,
    transactionFinish: endedAt,
    evDisconnectedAt: endedAt,
    endReported: true,
    meterStartWh: session.meterStartWh,
    meterStopWh: session.meterStopWh,
    energyWh,
    stopReason: session.stopReason,
    chargingPriceMinor: amountMinor,
    // no later decision of a person or of a price list makes it a payment
    billable: false,
    decided: true,
    businessDay: dayOf(endedAt, timeZone),
    // of a session without energy nobody knows whether anybody tried to charge
    outcome: energyWh > 0 ? 'charged' : 'given_up',
  })
}

/** The session and its energy count on its day; no amount moves, and it is nobody's to settle. */
const entryOf = (order: Order): Entry => ({
  cause: firstCauseOf(order.id),
  kind: 'closed',
  at: order.transactionFinish ?? order.createdAt,
  businessDay: order.businessDay ?? '',
  orderId: order.id,
  locationId: order.locationId,
  ownerId: null,
  methodType: 'account',
  provider: '',
  marketShopId: '',
  orderCount: 1,
  energyWh: order.energyWh,
  transfers: [],
})
