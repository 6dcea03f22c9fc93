import { nextPage } from '@stationmaster/ocpi'
import { invalid } from './failure.ts'

/** The part of a list that a partner asks for. */
export interface Page {
  offset: number
  limit: number
  /** changed at this moment or later */
  from: Date | null
  /** changed before this moment */
  to: Date | null
}

/** the largest page where a list sets none of its own */
const usualMost = 100

/** Reads date_from, date_to, offset and limit; throws OcpiFailure. A page is never larger than `most`. */
export function pageIn(query: Readonly<Record<string, string | undefined>>, most = usualMost): Page {
  const page = {
    offset: wholeIn(query, 'offset', 0) ?? 0,
    limit: Math.min(wholeIn(query, 'limit', 1) ?? most, most),
    from: instantIn(query, 'date_from'),
    to: instantIn(query, 'date_to'),
  }
  return page
}

function wholeIn(
  query: Readonly<Record<string, string | undefined>>,
  name: string,
  least: number,
): number | null {
  const text = query[name]
  if (text === undefined || text === '') return null
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
  if (value < least) throw invalid(`${name} must be a whole number from ${least}.`)
  return value
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/

/** The standard's instants are in UTC, with a Z or without; a plus sign that was not encoded is a blank. */
function instantIn(query: Readonly<Record<string, string | undefined>>, name: string): Date | null {
  const text = query[name]?.replace(' ', '+')
  if (text === undefined || text === '') return null
  const zone = instant.exec(text)?.[2]
  const at = new Date(zone === undefined ? `${text}Z` : text)
  if (!instant.test(text) || Number.isNaN(at.getTime()))
    throw invalid(`${name} must be an instant such as 2026-01-31T08:00:00Z.`)
  return at
}

/** The headers of a page: how many there are, how many a page has at most, and where the next is. */
export function pageHeaders(
  url: string,
  { offset, limit }: Page,
  { total, count, most = usualMost }: { total: number; count: number; most?: number | undefined },
): Record<string, string> {
  const headers: Record<string, string> = { 'x-total-count': String(total), 'x-limit': String(most) }
  if (offset + count >= total || count === 0) return headers
  const next = new URL(url)
  next.searchParams.set('offset', String(offset + limit))
  next.searchParams.set('limit', String(limit))
  return { ...headers, link: nextPage(next.href) }
}
