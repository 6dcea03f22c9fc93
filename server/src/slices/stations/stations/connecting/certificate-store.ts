import type { CarPart } from '@stationmaster/ocpp'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { SignedCertificate } from './authority.ts'

/** The names for which a station may request a certificate: its id, and the serial number that it reported at boot; none for an unknown station. */
export async function listStationNames(db: Db, stationId: string): Promise<string[]> {
  const station = await db
    .selectFrom('stations')
    .select('serial_number')
    .where('id', '=', stationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return station ? [stationId, ...(station.serial_number ? [station.serial_number] : [])] : []
}

/** Keeps a certificate that was signed; answers the row's id. */
export function insertCertificate(
  db: Db,
  stationId: string,
  { serial, notAfter, forCars }: SignedCertificate & { forCars: CarPart | null },
  at: Date,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('station_certificates')
      .values({
        station_id: stationId,
        serial,
        issued_at: at,
        not_after: notAfter,
        for_cars: forCars !== null,
        iso15118_20: forCars === 20,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const subject = { subjectType: 'station', subjectId: stationId }
    const shown = forCars === null ? {} : { for_cars: true, part: forCars }
    const after = { serial, not_after: notAfter.toISOString(), ...shown }
    await audit(tx, { ...subject, caller: null, action: 'station.sign_certificate', after, at })
    return id
  })
}

/** Keeps what a station said to its certificate. */
export async function updateCertificate(db: Db, id: number, status: string): Promise<void> {
  await db.updateTable('station_certificates').set({ status }).where('id', '=', id).execute()
}

/** The certificate that was signed for a station last: the one by which it connects, or the one that it shows to cars by a part of ISO 15118. */
export function findCertificate(db: Db, stationId: string, forCars: CarPart | null) {
  return db
    .selectFrom('station_certificates')
    .select(['serial', 'issued_at', 'not_after', 'status'])
    .where('station_id', '=', stationId)
    .where('for_cars', '=', forCars !== null)
    .where('iso15118_20', '=', forCars === 20)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
