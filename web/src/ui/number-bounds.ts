/** What a number field takes. */
export interface NumberBounds {
  min?: number | undefined
  max?: number | undefined
  /** places after the point, none unless told; null: any */
  decimals?: number | null | undefined
}

/** The number that a typed text is; '' where nothing was typed, NaN while it is none yet. A field keeps "0.50" as a text, for its zero. */
export function numberTyped(typed: number | string): number | '' {
  if (typeof typed === 'number' || typed === '') return typed
  return /^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN
}

/** Whether a field holds a number within its bounds. */
export function fits(value: number | string, { min, max, decimals = 0 }: NumberBounds): value is number {
  if (typeof value !== 'number' || Number.isNaN(value)) return false
  if (value < (min ?? -Infinity) || value > (max ?? Infinity)) return false
  return decimals === null || Number(value.toFixed(decimals)) === value
}

/** The bounds of a number in the contract. */
export const boundsOf = (schema: { minValue: number | null; maxValue: number | null }): NumberBounds => ({
  min: schema.minValue ?? undefined,
  max: schema.maxValue ?? undefined,
})
