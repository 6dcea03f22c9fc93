import { last, MINUTE_MS } from '@stationmaster/units'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { StationsParts } from '../actions.ts'
import { lockStation } from '../change-store.ts'
import { deriveStatuses } from '../status/status-keeper.ts'
import { findStation } from '../store.ts'
import { insertReported, listKinds, listUnknown, type SetUp } from './reported-store.ts'

/**
 * The connectors that a station reports beside those that are set up. A place counted through the station (1.6) is an EVSE of its own, one
 * of 2.x names its EVSE. Each is of the kind of its neighbour: on the same EVSE, else the station's last.
 */
export function addedBy(places: readonly string[], setUp: readonly SetUp[]): SetUp[] {
  const all = [...setUp]
  for (const place of setUp.length > 0 ? places : []) {
    const [first, second] = place.split('/').map(Number) as [number, number | undefined]
    const evse = second === undefined ? freeEvse(all, first) : first
    const kind = all.findLast((one) => one.evse === evse) ?? last(all)
    const ordinal = second === undefined ? first : Math.max(...all.map((one) => one.ordinal)) + 1
    all.push({ ...kind, evse, number: second ?? 1, ordinal })
  }
  return all.slice(setUp.length)
}

/** By then a station has said how its connectors are. */
const sayMs = 5 * MINUTE_MS

/** The connectors that are set up and that a connected station has never reported, counted through the station; none soon after its boot. */
export function neverReported(
  { online, booted_at: bootedAt }: { online: boolean; booted_at: Date | null },
  connectors: readonly { ordinal: number; ocpp_status: string | null }[],
  now: Date,
): string[] {
  if (!online || !bootedAt || now.getTime() - bootedAt.getTime() < sayMs) return []
  return connectors.filter(({ ocpp_status: status }) => status === null).map(({ ordinal }) => String(ordinal))
}

/** The EVSE of the connector's own number, where no other has it. */
const freeEvse = (all: readonly SetUp[], wanted: number): number =>
  all.some(({ evse }) => evse === wanted) ? Math.max(...all.map(({ evse }) => evse)) + 1 : wanted

/**
 * Sets up the connectors that a station reports and that are not set up; what was there stays as it is, with its orders and prices. Resolves
 * with those that were added. Throws station.not_found, station.reports_nothing_more.
 */
export async function takeReported(
  { db, clock, live }: Pick<StationsParts, 'db' | 'clock' | 'live'>,
  from: { caller: Caller; remoteAddress: string },
  id: string,
): Promise<SetUp[]> {
  const station = await findStation(db, from.caller, id)
  if (!station) throw new Failure('station.not_found')
  const added = await inRepeatableTransaction(db, async (tx) => {
    await lockStation(tx, id)
    const connectors = addedBy(await listUnknown(tx, id), await listKinds(tx, id))
    if (connectors.length === 0) throw new Failure('station.reports_nothing_more')
    const at = clock.now()
    await insertReported(tx, id, connectors)
    await deriveStatuses(tx, [id], at)
    const subject = { subjectType: 'station', subjectId: id }
    await audit(tx, { ...from, ...subject, action: 'station.take_reported', after: { connectors }, at })
    return connectors
  })
  live.publish({ topic: 'station', id, locationId: station.location_id })
  return added
}
