import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { MINUTE_MS } from '@stationmaster/units'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Download, DownloadLinks } from '../../../platform/downloads/downloads.ts'
import { Incoming } from '../../../platform/files/incoming.ts'
import { fileOf } from '../../../platform/files/uploads.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { bySecret, missed } from '../../../platform/http/secret-calls.ts'
import { Turns } from '../../../platform/jobs/turns.ts'
import { networkOf } from '../../../platform/listeners/proxies.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { insertControllerLines } from '../../stations/journal/controller-log-store.ts'
import { loadKnownStations } from '../../stations/stations/connecting/traffic-store.ts'
import { linesOf } from './log-lines.ts'
import { findUploadFile, insertUpload, isUploadOpen, updateReceived } from './store.ts'

/** The largest file that a station may upload. */
const mostBytes = 20 * 1024 * 1024
const goodForMs = 30 * MINUTE_MS
/** What a form adds to its file. */
const formMost = 4_096
const folder = '/api/v1/uploads/'
const kind = 'station-upload'

interface TargetParts {
  db: Db
  clock: Clock
  live: LiveBus
  /** the folder of files during their upload */
  incomingDir: string
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/**
 * Makes an address to which a station can upload one file within half an hour; answers its number and its path, whose 192
 * random bits are stored only as a hash.
 */
export async function openUpload(
  db: Db,
  upload: { stationId: string; kind: 'diagnostics' | 'security'; by: number; at: Date },
): Promise<{ id: number; path: string }> {
  const secret = randomBytes(24).toString('base64url')
  const expiresAt = new Date(upload.at.getTime() + goodForMs)
  const id = await insertUpload(db, { ...upload, secretHash: hashOf(secret), expiresAt })
  return { id, path: `${folder}${id}.${secret}` }
}

/**
 * Receives the files: PUT or POST, as the whole body or as a form's file. A name may follow the address, since stations that were
 * given a folder add one. The address is checked before a byte of the body is read; throws upload.expired.
 */
export function listenForUploads(app: FastifyInstance, parts: TargetParts): void {
  const incoming = new Incoming(parts.incomingDir, { bytes: mostBytes, ofAddress: 10, inAll: 30 })
  // one file at a time is held in memory, on its way into the database
  const turns = new Turns()
  app.register(async (scope) => {
    scope.removeContentTypeParser(['application/json', 'text/plain'])
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const url of [`${folder}:address`, `${folder}:address/:name`]) {
      scope.route<{ Params: { address: string; name?: string } }>({
        method: ['PUT', 'POST'],
        url,
        ...bySecret,
        schema: { hide: true } as object,
        onRequest: async (request, reply) => {
          // a refused body is not read to its end
          reply.header('connection', 'close')
          const open = await isUploadOpen(parts.db, addressed(request.params.address, parts.clock.now()))
          if (!open) throw missed(request, 'upload.expired')
          if (Number(request.headers['content-length'] ?? 0) > mostBytes + formMost)
            throw new Failure('request.too_large')
        },
        handler: async (request, reply) => {
          const name = nameOf(request, request.params.name)
          await incoming.take(
            networkOf(request.remoteAddress),
            () => bodyOf(request),
            (file) =>
              turns.take(async () => receive(parts, request.params.address, name, await readFile(file))),
          )
          return reply.code(201).send()
        },
      })
    }
  })
}

/** The number of an address and the hash of its secret. */
function addressed(address: string, at: Date): { id: number; secretHash: string; at: Date } {
  const [id = '', secret = ''] = address.split('.')
  if (!/^\d{1,9}$/.test(id)) throw new Failure('upload.expired')
  return { id: Number(id), secretHash: hashOf(secret), at }
}

/** Serves the uploaded files for download links. */
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

async function receive(
  { db, clock, live }: TargetParts,
  address: string,
  name: string,
  bytes: Buffer,
): Promise<void> {
  const at = clock.now()
  const stationId = await inTransaction(db, async (tx) => {
    const received = await updateReceived(tx, { ...addressed(address, at), name, bytes })
    if (!received) throw new Failure('upload.expired')
    await insertControllerLines(tx, linesOf(bytes, received.stationId, at))
    return received.stationId
  })
  const station = (await loadKnownStations(db, [stationId])).get(stationId)
  if (station) live.publish({ topic: 'station', id: stationId, locationId: station.locationId })
}

async function bodyOf(request: FastifyRequest): Promise<Readable> {
  if (!request.isMultipart()) return request.raw
  return (await fileOf(request, mostBytes)).body
}

/** A file's name from the address or the header, without the characters that could break a path or a header. */
function nameOf(request: FastifyRequest, given: string | undefined): string {
  const header = /filename="?([^";]+)/i.exec(String(request.headers['content-disposition'] ?? ''))?.[1]
  const name = (given ?? header ?? '').replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(-100)
  return name.replace(/^[._]+/, '') || 'station.log'
}
