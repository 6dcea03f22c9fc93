import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type LogLevel, logLevels } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Download, DownloadLinks } from '../../platform/downloads.ts'
import { Failure } from '../../platform/failure.ts'
import type { LiveBus } from '../../platform/live.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import { type ControllerLine, insertControllerLines } from '../journal/controller-logs.ts'
import { findUploadFile, updateReceived } from '../stations/task-store.ts'

/** The largest file that a station may bring. */
const MOST_BYTES = 20 * 1024 * 1024
const GOOD_FOR_MS = 30 * MINUTE_MS
const MOST_LINES = 5_000
const MOST_CHARACTERS = 4_000
const folder = '/api/v1/uploads/'
const kind = 'station-upload'

interface TargetParts {
  db: Db
  clock: Clock
  live: LiveBus
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/**
 * Makes an address to which a station can bring one file within half an hour; answers its number and its path, whose 192
 * random bits are kept only as a hash.
 */
export async function insertUpload(
  tx: Tx,
  asked: { stationId: string; kind: 'diagnostics' | 'security'; by: number; at: Date },
): Promise<{ id: number; path: string }> {
  const secret = randomBytes(24).toString('base64url')
  const { id } = await tx
    .insertInto('station_uploads')
    .values({
      station_id: asked.stationId,
      kind: asked.kind,
      secret_hash: hashOf(secret),
      asked_by: asked.by,
      asked_at: asked.at,
      expires_at: new Date(asked.at.getTime() + GOOD_FOR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, path: `${folder}${id}.${secret}` }
}

/**
 * Takes the files: PUT or POST, as the whole body or as a form's file; a name may follow the address, as stations add one
 * that were given a folder. Throws upload.expired.
 */
export function listenForUploads(app: FastifyInstance, parts: TargetParts): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser(['application/json', 'text/plain'])
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const url of [`${folder}:address`, `${folder}:address/:name`]) {
      scope.route<{ Params: { address: string; name?: string } }>({
        method: ['PUT', 'POST'],
        url,
        bodyLimit: MOST_BYTES,
        schema: { hide: true } as object,
        handler: async (request, reply) => {
          const [id = '', secret = ''] = request.params.address.split('.')
          if (!/^\d{1,9}$/.test(id)) throw new Failure('upload.expired')
          const bytes = await bodyOf(request)
          const name = nameOf(request, request.params.name)
          await take(parts, { id: Number(id), secret, name, bytes })
          return reply.code(201).send()
        },
      })
    }
  })
}

/** Offers the files that were brought to those who may see them. */
export function serveUploads(downloads: DownloadLinks, db: Db): void {
  downloads.serve(kind, async (what): Promise<Download> => {
    const { stationId, id } = what as { stationId: string; id: number }
    const file = await findUploadFile(db, stationId, id)
    if (!file?.bytes) throw new Failure('file.not_found')
    return {
      name: file.file_name ?? `${stationId}-${id}.log`,
      type: 'application/octet-stream',
      body: Readable.from([file.bytes]),
    }
  })
}

export const offerUpload = (downloads: DownloadLinks, stationId: string, id: number): string =>
  downloads.offer(kind, { stationId, id })

async function take(
  { db, clock, live }: TargetParts,
  { id, secret, name, bytes }: { id: number; secret: string; name: string; bytes: Buffer },
): Promise<void> {
  const at = clock.now()
  const stationId = await db.transaction().execute(async (tx) => {
    const taken = await updateReceived(tx, { id, secretHash: hashOf(secret), name, bytes, at })
    if (!taken) throw new Failure('upload.expired')
    await insertControllerLines(tx, linesOf(bytes, taken.stationId, at))
    return taken.stationId
  })
  const station = await db
    .selectFrom('stations')
    .select('location_id')
    .where('id', '=', stationId)
    .executeTakeFirst()
  if (station) live.publish({ topic: 'station', id: stationId, locationId: station.location_id })
}

async function bodyOf(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const part = await request.file({ limits: { fileSize: MOST_BYTES } })
  if (!part) throw new Failure('file.missing')
  return part.toBuffer()
}

/** A file's name from the address or the header, with nothing in it that a path or a header could be broken with. */
function nameOf(request: FastifyRequest, given: string | undefined): string {
  const header = /filename="?([^";]+)/i.exec(String(request.headers['content-disposition'] ?? ''))?.[1]
  const name = (given ?? header ?? '').replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(-100)
  return name.replace(/^[._]+/, '') || 'station.log'
}

const linePattern =
  /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)\]?\s+(?:\[?(debug|info|warn(?:ing)?|error)\]?:?\s+)?(?:\[(\d{1,2})\]\s*)?(.*)$/i

/** The lines of a text, with what can be read of their time, level and connector; none of a file that is no text. */
export function linesOf(bytes: Buffer, stationId: string, receivedAt: Date): ControllerLine[] {
  if (bytes.includes(0)) return []
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return []
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.slice(-MOST_LINES).map((line): ControllerLine => {
    const [, time, level, connector, rest] = linePattern.exec(line) ?? []
    const at = time
      ? new Date(/Z|[+-]\d\d:?\d\d$/.test(time) ? time : `${time.replace(' ', 'T')}Z`)
      : receivedAt
    const sane = !Number.isNaN(at.getTime()) && at <= receivedAt && at.getUTCFullYear() > 2000
    const number = Number(connector ?? 0)
    return {
      at: sane ? at : receivedAt,
      stationId,
      connector: number > 0 ? number : null,
      level: levelOf(level),
      source: 'upload',
      text: (rest ?? line).slice(0, MOST_CHARACTERS),
    }
  })
}

function levelOf(word = 'info'): LogLevel {
  const level = word.toLowerCase().replace(/^warn$/, 'warning')
  return logLevels.find((one) => one === level) ?? 'info'
}
