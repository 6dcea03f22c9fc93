import type { ErrorCode } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { findLocation } from '../../places/locations/store.ts'
import { changePriceIn, plain } from '../../places/tariffs/actions.ts'
import { loadEffectiveVersions } from '../../places/tariffs/store.ts'
import { insertStation, type NewStation } from './change-store.ts'
import { drawPassword, hashStationPassword } from './connecting/password.ts'
import { removeRefusal } from './connecting/refusal-store.ts'
import { type Cover, type Lack, switchMonetization } from './lists/cover.ts'
import type { OpenOrders } from './lists/open-orders.ts'
import { pricedConnectors } from './lists/priced-store.ts'
import { findStation } from './store.ts'

export interface StationsParts {
  db: Db
  clock: Clock
  live: LiveBus
  orders: OpenOrders
  cover: Cover
  secretKey: string
  currency: string
  /** where people reach this server; null: wherever they do */
  publicUrl: string | null
}

/** Adds a station to a location; answers its OCPP password, which is not kept. Throws location.not_found or station.exists. */
export async function addStation(
  parts: StationsParts,
  from: { caller: Caller; remoteAddress: string },
  locationId: number,
  { tariff, ...station }: NewStation & { tariff?: number | undefined },
): Promise<{ password: string }> {
  const { db, clock, secretKey, live, cover } = parts
  const at = clock.now()
  if (!(await findLocation(db, from.caller, locationId))) throw new Failure('location.not_found')
  const password = drawPassword()
  const passwordHash = hashStationPassword(secretKey, station.id, password)
  try {
    await inRepeatableTransaction(db, async (tx) => {
      // a manager's station is free of charge until it is monetized, and so is one that its owner may not have earn
      const monetized =
        from.caller.role === 'administrator' &&
        (await cover.lacking(tx, [{ id: station.id, locationId }])).size === 0
      await insertStation(tx, { ...station, locationId, passwordHash, monetized, createdAt: at })
      await removeRefusal(tx, station.id)
      if (tariff !== undefined) await priceUnpriced(tx, parts, from, { ...station, locationId, tariff })
      const entry = {
        action: 'station.add',
        subjectType: 'station',
        subjectId: station.id,
        after: station,
        at,
      }
      await audit(tx, { ...from, ...entry })
    })
  } catch (error) {
    if (isDuplicate(error, 'stations_pkey')) throw new Failure('station.exists')
    if (isDuplicate(error))
      throw new Failure('request.invalid', [
        { path: 'connectors', message: 'Two connectors of an EVSE have one number.' },
      ])
    throw error
  }
  live.publish({ topic: 'station', id: station.id, locationId })
  return { password }
}

/** Prices the kinds of a station's connectors that its location has no price for yet. */
async function priceUnpriced(
  tx: Tx,
  { clock, currency }: StationsParts,
  { caller, remoteAddress }: { caller: Caller; remoteAddress: string },
  { id, locationId, tariff }: { id: string; locationId: number; tariff: number },
): Promise<void> {
  const own = (await pricedConnectors.list(tx, locationId)).filter(({ stationId }) => stationId === id)
  const priced = await loadEffectiveVersions(tx, own, clock.now())
  const filters = own
    .filter((connector) => !priced.has(connector.id))
    .map(({ type, current, powerW }) => ({ type, current, powerW, stationId: null }))
  if (filters.length === 0) return
  const prices = { tariffMinorPerKwh: tariff, rateMinorPerMinute: 0, startFeeMinor: 0 }
  const change = {
    locationIds: [locationId],
    filters,
    prices,
    ...plain,
    idle: null,
    validFrom: null,
    remoteAddress,
  }
  await changePriceIn(tx, { clock, currency, connectors: pricedConnectors }, caller, change)
}

const lacks = {
  admission: 'owner.not_admitted',
  plan: 'plan.pro_needed',
  room: 'plan.no_room',
} as const satisfies Record<Lack, ErrorCode>

/**
 * Switches a station's monetization; sessions that run keep what they were started with. Throws station.not_found, and
 * owner.not_admitted, plan.pro_needed or plan.no_room where its owner may not have it earn.
 */
export async function monetize(
  { db, clock, live, cover }: StationsParts,
  from: { caller: Caller; remoteAddress: string },
  id: string,
  monetized: boolean,
): Promise<void> {
  const station = await findStation(db, from.caller, id)
  if (!station) throw new Failure('station.not_found')
  const paused = station.sales_paused_at !== null
  if (station.monetized === monetized && !(monetized && paused)) return
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const lacking = monetized
      ? await cover.lacking(tx, [{ id, locationId: station.location_id }])
      : new Map<string, Lack>()
    for (const lack of lacking.values()) throw new Failure(lacks[lack])
    const to = monetized ? 'paid' : 'free'
    await switchMonetization(tx, cover, { ...from, at }, { ids: [id], to, cause: 'switched' })
  })
  live.publish({ topic: 'station', id, locationId: station.location_id })
}
