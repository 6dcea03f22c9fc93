import type { stationChange } from '@stationmaster/contract'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { StationsParts } from './actions.ts'
import { lockStation, updateRemoved, updateStation } from './change-store.ts'
import { findStation, type StationRow } from './store.ts'

type From = { caller: Caller; remoteAddress: string }
type Change = z.output<typeof stationChange>

/**
 * Changes a station's settings; what is left out stays. Throws station.not_found, or station.changed when it is no longer
 * the version that the change was made of.
 */
export async function changeStation(
  { db, clock, live }: StationsParts,
  from: From,
  id: string,
  change: Change,
): Promise<void> {
  const station = await getStation(db, from.caller, id)
  const next = columnsOf(change)
  await inRepeatableTransaction(db, async (tx) => {
    if (!(await updateStation(tx, id, next, change.version))) throw new Failure('station.changed')
    const names = Object.keys(next) as (keyof typeof next)[]
    const before = Object.fromEntries(names.map((name) => [name, station[name]]))
    await audit(tx, {
      ...from,
      ...subject(id),
      action: 'station.change',
      before,
      after: next,
      at: clock.now(),
    })
  })
  live.publish({ topic: 'station', id, locationId: station.location_id })
}

function columnsOf({ version: _, parking, image, ...rest }: Change) {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    ...(Object.fromEntries(given) as { [K in keyof typeof rest]-?: Exclude<(typeof rest)[K], undefined> }),
    ...(parking ? { parking_car: parking.car, parking_bike: parking.bike } : {}),
    ...(image === undefined ? {} : { image: image || null }),
  }
}

/**
 * Removes a station: it is not listed and no longer accepted, and its orders, payments and journal stay. Its id stays with
 * them: another station needs another one. Throws station.not_found or station.has_open_orders.
 */
export async function removeStation(
  { db, clock, live, orders }: Pick<StationsParts, 'db' | 'clock' | 'live' | 'orders'>,
  from: From,
  id: string,
): Promise<void> {
  const station = await getStation(db, from.caller, id)
  await inRepeatableTransaction(db, async (tx) => {
    await lockStation(tx, id)
    if (await orders.any(tx, id)) throw new Failure('station.has_open_orders')
    await updateRemoved(tx, id, clock.now())
    const before = { number: station.number, location_id: station.location_id }
    await audit(tx, { ...from, ...subject(id), action: 'station.remove', before, at: clock.now() })
  })
  live.publish({ topic: 'station', id, locationId: station.location_id })
}

const subject = (id: string) => ({ subjectType: 'station', subjectId: id })

async function getStation(db: StationsParts['db'], caller: Caller, id: string): Promise<StationRow> {
  const station = await findStation(db, caller, id)
  if (!station) throw new Failure('station.not_found')
  return station
}
