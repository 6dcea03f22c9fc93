/** kW from which a price without an account consists of energy alone, beside the idle fee (AFIR 5(4)). */
export const fastKw = 50

interface Price {
  rate: number
  start_fee: number
  min_price: number | null
}

const components = ['rate', 'start_fee', 'min_price'] as const
export type Component = (typeof components)[number]

/** What a price holds beyond energy and the idle fee, where some of its connectors are fast; else nothing. */
export const beyondEnergy = (price: Price, powersKw: readonly number[]): Component[] =>
  powersKw.some((power) => power >= fastKw) ? components.filter((name) => (price[name] ?? 0) > 0) : []
