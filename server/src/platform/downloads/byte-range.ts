import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../files/file-store.ts'

/**
 * The one part of a file that is requested (RFC 9110, 14.2); undefined: all of it, also where several parts are requested, or parts
 * of another version of the file (If-Range).
 */
export function byteRangeOf(
  headers: IncomingHttpHeaders,
  { etag, size }: { etag: string; size: number },
): ByteRange | 'unsatisfiable' | undefined {
  const condition = headers['if-range']
  if (condition !== undefined && condition !== etag) return undefined
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first > last ? 'unsatisfiable' : { first, last }
}
