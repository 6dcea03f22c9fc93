import { type Location, locations, managers } from '@stationmaster/contract'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import { type Received, type Rest, route } from '../../platform/http.ts'
import { languageOf } from '../../platform/language.ts'
import { findManager } from '../managers/store.ts'
import { addLocation, type By, changeLocation, setOpeningHours } from './actions.ts'
import { listAssigned } from './assignment-store.ts'
import { assignLocations } from './assignments.ts'
import { previewRemoval, type RemovalParts, removeLocation } from './remove.ts'
import { findLocation, type LocationRow, listLocations } from './store.ts'
import { viewOf } from './view.ts'

const byOf = ({ caller, remoteAddress, request }: Received<unknown, unknown, unknown>): By => ({
  caller,
  remoteAddress,
  language: languageOf(request.headers['accept-language']),
})

export function locationRoutes(rest: Rest, parts: RemovalParts): void {
  const { db, clock } = parts

  const view = async (caller: Caller, rows: LocationRow[]): Promise<Location[]> => {
    const standing = await parts.loadStations(
      db,
      rows.map(({ id }) => id),
    )
    const now = clock.now()
    return rows.map((row) => viewOf(caller, row, standing.get(row.id), now))
  }

  const get = async (caller: Caller, id: number): Promise<Location> => {
    const row = await findLocation(db, caller, id)
    if (!row) throw new Failure('location.not_found')
    return (await view(caller, [row]))[0]!
  }

  route(rest, locations.list, async ({ caller, query }) => {
    const { rows, total } = await listLocations(db, caller, query)
    return { items: await view(caller, rows), total }
  })

  route(rest, locations.get, ({ caller, params }) => get(caller, params.id))

  route(
    rest,
    locations.add,
    async (received) => {
      const id = await addLocation(parts, byOf(received), received.body)
      return get(received.caller, id)
    },
    ({ role }) => role === 'administrator' || parts.selfService,
  )

  route(rest, locations.change, async (received) => {
    const { caller, params, body } = received
    await changeLocation(parts, byOf(received), params.id, body)
    return get(caller, params.id)
  })

  route(rest, locations.setOpeningHours, async (received) => {
    const { caller, params, query, body: periods } = received
    await setOpeningHours(parts, byOf(received), params.id, { periods, version: query.version })
    return get(caller, params.id)
  })

  route(rest, managers.locations, async ({ params }) => {
    if (!(await findManager(db, params.id))) throw new Failure('manager.not_found')
    return listAssigned(db, params.id)
  })

  route(rest, managers.assignLocations, async ({ caller, params, body, remoteAddress }) => {
    await assignLocations(parts, caller, { id: params.id, locationIds: body, remoteAddress })
    return listAssigned(db, params.id)
  })

  route(rest, locations.deletion, (received) => previewRemoval(parts, byOf(received), received.params.id))

  route(rest, locations.remove, async (received) => {
    await removeLocation(parts, byOf(received), received.params.id)
    return undefined
  })
}
