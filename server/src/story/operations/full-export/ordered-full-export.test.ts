import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErrorAnswer, FullExport, Role } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FolderStore } from '../../../platform/files/folder-store.ts'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { readExport } from '../../../slices/operations/full-export/read/read.ts'
import { listParts, updateProgress } from '../../../slices/operations/full-export/requests/request-store.ts'
import { Superseded, storeSink } from '../../../slices/operations/full-export/requests/store-sink.ts'
import { isLocation } from '../../../slices/operations/full-export/scope-store.ts'
import type { Manifest } from '../../../slices/operations/full-export/write/manifest.ts'
import type { Note } from '../../../slices/operations/full-export/write/notes.ts'
import { insertBelongings } from '../../interface/roles/role-network.ts'
import { Office } from '../../world/office.ts'
import { readOutbox } from '../../world/outbox.ts'

let office: Office
let mine: Awaited<ReturnType<typeof insertBelongings>>

beforeAll(async () => {
  office = await Office.open(await openTestDatabase(), {}, { jobs: true })
  const { db } = office.database
  const [owner, other] = [await office.idOf('manager'), await office.idOf('administrator')]
  mine = await insertBelongings(db, owner, 'Mine', office.clock.now())
  await insertBelongings(db, other, 'Other', office.clock.now())
})
afterAll(() => office?.close())

const list = async (who: Role) => (await office.call<FullExport[]>(who, 'GET', 'full-exports')).body
const begin = (who: Role, body: object = {}) =>
  office.call<{ id: number } & ErrorAnswer>(who, 'POST', 'full-exports', body)

async function untilReady(who: Role, id: number): Promise<FullExport> {
  const one = async () => (await list(who)).find((listed) => listed.id === id)
  await expect.poll(async () => (await one())?.state, { timeout: 100_000 }).toBe('ready')
  return (await one())!
}

/** The folder that the archive of an export makes. */
async function unpacked(who: Role, id: number): Promise<string> {
  const { body } = await office.call<{ url: string }>(who, 'POST', `full-exports/${id}/link`, {})
  const { rawPayload, statusCode } = await office.app.inject({ method: 'GET', url: body.url })
  expect(statusCode).toBe(200)
  const folder = mkdtempSync(join(tmpdir(), 'wayout-'))
  writeFileSync(join(folder, 'all.tar'), rawPayload)
  execFileSync('tar', ['xf', 'all.tar', '--strip-components=1'], { cwd: folder })
  return folder
}

test('an administrator orders everything, gets a mail and an archive that is read again', async () => {
  const { body } = await begin('administrator', { with_secrets: true })
  expect((await begin('administrator')).body.code).toBe('request.too_many')
  const made = await untilReady('administrator', body.id)
  expect(made).toMatchObject({ with_secrets: true, tables_done: made.tables })
  expect(made.rows).toBeGreaterThan(20)
  await office.mailed()
  const mails = readOutbox(office.config.dataDir).map(({ subject }) => subject)
  expect(mails).toContain('Your full export is ready')
  const folder = await unpacked('administrator', body.id)
  const fresh = await openTestDatabase()
  const { secretKey, dataDir } = office.config
  await readExport({ db: fresh.db, store: new FolderStore(dataDir), secretKey }, folder)
  expect(await isLocation(fresh.db, mine.location)).toBe(true)
  const passwords = sql<{ hash: string | null }>`select password_hash as hash from managers order by id`
  expect((await passwords.execute(fresh.db)).rows).toEqual((await passwords.execute(office.database.db)).rows)
  await fresh.close()
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_type = 'full_export' order by id`.execute(office.database.db)
  expect(rows.map(({ action }) => action)).toEqual(['full_export.begin', 'full_export.take'])
})

test('a manager gets what is of the own locations, without secrets, and nobody else gets it', async () => {
  expect((await begin('manager', { with_secrets: true })).body.code).toBe('auth.forbidden')
  const { body } = await begin('manager')
  await untilReady('manager', body.id)
  const folder = await unpacked('manager', body.id)
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  expect(manifest.scope).toMatchObject({ kind: 'owner', location_ids: [mine.location] })
  expect(manifest.tables.locations!.rows).toBe(1)
  for (const call of ['POST', 'DELETE'] as const) {
    const path = `full-exports/${body.id}${call === 'POST' ? '/link' : ''}`
    const answer = await office.call<ErrorAnswer>(
      'administrator',
      call,
      path,
      call === 'POST' ? {} : undefined,
    )
    expect(answer.body.code).toBe('full_export.not_found')
  }
  expect((await office.call('manager', 'DELETE', `full-exports/${body.id}`)).status).toBe(200)
  expect(await list('manager')).toEqual([])
})

test('a server whose place another one has taken writes nothing more', async () => {
  const { db } = office.database
  const { rows } = await sql<{ id: number }>`
    insert into full_exports (manager_id, language, created_at)
    values (${await office.idOf('administrator')}, 'en', ${office.clock.now()}) returning id`.execute(db)
  const id = rows[0]!.id
  const { files } = office.parts
  const [first, second] = [await storeSink(db, files, id), await storeSink(db, files, id)]
  const note: Note = {
    files: [],
    table: 'orders',
    rows: 2,
    sums: {},
    last: [2],
    period: null,
    ended: true,
    at: '',
  }
  await expect(first.keep(note)).rejects.toThrow(Superseded)
  await second.keep(note)
  expect((await listParts(db, id)).map(({ note: kept }) => kept)).toEqual([note])
  expect(await updateProgress(db as never, id, { run: first.run, note, tables: 3 })).toBe(false)
  await Promise.all([first.close(), second.close()])
  office.clock.forward(15 * DAY_MS)
  await office.parts.fullExports.removeOver()
  expect((await sql`select id from full_exports`.execute(db)).rows).toEqual([])
})
