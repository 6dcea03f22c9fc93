/** The state of a running charge. */
export interface RunningCharge {
  powerW: number | null
  energyWh: number
  amountMinor: number
  soc: number | null
  socStart: number | null
  elapsedSeconds: number
}

/** The limits of a charge; null: not set. Kopecks, Wh, seconds, percent. */
export interface ChargeLimits {
  amountMinor: number | null
  energyWh: number | null
  seconds: number | null
  percents: number | null
}

/** Kopecks per kWh, kopecks per minute, percent off. */
export interface Prices {
  tariff: number
  rate: number
  discount: number
}

/**
 * Approximately how many seconds are left until the first limit stops the charge, at its present power and price; 0 when a limit is
 * reached, null when there is none or it cannot be calculated.
 */
export function secondsToLimit(charge: RunningCharge, limits: ChargeLimits, prices: Prices): number | null {
  const left = [
    secondsToAmount(charge, limits.amountMinor, prices),
    secondsToEnergy(charge, limits.energyWh === null ? null : limits.energyWh - charge.energyWh),
    limits.seconds === null ? null : limits.seconds - charge.elapsedSeconds,
    secondsToEnergy(charge, whToPercents(charge, limits.percents)),
  ].filter((seconds) => seconds !== null)
  return left.length > 0 ? Math.max(0, Math.min(...left)) : null
}

function secondsToAmount(charge: RunningCharge, limitMinor: number | null, prices: Prices): number | null {
  if (limitMinor === null) return null
  const leftMinor = limitMinor - charge.amountMinor
  if (leftMinor <= 0) return 0
  const energyPerSecond = ((charge.powerW ?? 0) * prices.tariff) / (1000 * 3600)
  const perSecond = ((energyPerSecond + prices.rate / 60) * (100 - prices.discount)) / 100
  return perSecond > 0 ? leftMinor / perSecond : null
}

function secondsToEnergy({ powerW }: RunningCharge, leftWh: number | null): number | null {
  if (leftWh === null) return null
  if (leftWh <= 0) return 0
  return powerW !== null && powerW > 0 ? (leftWh * 3600) / powerW : null
}

/** Energy to a state of charge, from the energy that each percent has needed so far. */
function whToPercents({ soc, socStart, energyWh }: RunningCharge, limit: number | null): number | null {
  if (limit === null || soc === null) return null
  if (soc >= limit) return 0
  if (socStart === null || soc <= socStart || energyWh <= 0) return null
  return ((limit - soc) * energyWh) / (soc - socStart)
}
