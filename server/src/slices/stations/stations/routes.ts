import { type Station, savedViews, stationModels, stations, stationsOrModels } from '@stationmaster/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { findLocation } from '../../places/locations/store.ts'
import { addStation, monetize, type StationsParts } from './actions.ts'
import { changeStation } from './change.ts'
import { renewPassword } from './connecting/connection.ts'
import { listRefusals } from './connecting/refusal-store.ts'
import { viewControllers } from './description/controllers.ts'
import { describeStation } from './description/describe.ts'
import { listModels } from './description/model-store.ts'
import { addModel, changeModel, removeModel } from './description/models.ts'
import { choiceOf } from './lists/choice.ts'
import { addSavedView, changeSavedView, dropSavedView, viewSavedViews } from './lists/saved-views.ts'
import { presentOf } from './measuring/measured.ts'
import { findMeasurements } from './measuring/measurement-store.ts'
import { findStation, listKinds, listStations, type StationFilter } from './store.ts'
import { viewStation, viewStations } from './view.ts'

interface RouteParts extends StationsParts {
  /** the uptime of stations over their last 30 days: percent, or null where nothing counts */
  uptimes(db: Db, stationIds: readonly string[], now: Date): Promise<Map<string, number | null>>
}

/** Stations: their lists, each of them, how they connect, and what is measured at them. */
export function stationRoutes(rest: Rest, parts: RouteParts): void {
  listRoutes(rest, parts)
  modelRoutes(rest, parts)
  viewRoutes(rest, parts)
  changeRoutes(rest, parts)
  connectionRoutes(rest, parts)
  readingRoutes(rest, parts)
}

/** Stations as lists and by kind. */
function listRoutes(rest: Rest, parts: RouteParts): void {
  const { db } = parts

  const list = async (caller: Caller, filter: StationFilter) => {
    const { rows, total } = await listStations(db, caller, filter)
    return { items: await viewStations(parts, caller, rows), total }
  }

  route(rest, stationsOrModels, async ({ caller, query }) => {
    if (query.group_by === 'model') return listModels(db, caller, query)
    const { order_by: order, limit, offset } = query
    const { items, total } = await list(caller, { ...choiceOf(query), limit, offset, order })
    if (query.with !== 'uptime') return { items, total }
    const ids = items.map(({ id }) => id)
    const uptimes = await parts.uptimes(db, ids, parts.clock.now())
    return { items: items.map((item) => ({ ...item, uptime: uptimes.get(item.id) ?? null })), total }
  })

  route(rest, stations.kinds, ({ caller }) => listKinds(db, caller))

  route(rest, stations.ofLocation, async ({ caller, params, query }) => {
    if (!(await findLocation(db, caller, params.id))) throw new Failure('location.not_found')
    const { limit, offset } = query
    return list(caller, { limit, offset, locationId: params.id, order: 'number:asc' })
  })
}

/** The models that people describe themselves. */
function modelRoutes(rest: Rest, parts: RouteParts): void {
  route(rest, stationModels.add, ({ caller, body, remoteAddress }) =>
    addModel(parts, { caller, remoteAddress }, body),
  )
  route(rest, stationModels.change, ({ caller, params, body, remoteAddress }) =>
    changeModel(parts, { caller, remoteAddress }, params.id, body),
  )
  route(rest, stationModels.remove, async ({ caller, params, remoteAddress }) => {
    await removeModel(parts, { caller, remoteAddress }, params.id)
    return undefined
  })
}

/** The saved views of the list. */
function viewRoutes(rest: Rest, parts: RouteParts): void {
  const { db } = parts
  route(rest, savedViews.list, ({ caller }) => viewSavedViews(db, caller))
  route(rest, savedViews.add, ({ caller, body, remoteAddress }) =>
    addSavedView(parts, { caller, remoteAddress }, body),
  )
  route(rest, savedViews.change, ({ caller, params, body, remoteAddress }) =>
    changeSavedView(parts, { caller, remoteAddress }, params.id, body),
  )
  route(rest, savedViews.remove, ({ caller, params, remoteAddress }) =>
    dropSavedView(parts, { caller, remoteAddress }, params.id),
  )
}

/** One station, and what people change of it. */
function changeRoutes(rest: Rest, parts: RouteParts): void {
  const get = (caller: Caller, id: string): Promise<Station> => viewStation(parts, caller, id)

  route(rest, stations.get, ({ caller, params }) => get(caller, params.id))

  route(rest, stations.add, async ({ caller, params, body, remoteAddress }) => {
    const { password } = await addStation(parts, { caller, remoteAddress }, params.id, body)
    return { ...(await get(caller, body.id)), password }
  })

  route(rest, stations.describe, async ({ caller, body, remoteAddress }) => {
    await describeStation(parts, { caller, remoteAddress }, body)
    return get(caller, body.station_id)
  })

  route(rest, stations.monetize, async ({ caller, params, body, remoteAddress }) => {
    await monetize(parts, { caller, remoteAddress }, params.id, body.monetized)
    return get(caller, params.id)
  })

  route(rest, stations.change, async ({ caller, params, body, remoteAddress }) => {
    await changeStation(parts, { caller, remoteAddress }, params.id, body)
    return get(caller, params.id)
  })
}

/** How a station connects. */
function connectionRoutes(rest: Rest, parts: RouteParts): void {
  const { db } = parts
  route(rest, stations.connection, async ({ caller, params }) => {
    const station = await findStation(db, caller, params.id)
    if (!station) throw new Failure('station.not_found')
    const { own, unknown } = await listRefusals(db, caller, station)
    return {
      backend_url: backendUrl(parts.publicUrl),
      refused: own && {
        reason: own.reason,
        at: own.last_at.toISOString(),
        attempts: own.attempts,
        remote_address: own.remote_address || null,
      },
      unknown: unknown.map(({ station_id: id, last_at, remote_address }) => ({
        id,
        at: last_at.toISOString(),
        remote_address: remote_address || null,
      })),
    }
  })

  route(rest, stations.renewPassword, async ({ caller, params, remoteAddress }) => ({
    password: await renewPassword(parts, { caller, remoteAddress }, params.id),
  }))
}

/** What a station reports of itself. */
function readingRoutes(rest: Rest, parts: RouteParts): void {
  const { db } = parts

  route(rest, stations.controllers, ({ caller, params }) => viewControllers(db, caller, params.id))

  route(rest, stations.meterValues, async ({ caller, params: { stationId, connectorNumber } }) => {
    if (!(await findStation(db, caller, stationId))) throw new Failure('station.not_found')
    const found = await findMeasurements(db, stationId, connectorNumber)
    if (found === undefined) throw new Failure('connector.not_found')
    if (found === null) return []
    const open = await parts.orders.list(db, [found.connectorId])
    return presentOf(found, open.get(found.connectorId)?.id ?? null)
  })
}

/** ws or wss, on the host that people use. */
const backendUrl = (publicUrl: string | null): string | null =>
  publicUrl && `${publicUrl.replace(/^http/, 'ws').replace(/\/{1,9}$/, '')}/ocpp`
