import {
  type Coordinates,
  type GeocodeResult,
  type Language,
  type locationBody,
  type locationChangeBody,
  mayMove,
  type OpeningPeriod,
  overlapIn,
  placeFeatures,
} from '@stationmaster/contract'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { findManager } from '../../people/managers/store.ts'
import type { Geocoder } from '../maps/geocoder.ts'
import { listChangesSince } from './change-store.ts'
import {
  findLocation,
  insertLocation,
  type LocationRow,
  type LocationUpdate,
  lockLocation,
  updateLocation,
} from './store.ts'

export interface LocationsParts {
  db: Db
  clock: Clock
  live: LiveBus
  geocoder: Geocoder
  /** a location's zone when neither the caller nor its address tells one */
  timeZone: string
  /** managers may add locations of their own */
  selfService: boolean
  /** a location has another owner now */
  ownerChanged(
    tx: Tx,
    by: By & { at: Date; agreed: readonly string[] | undefined },
    locationId: number,
  ): Promise<void>
}

/** Who changes something, and from where. */
export interface By {
  caller: Caller
  remoteAddress: string
  /** for the words of an address that is looked up */
  language: Language
}

/** Adds a location; its coordinates are looked up when none are sent. Throws manager.not_found. Answers its id. */
export async function addLocation(
  parts: LocationsParts,
  by: By,
  body: z.output<typeof locationBody>,
): Promise<number> {
  const { db, clock, live } = parts
  const at = clock.now()
  const ownerId = by.caller.role === 'administrator' ? (body.owner_id ?? null) : by.caller.id
  await checkOwner(db, ownerId)
  const street = body.street || body.address || ''
  const found = body.coordinates
    ? await parts.geocoder.reverse(body.coordinates, by.language)
    : await lookUp(parts.geocoder, { ...body, street }, by.language)
  const location = {
    name: body.name,
    country: body.country,
    city: body.city,
    street,
    postalCode: body.postal_code,
    coordinates: body.coordinates ?? found?.coordinates ?? null,
    timeZone: body.time_zone ?? (found?.time_zone || parts.timeZone),
    ownerId,
    selfAdded: by.caller.role !== 'administrator',
    createdAt: at,
  }
  const id = await inRepeatableTransaction(db, async (tx) => {
    const inserted = await insertLocation(tx, location)
    await audit(tx, {
      ...by,
      action: 'location.add',
      subjectType: 'location',
      subjectId: inserted,
      after: { ...body, street, coordinates: location.coordinates, time_zone: location.timeZone, version: 1 },
      at,
    })
    return inserted
  })
  live.publish({ topic: 'location', id, locationId: id })
  return id
}

async function checkOwner(db: Db, ownerId: number | null | undefined): Promise<void> {
  if (ownerId === null || ownerId === undefined) return
  const owner = await findManager(db, ownerId)
  if (!owner || !['administrator', 'manager'].includes(owner.role)) throw new Failure('manager.not_found')
}

type Address = Pick<LocationRow, 'country' | 'city' | 'street'>

function lookUp(
  geocoder: Geocoder,
  address: Address,
  language: Language,
): Promise<GeocodeResult | undefined> {
  const text = [address.street, address.city, address.country].filter(Boolean).join(', ')
  return text === '' ? Promise.resolve(undefined) : geocoder.forward(text, language)
}

type Change = Omit<z.output<typeof locationChangeBody>, 'version' | 'free_stations'>

/** A change whose features stand in their order, each once: that is how they are kept and compared. */
const settled = (change: Change): Change =>
  change.features === undefined
    ? change
    : { ...change, features: placeFeatures.filter((feature) => change.features?.includes(feature)) }

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const plainFields = [
  'name',
  'owner_id',
  'country',
  'city',
  'street',
  'postal_code',
  'time_zone',
  'cashback_percent',
  'free_parking',
  'height_limit_cm',
  'features',
  'listed',
  'silence_minutes',
  'local_lists',
  'silent_partner',
  'service_price_most',
] as const

/** The columns that a change changes: only those with another value than now. */
function differences(row: LocationRow, change: Change): LocationUpdate {
  const changed: LocationUpdate = Object.fromEntries(
    plainFields
      .filter((field) => change[field] !== undefined && !same(change[field], row[field]))
      .map((field) => [field, change[field]]),
  )
  if (change.coordinates === undefined) return changed
  const { lat, lng } = change.coordinates ?? { lat: null, lng: null }
  return lat === row.lat && lng === row.lng ? changed : { ...changed, lat, lng }
}

