import { errorOf } from '../../../api/calls/api-error.ts'
import { driverFetch } from '../../../api/driver/driver-fetch.ts'
import { saveFile } from '../../../api/files/save-file.ts'
import { learnServerTime } from '../../../api/live/server-clock.ts'
import { send } from '../../../api/tokens.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Sent {
  method?: Method
  body?: unknown
  signal?: AbortSignal
}

const initOf = ({ method = 'GET', body, signal }: Sent): RequestInit => ({
  method,
  ...(body === undefined
    ? {}
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  ...(signal ? { signal } : {}),
})

const urlOf = (path: string) => `/api/v1/driver/${path}`

async function checked(answer: Response): Promise<Response> {
  learnServerTime(answer.headers.get('date'), Date.now())
  if (!answer.ok) throw await errorOf(answer)
  return answer
}

const read = async <A>(answer: Response): Promise<A> =>
  answer.status === 204 ? (undefined as A) : ((await answer.json()) as A)

/** A call before the log-in; without the contract, whose validator a phone would have to load. */
export const callAuth = async <A = void>(path: string, body: unknown): Promise<A> =>
  read(await checked(await send(urlOf(`auth/${path}`), initOf({ method: 'POST', body }), undefined)))

/** Sends as the driver who is logged in. */
const authorized = async (path: string, sent: Sent): Promise<Response> =>
  checked(await driverFetch(urlOf(path), initOf(sent)))

/** A call of the driver who is logged in. Throws ApiError. */
export const callAccount = async <A = void>(path: string, sent: Sent = {}): Promise<A> =>
  read(await authorized(path, sent))

/** The same for a page of a list, with how many there are in all. */
export async function callCounted<A>(
  path: string,
  signal: AbortSignal,
): Promise<{ items: A[]; total: number }> {
  const answer = await authorized(path, { signal })
  return { items: await read(answer), total: Number(answer.headers.get('x-total-count') ?? 0) }
}

/** Fetches a file of the driver and has the browser save it. */
export async function saveAccountFile(path: string): Promise<void> {
  const answer = await authorized(path, {})
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  saveFile(name, [await answer.arrayBuffer()], answer.headers.get('content-type') ?? '')
}
