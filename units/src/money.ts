/** Money is an integer count of minor units (kopecks, cents). Nothing here ever holds a fraction of one. */

/** Divides two integers and rounds half away from zero; exact for every product that fits 2^53. */
export function divideRounded(numerator: number, denominator: number): number {
  const negative = numerator < 0 !== denominator < 0
  const quotient = roundedQuotient(BigInt(Math.abs(numerator)), BigInt(Math.abs(denominator)))
  return negative && quotient !== 0 ? -quotient : quotient
}

/** a x b / divisor in integers, rounded half away from zero, exact however large the product is. */
export function multiplyDivideRounded(a: number, b: number, divisor: number): number {
  const negative = (a < 0 !== b < 0) !== divisor < 0
  const quotient = roundedQuotient(BigInt(Math.abs(a)) * BigInt(Math.abs(b)), BigInt(Math.abs(divisor)))
  return negative && quotient !== 0 ? -quotient : quotient
}

function roundedQuotient(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 2n + denominator) / (denominator * 2n))
}

/** Amount in minor units of a price per kWh: energy in Wh, price in minor units per kWh. */
export function energyAmountMinor(energyWh: number, priceMinorPerKwh: number): number {
  return multiplyDivideRounded(energyWh, priceMinorPerKwh, 1000)
}

/**
 * Amounts in fractions of a minor unit (`perMinor` make one), each rounded so that together they are the rounded sum: what each adds to
 * the sum before it.
 */
export function roundedTogether(amounts: readonly number[], perMinor: number): number[] {
  let exact = 0
  return amounts.map((amount) => {
    const before = divideRounded(exact, perMinor)
    exact += amount
    return divideRounded(exact, perMinor) - before
  })
}