const movesAddress = (changed: LocationUpdate): boolean =>
  ['country', 'city', 'street'].some((field) => field in changed)

/**
 * Changes some fields of a location. When its address changed and no coordinates are sent, they are looked up
 * (domain.md#locations). Throws location.not_found, manager.not_found, station.would_be_free where another owner's plan covers
 * fewer stations than earn there, and location.changed with who changed what, if
 * `version` is no longer the present one.
 */
export async function changeLocation(
  parts: LocationsParts,
  by: By,
  id: number,
  { version, free_stations: agreed, ...sent }: z.output<typeof locationChangeBody>,
): Promise<void> {
  const change = settled(sent)
  const { db, geocoder } = parts
  await checkOwner(db, change.owner_id)
  const known = await findLocation(db, by.caller, id)
  if (!known) throw new Failure('location.not_found')
  const found = await movedTo(geocoder, by.language, known, change)
  await edit(parts, by, { id, version, agreed, action: 'location.change' }, (row) => {
    const changed = differences(row, change)
    return found && movesAddress(changed) ? { ...changed, ...pointOf(found.coordinates) } : changed
  })
}

/** Where an address has moved to, before the transaction: no lock waits for a geocoder. */
async function movedTo(
  geocoder: Geocoder,
  language: Language,
  known: LocationRow,
  change: Change,
): Promise<GeocodeResult | undefined> {
  const changed = differences(known, change)
  if (change.coordinates !== undefined || !movesAddress(changed)) return undefined
  const found = await lookUp(geocoder, { ...known, ...definedOf(change) }, language)
  const sameTown = !('city' in changed || 'country' in changed)
  return found && mayMove(found, { hasPoint: known.lat !== null, sameTown }) ? found : undefined
}

const pointOf = ({ lat, lng }: Coordinates) => ({ lat, lng })

const definedOf = ({ country, city, street }: Change): Partial<Address> => ({
  ...(country === undefined ? {} : { country }),
  ...(city === undefined ? {} : { city }),
  ...(street === undefined ? {} : { street }),
})

/** Sets when a location is open. Throws location.hours_overlap with the two, and what changeLocation throws. */
export async function setOpeningHours(
  parts: LocationsParts,
  by: By,
  id: number,
  { periods, version }: { periods: OpeningPeriod[]; version: number | undefined },
): Promise<void> {
  const overlap = overlapIn(periods)
  if (overlap)
    throw new Failure('location.hours_overlap', { periods: overlap.map((index) => periods[index]) })
  const sorted = periods.toSorted((a, b) => a.day - b.day || a.opens_at.localeCompare(b.opens_at))
  const written = JSON.stringify(sorted)
  await edit(parts, by, { id, version, action: 'location.set_opening_hours' }, ({ opening_hours }) =>
    JSON.stringify(opening_hours) === written ? {} : { opening_hours: written },
  )
}

interface Edit {
  id: number
  version: number | undefined
  action: string
  /** stations that may become free of charge by it */
  agreed?: readonly string[] | undefined
}

async function edit(
  { db, clock, live, ownerChanged }: LocationsParts,
  by: By,
  { id, version, agreed, action }: Edit,
  decide: (row: LocationRow) => LocationUpdate,
): Promise<void> {
  const changed = await inRepeatableTransaction(db, async (tx: Tx) => {
    const row = await lockLocation(tx, by.caller, id)
    if (!row) throw new Failure('location.not_found')
    if (version !== undefined && version !== row.version)
      throw new Failure('location.changed', await listChangesSince(tx, id, version))
    const update = decide(row)
    const fields = Object.keys(update) as (keyof LocationRow & keyof LocationUpdate)[]
    if (fields.length === 0) return false
    await updateLocation(tx, id, update)
    const at = clock.now()
    if ('owner_id' in update) await ownerChanged(tx, { ...by, at, agreed }, id)
    const entry = { action, subjectType: 'location', subjectId: id, at }
    const before = Object.fromEntries(fields.map((field) => [field, row[field]]))
    const after = Object.fromEntries(fields.map((field) => [field, asRead(field, update[field])]))
    await audit(tx, { ...by, ...entry, before, after: { ...after, version: row.version + 1 } })
    return true
  })
  if (changed) live.publish({ topic: 'location', id, locationId: id })
}

/** Opening hours are written as text (see schema.ts). */
const asRead = (field: string, value: unknown): unknown =>
  field === 'opening_hours' && typeof value === 'string' ? JSON.parse(value) : value
