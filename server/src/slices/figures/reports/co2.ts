/** What a petrol car would have burnt on the way that a kWh is good for. */
interface Co2Factor {
  /** YYYY-MM-DD */
  validFrom: string
  gramsPerKwh: number
}

/**
 * 69.3 g a MJ of motor gasoline (IPCC Guidelines for National Greenhouse Gas Inventories 2006, volume 2, table 3.2.1), at 44.3 MJ a kg
 * (the same, table 1.2) and 0.745 kg a litre: 2,287 g a litre. Of it a petrol car burns 7 litres on 100 km, for which an electric one is
 * charged with 18 kWh. What power stations burn is not taken off. A new factor is a line more, so that a month keeps its own.
 */
const factors: readonly Co2Factor[] = [{ validFrom: '2000-01-01', gramsPerKwh: 889 }]

/** The factor of a day, in grams a kWh. */
export const co2GramsPerKwh = (day: string): number =>
  factors.findLast(({ validFrom }) => validFrom <= day)?.gramsPerKwh ?? 0
