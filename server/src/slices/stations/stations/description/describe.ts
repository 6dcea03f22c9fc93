import type { stationDescriptionBody } from '@stationmaster/contract'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { StationsParts } from '../actions.ts'
import { updateStation } from '../change-store.ts'
import { findStation } from '../store.ts'

/** Stores the free texts about a station (domain.md#roles-and-scope). Throws station.not_found or station.changed. */
export async function describeStation(
  { db, clock, live }: StationsParts,
  from: { caller: Caller; remoteAddress: string },
  body: z.output<typeof stationDescriptionBody>,
): Promise<void> {
  const { station_id: id, vendor_name, model, connectors, description, version } = body
  const before = await findStation(db, from.caller, id)
  if (!before) throw new Failure('station.not_found')
  await inRepeatableTransaction(db, async (tx) => {
    const next = {
      vendor_name,
      model,
      descriptions: JSON.stringify(description),
      connectors_descriptor: connectors || null,
    }
    if (!(await updateStation(tx, id, next, version))) throw new Failure('station.changed')
    await audit(tx, {
      ...from,
      action: 'station.describe',
      subjectType: 'station',
      subjectId: id,
      before: {
        vendor_name: before.vendor_name,
        model: before.model,
        connectors: before.connectors_descriptor ?? '',
        description: before.descriptions,
      },
      after: { vendor_name, model, connectors, description },
      at: clock.now(),
    })
  })
  live.publish({ topic: 'station', id, locationId: before.location_id })
}
