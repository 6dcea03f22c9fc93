import type { Call } from '@stationmaster/contract'
import { errorOf } from '../calls/api-error.ts'
import { urlOf } from '../calls/url-of.ts'
import { authorizedFetch } from '../tokens.ts'
import { keepFile } from './keep-file.ts'

/** What was taken home: its name, its rows in all where the file may hold less. */
export interface TakenHome {
  name: string
  rowsInAll: number | null
}

const nameIn = (disposition: string | null): string =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'file'

/** Fetches a file and hands it to the person; tells the bytes that have come. Throws ApiError, and AbortError when it is canceled. */
export async function takeHome(
  call: Call,
  query: Record<string, unknown>,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (count: number) => void },
): Promise<TakenHome> {
  const answer = await authorizedFetch(`/api/v1/${urlOf(call.path, { query })}`, { signal })
  if (!answer.ok) throw await errorOf(answer)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let count = 0
  const reader = answer.body!.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    count += value.length
    onBytes(count)
  }
  const name = nameIn(answer.headers.get('content-disposition'))
  keepFile(name, parts, answer.headers.get('content-type') ?? '')
  const rows = answer.headers.get('x-total-count')
  return { name, rowsInAll: rows === null ? null : Number(rows) }
}
