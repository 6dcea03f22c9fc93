import type { EnergySiteRead } from '@stationmaster/contract'
import type { Outlook, PriceHour } from '@stationmaster/energy'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { type MeterReading, weekTime } from './supply.ts'
import { perPhase } from './tree.ts'

/** hours of a week that are known ahead */
const aheadHours = 48
/** a surplus that is older says nothing, where its meter has no other age */
const surplusMs = 2 * MINUTE_MS

/** What is known of prices and of the sun: prices that came by call, and the week's for hours that have none. */
export function outlookOf(
  { circuits, prices_week }: Pick<EnergySiteRead, 'circuits' | 'prices_week'>,
  {
    prices,
    readings,
    timeZone,
    now,
  }: {
    prices: readonly PriceHour[]
    readings: readonly MeterReading[]
    timeZone: string
    now: Date
  },
): Outlook {
  const root = circuits.find(({ parent }) => parent === null)
  const reading = readings.find(({ circuit }) => circuit === root?.id)
  const ageMs = root?.other.kind === 'meter' ? root.other.age_seconds * 1000 : surplusMs
  const isFresh = reading !== undefined && now.getTime() - reading.receivedAt.getTime() <= ageMs
  const surplus = isFresh ? reading.surplusMa : null
  return {
    prices: [...prices, ...weekPrices(prices_week ?? null, timeZone, now)],
    surplusMa: surplus && perPhase((phase) => surplus[phase] ?? 0),
  }
}

/** The week's prices from this hour on; what comes first in the list counts. */
function weekPrices(week: readonly number[] | null, timeZone: string, now: Date): PriceHour[] {
  if (week === null) return []
  const first = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return Array.from({ length: aheadHours }, (_, nth): PriceHour => {
    const from = first + nth * HOUR_MS
    return { from, until: from + HOUR_MS, price: week[weekTime(new Date(from), timeZone).hour] ?? 0 }
  })
}
