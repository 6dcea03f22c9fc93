/** The URL's search as plain strings; each route's validateSearch reads them. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Plain, readable search: lists joined by commas, nothing for what is empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    const text = Array.isArray(value)
      ? value.join(',')
      : value === undefined || value === null
        ? ''
        : String(value)
    if (text !== '') params.set(name, text)
  }
  const text = params.toString().replaceAll('%2C', ',')
  return text ? `?${text}` : ''
}

type Search = Record<string, unknown>

/** A text parameter, undefined when missing or empty. */
export function textParam(search: Search, name: string): string | undefined {
  const value = search[name]
  return (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== ''
    ? String(value).trim()
    : undefined
}

/** A parameter that must be one of a few words. */
export function wordParam<T extends string>(
  search: Search,
  name: string,
  words: readonly T[],
): T | undefined {
  return words.find((word) => word === search[name])
}

/** A comma list of words out of a few; undefined when none is left. */
export function wordsParam<T extends string>(
  search: Search,
  name: string,
  words: readonly T[],
): T[] | undefined {
  const given = listOf(search[name])
  const known = words.filter((word) => given.includes(word))
  return known.length > 0 ? known : undefined
}

/** A comma list of positive whole numbers; undefined when none is left. */
export function idsParam(search: Search, name: string): number[] | undefined {
  const ids = listOf(search[name])
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return ids.length > 0 ? [...new Set(ids)] : undefined
}

/** A whole number from a first to a last one. */
export function numberParam(search: Search, name: string, first: number, last: number): number | undefined {
  const text = textParam(search, name)
  const number = text && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return number >= first && number <= last ? number : undefined
}

/** A calendar day YYYY-MM-DD that exists. */
export function dayParam(search: Search, name: string): string | undefined {
  const text = textParam(search, name)
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const instant = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== text ? undefined : text
}

function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' || typeof value === 'number' ? String(value).split(',') : []
}

/** Reads the search text of a list that has no other filter. */
export const readSearchText = (search: Search): { q?: string | undefined } => ({ q: textParam(search, 'q') })

/** The first and the last day of a period, `from` and `to`; neither, unless both are there and in order. */
export function daysParam(search: Search): {
  from: string | undefined
  to: string | undefined
} {
  const from = dayParam(search, 'from')
  const to = dayParam(search, 'to')
  return from && to && from <= to ? { from, to } : { from: undefined, to: undefined }
}
