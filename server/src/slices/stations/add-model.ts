import type { StationModel, stationModelBody } from '@stationmaster/contract'
import type { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { Caller } from '../../platform/caller.ts'
import { Failure, isDuplicate } from '../../platform/failure.ts'
import { inRepeatableTransaction } from '../../platform/transaction.ts'
import type { StationsParts } from './actions.ts'
import { insertModel } from './model-store.ts'

/** Adds a station model for the whole network; EVSEs and connectors are kept in the order of their numbers. Throws station_model.exists. */
export async function addModel(
  { db, clock }: Pick<StationsParts, 'db' | 'clock'>,
  from: { caller: Caller; remoteAddress: string },
  body: z.output<typeof stationModelBody>,
): Promise<StationModel> {
  const at = clock.now()
  const model: StationModel = {
    vendor_name: body.vendor_name,
    model: body.model,
    image: body.image || null,
    evses: byNumber(body.evses).map((evse) => ({ ...evse, connectors: byNumber(evse.connectors) })),
  }
  try {
    await inRepeatableTransaction(db, async (tx) => {
      const id = await insertModel(tx, { ...model, createdBy: from.caller.id, createdAt: at })
      const subject = { subjectType: 'station_model', subjectId: id }
      await audit(tx, { ...from, ...subject, action: 'station_model.add', after: model, at })
    })
  } catch (error) {
    if (isDuplicate(error, 'station_models_name')) throw new Failure('station_model.exists')
    throw error
  }
  return model
}

const byNumber = <T extends { number: number }>(parts: readonly T[]): T[] =>
  parts.toSorted((a, b) => a.number - b.number)
