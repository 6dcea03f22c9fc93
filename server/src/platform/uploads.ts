import multipart from '@fastify/multipart'
import { pictureBytesMost } from '@stationmaster/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'

/** Lets the calls of a plugin take one file of 20 MB at most as multipart/form-data. */
export async function takeUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 0, parts: 2, fileSize: pictureBytesMost },
    throwFileSizeLimit: true,
  })
}

/** The one file of an upload; throws file.missing or file.too_large. */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new Failure('file.missing')
  try {
    const part = await request.file()
    if (!part) throw new Failure('file.missing')
    return await part.toBuffer()
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code } = error as { code?: string }
    throw new Failure(code === 'FST_REQ_FILE_TOO_LARGE' ? 'file.too_large' : 'file.missing')
  }
}
