import type { Json } from './values.ts'

/** The value of mongoexport's extended JSON without its wrappings: ids and instants as texts, numbers as numbers. */
function unwrapped(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.map(unwrapped)
  if (typeof value !== 'object') return null
  const entries = Object.entries(value)
  const [[name, inner] = []] = entries
  if (entries.length === 1 && typeof name === 'string' && name.startsWith('$')) return wrapped(name, inner)
  return Object.fromEntries(entries.map(([key, one]) => [key, unwrapped(one)]))
}

function wrapped(name: string, inner: unknown): Json {
  if (name === '$date') {
    const inside = unwrapped(inner)
    return typeof inside === 'number' ? new Date(inside).toISOString() : inside
  }
  if (
    name === '$numberLong' ||
    name === '$numberInt' ||
    name === '$numberDouble' ||
    name === '$numberDecimal'
  )
    return Number(inner)
  return unwrapped(inner)
}

/** A document of a line; undefined: it is none. */
export function documentOf(line: string): Record<string, Json> | undefined {
  try {
    const value = unwrapped(JSON.parse(line.replace(/,$/, '')))
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
    return value as Record<string, Json>
  } catch {
    return undefined
  }
}
