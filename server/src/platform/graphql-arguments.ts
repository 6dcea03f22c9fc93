import { Failure } from './failure.ts'

/** limit and offset of a query, the limit cut to the most; throws request.invalid on what makes no sense. */
export function pageOf(
  { limit, offset }: { limit?: number | null; offset?: number | null },
  most: number,
): { limit: number; offset: number } {
  const page = { limit: Math.min(limit ?? 50, most), offset: offset ?? 0 }
  if (page.limit < 1 || page.offset < 0)
    throw new Failure('request.invalid', [{ path: 'limit', message: 'limit or offset is negative' }])
  return page
}

/** An instant of ISO 8601; throws request.invalid. */
export function instantOf(text: string | null | undefined, path: string): Date | undefined {
  if (!text) return undefined
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new Failure('request.invalid', [{ path, message: 'not an ISO 8601 instant' }])
  return at
}

/** Ids of locations, undefined for all; throws request.invalid. */
export function idsOf(texts: readonly string[] | null | undefined): number[] | undefined {
  return texts?.map((text) => {
    const id = Number(text)
    if (!Number.isSafeInteger(id))
      throw new Failure('request.invalid', [{ path: 'locationIds', message: 'not an id' }])
    return id
  })
}

/** What is searched for, without the spaces around it; undefined for nothing. */
export const searchOf = (text: string | null | undefined): string | undefined =>
  text?.trim().slice(0, 100) || undefined
