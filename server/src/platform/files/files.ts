import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { byteRangeOf } from '../downloads/byte-range.ts'
import type { Clock } from '../general/clock.ts'
import { Failure } from '../http/failure.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Db } from '../schema/schema.ts'
import type { ByteRange, FileStore, NewFile } from './file-store.ts'
import {
  countUnmoved,
  deleteRemoved,
  filesPath,
  findFile,
  findUnmoved,
  insertRemoved,
  listRemoved,
  updateMoved,
} from './files-store.ts'
import { StoreFailure } from './store-failure.ts'

const namePattern = /^[A-Za-z0-9_-]{22}$/
const retryAfterSeconds = 30
const forever = 'public, max-age=31536000, immutable'
/** files in one run, so that a run ends before the queue takes it for lost */
const runMost = 500

interface FilesParts {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  store: FileStore
}

/**
 * Files come into the database with what they belong to, so neither is there without the other, and are moved to the store each
 * minute: all of it may be done twice, and by several servers at once. While the store is away they wait.
 */
export class Files {
  #trouble: string | null = null

  constructor(private readonly parts: FilesParts) {}

  /** Names the job, and counts what waits for the store. */
  begin(jobs: Jobs, metrics: Registry): void {
    const { db } = this.parts
    jobs.schedule('files', '* * * * *', () => this.move())
    new Gauge({
      name: 'files_waiting',
      help: 'Files in the database that the file store has not taken yet',
      registers: [metrics],
      async collect() {
        // without a database the last count stays
        const waiting = await countUnmoved(db).catch(() => undefined)
        if (waiting !== undefined) this.set(waiting)
      },
    })
  }

  /** Says in one line why nothing can be kept; null: it can. */
  async trouble(): Promise<string | null> {
    await this.#recordTrouble(() => this.parts.store.check())
    return this.#trouble
  }

  /** Moves waiting files to the store, and removes from it those that are to be deleted; while the store is away, the next run tries again. */
  async move(): Promise<void> {
    const { db, clock, store } = this.parts
    await this.#recordTrouble(async () => {
      for (let moved = 0; moved < runMost; moved += 1) {
        const file = await findUnmoved(db)
        if (!file) break
        await store.put(file.name, { contentType: file.content_type, bytes: file.bytes })
        await updateMoved(db, file.name)
      }
      for (const name of await listRemoved(db, clock.now(), runMost)) {
        await store.remove(name)
        await deleteRemoved(db, name)
      }
    })
  }

  /** Serves GET /api/v1/files/{name} to everybody: a picture's tag cannot send a token. What has a name never changes. */
  serve(app: FastifyInstance): void {
    app.get<{ Params: { name: string } }>(
      `${filesPath}:name`,
      { schema: { hide: true } as object },
      async (request, reply) => {
        const { name } = request.params
        const file = namePattern.test(name) ? await findFile(this.parts.db, name) : undefined
        if (!file) throw new Failure('file.not_found')
        const { content_type: contentType, size, bytes } = file
        return this.send(request, reply.header('cache-control', forever), { name, contentType, size, bytes })
      },
    )
  }

  /**
   * Puts a file into the store at once, for what is too large for the database; answers its name. The store forgets it in a day unless
   * `deleteRemoved` is called for it in the transaction that it belongs to. Throws file.store_away.
   */
  async put(file: NewFile): Promise<string> {
    const { db, clock, store } = this.parts
    const name = randomBytes(16).toString('base64url')
    await insertRemoved(db, name, clock.now())
    const put = await this.#recordTrouble(() => store.put(name, file).then(() => true))
    if (!put) throw new Failure('file.store_away')
    return name
  }

  /** Sends a file, or the requested part of it; throws file.store_away. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    file: { name: string; contentType: string; size: number; bytes: Buffer | null },
  ): Promise<FastifyReply> {
    const etag = `"${file.name}"`
    const fixed = { etag, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' }
    if (request.headers['if-none-match'] === etag) return reply.headers(fixed).code(304).send()
    const range = byteRangeOf(request.headers, { etag, size: file.size })
    if (range === 'unsatisfiable')
      return reply.code(416).header('content-range', `bytes */${file.size}`).send()
    const body =
      request.method === 'HEAD'
        ? Readable.from([])
        : (file.bytes?.subarray(range?.first, range && range.last + 1) ??
          (await this.#open(file.name, range, reply)))
    reply.headers(fixed).type(file.contentType)
    if (!range) return reply.header('content-length', file.size).send(body)
    return reply
      .code(206)
      .header('content-range', `bytes ${range.first}-${range.last}/${file.size}`)
      .header('content-length', range.last - range.first + 1)
      .send(body)
  }

  async #open(name: string, range: ByteRange | undefined, reply: FastifyReply): Promise<Readable> {
    const body = await this.#recordTrouble(() => this.parts.store.open(name, range))
    if (body) return body
    reply.headers({ 'retry-after': retryAfterSeconds, 'cache-control': 'no-store' })
    throw new Failure('file.store_away')
  }

  /** Runs an act on the store; logs once that the store is away, and once that it is back. Resolves to undefined where it failed. */
  async #recordTrouble<T>(act: () => Promise<T>): Promise<T | undefined> {
    const { log } = this.parts
    try {
      const done = await act()
      if (this.#trouble !== null) log.info('the file store is back')
      this.#trouble = null
      return done
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error
      if (this.#trouble !== error.message) log.error(error.message)
      this.#trouble = error.message
      return undefined
    }
  }
}
