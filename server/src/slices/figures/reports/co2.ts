/** The CO2 of a petrol car on the distance that an electric car drives with one kWh. */
interface Co2Factor {
  /** YYYY-MM-DD */
  validFrom: string
  gramsPerKwh: number
}

/**
 * 69.3 g a MJ of motor gasoline (IPCC Guidelines for National Greenhouse Gas Inventories 2006, volume 2, table 3.2.1), at 44.3 MJ a kg
 * (the same, table 1.2) and 0.745 kg a litre: 2,287 g a litre. A petrol car burns 7 litres on 100 km; an electric car charges 18 kWh for
 * the same distance. The CO2 of power stations is not subtracted. A new factor is a new line, so that an old month keeps its factor.
 */
const factors: readonly Co2Factor[] = [{ validFrom: '2000-01-01', gramsPerKwh: 889 }]

/** The factor of a day, in grams a kWh. */
export const co2GramsPerKwh = (day: string): number =>
  factors.findLast(({ validFrom }) => validFrom <= day)?.gramsPerKwh ?? 0
