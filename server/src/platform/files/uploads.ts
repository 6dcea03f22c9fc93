import { join } from 'node:path'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { pictureBytesMost } from '@stationmaster/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '../http/failure.ts'
import { networkOf } from '../listeners/proxies.ts'
import { Incoming } from './incoming.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** where pictures lie while they come and are drawn */
    incomingPictures: Incoming
  }
}

/** Lets the calls of a plugin take one file as multipart/form-data. */
export async function takeUploads(app: FastifyInstance, dataDir: string): Promise<void> {
  await app.register(multipart, { limits: { files: 1, fields: 0, parts: 2 } })
  const limits = { bytes: pictureBytesMost, ofAddress: 10, inAll: 30 }
  app.decorate('incomingPictures', new Incoming(join(dataDir, 'incoming-pictures'), limits))
}

/** A file of a form while it comes. */
export interface FormFile {
  /** what the sender calls it; undefined: it has no name */
  name: string | undefined
  body: Readable
}

/**
 * The one file of a form. It is cut a byte after what it may have, so that who counts its bytes sees that it is too large: what the parser
 * tells of a cut comes too late where it falls between two pieces. Throws file.missing.
 */
export async function fileOf(request: FastifyRequest, bytesMost: number): Promise<FormFile> {
  if (!request.isMultipart()) throw new Failure('file.missing')
  const limits = { fileSize: bytesMost + 1 }
  const part = await untilStill(request, request.file({ limits, throwFileSizeLimit: false }))
  if (!part) throw new Failure('file.missing')
  // its type says that there is always one, but a part may have none
  const name: string | undefined = part.filename
  return { name, body: part.file }
}

const stillMs = 2_000

/**
 * What a parser finds; undefined where it fails, or where nothing has come for some seconds and it has found nothing: it stops for ever at
 * a part that it leaves out and that comes in one large piece.
 */
async function untilStill<T>(request: FastifyRequest, finding: Promise<T>): Promise<T | undefined> {
  const { socket } = request.raw
  let look: NodeJS.Timeout | undefined
  const still = new Promise<undefined>((resolve) => {
    let before: number | undefined
    look = setInterval(() => {
      if (socket.bytesRead === before) resolve(undefined)
      before = socket.bytesRead
    }, stillMs)
  })
  const found = finding.catch(() => undefined)
  return Promise.race([found, still]).finally(() => clearInterval(look))
}

/** The same of a file that a person sends, who always names it: throws file.nameless as well. */
export async function namedFileOf(
  request: FastifyRequest,
  bytesMost: number,
): Promise<FormFile & { name: string }> {
  const { name, body } = await fileOf(request, bytesMost)
  if (!name) throw new Failure('file.nameless')
  return { name, body }
}

/**
 * Takes a picture of 20 MB at most to disk and gives `use` its file; a bounded number of them are under way, so that however many are sent
 * at once the memory is that of the one which is drawn. Throws file.missing, file.nameless, file.too_large, request.too_many,
 * request.invalid (it ended early).
 */
export async function takePicture<T>(request: FastifyRequest, use: (file: string) => Promise<T>): Promise<T> {
  const from = networkOf(request.remoteAddress)
  const body = async () => (await namedFileOf(request, pictureBytesMost)).body
  return request.server.incomingPictures.take(from, body, use).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'request.too_large'
      ? new Failure('file.too_large')
      : error
  })
}
