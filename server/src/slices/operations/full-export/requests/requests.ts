import { Readable } from 'node:stream'
import type { FullExport, Language } from '@stationmaster/contract'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Download } from '../../../../platform/downloads/downloads.ts'
import type { FileStore } from '../../../../platform/files/file-store.ts'
import type { Files } from '../../../../platform/files/files.ts'
import { insertRemoved } from '../../../../platform/files/files-store.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Mailer } from '../../../../platform/mail/mail.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { findManager, lockManager } from '../../../people/managers/store.ts'
import type { Scope } from '../scope.ts'
import { listOwnLocations } from '../scope-store.ts'
import { prepareExport, writeExport } from '../write/export.ts'
import { pictureEach } from '../write/picture-store.ts'
import {
  deleteRequest,
  findRequest,
  insertRequest,
  listOver,
  listParts,
  listRequests,
  type RequestRow,
  updateReady,
} from './request-store.ts'
import { Superseded, storeSink } from './store-sink.ts'
import { tarOf } from './tar.ts'

export interface RequestParts {
  db: Db
  clock: Clock
  jobs: Jobs
  files: Files
  fileStore: FileStore
  mailer: Mailer
  secretKey: string
  currency: string
}

export type Origin = { caller: Caller; remoteAddress: string }

const lifeMs = 7 * DAY_MS
/** the queue takes a job for lost that lasts much longer */
const turnMs = 8 * MINUTE_MS
/** the embedded database serves nobody else while a part is read */
const rowsMost = { postgres: 200_000, embedded: 5_000 }

/** A server writes in turns, so that none of them looks lost. */
class TurnOver extends Error {}

/** Full exports that people order: written by one server at a time, part by part, and taken as one archive. */
export class FullExports {
  constructor(
    private readonly parts: RequestParts,
    private readonly kind: 'postgres' | 'embedded',
  ) {
    parts.jobs.work<{ id: number }>('full-export', ({ id }) => this.write(id))
    parts.jobs.schedule('full-exports-over', '50 * * * *', () => this.removeOver())
  }

  async list({ id }: Caller): Promise<FullExport[]> {
    return (await listRequests(this.parts.db, id)).map(viewOf)
  }

  /** Orders an export. Throws request.too_many while another one of the person is being written. */
  async begin(
    { caller, remoteAddress }: Origin,
    { withSecrets, language }: { withSecrets: boolean; language: Language },
  ): Promise<number> {
    const { db, clock, jobs } = this.parts
    if (withSecrets && caller.role !== 'administrator') throw new Failure('auth.forbidden')
    return inTransaction(db, async (tx) => {
      await lockManager(tx, caller.id)
      if ((await listRequests(tx, caller.id)).some(({ readyAt }) => !readyAt))
        throw new Failure('request.too_many')
      const at = clock.now()
      const id = await insertRequest(tx, { managerId: caller.id, withSecrets, language, at })
      const after = { with_secrets: withSecrets }
      await audit(tx, {
        caller,
        action: 'full_export.begin',
        subjectType: 'full_export',
        subjectId: id,
        after,
        remoteAddress,
        at,
      })
      await jobs.send(tx, 'full-export', { id })
      return id
    })
  }

  /** Cancels an export or removes its files. */
  async remove({ caller, remoteAddress }: Origin, id: number): Promise<void> {
    await this.own(caller, id)
    await this.forget(id, { caller, remoteAddress })
  }

  /** One's own export that is ready. Throws download.not_found. */
  async mustBeReady({ caller, remoteAddress }: Origin, id: number): Promise<void> {
    const { db, clock } = this.parts
    const { readyAt } = await this.own(caller, id)
    if (!readyAt) throw new Failure('full_export.not_found')
    await audit(db, {
      caller,
      action: 'full_export.take',
      subjectType: 'full_export',
      subjectId: id,
      remoteAddress,
      at: clock.now(),
    })
  }

