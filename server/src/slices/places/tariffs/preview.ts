import type { PriceComparison, PricingPreview } from '@stationmaster/contract'
import type { TariffVersion } from './elements.ts'
import { priceOf } from './pricing/pricing.ts'

/** A completed session of the last days, and what it cost. */
export interface PricedSession {
  orderId: number
  locationId: number
  locationName: string
  timeZone: string
  stationNumber: number
  type: PricingPreview['connectors'][number]['type']
  current: PricingPreview['connectors'][number]['current']
  powerW: number
  startedAt: Date
  endedAt: Date
  energyWh: number
  chargedMinor: number
}

const mostExamples = 5
const mostLocations = 100

/**
 * Adds up what sessions cost and what they would have cost with another version, priced by the function that prices them
 * when they end. No meter values are read: the energy of a session counts as spread evenly over its time.
 */
export class PriceTally {
  private readonly total = nothing()
  private readonly locations = new Map<number, PricingPreview['locations'][number]>()
  private readonly connectors = new Map<string, PricingPreview['connectors'][number]>()
  private examples: PricingPreview['examples'] = []

  constructor(private readonly version: TariffVersion) {}

  add(session: PricedSession): void {
    const { orderId, locationId, locationName, type, current, powerW, startedAt, endedAt, energyWh } = session
    const series = [{ at: endedAt, energyWh }]
    const after = priceOf(series, { startedAt, endedAt }, this.version, session.timeZone).totalMinor
    const place = getOrAdd(this.locations, locationId, () => ({
      location_id: locationId,
      name: locationName,
      ...nothing(),
    }))
    const kind = getOrAdd(this.connectors, JSON.stringify([type, current, powerW]), () => ({
      type,
      current,
      power: powerW / 1000,
      ...nothing(),
    }))
    for (const sum of [this.total, place, kind]) {
      sum.sessions += 1
      sum.energy_wh += energyWh
      sum.before_amount += session.chargedMinor
      sum.after_amount += after
    }
    if (after === session.chargedMinor) return
    this.examples.push({
      order_id: orderId,
      location_name: locationName,
      station_number: session.stationNumber,
      started_at: startedAt.toISOString(),
      energy_wh: energyWh,
      seconds: Math.floor((endedAt.getTime() - startedAt.getTime()) / 1000),
      before_amount: session.chargedMinor,
      after_amount: after,
    })
    if (this.examples.length >= 1000) this.examples = largest(this.examples, mostExamples)
  }

  result(): Pick<PricingPreview, keyof PriceComparison | 'locations' | 'connectors' | 'examples'> {
    return {
      ...this.total,
      locations: largest([...this.locations.values()], mostLocations),
      connectors: [...this.connectors.values()].sort(
        (a, b) => a.current.localeCompare(b.current) || a.type.localeCompare(b.type) || a.power - b.power,
      ),
      examples: largest(this.examples, mostExamples),
    }
  }
}

const nothing = (): PriceComparison => ({ sessions: 0, energy_wh: 0, before_amount: 0, after_amount: 0 })

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const present = map.get(key)
  if (present) return present
  const made = make()
  map.set(key, made)
  return made
}

const difference = (one: { before_amount: number; after_amount: number }) =>
  Math.abs(one.after_amount - one.before_amount)

const largest = <T extends { before_amount: number; after_amount: number }>(list: T[], count: number): T[] =>
  list.toSorted((a, b) => difference(b) - difference(a)).slice(0, count)
