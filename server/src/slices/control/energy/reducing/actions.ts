import type { EnergyReduction, energyReductionBody } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { type At, checkSeen, type EnergyParts, endNow, getSite, siteOfKey } from '../actions.ts'
import { lockSite, type SiteRow } from '../store.ts'
import * as store from './reduction-store.ts'
import { appliedOf } from './rules.ts'
import { reductionView } from './view.ts'

type Body = z.output<typeof energyReductionBody>

/** a reduction begins and ends at most this much later */
const longestMs = 366 * DAY_MS

/** Checks a reduction and says what counts of it; throws energy.reduction_off, energy.reduction_times. */
function reductionOf({ reduction }: SiteRow['body'], body: Body, now: Date): store.NewReduction {
  if (!reduction) throw new Failure('energy.reduction_off')
  const from = body.from ? new Date(body.from) : now
  const startsAt = from > now ? from : now
  const endsAt = body.until ? new Date(body.until) : null
  const isFar = (at: Date) => at.getTime() - now.getTime() > longestMs
  if (isFar(startsAt) || (endsAt && (endsAt <= startsAt || isFar(endsAt))))
    throw new Failure('energy.reduction_times')
  const requestedW = body.power_w ?? null
  return {
    receivedAt: now,
    startsAt,
    endsAt,
    requestedW,
    devices: reduction.devices,
    ...appliedOf(reduction, requestedW),
    source: body.source || reduction.source,
    reason: body.reason,
  }
}

/** Keeps a reduction in place of those that would hold beside it; answers it as it is kept. */
async function replace(
  tx: Tx,
  locationId: number,
  one: store.NewReduction,
  createdBy: number | null,
): Promise<number> {
  await lockSite(tx, locationId)
  await store.updateReductionsEnded(tx, locationId, { id: null, at: one.startsAt, begunBefore: one.endsAt })
  return store.insertReduction(tx, locationId, one, createdBy)
}

/** Takes power back for the grid operator. Throws location.not_found, energy.site_missing, energy.reduction_off, energy.reduction_times. */
export async function reduce(
  { db, clock, live }: EnergyParts,
  { caller, remoteAddress, locationId }: At,
  body: Body,
): Promise<EnergyReduction> {
  await checkSeen(db, caller, locationId)
  const at = clock.now()
  const one = reductionOf((await getSite(db, locationId)).body, body, at)
  const id = await inTransaction(db, async (tx) => {
    const made = await replace(tx, locationId, one, caller.id)
    const subject = { subjectType: 'location', subjectId: locationId }
    const after = { id: made, ...one }
    await audit(tx, { caller, remoteAddress, ...subject, action: 'energy.reduce', after, at })
    return made
  })
  live.publish({ topic: 'location', id: locationId, locationId })
  const kept = (await store.listPresentReductions(db, locationId, at)).find((row) => row.id === id)
  const unseen = { firstName: null, lastName: null, beforeW: null, effectiveAt: null, mostW: null }
  return reductionView(kept ?? { id, ...one, ...unseen }, at)
}

/** The same for the control box of a grid operator. Throws energy.key, energy.reduction_off, energy.reduction_times. */
export async function reduceByKey(
  { db, clock, live }: EnergyParts,
  authorization: string | undefined,
  body: Body,
): Promise<Pick<EnergyReduction, 'id' | 'from' | 'until' | 'requested_w' | 'guaranteed_w' | 'applied_w'>> {
  const { locationId, body: site } = await siteOfKey(db, authorization)
  const one = reductionOf(site, body, clock.now())
  const id = await inTransaction(db, (tx) => replace(tx, locationId, one, null))
  live.publish({ topic: 'location', id: locationId, locationId })
  return {
    id,
    from: one.startsAt.toISOString(),
    until: one.endsAt?.toISOString() ?? null,
    requested_w: one.requestedW,
    guaranteed_w: one.guaranteedW,
    applied_w: one.appliedW,
  }
}

/** Ends a reduction before its time; throws location.not_found, energy.reduction_missing. */
export const endReduction = (parts: EnergyParts, where: At, id: number): Promise<void> =>
  endNow(parts, where, 'energy.end_reduction', async (tx, at) => {
    const one = { id, at, begunBefore: null }
    const ended = await store.updateReductionsEnded(tx, where.locationId, one)
    if (ended.length === 0) throw new Failure('energy.reduction_missing')
    return { id }
  })

/** Revokes all that was taken back at a site, for its box; throws energy.key. */
export async function endByKey(
  { db, clock, live }: EnergyParts,
  authorization: string | undefined,
): Promise<void> {
  const { locationId } = await siteOfKey(db, authorization)
  const all = { id: null, at: clock.now(), begunBefore: null }
  await inTransaction(db, (tx) => store.updateReductionsEnded(tx, locationId, all))
  live.publish({ topic: 'location', id: locationId, locationId })
}
