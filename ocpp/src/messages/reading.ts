/** Reading of messages that may be invalid: each function takes what can be understood and gives undefined for the rest. */

/** An object's properties, or none. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text that is not empty; a number counts as its digits. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A text that is kept for people, cut to 255 characters. */
export const shortText = (value: unknown): string | undefined => text(value)?.slice(0, 255)

/** Characters after a card's number, where a station pads it or does not find its end: blanks, and U+0000 as it is stored (storable.ts). */
const isPadding = (character: string | undefined): boolean =>
  character === '\ufffd' || (character !== undefined && character.trim() === '')

/** A card's number without padding, with a remark where there was some; undefined without a number. */
export function cardNumber(value: unknown, remarks: string[]): string | undefined {
  const written = typeof value === 'number' ? String(value) : value
  if (typeof written !== 'string') return undefined
  let end = written.length
  while (end > 0 && isPadding(written[end - 1])) end -= 1
  if (end < written.length) remarks.push("what stood behind a card's number was cut off")
  return written.slice(0, end)
}

export const yesOrNo = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined

const decimal = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** A finite number, or a text that is one ("1.5e3"). */
export function number(value: unknown): number | undefined {
  const found = typeof value === 'string' && decimal.test(value.trim()) ? Number(value) : value
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** An integer, or a text that is one; fractions are rounded half up. */
export function integer(value: unknown): number | undefined {
  const found = number(value)
  const rounded = found === undefined ? undefined : Math.round(found) + 0
  return Number.isSafeInteger(rounded) ? rounded : undefined
}

/** An integer that has 32 bits, as those of OCPP do; larger ones are left out. */
export function int32(value: unknown): number | undefined {
  const found = integer(value)
  return found !== undefined && found >= -(2 ** 31) && found < 2 ** 31 ? found : undefined
}

/** A text that says true or false, in any letters. */
export function truth(value: unknown): boolean | undefined {
  const said = typeof value === 'string' ? value.trim().toLowerCase() : value
  return said === 'true' ? true : said === 'false' ? false : undefined
}

const dateTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d+))?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i

/** A timestamp. Without a zone it counts as UTC; one that cannot be read is left out; both with a remark. */
export function instant(value: unknown, remarks: string[]): Date | undefined {
  if (value === undefined) return undefined
  const match = typeof value === 'string' ? dateTime.exec(value.trim()) : null
  const at = match ? new Date(isoOf(match)) : undefined
  if (!at || Number.isNaN(at.getTime())) {
    remarks.push('a timestamp cannot be read and was left out')
    return undefined
  }
  if (!match?.[5]) remarks.push('a timestamp without a time zone was read as UTC')
  return at
}

function isoOf([, day, minute, second = ':00', fraction = '', zone = 'Z']: RegExpExecArray): string {
  const offset =
    zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  return `${day}T${minute}${second === ':60' ? ':59' : second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`
}

/** A copy without the properties that are undefined. */
export function withoutUndefined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const kept: Partial<T> = {}
  for (const key in value) if (value[key] !== undefined) kept[key] = value[key]
  return kept as T
}
