import type { OpeningPeriod, PlaceFeature, SilentPartnerRule } from '@stationmaster/contract'
import { type RawBuilder, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { PhotoRow } from '../../../platform/files/photos.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Schema, Tx } from '../../../platform/schema/schema.ts'
import { searched } from '../../../platform/statements/search.ts'
import { waitsForAdmission } from './access/admission-store.ts'
import { visibleLocations } from './access/scope-store.ts'

export interface LocationRow {
  id: number
  name: string
  country: string
  city: string
  street: string
  postal_code: string
  lat: number | null
  lng: number | null
  time_zone: string
  owner_id: number | null
  cashback_percent: number
  free_parking: boolean
  height_limit_cm: number | null
  features: PlaceFeature[]
  listed: boolean
  silence_minutes: number | null
  local_lists: boolean
  silent_partner: SilentPartnerRule
  /** kopecks */
  service_price_most: number
  /** null: around the clock */
  opening_hours: OpeningPeriod[] | null
  version: number
  photos: PhotoRow[]
  rating: number | null
  reviews: number
  owner_first_name: string | null
  owner_last_name: string | null
  owner_email: string | null
  /** its owner must be admitted before anything is sold here */
  needs_admission: boolean
}

const seen = (caller: Caller) => sql<SqlBool>`l.deleted_at is null and ${visibleLocations(caller, 'l.id')}`

const namedColumns = ['l.name', 'l.city']
const searchColumns = [
  'l.name',
  'l.country',
  'l.city',
  'l.street',
  'l.postal_code',
  'm.first_name',
  'm.last_name',
  'm.email',
]

export interface LocationFilter {
  limit: number
  offset: number
  search?: string | undefined
  owner_id?: number | undefined
}

/** A page of the locations that a caller may see, by name, with their count. */
export async function listLocations(
  db: Db,
  caller: Caller,
  { limit, offset, search = '', owner_id: ownerId }: LocationFilter,
): Promise<{ rows: LocationRow[]; total: number }> {
  const owned = ownerId === undefined ? sql`true` : sql`l.owner_id = ${ownerId}`
  const where = sql`where ${seen(caller)} and ${owned} and ${searched(search, searchColumns)}`
  // only a search needs the owners, so the count joins them only then
  const owners = search === '' ? sql`` : sql`left join manager_view m on m.id = l.owner_id`
  const [rows, count] = await Promise.all([
    select(db, sql`${where} order by l.name, l.id limit ${limit} offset ${offset}`),
    sql<{ total: number }>`select count(*) as total from locations l ${owners} ${where}`.execute(db),
  ])
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export type MarkerRow = Pick<
  LocationRow,
  | 'id'
  | 'name'
  | 'country'
  | 'city'
  | 'street'
  | 'cashback_percent'
  | 'free_parking'
  | 'height_limit_cm'
  | 'features'
> & {
  lat: number
  lng: number
}

/** The locations that a caller may see and that have a point, by name; only those in `ids`, if given. */
export async function listMarkers(
  db: Db,
  caller: Caller,
  ids: readonly number[] | undefined,
): Promise<MarkerRow[]> {
  const among = ids ? sql`l.id = any(${ids}::bigint[])` : sql`true`
  const { rows } = await sql<MarkerRow>`
    select l.id, l.name, l.country, l.city, l.street, l.lat, l.lng, l.cashback_percent, l.free_parking,
      l.height_limit_cm, l.features
    from locations l
    where ${seen(caller)} and l.lat is not null and l.lng is not null and ${among}
    order by l.name, l.id`.execute(db)
  return rows
}

/** A mark of each location that has a point, by id; it changes with the name, town or point. */
export async function markPoints(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; mark: string }>`
    select l.id, concat_ws('|', l.lat, l.lng, l.city, l.name) as mark
    from locations l where l.deleted_at is null and l.lat is not null and l.lng is not null`.execute(db)
  return new Map(rows.map(({ id, mark }) => [id, mark]))
}

/** A location, if the caller may see it. */
export async function findLocation(db: Db, caller: Caller, id: number): Promise<LocationRow | undefined> {
  const [row] = await select(db, sql`where l.id = ${id} and ${seen(caller)}`)
  return row
}

/** The same, locked until the transaction ends. */
export async function lockLocation(tx: Tx, caller: Caller, id: number): Promise<LocationRow | undefined> {
  const [row] = await select(tx, sql`where l.id = ${id} and ${seen(caller)} for update of l`)
  return row
}

type NamedLocation = Pick<LocationRow, 'id' | 'name'>

const visible = (caller: Caller, ids: readonly number[]) => sql`
  select l.id, l.name from locations l where l.id = any(${ids}::bigint[]) and ${seen(caller)}`

/** Which of the locations the caller may see. */
export async function listVisible(db: Db, caller: Caller, ids: readonly number[]): Promise<NamedLocation[]> {
  return (await sql<NamedLocation>`${visible(caller, ids)}`.execute(db)).rows
}

/** The same, locked until the transaction ends, so that two changes of one location come one after the other. */
export async function lockVisible(tx: Tx, caller: Caller, ids: readonly number[]): Promise<NamedLocation[]> {
  return (await sql<NamedLocation>`${visible(caller, ids)} order by l.id for update`.execute(tx)).rows
}

async function select(db: Db, rest: RawBuilder<unknown>): Promise<LocationRow[]> {
  const { rows } = await sql<LocationRow>`
    select l.id, l.name, l.country, l.city, l.street, l.postal_code, l.lat, l.lng, l.time_zone, l.owner_id,
      l.cashback_percent, l.free_parking, l.height_limit_cm, l.features, l.listed, l.silence_minutes, l.local_lists,
      l.silent_partner, l.service_price_most, l.opening_hours, l.version,
      m.first_name as owner_first_name, m.last_name as owner_last_name, m.email as owner_email, ${waitsForAdmission} as needs_admission,
      (select coalesce(json_agg(json_build_object('id', p.id, 'caption', p.caption, 'sizes', p.sizes)
        order by p.position, p.id), '[]') from location_photo_view p where p.location_id = l.id) as photos,
      r.rating, coalesce(r.reviews, 0) as reviews
    from locations l left join manager_view m on m.id = l.owner_id
      left join location_rating_view r on r.location_id = l.id ${rest}`.execute(db)
  return rows
}

/** What drivers may know of a location. */
export type ListedRow = Omit<
  LocationRow,
  | 'owner_id'
  | 'version'
  | 'listed'
  | 'silence_minutes'
  | 'local_lists'
  | 'silent_partner'
  | 'service_price_most'
  | 'owner_first_name'
  | 'owner_last_name'
  | 'owner_email'
  | 'needs_admission'
>

const listed = sql<SqlBool>`l.listed and l.deleted_at is null`

/** Which of the locations drivers may see. */
export const listListed = (db: Db, ids: readonly number[]): Promise<ListedRow[]> =>
  select(db, sql`where l.id = any(${ids}::bigint[]) and ${listed}`)

/** Locations, whether drivers see them on the network's own map or not; those that are no more are left out. */
export const listForPartners = (db: Db, ids: readonly number[]): Promise<ListedRow[]> =>
  select(db, sql`where l.id = any(${ids}::bigint[]) and l.deleted_at is null order by l.id`)

/** A page of all locations by name, or of those whose name or city has some words, as ids, and how many there are. */
export async function pageByName(
  db: Db,
  { limit, offset, search = '' }: { limit: number; offset: number; search?: string | undefined },
): Promise<{ ids: number[]; total: number }> {
  const where = sql`l.deleted_at is null and ${searched(search, namedColumns)}`
  const { rows } = await sql<{ id: number }>`
    select l.id from locations l where ${where} order by l.name, l.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from locations l where ${where}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: counted.rows[0]?.total ?? 0 }
}

/** A hash of each location that drivers may see, by id; it changes with anything of the location. */
export async function markListed(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; mark: string }>`
    select l.id, md5(concat_ws('|', l::text, r.rating, r.reviews, (select string_agg(p::text, '|' order by p.id)
      from location_photo_view p where p.location_id = l.id))) as mark
    from locations l left join location_rating_view r on r.location_id = l.id
    where ${listed} order by l.id`.execute(db)
  return new Map(rows.map(({ id, mark }) => [id, mark]))
}

/** The highest price of a service that needs no administrator's approval, kopecks, by location. */
export async function loadServicePriceMost(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'service_price_most'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, service_price_most }) => [id, service_price_most]))
}

export interface NewLocation {
  name: string
  country: string
  city: string
  street: string
  postalCode: string
  coordinates: { lat: number; lng: number } | null
  timeZone: string
  ownerId: number | null
  /** a manager added it themselves: nothing is sold there before its owner is admitted */
  selfAdded?: boolean
  createdAt: Date
  features?: PlaceFeature[] | undefined
  heightLimitCm?: number | undefined
}

export async function insertLocation(tx: Tx, location: NewLocation): Promise<number> {
  const { id } = await tx
    .insertInto('locations')
    .values({
      name: location.name,
      country: location.country,
      city: location.city,
      street: location.street,
      postal_code: location.postalCode,
      lat: location.coordinates?.lat ?? null,
      lng: location.coordinates?.lng ?? null,
      time_zone: location.timeZone,
      owner_id: location.ownerId,
      self_added: location.selfAdded ?? false,
      features: location.features ?? [],
      height_limit_cm: location.heightLimitCm ?? null,
      created_at: location.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type LocationUpdate = Omit<UpdateObject<Schema, 'locations'>, 'id' | 'version'>

/** Changes a location that the transaction has locked, and increases its version. */
export async function updateLocation(tx: Tx, id: number, changed: LocationUpdate): Promise<void> {
  await tx
    .updateTable('locations')
    .set({ ...changed, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
