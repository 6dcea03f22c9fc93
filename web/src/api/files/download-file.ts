import type { Call } from '@stationmaster/contract'
import { errorOf } from '../calls/api-error.ts'
import { urlOf } from '../calls/url-of.ts'
import { authorizedFetch } from '../tokens.ts'
import { saveFile } from './save-file.ts'

/** A file that was downloaded: its name, and the number of all rows where the file may hold fewer. */
export interface DownloadedFile {
  name: string
  rowsInAll: number | null
}

const nameIn = (disposition: string | null): string =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'file'

/** Fetches a file and has the browser save it; reports the bytes received so far. Throws ApiError, and AbortError when it is cancelled. */
export async function downloadFile(
  call: Call,
  query: Record<string, unknown>,
  {
    params,
    signal,
    onBytes,
  }: { params?: Record<string, unknown>; signal?: AbortSignal; onBytes?: (count: number) => void },
): Promise<DownloadedFile> {
  const answer = await authorizedFetch(
    `/api/v1/${urlOf(call.path, { query, ...(params && { params }) })}`,
    signal ? { signal } : {},
  )
  if (!answer.ok) throw await errorOf(answer)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let count = 0
  // a successful answer to GET has a body
  const reader = answer.body!.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    count += value.length
    onBytes?.(count)
  }
  const name = nameIn(answer.headers.get('content-disposition'))
  saveFile(name, parts, answer.headers.get('content-type') ?? '')
  const rows = answer.headers.get('x-total-count')
  return { name, rowsInAll: rows === null ? null : Number(rows) }
}
