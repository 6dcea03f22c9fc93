import { type Location, locations, managers } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { languageOf } from '../../../platform/general/language.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Received, type Rest, route } from '../../../platform/http/http.ts'
import { findManager } from '../../people/managers/store.ts'
import { listAssigned } from './access/assignment-store.ts'
import { assignLocations } from './access/assignments.ts'
import { addLocation, type By, changeLocation, setOpeningHours } from './actions.ts'
import { viewStaffMarkers } from './markers.ts'
import { previewRemoval, type RemovalParts, removeLocation } from './remove.ts'
import { findLocation, type LocationRow, listLocations } from './store.ts'
import { viewOf } from './view.ts'

/** Who asks, and in which language. */
type Reader = Pick<By, 'caller' | 'language'>

const byOf = ({ caller, remoteAddress, request }: Received<unknown, unknown, unknown>): By => ({
  caller,
  remoteAddress,
  language: languageOf(request.headers['accept-language']),
})

/** What people see of locations. */
function viewsOf(parts: RemovalParts) {
  const { db, clock } = parts

  const view = async (by: Reader, rows: LocationRow[]): Promise<Location[]> => {
    const ids = rows.map(({ id }) => id)
    const [stations, services, withoutPlan] = await Promise.all([
      parts.loadStations(db, ids),
      parts.loadServices(db, ids, by.language),
      parts.cover.withoutPlan(db, [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))]),
    ])
    const now = clock.now()
    return rows.map((row) =>
      viewOf(
        by.caller,
        row,
        {
          stations: stations.get(row.id),
          services: services.get(row.id) ?? [],
          needsPro: row.owner_id !== null && withoutPlan.has(row.owner_id),
        },
        now,
      ),
    )
  }

  const get = async (by: Reader, id: number): Promise<Location> => {
    const row = await findLocation(db, by.caller, id)
    if (!row) throw new Failure('location.not_found')
    return first(await view(by, [row]))
  }

  return { view, get }
}

/** Locations: to see, to change and to remove, and who runs them. */
export function locationRoutes(rest: Rest, parts: RemovalParts): void {
  const { db } = parts
  const { view, get } = viewsOf(parts)

  route(rest, locations.list, async (received) => {
    const { rows, total } = await listLocations(db, received.caller, received.query)
    return { items: await view(byOf(received), rows), total }
  })

  route(rest, locations.markers, ({ caller, query }) =>
    viewStaffMarkers(parts, caller, query.ids?.split(',').map(Number)),
  )

  route(rest, locations.get, (received) => get(byOf(received), received.params.id))

  route(
    rest,
    locations.add,
    async (received) => {
      const by = byOf(received)
      return get(by, await addLocation(parts, by, received.body))
    },
    ({ role }) => role === 'administrator' || parts.selfService,
  )

  route(rest, locations.change, async (received) => {
    const { params, body } = received
    const by = byOf(received)
    await changeLocation(parts, by, params.id, body)
    return get(by, params.id)
  })

  route(rest, locations.setOpeningHours, async (received) => {
    const { params, query, body: periods } = received
    const by = byOf(received)
    await setOpeningHours(parts, by, params.id, { periods, version: query.version })
    return get(by, params.id)
  })

  route(rest, locations.deletion, (received) => previewRemoval(parts, byOf(received), received.params.id))

  route(rest, locations.remove, async (received) => {
    await removeLocation(parts, byOf(received), received.params.id)
    return undefined
  })
  assignmentRoutes(rest, parts)
}

/** Which locations a manager runs. */
function assignmentRoutes(rest: Rest, parts: RemovalParts): void {
  const { db } = parts

  route(rest, managers.locations, async ({ params }) => {
    if (!(await findManager(db, params.id))) throw new Failure('manager.not_found')
    return listAssigned(db, params.id)
  })

  route(rest, managers.assignLocations, async ({ caller, params, body, remoteAddress }) => {
    await assignLocations(parts, caller, { id: params.id, locationIds: body, remoteAddress })
    return listAssigned(db, params.id)
  })
}
