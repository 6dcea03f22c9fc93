import { simpleElements, type TariffElement, type TariffVersion } from '../elements.ts'
import { type Price, priceOf, type Sample } from './pricing.ts'

export const moscow = 'Europe/Moscow'
export const berlin = 'Europe/Berlin'

export function version(elements: TariffElement[], more: Partial<TariffVersion> = {}): TariffVersion {
  return { id: 1, elements, discountPercent: 0, ...more }
}

export function simple(
  tariffMinorPerKwh: number,
  rateMinorPerMinute = 0,
  startFeeMinor = 0,
): TariffElement[] {
  return simpleElements({ tariffMinorPerKwh, rateMinorPerMinute, startFeeMinor })
}

export function energy(priceMicro: number, restrictions?: TariffElement['restrictions']): TariffElement {
  return { components: [{ dimension: 'energy', priceMicro }], ...(restrictions && { restrictions }) }
}

export function time(
  priceMicro: number,
  restrictions: TariffElement['restrictions'],
  stepSize = 1,
): TariffElement {
  return { components: [{ dimension: 'time', priceMicro, stepSize }], ...(restrictions && { restrictions }) }
}

/** A charge whose energy flows evenly unless samples (ISO instant, Wh) say otherwise. */
export function charge(
  from: string,
  to: string,
  energyWh: number,
  ...samples: [string, number, (number | undefined)?][]
) {
  const series: Sample[] = samples.map(([at, wh, powerW]) => ({
    at: new Date(at),
    energyWh: wh,
    ...(powerW !== undefined && { powerW }),
  }))
  series.push({ at: new Date(to), energyWh })
  return { series, period: { startedAt: new Date(from), endedAt: new Date(to) } }
}

export function price(of: ReturnType<typeof charge>, tariff: TariffVersion, zone = moscow): Price {
  return priceOf(of.series, of.period, tariff, zone)
}

/** What was used at which price, in the order of the invoice. */
export function lines(of: Price, dimension: string): [number, number][] {
  return of.segments.filter((s) => s.dimension === dimension).map((s) => [s.quantity, s.unitPriceMicro])
}

export const twentyKwh = charge('2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', 20_000)
