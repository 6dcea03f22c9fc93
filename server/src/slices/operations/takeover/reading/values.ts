/** A value of another system. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Text without blanks around it; '' for what is none. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** A finite number; null for what is none. */
export function numberOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const truths = new Set<Json | undefined>([true, 1, '1', 't', 'true'])
export const truthOf = (value: Json | undefined): boolean => truths.has(value)

/**
 * An instant; null for what is none. Databases write one without a zone as `2026-01-31 10:00:00.5`: readers ask for UTC, so it is
 * that.
 */
export function instantOf(value: Json | undefined): Date | null {
  const text = textOf(value)
  if (text === '') return null
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(text) ?? []
  if (day === undefined) return null
  const offset = zone === undefined || zone === 'Z' ? 'Z' : zone.length === 3 ? `${zone}:00` : zone
  const at = new Date(`${day}T${time ?? '00:00:00'}${offset}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** An amount of money with a fraction as minor units; null for what is none, or is below zero. */
export function minorOf(value: Json | undefined): number | null {
  const number = numberOf(value)
  return number === null || number < 0 ? null : Math.round(number * 100)
}

export const partOf = (value: Json | undefined, name: string): Json => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  return (value as { readonly [name: string]: Json })[name] ?? null
}

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
