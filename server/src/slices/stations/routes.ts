import { type Station, stations } from '@stationmaster/contract'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import { type Rest, route } from '../../platform/http.ts'
import { findLocation } from '../locations/store.ts'
import { addStation, monetize, type StationsParts } from './actions.ts'
import { findMeasurements, findStation, listStations, type StationFilter } from './store.ts'
import { viewStations } from './view.ts'

export function stationRoutes(rest: Rest, parts: StationsParts): void {
  const { db, clock } = parts

  const list = async (caller: Caller, filter: StationFilter) => {
    const { rows, total } = await listStations(db, caller, filter)
    return { items: await viewStations(db, caller, rows, clock.now()), total }
  }

  const get = async (caller: Caller, id: string): Promise<Station> => {
    const row = await findStation(db, caller, id)
    if (!row) throw new Failure('station.not_found')
    return (await viewStations(db, caller, [row], clock.now()))[0]!
  }

  route(rest, stations.list, ({ caller, query }) => list(caller, query))

  route(rest, stations.ofLocation, async ({ caller, params, query }) => {
    if (!(await findLocation(db, caller, params.id))) throw new Failure('location.not_found')
    return list(caller, { limit: query.limit, offset: query.offset, locationId: params.id })
  })

  route(rest, stations.get, ({ caller, params }) => get(caller, params.id))

  route(rest, stations.add, async ({ caller, params, body, remoteAddress }) => {
    const { password } = await addStation(parts, { caller, remoteAddress }, params.id, body)
    return { ...(await get(caller, body.id)), password }
  })

  route(rest, stations.monetize, async ({ caller, params, body, remoteAddress }) => {
    await monetize(parts, { caller, remoteAddress }, params.id, body.monetized)
    return get(caller, params.id)
  })

  route(rest, stations.meterValues, async ({ caller, params: { stationId, connectorNumber } }) => {
    if (!(await findStation(db, caller, stationId))) throw new Failure('station.not_found')
    const found = await findMeasurements(db, stationId, connectorNumber)
    if (found === undefined) throw new Failure('connector.not_found')
    if (found === null) return []
    const timestamp = found.measuredAt.toISOString()
    return found.measurements
      .map((one) => ({ ...one, phase: one.phase ?? null, location: one.location ?? null, timestamp }))
      .sort(
        (a, b) =>
          compare(a.context, b.context) ||
          compare(a.measurand, b.measurand) ||
          compare(a.phase ?? '', b.phase ?? ''),
      )
  })
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
