import type { Db } from '../../../../platform/schema/schema.ts'

/** Whether drivers may reserve at a station. */
export async function takesReservations(db: Db, stationId: string): Promise<boolean> {
  const station = await db
    .selectFrom('stations')
    .select('reservations_supported')
    .where('id', '=', stationId)
    .executeTakeFirst()
  return station?.reservations_supported ?? false
}

/** A station has agreed to a reservation. */
export async function updateReserved(db: Db, stationId: string, at: Date): Promise<void> {
  await db.updateTable('stations').set({ reserved_at: at }).where('id', '=', stationId).execute()
}
