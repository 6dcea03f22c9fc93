import type { OpeningPeriod } from '@stationmaster/contract'
import { type RawBuilder, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Db, Schema, Tx } from '../../platform/schema.ts'
import { searched } from '../../platform/search.ts'
import { visibleLocations } from './scope-store.ts'

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
  /** null: around the clock */
  opening_hours: OpeningPeriod[] | null
  version: number
  owner_first_name: string | null
  owner_last_name: string | null
  owner_email: string | null
}

const seen = (caller: Caller) => sql<SqlBool>`l.deleted_at is null and ${visibleLocations(caller, 'l.id')}`

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
  // a count that looks at no owner needs no join
  const owners = search === '' ? sql`` : sql`left join manager_view m on m.id = l.owner_id`
  const [rows, count] = await Promise.all([
    select(db, sql`${where} order by l.name, l.id limit ${limit} offset ${offset}`),
    sql<{ total: number }>`select count(*) as total from locations l ${owners} ${where}`.execute(db),
  ])
  return { rows, total: count.rows[0]?.total ?? 0 }
}

/** A location, if the caller may see it. */
export async function findLocation(db: Db, caller: Caller, id: number): Promise<LocationRow | undefined> {
  const [row] = await select(db, sql`where l.id = ${id} and ${seen(caller)}`)
  return row
}

/** The same, held until the transaction ends: whoever changes it meanwhile waits. */
export async function lockLocation(tx: Tx, caller: Caller, id: number): Promise<LocationRow | undefined> {
  const [row] = await select(tx, sql`where l.id = ${id} and ${seen(caller)} for update of l`)
  return row
}

const visible = (caller: Caller, ids: readonly number[]) => sql`
  select l.id, l.name from locations l where l.id = any(${ids}::bigint[]) and ${seen(caller)}`

/** Those of some locations that the caller may see. */
export async function listVisible(
  db: Db,
  caller: Caller,
  ids: readonly number[],
): Promise<Pick<LocationRow, 'id' | 'name'>[]> {
  return (await sql<LocationRow>`${visible(caller, ids)}`.execute(db)).rows
}

/** The same, held until the transaction ends, so that two changes of one location come one after the other. */
export async function lockVisible(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<Pick<LocationRow, 'id' | 'name'>[]> {
  return (await sql<LocationRow>`${visible(caller, ids)} order by l.id for update`.execute(tx)).rows
}

async function select(db: Db, rest: RawBuilder<unknown>): Promise<LocationRow[]> {
  const { rows } = await sql<LocationRow>`
    select l.id, l.name, l.country, l.city, l.street, l.postal_code, l.lat, l.lng, l.time_zone, l.owner_id,
      l.cashback_percent, l.free_parking, l.opening_hours, l.version, m.first_name as owner_first_name,
      m.last_name as owner_last_name, m.email as owner_email
    from locations l left join manager_view m on m.id = l.owner_id ${rest}`.execute(db)
  return rows
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
  createdAt: Date
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
      created_at: location.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type LocationUpdate = Omit<UpdateObject<Schema, 'locations'>, 'id' | 'version'>

/** Changes a location that the transaction holds; its version counts on. */
export async function updateLocation(tx: Tx, id: number, changed: LocationUpdate): Promise<void> {
  await tx
    .updateTable('locations')
    .set({ ...changed, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
