import type { newStationBody } from '@stationmaster/contract'
import { sql, type UpdateObject } from 'kysely'
import type { z } from 'zod'
import type { Schema, Tx } from '../../../platform/schema/schema.ts'

export type NewStation = Omit<z.output<typeof newStationBody>, 'tariff'>

/** A station ready to be stored. */
export interface StationToInsert extends NewStation {
  locationId: number
  /** null: it connects without a password */
  passwordHash: string | null
  monetized: boolean
  /** whether drivers may reserve its connectors; left out: no */
  reservations?: boolean
  createdAt: Date
}

/** Stores a station with its EVSEs and connectors; without a number it gets the network's next one. */
export async function insertStation(tx: Tx, station: StationToInsert): Promise<void> {
  await tx
    .insertInto('stations')
    .values({
      id: station.id,
      number: station.number ?? (await drawNumber(tx)),
      location_id: station.locationId,
      vendor_name: station.vendor_name,
      model: station.model,
      image: station.image || null,
      password_hash: station.passwordHash,
      monetized: station.monetized,
      reservations_supported: station.reservations ?? false,
      created_at: station.createdAt,
    })
    .execute()
  const evses = [...new Set(station.connectors.map(({ evse_number }) => evse_number))]
  await tx
    .insertInto('evses')
    .values(evses.map((number) => ({ station_id: station.id, number })))
    .execute()
  const ordered = station.connectors.toSorted((a, b) => a.evse_number - b.evse_number || a.number - b.number)
  await tx
    .insertInto('connectors')
    .values(
      ordered.map(({ evse_number, number, type, current, power }, index) => ({
        station_id: station.id,
        evse_number,
        number,
        ordinal: index + 1,
        type,
        current,
        power_w: Math.round(power * 1000),
      })),
    )
    .execute()
}

/** The next free station number; only one transaction at a time draws one, so that two stations get two numbers. */
export async function drawNumber(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('station number'))`.execute(tx)
  const { last } = await tx
    .selectFrom('stations')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export type StationUpdate = Omit<UpdateObject<Schema, 'stations'>, 'id' | 'version'>

/** Changes a station and increases its version; answers whether it still had the given version (undefined: any version). */
export async function updateStation(
  tx: Tx,
  id: string,
  changed: StationUpdate,
  version: number | undefined,
): Promise<boolean> {
  const row = await tx
    .updateTable('stations')
    .set({ ...changed, version: sql`version + 1` })
    .where('id', '=', id)
    .where('version', '=', version ?? sql.ref<number>('version'))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces all passwords of a station; the security profile that it had reached is not required any more. */
export async function updatePassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('stations')
    .set({
      password_hash: passwordHash,
      next_password_hashes: [],
      next_password_at: null,
      former_password: null,
      security_profile: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Locks a station until the transaction ends, so that writing an order there comes before or after. */
export async function lockStation(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('stations').select('id').where('id', '=', id).forUpdate().execute()
}

export async function updateRemoved(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('stations').set({ deleted_at: at }).where('id', '=', id).execute()
}

/**
 * Deletes the stations of a location and answers their ids; they can connect no more. Waits for an order that is being written
 * there, because that locks its station's row.
 */
export async function removeStationsOf(tx: Tx, locationId: number, at: Date): Promise<string[]> {
  await tx
    .selectFrom('stations')
    .select('id')
    .where('location_id', '=', locationId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const removed = await tx
    .updateTable('stations')
    .set({ deleted_at: at })
    .where('location_id', '=', locationId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return removed.map(({ id }) => id)
}
