import type { Db } from '../../../../platform/schema/schema.ts'
import type { SiteLook } from '../looking/look.ts'
import { type ReductionRow, updateReductionSeen } from './reduction-store.ts'
import { holdingOf, sumW } from './rules.ts'

/** What a look shows of the reduction that holds, where that is new; null: nothing is. */
function seenOf(
  { cars, measured, look, decision, now }: SiteLook,
  reductions: readonly ReductionRow[],
): { id: number; seen: Pick<ReductionRow, 'beforeW' | 'effectiveAt' | 'mostW'> } | null {
  const holding = holdingOf(reductions, now)
  if (!holding) return null
  const { id, beforeW, effectiveAt, mostW, carsW } = holding
  const drawnMa = new Map([...measured].map(([outlet, { mA }]) => [outlet, mA]))
  const before = beforeW ?? sumW(cars, drawnMa)
  const isInEffect = effectiveAt !== null || sumW(cars, decision.counted) <= carsW
  // what was measured before the last change says nothing of the reduction
  const isMeasured = [...cars.keys()].every((outlet) => look.measuredMa.has(outlet))
  const drawn = effectiveAt !== null && isMeasured ? sumW(cars, look.measuredMa) : null
  const isNew =
    beforeW === null || (isInEffect && effectiveAt === null) || (drawn !== null && drawn > (mostW ?? -1))
  return isNew
    ? { id, seen: { beforeW: before, effectiveAt: isInEffect ? (effectiveAt ?? now) : null, mostW: drawn } }
    : null
}

/** Keeps it. */
export async function keepSeen(db: Db, look: SiteLook, reductions: readonly ReductionRow[]): Promise<void> {
  const found = seenOf(look, reductions)
  if (found) await updateReductionSeen(db, found.id, found.seen)
}
