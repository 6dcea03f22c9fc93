import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { firmwareBytesMost } from '@stationmaster/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import type { Files } from '../../../platform/files/files.ts'
import { deleteRemoved, insertRemoved } from '../../../platform/files/files-store.ts'
import { Incoming } from '../../../platform/files/incoming.ts'
import { namedFileOf } from '../../../platform/files/uploads.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../platform/http/failure.ts'
import { bySecret, missed } from '../../../platform/http/secret-calls.ts'
import { networkOf } from '../../../platform/listeners/proxies.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { type FirmwareAddresses, firmwarePath } from './addresses.ts'
import { type FileRow, findFile, hasVersion, insertFile, lockFile, updateDeleted } from './store.ts'

export interface FirmwareFilesParts {
  db: Db
  clock: Clock
  files: Files
  addresses: FirmwareAddresses
  /** the folder of files during their upload */
  incomingDir: string
}

interface By {
  caller: Caller
  remoteAddress: string
}

const contentType = 'application/octet-stream'

/** Stores firmware files that people upload, and serves them to stations. */
export class FirmwareFiles {
  readonly #incoming: Incoming

  constructor(private readonly parts: FirmwareFilesParts) {
    this.#incoming = new Incoming(parts.incomingDir, { bytes: firmwareBytesMost, ofAddress: 2, inAll: 4 })
  }

  /**
   * Stores the one file of an upload for a version of a model: in the file store first, then in the database. Throws firmware.exists,
   * file.missing, file.nameless, request.too_large, request.too_many, file.store_away.
   */
  async add(
    { caller, remoteAddress }: By,
    request: FastifyRequest,
    { vendor_name: vendorName, model, version }: { vendor_name: string; model: string; version: string },
  ): Promise<FileRow> {
    const { db, clock, files } = this.parts
    if (await hasVersion(db, { vendorName, model, version })) throw new Failure('firmware.exists')
    let fileName = ''
    const stored = await this.#incoming.take(
      networkOf(request.remoteAddress),
      async () => {
        const { name, body } = await namedFileOf(request, firmwareBytesMost)
        fileName = nameOf(name)
        return body
      },
      async (path) => {
        const { size } = await stat(path)
        if (size === 0) throw new Failure('file.missing')
        const sha256 = await hashOf(path)
        return { size, sha256, name: await files.put({ contentType, path, size, sha256 }) }
      },
    )
    const at = clock.now()
    const about = { vendorName, model, version, fileName, ...stored }
    const keeping = inRepeatableTransaction(db, async (tx) => {
      const id = await insertFile(tx, { ...about, at, by: caller.id })
      await deleteRemoved(tx, stored.name)
      const { name: _name, ...after } = about
      await audit(tx, {
        caller,
        remoteAddress,
        action: 'firmware.add',
        subjectType: 'firmware',
        subjectId: id,
        after,
        at,
      })
      // the file was added in this transaction
      return (await findFile(tx, id))!
    })
    return keeping.catch((error) => {
      throw isDuplicate(error, 'firmware_files_of_a_version') ? new Failure('firmware.exists') : error
    })
  }

  /** Deletes a file; its addresses are no longer valid. Throws firmware.not_found, firmware.in_use. */
  async remove({ caller, remoteAddress }: By, id: number): Promise<void> {
    const { db, clock } = this.parts
    const at = clock.now()
    await inRepeatableTransaction(db, async (tx) => {
      const file = await lockFile(tx, id)
      if (!file) throw new Failure('firmware.not_found')
      if (file.in_use) throw new Failure('firmware.in_use')
      await updateDeleted(tx, id, at)
      await insertRemoved(tx, file.name, at)
      const { vendor_name, model, version, file_name } = file
      await audit(tx, {
        caller,
        remoteAddress,
        action: 'firmware.delete',
        subjectType: 'firmware',
        subjectId: id,
        before: { vendor_name, model, version, file_name },
        at,
      })
    })
  }

  /** Serves the signed addresses, whole or in parts; throws download.expired. */
  serve(app: FastifyInstance): void {
    const { db, clock, files, addresses } = this.parts
    app.get<{ Params: { ticket: string } }>(
      `${firmwarePath}:ticket/:name`,
      // the body must have the length of its content-length header
      { ...bySecret, schema: { hide: true } as object, compress: false },
      async (request, reply) => {
        const id = addresses.open(request.params.ticket, clock.now())
        const file = id === undefined ? undefined : await findFile(db, id)
        if (!file) throw missed(request, 'download.expired')
        const { name, size } = file
        return files.send(request, reply.header('cache-control', 'private, no-transform'), {
          name,
          contentType,
          size,
          bytes: null,
        })
      },
    )
  }
}

/** A file's name without the characters that could break a station's path or an address. */
function nameOf(given: string): string {
  const name = given.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(-100)
  return name.replace(/^[._]+/, '') || 'firmware.bin'
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
