import type { StationModel, stationModelBody } from '@stationmaster/contract'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../../platform/http/failure.ts'
import type { StationsParts } from '../actions.ts'
import { deleteModel, insertModel, lockModel, type ModelDescription, updateModel } from './model-store.ts'

type Parts = Pick<StationsParts, 'db' | 'clock'>
type From = { caller: Caller; remoteAddress: string }
type Body = z.output<typeof stationModelBody>

/** Adds a station model for the whole network; EVSEs and connectors are kept in the order of their numbers. Throws station_model.exists. */
export async function addModel({ db, clock }: Parts, from: From, body: Body): Promise<StationModel> {
  const at = clock.now()
  const after = describedBy(body)
  const id = await onceNamed(() =>
    inRepeatableTransaction(db, async (tx) => {
      const made = await insertModel(tx, { ...after, createdBy: from.caller.id, createdAt: at })
      await audit(tx, { ...from, ...subjectOf(made), action: 'station_model.add', after, at })
      return made
    }),
  )
  return { id, ...after }
}

/** Changes an added model. Throws station_model.not_found, also of one that is not the caller's to change, and station_model.exists. */
export async function changeModel(
  { db, clock }: Parts,
  from: From,
  id: number,
  body: Body,
): Promise<StationModel> {
  const after = describedBy(body)
  await onceNamed(() =>
    inRepeatableTransaction(db, async (tx) => {
      const { id: _id, ...before } = (await lockModel(tx, from.caller, id)) ?? missing()
      await updateModel(tx, id, after)
      const at = clock.now()
      await audit(tx, { ...from, ...subjectOf(id), action: 'station_model.change', before, after, at })
    }),
  )
  return { id, ...after }
}

/** Deletes an added model; stations of its name stay. Throws station_model.not_found. */
export async function removeModel({ db, clock }: Parts, from: From, id: number): Promise<void> {
  await inRepeatableTransaction(db, async (tx) => {
    const { id: _id, ...before } = (await lockModel(tx, from.caller, id)) ?? missing()
    await deleteModel(tx, id)
    await audit(tx, { ...from, ...subjectOf(id), action: 'station_model.remove', before, at: clock.now() })
  })
}

const subjectOf = (id: number) => ({ subjectType: 'station_model', subjectId: id })

function missing(): never {
  throw new Failure('station_model.not_found')
}

async function onceNamed<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (isDuplicate(error, 'station_models_name')) throw new Failure('station_model.exists')
    throw error
  }
}

const describedBy = (body: Body): ModelDescription => ({
  vendor_name: body.vendor_name,
  model: body.model,
  image: body.image || null,
  evses: byNumber(body.evses).map((evse) => ({ ...evse, connectors: byNumber(evse.connectors) })),
})

const byNumber = <T extends { number: number }>(parts: readonly T[]): T[] =>
  parts.toSorted((a, b) => a.number - b.number)
