import { guaranteedW, type ReductionSetting } from '@stationmaster/contract'
import { volts } from '../site/tree.ts'

/** What the operator of a grid has taken back, as it is reckoned with. */
export interface Reduction {
  id: number
  startsAt: Date
  /** null: until it is revoked */
  endsAt: Date | null
  /** what cars may draw together */
  carsW: number
}

/** What counts of a reduction: no less than what is guaranteed, and of that what is left to cars. */
export function appliedOf(
  setting: ReductionSetting,
  requestedW: number | null,
): { guaranteedW: number; appliedW: number; carsW: number } {
  const least = guaranteedW(setting)
  const appliedW = Math.max(least, requestedW ?? least)
  return { guaranteedW: least, appliedW, carsW: Math.max(0, appliedW - setting.others_w) }
}

const holdsAt = ({ startsAt, endsAt }: Reduction, now: Date): boolean =>
  startsAt <= now && (endsAt === null || now < endsAt)

/** The reduction that holds now; of several the one that leaves least. */
export function holdingOf<T extends Reduction>(reductions: readonly T[], now: Date): T | null {
  const holding = reductions.filter((one) => holdsAt(one, now))
  return holding.toSorted((a, b) => a.carsW - b.carsW)[0] ?? null
}

/** What cars may draw together as the pool of a supply: mA added up over phases. */
export const poolMaOf = ({ carsW }: Reduction): number => Math.floor((carsW / volts) * 1000)

/** W that cars draw at so many mA on each of their phases. */
export const wattsAt = (mA: number, phases: number): number => (mA / 1000) * volts * phases

/** W that cars draw, or may draw, by what each does on each phase. */
export function sumW(
  cars: ReadonlyMap<string, { phases: number }>,
  currentsMa: ReadonlyMap<string, number>,
): number {
  let sum = 0
  for (const [outlet, { phases }] of cars) sum += wattsAt(currentsMa.get(outlet) ?? 0, phases)
  return Math.round(sum)
}
