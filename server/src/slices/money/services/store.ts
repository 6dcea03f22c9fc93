import type { Language, ServiceIcon } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'
import { loadServicePriceMost } from '../../places/locations/store.ts'

export type InEachLanguage = Record<Language, string>

/** A kind of service. */
export interface TypeRow {
  id: number
  names: InEachLanguage
  descriptions: InEachLanguage
  icon: ServiceIcon
}

/** A kind of service that a location sells; the price in minor units. */
export interface ServiceRow extends TypeRow {
  typeId: number
  locationId: number
  priceMinor: number
  /** the price up to which an administrator has agreed; null: to none */
  agreedMinor: number | null
}

/** A service with what its location's services cost at most without an administrator. */
export type PricedService = ServiceRow & { mostMinor: number }

/** The kinds of services with how many locations sell each. */
export async function listTypes(db: Db): Promise<(TypeRow & { locations: number })[]> {
  const { rows } = await sql<TypeRow & { locations: number }>`
    select t.id, t.names, t.descriptions, t.icon, count(l.id)::integer as locations
    from service_types t left join location_services s on s.type_id = t.id
    left join location_view l on l.id = s.location_id and l.deleted_at is null
    group by t.id`.execute(db)
  return rows
}

/** A kind of service, held until the transaction ends. */
export async function lockType(tx: Tx, id: number): Promise<TypeRow | undefined> {
  const { rows } = await sql<TypeRow>`
    select id, names, descriptions, icon from service_types where id = ${id} for update`.execute(tx)
  return rows[0]
}

export async function insertType(tx: Tx, type: Omit<TypeRow, 'id'>, createdAt: Date): Promise<number> {
  const { names, descriptions, icon } = type
  const { id } = await tx
    .insertInto('service_types')
    .values({
      icon,
      created_at: createdAt,
      names: JSON.stringify(names),
      descriptions: JSON.stringify(descriptions),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateServiceType(tx: Tx, { id, names, descriptions, icon }: TypeRow): Promise<void> {
  await sql`update service_types set names = ${JSON.stringify(names)}, descriptions = ${JSON.stringify(descriptions)},
    icon = ${icon} where id = ${id}`.execute(tx)
}

/** Deletes a kind of service, with what locations sold of it that are deleted themselves; false: others sell it. */
export async function removeType(tx: Tx, id: number): Promise<boolean> {
  await sql`delete from location_services s using location_view l
    where s.type_id = ${id} and l.id = s.location_id and l.deleted_at is not null`.execute(tx)
  const { numAffectedRows } = await sql`delete from service_types t
    where t.id = ${id} and not exists (select from location_services s where s.type_id = t.id)`.execute(tx)
  return numAffectedRows === 1n
}

async function select(db: Db, rest: RawBuilder<unknown>): Promise<PricedService[]> {
  const { rows } = await sql<ServiceRow>`
    select s.id, s.type_id as "typeId", s.location_id as "locationId", s.price_minor as "priceMinor",
      s.agreed_minor as "agreedMinor", t.names, t.descriptions, t.icon
    from location_services s join service_types t on t.id = s.type_id ${rest}`.execute(db)
  const most = await loadServicePriceMost(db, [...new Set(rows.map(({ locationId }) => locationId))])
  return rows.map((row) => ({ ...row, mostMinor: most.get(row.locationId) ?? 0 }))
}

/** The services of locations. */
export const listServices = (db: Db, locationIds: readonly number[]): Promise<PricedService[]> =>
  select(db, sql`where s.location_id = any(${locationIds}::bigint[])`)

/** The services at the locations of an owner, with the names of these. */
export async function listOwnersServices(
  db: Db,
  ownerId: number,
): Promise<{ names: InEachLanguage; locationName: string }[]> {
  const { rows } = await sql<{ names: InEachLanguage; locationName: string }>`
    select t.names, l.name as "locationName"
    from location_services s join service_types t on t.id = s.type_id join location_view l on l.id = s.location_id
    where l.owner_id = ${ownerId} and l.deleted_at is null order by l.name, s.id`.execute(db)
  return rows
}

/** Which of some services are of locations that the caller may see. */
export async function listSeenServices(db: Db, caller: Caller, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from location_services s
    where s.id = any(${ids}::bigint[]) and ${visibleLocations(caller, 's.location_id')}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A service of a location that the caller may see. */
export async function findService(db: Db, caller: Caller, id: number): Promise<PricedService | undefined> {
  return (await select(db, sql`where s.id = ${id} and ${visibleLocations(caller, 's.location_id')}`))[0]
}

/** Whose a location is. */
export async function findOwner(db: Db, locationId: number): Promise<number | null> {
  const { rows } = await sql<{ ownerId: number | null }>`
    select owner_id as "ownerId" from location_view where id = ${locationId}`.execute(db)
  return rows[0]?.ownerId ?? null
}

/** A service as it is sold at a location now. */
export async function findForSale(
  tx: Tx,
  id: number,
  locationId: number,
): Promise<PricedService | undefined> {
  return (await select(tx, sql`where s.id = ${id} and s.location_id = ${locationId}`))[0]
}

export async function insertService(
  tx: Tx,
  service: {
    locationId: number
    typeId: number
    priceMinor: number
    agreedMinor: number | null
    createdAt: Date
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('location_services')
    .values({
      location_id: service.locationId,
      type_id: service.typeId,
      price_minor: service.priceMinor,
      agreed_minor: service.agreedMinor,
      created_at: service.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePrice(
  tx: Tx,
  id: number,
  { priceMinor, agreedMinor }: Pick<ServiceRow, 'priceMinor' | 'agreedMinor'>,
): Promise<void> {
  await sql`update location_services set price_minor = ${priceMinor}, agreed_minor = ${agreedMinor}
    where id = ${id}`.execute(tx)
}

export async function removeService(tx: Tx, id: number): Promise<void> {
  await sql`delete from location_services where id = ${id}`.execute(tx)
}