  /** All files as one archive. */
  async open(id: number): Promise<Download> {
    const { db, fileStore } = this.parts
    const request = await findRequest(db, id)
    if (!request?.readyAt) throw new Failure('download.expired')
    const folder = `stationmaster-export-${request.readyAt.toISOString().slice(0, 10)}`
    const entries = (await listParts(db, id)).flatMap(({ note, stored }) =>
      note.files.map(({ path, size }) => ({
        path: `${folder}/${path}`,
        size,
        open: () => fileStore.open(stored[path] ?? ''),
      })),
    )
    return {
      name: `${folder}.tar`,
      type: 'application/x-tar',
      body: Readable.from(tarOf(entries, request.readyAt)),
    }
  }

  private async own(caller: Caller, id: number): Promise<RequestRow> {
    const request = await findRequest(this.parts.db, id)
    if (request?.managerId !== caller.id) throw new Failure('full_export.not_found')
    return request
  }

  /** Writes what is not written yet of what the person may have now; goes on in another turn where that takes long. */
  private async write(id: number): Promise<void> {
    const { db, clock, files, fileStore, secretKey, currency, jobs } = this.parts
    const request = await findRequest(db, id)
    const scope = request && (await this.scopeOf(request.managerId))
    if (!request || request.readyAt || scope === undefined) return
    const sink = await storeSink(db, files, id)
    const begunMs = performance.now()
    try {
      const ready = await prepareExport(db, sink)
      await writeExport({ clock, store: fileStore, currency }, ready, {
        scope,
        picture: pictureEach(db),
        secretKey: request.withSecrets ? secretKey : null,
        rowsMost: rowsMost[this.kind],
        onPart: () => {
          if (performance.now() - begunMs > turnMs) throw new TurnOver()
        },
      })
      await this.tell(request, sink.run)
    } catch (error) {
      if (error instanceof TurnOver) await inTransaction(db, (tx) => jobs.send(tx, 'full-export', { id }))
      else if (!(error instanceof Superseded)) throw error
    } finally {
      await sink.close()
    }
  }

  private async tell({ id, managerId, language }: RequestRow, run: string): Promise<void> {
    const { db, clock, mailer } = this.parts
    const manager = await findManager(db, managerId)
    if (!manager) return
    const at = clock.now()
    await inTransaction(db, async (tx) => {
      if (!(await updateReady(tx, id, { run, at, until: new Date(at.getTime() + lifeMs) }))) return
      const values = { link: mailer.link('/settings') }
      await mailer.send(tx, { to: manager.email, language, name: 'fullExportReady', values })
    })
  }

  /** Whose rows a person may have: all of them (null), or those of the own locations; undefined: none any more. */
  private async scopeOf(managerId: number): Promise<Scope | undefined> {
    const { db } = this.parts
    const manager = await findManager(db, managerId)
    if (!manager || manager.blocked_at) return undefined
    if (manager.role === 'administrator') return null
    if (manager.role !== 'manager') return undefined
    return { ownerId: manager.id, locationIds: await listOwnLocations(db, manager.id) }
  }

  /** Removes exports that have expired. */
  async removeOver(): Promise<void> {
    const { db, clock } = this.parts
    const now = clock.now()
    for (const id of await listOver(db, now, new Date(now.getTime() - 2 * lifeMs)))
      await this.forget(id, null)
  }

  private async forget(id: number, by: Origin | null): Promise<void> {
    const { db, clock } = this.parts
    const at = clock.now()
    await inTransaction(db, async (tx) => {
      const names = (await listParts(tx, id)).flatMap(({ stored }) => Object.values(stored))
      for (const name of names) await insertRemoved(tx, name, at)
      await deleteRequest(tx, id)
      if (by)
        await audit(tx, {
          caller: by.caller,
          action: 'full_export.remove',
          subjectType: 'full_export',
          subjectId: id,
          remoteAddress: by.remoteAddress,
          at,
        })
    })
  }
}

const viewOf = (row: RequestRow): FullExport => ({
  id: row.id,
  state: row.readyAt ? 'ready' : row.run ? 'running' : 'waiting',
  with_secrets: row.withSecrets,
  created_at: row.createdAt.toISOString(),
  tables_done: Math.min(row.tablesDone, row.tables),
  tables: row.tables,
  rows: row.rows,
  size: row.size,
  ready_at: row.readyAt?.toISOString() ?? null,
  expires_at: row.expiresAt?.toISOString() ?? null,
})
