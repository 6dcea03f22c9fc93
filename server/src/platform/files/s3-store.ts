import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Config } from '../../config/file-store-config.ts'
import type { ByteRange, FileStore, NewFile } from './file-store.ts'
import { StoreFailure } from './store-failure.ts'

/** until an answer begins; its body may take longer */
const answerMs = 30 * SECOND_MS
/** the same where a large file is sent before */
const uploadMs = 15 * MINUTE_MS

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE'
  name: string
  headers?: Record<string, string>
  sends?: NewFile
}

/** Files in a bucket of an S3-compatible store, addressed by path. What is sent is signed together with its hash. */
export class S3Store implements FileStore {
  constructor(private readonly config: S3Config) {}

  async put(name: string, sends: NewFile): Promise<void> {
    const sha256 = 'path' in sends ? sends.sha256 : createHash('sha256').update(sends.bytes).digest('hex')
    const headers = { 'content-type': sends.contentType, 'x-amz-content-sha256': sha256 }
    await drained(await this.#ask({ method: 'PUT', name, headers, sends }))
  }

  async open(name: string, range?: ByteRange): Promise<Readable> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.first}-${range.last}` } : {}
    const { body } = await this.#ask({ method: 'GET', name, headers })
    return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
  }

  async remove(name: string): Promise<void> {
    await drained(await this.#ask({ method: 'DELETE', name }))
  }

  async check(): Promise<void> {
    const name = `check-${randomUUID()}`
    await this.put(name, { contentType: 'text/plain', bytes: Buffer.from('Stationmaster was here.') })
    await this.remove(name)
  }

  /** Sends a signed request; throws StoreFailure where it brings no success. */
  async #ask({ method, name, headers = {}, sends }: S3Request): Promise<Response> {
    const { url, region, accessKey, secretKey } = this.config
    const signed = await new AwsV4Signer({
      method,
      url: url + encodeURIComponent(name),
      headers,
      service: 's3',
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      ...(region === null ? {} : { region }),
    }).sign()
    const late = new AbortController()
    const answers = sends && 'path' in sends ? uploadMs : answerMs
    if (sends && 'path' in sends) signed.headers.set('content-length', String(sends.size))
    const timer = setTimeout(() => late.abort(new Error('it does not answer')), answers)
    const answer = await fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      signal: late.signal,
      ...(sends ? bodyOf(sends) : {}),
    })
      .catch((error: Error) => {
        throw new StoreFailure(`The file store at ${url} cannot be reached: ${reasonOf(error)}.`)
      })
      .finally(() => clearTimeout(timer))
    const done = answer.ok || (method === 'DELETE' && answer.status === 404)
    if (!done) throw new StoreFailure(`The file store at ${url} refuses: ${await refusalOf(answer)}.`)
    return answer
  }
}

const bodyOf = (sends: NewFile) =>
  'path' in sends
    ? {
        body: Readable.toWeb(createReadStream(sends.path)) as NonNullable<RequestInit['body']>,
        duplex: 'half' as const,
      }
    : { body: new Uint8Array(sends.bytes) }

/** An answer whose body nobody wants; read, so that its connection can be used again. */
const drained = (answer: Response): Promise<unknown> => answer.arrayBuffer().catch(() => undefined)

const reasonOf = (error: Error): string =>
  error.cause instanceof Error
    ? (error.cause as NodeJS.ErrnoException).code || error.cause.message
    : error.message

/** A refusal's code, as S3 tells it in its XML: SignatureDoesNotMatch, NoSuchBucket, AccessDenied. */
async function refusalOf(answer: Response): Promise<string> {
  const text = (await answer.text().catch(() => '')).slice(0, 4096)
  const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1]
  return code ? `${code} (${answer.status})` : `status ${answer.status}`
}
