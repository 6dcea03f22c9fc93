import { Readable } from 'node:stream'
import type { ExportRequest, Language, SheetFormat } from '@stationmaster/contract'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { csvType, xlsxType } from '../../../../platform/documents/sheet.ts'
import type { Download } from '../../../../platform/downloads/downloads.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import { findManager, lockManager } from '../../../people/managers/store.ts'
import type { ReportParts } from '../report.ts'
import type { Wanted } from '../wanted.ts'
import { wantedOf } from '../wanted.ts'
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
  clock: Clock
  jobs: Jobs
  mailer: Mailer
}

/** Files that are still to be made for one person, and rows of a file: a spreadsheet has no more. */
const openMost = 3
const rowsMost = 1_000_000
const partBytes = 256 * 1024

/** Files of all rows, made in the background and mailed as a link that is good once. */
export class Exports {
  constructor(private readonly parts: ExportParts) {
    parts.jobs.work<{ id: number }>('export', ({ id }) => this.make(id))
  }

  /** Notes a wish; the file is made after it is committed. Throws request.too_many, and what `wantedOf` throws. */
  async ask(caller: Caller, asked: ExportRequest, format: SheetFormat, language: Language): Promise<number> {
    const { db, clock, jobs, timeZone } = this.parts
    wantedOf(asked, { caller, language, timeZone })
    return inTransaction(db, async (tx) => {
      // one after the other, or those that are asked for at once do not count each other
      await lockManager(tx, caller.id)
      if ((await countOpenExports(tx, caller.id)) >= openMost) throw new Failure('request.too_many')
      const id = await insertExport(
        tx,
        { managerId: caller.id, asked, format, language, scheduled: false },
        clock.now(),
      )
      await jobs.send(tx, 'export', { id })
      return id
    })
  }

  /** Makes a file, from its beginning where a server ended in the middle of it, with what its asker may see now. */
  private async make(id: number): Promise<void> {
    const { db, clock, mailer, timeZone } = this.parts
    const one = await findOpenExport(db, id)
    const manager = one && (await findManager(db, one.managerId))
    if (!one || !manager || manager.blocked_at) return
    const { asked, format, language, scheduled } = one
    const caller = { id: manager.id, role: manager.role, ownerId: manager.owner_id, email: manager.email }
    const wanted = stillWanted(asked, { caller, language, timeZone })
    if (!wanted) return
    const file = await fileOf(this.parts, wanted, format, rowsMost)
    await removeParts(db, id)
    let position = 0
    let waiting: Buffer[] = []
    let bytes = 0
    const write = async () => {
      await insertPart(db, id, position, Buffer.concat(waiting))
      position += 1
      waiting = []
      bytes = 0
    }
    for await (const chunk of file.body) {
      waiting.push(Buffer.from(chunk))
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

  /** Uses a link up; undefined where it is not good, or not any more. */
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

/** As `wantedOf`; undefined where somebody may not have it any more. */
function stillWanted(...asked: Parameters<typeof wantedOf>): Wanted | undefined {
  try {
    return wantedOf(...asked)
  } catch (error) {
    if (error instanceof Failure && error.code === 'auth.forbidden') return undefined
    throw error
  }
}
