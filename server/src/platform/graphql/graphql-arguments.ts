import { isInTime, offsetMost } from '@stationmaster/contract'
import { Failure } from '../http/failure.ts'

/** limit and offset of a query; throws request.invalid on what makes no sense, and on more than the most. */
export function pageOf(
  { limit, offset }: { limit?: number | null; offset?: number | null },
  most: number,
): { limit: number; offset: number } {
  const page = { limit: limit ?? 50, offset: offset ?? 0 }
  if (page.limit < 1 || page.limit > most)
    throw new Failure('request.invalid', [{ path: 'limit', message: `from 1 to ${most}` }])
  if (page.offset < 0 || page.offset > offsetMost)
    throw new Failure('request.invalid', [{ path: 'offset', message: `from 0 to ${offsetMost}` }])
  return page
}

/** An instant of ISO 8601; throws request.invalid. */
export function instantOf(text: string | null | undefined, path: string): Date | undefined {
  if (!text) return undefined
  const at = new Date(text)
  if (!isInTime(at))
    throw new Failure('request.invalid', [{ path, message: 'not an ISO 8601 instant of 1970 to 2999' }])
  return at
}

/** Ids, undefined for all; throws request.invalid. */
export function idsOf(texts: readonly string[] | null | undefined, path: string): number[] | undefined {
  return texts?.map((text) => {
    const id = Number(text)
    if (!Number.isSafeInteger(id)) throw new Failure('request.invalid', [{ path, message: 'not an id' }])
    return id
  })
}

/** What is searched for, without the spaces around it; undefined for nothing. */
export const searchOf = (text: string | null | undefined): string | undefined =>
  text?.trim().slice(0, 100) || undefined
