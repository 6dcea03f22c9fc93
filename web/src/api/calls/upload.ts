import type { Call } from '@stationmaster/contract'
import { doubtContact } from '../live/contact.ts'
import { authorized, unreachable } from '../tokens.ts'
import { errorOf } from './api-error.ts'
import type { Input } from './request.ts'
import { type Parts, urlOf } from './url-of.ts'

type Schema = Call['params']

/**
 * Sends one file with a call of the contract and tells the share that has left (0 to 1), which fetch cannot; throws ApiError
 * as `request` does.
 */
export async function upload<P extends Schema, A extends Schema>(
  call: Call<P, Schema, Schema, A>,
  input: Input<P, Schema, Schema>,
  file: File,
  onProgress: (share: number) => void,
): Promise<A['_zod']['output']> {
  const url = `/api/v1/${urlOf(call.path, input as Parts)}`
  const answer = await authorized((token) => send(call.method, url, { file, token, onProgress }))
  if (!answer.ok) throw await errorOf(answer)
  return (await answer.json()) as A['_zod']['output']
}

interface Sent {
  file: File
  token: string | undefined
  onProgress: (share: number) => void
}

function send(method: string, url: string, { file, token, onProgress }: Sent): Promise<Response> {
  const body = new FormData()
  body.set('file', file)
  const sending = new XMLHttpRequest()
  sending.open(method, url)
  if (token) sending.setRequestHeader('authorization', `Bearer ${token}`)
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
