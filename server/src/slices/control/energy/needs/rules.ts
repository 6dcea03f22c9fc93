import type { NeedRow } from '../looking/facts-store.ts'

/** What a session has so far. */
interface Charged {
  energyWh: number | null
  soc: number | null
}

/** a battery whose size is not known yet, Wh */
const usualBatteryWh = 60_000
const leastBatteryWh = 10_000
const mostBatteryWh = 200_000
/** so many percent say how large a battery is */
const tellingPercent = 5

/** How large a battery is, by what it took since the need and by how many percent it has risen. */
function batteryWhOf({ soc, beginWh }: NeedRow, now: Charged): number {
  const risen = (now.soc ?? 0) - (soc ?? 0)
  if (soc === null || risen < tellingPercent) return usualBatteryWh
  const reckoned = (((now.energyWh ?? 0) - beginWh) / risen) * 100
  return Math.min(mostBatteryWh, Math.max(leastBatteryWh, reckoned))
}

/** What a driver needs the whole session to have, Wh; null: as much as there is. A need in percent is reckoned by the battery's size. */
export function wantedWhOf(need: NeedRow, now: Charged): number | null {
  if (need.energyWh !== null) return need.energyWh
  if (need.percent === null) return null
  const soc = now.soc ?? need.soc
  if (soc === null) return null
  const missing = Math.max(0, need.percent - soc) / 100
  return Math.round((now.energyWh ?? 0) + missing * batteryWhOf(need, now))
}

/** What is still to come of a need, Wh; null: as much as there is. */
export function needLeftWh(need: NeedRow, now: Charged): number | null {
  const wanted = wantedWhOf(need, now)
  return wanted === null ? null : Math.max(0, wanted - (now.energyWh ?? 0))
}
