import {
  type Call,
  type ConnectorStatus,
  type Location,
  type locationBody,
  locations,
  stations,
  tariffs,
} from '@stationmaster/contract'
import type { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { Failure } from '../../platform/failure.ts'
import { type Rest, route } from '../../platform/http.ts'
import type { Db } from '../../platform/schema.ts'
import { findManager } from '../managers/store.ts'
import { findLocation, insertLocation, type LocationRow, listLocations, type NewLocation } from './store.ts'

/** What stands at a location. */
export interface LocationStations {
  stations: number
  connectors: ConnectorStatus[]
}

export interface LocationsParts {
  db: Db
  clock: Clock
  /** a location's zone when none is given */
  timeZone: string
  /** What stands at some locations, in a constant number of queries; a location without stations is absent. */
  loadStations(db: Db, locationIds: readonly number[]): Promise<Map<number, LocationStations>>
}

export function locationRoutes(rest: Rest, parts: LocationsParts): void {
  const { db, clock } = parts

  const view = async (caller: Caller, rows: LocationRow[]): Promise<Location[]> => {
    const standing = await parts.loadStations(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => viewOf(row, standing.get(row.id), caller))
  }

  route(rest, locations.list, async ({ caller, query }) => {
    const { rows, total } = await listLocations(db, caller, query)
    return { items: await view(caller, rows), total }
  })

  route(rest, locations.get, async ({ caller, params }) => {
    const row = await findLocation(db, caller, params.id)
    if (!row) throw new Failure('location.not_found')
    return (await view(caller, [row]))[0]!
  })

  route(rest, locations.add, async ({ caller, body, remoteAddress }) => {
    const at = clock.now()
    const location = { ...fromBody(body, parts.timeZone), createdAt: at }
    if (location.ownerId !== null && !(await findManager(db, location.ownerId)))
      throw new Failure('manager.not_found')
    const id = await db.transaction().execute(async (tx) => {
      const inserted = await insertLocation(tx, location)
      await audit(tx, {
        caller,
        action: 'location.add',
        subjectType: 'location',
        subjectId: inserted,
        after: body,
        remoteAddress,
        at,
      })
      return inserted
    })
    return viewOf((await findLocation(db, caller, id))!, undefined, caller)
  })
}

function fromBody(body: z.output<typeof locationBody>, timeZone: string): Omit<NewLocation, 'createdAt'> {
  return {
    name: body.name,
    country: body.country,
    city: body.city,
    street: body.street || body.address || '',
    postalCode: body.postal_code,
    coordinates: body.coordinates ?? null,
    timeZone: knownZone(body.time_zone ?? timeZone),
    ownerId: body.owner_id ?? null,
  }
}

function knownZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone && name
  } catch {
    throw new Failure('request.invalid', [{ path: 'time_zone', message: 'There is no such time zone.' }])
  }
}

const may = (caller: Caller, { roles }: Call): boolean => roles === 'public' || roles.includes(caller.role)

const viewOf = (
  { lat, lng, ...row }: LocationRow,
  standing: LocationStations | undefined,
  caller: Caller,
): Location => ({
  ...row,
  coordinates: lat === null || lng === null ? null : { lat, lng },
  number_of_stations: standing?.stations ?? 0,
  connectors: (standing?.connectors ?? []).map((status) => ({ status })),
  can: {
    edit: may(caller, locations.add),
    delete: may(caller, locations.add),
    price: may(caller, tariffs.priceLocation),
    add_station: may(caller, stations.add),
  },
})
