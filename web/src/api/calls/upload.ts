import type { Call } from '@stationmaster/contract'
import { doubtContact } from '../live/contact.ts'
import { authorized, unreachable } from '../tokens.ts'
import { errorOf } from './api-error.ts'
import type { Input } from './request.ts'
import { type Parts, urlOf } from './url-of.ts'

type Schema = Call['params']

type Tell = (share: number) => void

/**
 * Sends one file with a call of the contract and tells the share that has left (0 to 1), which fetch cannot; throws ApiError
 * as `request` does.
 */
export function upload<P extends Schema, A extends Schema>(
  call: Call<P, Schema, Schema, A>,
  input: Input<P, Schema, Schema>,
  file: File,
  onProgress: Tell,
): Promise<A['_zod']['output']> {
  const body = new FormData()
  body.set('file', file)
  return sendWhole(call, input as Parts, body, onProgress)
}

/** The same for a call with a large JSON body. */
export function uploadJson<P extends Schema, B extends Schema, A extends Schema>(
  call: Call<P, Schema, B, A>,
  input: Input<P, Schema, B>,
  onProgress: Tell,
): Promise<A['_zod']['output']> {
  const parts = input as Parts
  return sendWhole(call, parts, JSON.stringify(parts.body), onProgress)
}

async function sendWhole<A extends Schema>(
  { method, path }: Call<Schema, Schema, Schema, A>,
  parts: Parts,
  body: FormData | string,
  onProgress: Tell,
): Promise<A['_zod']['output']> {
  const url = `/api/v1/${urlOf(path, parts)}`
  const answer = await authorized((token) => send(method, url, { body, token, onProgress }))
  if (!answer.ok) throw await errorOf(answer)
  return (await answer.json()) as A['_zod']['output']
}

interface Sent {
  body: FormData | string
  token: string | undefined
  onProgress: Tell
}

function send(method: string, url: string, { body, token, onProgress }: Sent): Promise<Response> {
  const sending = new XMLHttpRequest()
  sending.open(method, url)
  if (token) sending.setRequestHeader('authorization', `Bearer ${token}`)
  if (typeof body === 'string') sending.setRequestHeader('content-type', 'application/json')
  sending.setRequestHeader('accept-language', document.documentElement.lang)
  sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  return new Promise((resolve, reject: (error: Error) => void) => {
    sending.onload = () => resolve(new Response(sending.responseText, { status: sending.status }))
    sending.onerror = () => {
      void doubtContact()
      reject(unreachable())
    }
    sending.send(body)
  })
}
