/** The chart's upper end: 1.1 times the largest value (domain.md#screens). */
export const chartMaximum = (largest: number): number => (largest > 0 ? largest * 1.1 : 1)

/** Round ticks from 0 up to the chart's upper end, three to five of them. */
export function niceTicks(largest: number): number[] {
  const maximum = chartMaximum(largest)
  const power = 10 ** Math.floor(Math.log10(maximum / 3))
  const step =
    [1, 2, 3, 5, 10].map((factor) => factor * power).find((size) => maximum / size <= 4) ?? power * 10
  return Array.from({ length: Math.floor(maximum / step) + 1 }, (_, index) => index * step)
}
