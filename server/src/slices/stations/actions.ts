import type { newStationBody } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { Failure, isDuplicate } from '../../platform/failure.ts'
import type { LiveBus } from '../../platform/live.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import { inRepeatableTransaction } from '../../platform/transaction.ts'
import { findLocation } from '../locations/store.ts'
import { removeRefusal } from './connection.ts'
import { drawPassword, hashStationPassword } from './password.ts'
import { findStation } from './store.ts'

export interface StationsParts {
  db: Db
  clock: Clock
  live: LiveBus
  secretKey: string
  /** where people reach this server; null: wherever they do */
  publicUrl: string | null
}

export type NewStation = z.output<typeof newStationBody>

/** Adds a station to a location; answers its OCPP password, which is not kept. Throws location.not_found or station.exists. */
export async function addStation(
  { db, clock, secretKey, live }: StationsParts,
  from: { caller: Caller; remoteAddress: string },
  locationId: number,
  station: NewStation,
): Promise<{ password: string }> {
  const at = clock.now()
  if (!(await findLocation(db, from.caller, locationId))) throw new Failure('location.not_found')
  const password = drawPassword()
  const passwordHash = hashStationPassword(secretKey, station.id, password)
  // a station counts as free until an administrator has monetized it
  const monetized = from.caller.role === 'administrator'
  try {
    await inRepeatableTransaction(db, async (tx) => {
      await insertStation(tx, { ...station, locationId, passwordHash, monetized, createdAt: at })
      await removeRefusal(tx, station.id)
      const entry = {
        action: 'station.add',
        subjectType: 'station',
        subjectId: station.id,
        after: station,
        at,
      }
      await audit(tx, { ...from, ...entry })
    })
  } catch (error) {
    if (isDuplicate(error, 'stations_pkey')) throw new Failure('station.exists')
    if (isDuplicate(error))
      throw new Failure('request.invalid', [
        { path: 'connectors', message: 'Two connectors of an EVSE have one number.' },
      ])
    throw error
  }
  live.publish({ topic: 'station', id: station.id, locationId })
  return { password }
}

/** A station ready to be stored. */
export interface StationToInsert extends NewStation {
  locationId: number
  /** null: it connects without a password */
  passwordHash: string | null
  monetized: boolean
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

/** One at a time: two stations that are added at once get two numbers. */
export async function drawNumber(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('station number'))`.execute(tx)
  const { last } = await tx
    .selectFrom('stations')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Switches a station's monetization; sessions that run keep what they were started with. Throws station.not_found. */
export async function monetize(
  { db, clock, live }: StationsParts,
  from: { caller: Caller; remoteAddress: string },
  id: string,
  monetized: boolean,
): Promise<void> {
  const station = await findStation(db, from.caller, id)
  if (!station) throw new Failure('station.not_found')
  if (station.monetized === monetized) return
  await inRepeatableTransaction(db, async (tx) => {
    await tx.updateTable('stations').set({ monetized }).where('id', '=', id).execute()
    await audit(tx, {
      ...from,
      action: 'station.monetize',
      subjectType: 'station',
      subjectId: id,
      before: { monetized: station.monetized },
      after: { monetized },
      at: clock.now(),
    })
  })
  live.publish({ topic: 'station', id, locationId: station.location_id })
}
