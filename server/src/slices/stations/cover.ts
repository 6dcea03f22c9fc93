import { auditAll } from '../../platform/audit.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import { updateGivenAway } from '../locations/admission-store.ts'
import { updateMonetized } from './change-store.ts'
import { endExemptions, listEarning } from './owned-store.ts'

/** A station that is to earn. */
export interface Earner {
  id: string
  locationId: number
}

/** Why a station may not earn: its owner is not admitted, has no plan, or one that covers no more stations. */
export type Lack = 'admission' | 'plan' | 'room'

/** What may earn. The slices of owners and plans know, and hear of nobody's stations without being asked. */
export interface Cover {
  /** Which of these stations may not earn, beside those that do; until the transaction ends that stays so. */
  lacking(tx: Tx, earners: readonly Earner[]): Promise<Map<string, Lack>>
  /** Which of these owners need a plan before a station of theirs may earn. */
  withoutPlan(db: Db, ownerIds: readonly number[]): Promise<ReadonlySet<number>>
}

/** Who is told to have switched something off. */
interface From {
  caller: Caller
  remoteAddress: string
  at: Date
}

/** Switches off which of these monetized stations may not earn; resolves to their ids. */
export async function keepCovered(
  tx: Tx,
  cover: Cover,
  from: From,
  earners: readonly Earner[],
): Promise<string[]> {
  const off = [...(await cover.lacking(tx, earners)).keys()]
  if (off.length === 0) return off
  await updateMonetized(tx, off, false)
  await auditAll(
    tx,
    off.map((id) => ({
      ...{ ...from, action: 'station.monetize', subjectType: 'station', subjectId: id },
      ...{ before: { monetized: true }, after: { monetized: false } },
    })),
  )
  return off
}

/** Has the stations of locations that an administrator has given another owner, or whose owner has another role, earn by the owner's plan only. */
export async function ownerChanged(
  tx: Tx,
  cover: Cover,
  from: From,
  of: { locationIds: readonly number[] } | { ownerId: number },
): Promise<string[]> {
  if ('locationIds' in of) await updateGivenAway(tx, of.locationIds)
  const earning = await listEarning(tx, of)
  await endExemptions(
    tx,
    earning.map(({ id }) => id),
  )
  return keepCovered(tx, cover, from, earning)
}
