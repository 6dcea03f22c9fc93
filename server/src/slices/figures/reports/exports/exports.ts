import { Readable } from 'node:stream'
import type { ExportRequest, Language, SheetFormat } from '@stationmaster/contract'
import type { Reading } from '../../../../platform/database/replica/replica.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { csvType, xlsxType } from '../../../../platform/documents/sheet.ts'
import type { Download } from '../../../../platform/downloads/downloads.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import { findManager, lockManager } from '../../../people/managers/store.ts'
import { type FileQuery, fileQueryOf } from '../file-query.ts'
import type { ReportParts } from '../report.ts'
import {
  countOpenExports,
  findMade,
  findOpenExport,
  insertExport,
  insertPart,
  readParts,
  removeParts,
  takeExport,
  updateMade,
} from './export-store.ts'
import { fileOf } from './sheets.ts'

export interface ExportParts extends ReportParts {
  reading: Reading
  clock: Clock
  jobs: Jobs
  mailer: Mailer
}

/** The most open exports of one person, and the most rows of a file: a spreadsheet cannot hold more. */
const maxOpen = 3
const maxRows = 1_000_000
const partBytes = 256 * 1024
/** a replica has the request itself by then, and what the person has changed before */
const patienceMs = 5_000

/** Files of all rows. They are made in the background; a link that works once is sent by mail. */
export class Exports {
  constructor(private readonly parts: ExportParts) {
    parts.jobs.work<{ id: number }>('export', ({ id }) => this.make(id))
  }

  /** Records a request; the file is made after the commit. Throws request.too_many, and what `fileQueryOf` throws. */
  async ask(
    caller: Caller,
    request: ExportRequest,
    format: SheetFormat,
    language: Language,
  ): Promise<number> {
    const { db, clock, jobs, timeZone } = this.parts
    fileQueryOf(request, { caller, language, timeZone })
    return inTransaction(db, async (tx) => {
      // one request of a person at a time: requests at the same moment would not count each other
      await lockManager(tx, caller.id)
      if ((await countOpenExports(tx, caller.id)) >= maxOpen) throw new Failure('request.too_many')
      const id = await insertExport(
        tx,
        { managerId: caller.id, request, format, language, scheduled: false },
        clock.now(),
      )
      await jobs.send(tx, 'export', { id })
      return id
    })
  }

  /** Makes a file with what the person may see now. Starts again from the beginning when a server stopped half-way. */
  private async make(id: number): Promise<void> {
    const { db, reading, clock, mailer, timeZone } = this.parts
    const job = await findOpenExport(db, id)
    const manager = job && (await findManager(db, job.managerId))
    if (!job || !manager || manager.blocked_at) return
    const { request, format, language, scheduled } = job
    const caller = { id: manager.id, role: manager.role, ownerId: manager.owner_id, email: manager.email }
    const query = allowedQueryOf(request, { caller, language, timeZone })
    if (!query) return
    const from = { ...this.parts, db: await reading.dbFor(caller.id, patienceMs) }
    const file = await fileOf(from, query, format, maxRows)
    await removeParts(db, id)
    let position = 0
    let chunks: Buffer[] = []
    let bytes = 0
    const write = async () => {
      await insertPart(db, id, position, Buffer.concat(chunks))
      position += 1
      chunks = []
      bytes = 0
    }
    for await (const chunk of file.body) {
      chunks.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes >= partBytes) await write()
    }
    await write()
    await inTransaction(db, async (tx) => {
      const token = await updateMade(tx, id, file.name, clock.now())
      if (!token) return
      const values = { link: mailer.link(`/exports/${token}`), name: file.name }
      await mailer.send(tx, {
        to: caller.email,
        language,
        name: scheduled ? 'reportReady' : 'exportReady',
        values,
      })
    })
  }

  /** Uses a link up. Resolves with the export's id, or undefined when the link is wrong, used or expired. */
  take(token: string): Promise<number | undefined> {
    const { db, clock } = this.parts
    return inTransaction(db, (tx) => takeExport(tx, token, clock.now()))
  }

  /** The file of an export. Throws download.expired. */
  async open(id: number): Promise<Download> {
    const made = await findMade(this.parts.db, id)
    if (!made) throw new Failure('download.expired')
    const type = made.format === 'xlsx' ? xlsxType : csvType
    return { name: made.name, type, body: Readable.from(readParts(this.parts.db, id)) }
  }
}

/** Like `fileQueryOf`, but undefined when the person may not have the file any more. */
function allowedQueryOf(...args: Parameters<typeof fileQueryOf>): FileQuery | undefined {
  try {
    return fileQueryOf(...args)
  } catch (error) {
    if (error instanceof Failure && error.code === 'auth.forbidden') return undefined
    throw error
  }
}
