/** Energy is an integer count of watt-hours, power an integer count of watts. */

/**
 * kWh that an amount buys, rounded down to 0.1 kWh (domain.md#remote-start).
 * Both arguments are in minor units; a price of 0 gives the default of 100 kWh.
 */
export function kwhForAmount(amountMinor: number, priceMinorPerKwh: number): number {
  if (priceMinorPerKwh <= 0) return 100
  return Math.floor((amountMinor * 10) / priceMinorPerKwh) / 10
}

/** Amount in minor units for an energy in kWh, rounded up to a whole minor unit (domain.md#remote-start). */
export function amountForKwh(kwh: number, priceMinorPerKwh: number): number {
  return Math.ceil((Math.round(kwh * 1000) * priceMinorPerKwh) / 1000)
}
