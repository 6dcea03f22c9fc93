/** What a number field takes. */
export interface NumberBounds {
  min?: number | undefined
  max?: number | undefined
  /** decimal places, none by default; null: any number */
  decimals?: number | null | undefined
}

/** spaces and apostrophes between thousands, and the sign of a currency beside the digits */
const beside = /[\s\u00a0\u202f'’\p{Sc}]/gu

/**
 * A number as people write it in any language ("3,50", "1 234.5", "1.234,50 ₽"), as one with a point alone ("3.50"); null where it
 * is none. A single comma or point is that before the decimals; where both stand, the last of them is.
 */
export function decimalText(text: string): string | null {
  const bare = text.replaceAll(beside, '')
  const [, sign = '', digits = ''] = /^(-?)([\d.,]+)$/.exec(bare) ?? []
  const marks = digits.replaceAll(/\d/g, '')
  const isThousands = marks.length > 1 && new Set(marks).size === 1
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  const at = isThousands || last === -1 ? digits.length : last
  const [whole, decimals] = [digits.slice(0, at), digits.slice(at + 1)]
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole) && whole.at(-4) !== digits[at]
  if (!/^\d+$/.test(whole) && !isGrouped) return null
  if (at === digits.length) return sign + whole.replaceAll(/[.,]/g, '')
  return /^\d+$/.test(decimals) ? `${sign}${whole.replaceAll(/[.,]/g, '')}.${decimals}` : null
}

/** The number that a typed text is; '' where nothing was typed, NaN while it is none yet. A field keeps "0.50" as a text, for its zero. */
export function numberTyped(typed: number | string): number | '' {
  if (typeof typed === 'number' || typed === '') return typed
  const text = decimalText(typed)
  return text === null ? Number.NaN : Number(text)
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
