import type { MeterValue } from '../station-query.ts'

/** One reading with its value and unit as people read them. */
export interface Reading {
  key: string
  phase: string | null
  location: string | null
  value: number
  unit: string
}

export interface MeterGroup {
  measurand: string
  readings: Reading[]
}

const prefixes: Record<number, string> = { 0: '', 3: 'k', 6: 'M', 9: 'G' }

/** The newest context's values by measurand, each with its phases; the unit carries k, M or G for its multiplier. */
export function groupMeterValues(values: readonly MeterValue[]): MeterGroup[] {
  const newest = new Map<string, MeterValue>()
  for (const value of values) {
    const key = `${value.measurand} ${value.phase} ${value.location}`
    const known = newest.get(key)
    if (!known || known.timestamp < value.timestamp) newest.set(key, value)
  }
  const groups = new Map<string, Reading[]>()
  for (const [key, value] of newest) {
    const readings = groups.get(value.measurand) ?? []
    groups.set(value.measurand, readings)
    readings.push({ key, phase: value.phase, location: value.location, ...readable(value) })
  }
  return [...groups].map(([measurand, readings]) => ({ measurand, readings }))
}

const kilo: readonly string[] = ['Wh', 'W', 'varh', 'var', 'VA', 'VAh']

/** value x 10^multiplier with the prefix of its multiplier; watts and watt-hours from a thousand on in k (domain.md#screens). */
export function readable({
  value,
  multiplier,
  unit,
}: Pick<MeterValue, 'value' | 'multiplier' | 'unit'>): Pick<Reading, 'value' | 'unit'> {
  const shownUnit = unit === 'Percent' ? '%' : unit
  const prefix = prefixes[multiplier]
  if (prefix) return { value, unit: prefix + shownUnit }
  const scaled = multiplier === 0 ? value : value * 10 ** multiplier
  if (kilo.includes(unit) && Math.abs(scaled) >= 1000) return { value: scaled / 1000, unit: `k${unit}` }
  return { value: scaled, unit: shownUnit }
}
