import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Files } from '../../../../platform/files/files.ts'
import { deleteRemoved } from '../../../../platform/files/files-store.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { type Note, type Sink, workshopName } from '../write/notes.ts'
import { insertPart, listParts, updateProgress, updateRun } from './request-store.ts'

/** The export was removed, or another server writes it. */
export class Superseded extends Error {}

interface StoreSink extends Sink {
  run: string
  close(): Promise<void>
}

/** Writes an export to the server's file store, part by part, as long as no other server has taken it over. */
export async function storeSink(db: Db, files: Files, id: number): Promise<StoreSink> {
  const run = randomBytes(9).toString('base64url')
  const workshop = await mkdtemp(join(tmpdir(), 'full-export-'))
  await updateRun(db, id, run)
  let tables = 0
  const keep = async (note: Note) => {
    const stored: Record<string, string> = {}
    for (const { path, size, sha256 } of note.files) {
      const place = join(workshop, workshopName(path))
      stored[path] = await files.put({ contentType: 'application/octet-stream', path: place, size, sha256 })
      await rm(place)
    }
    await inTransaction(db, async (tx) => {
      if (!(await updateProgress(tx, id, { run, note, tables }))) throw new Superseded()
      await insertPart(tx, id, { note, stored })
      for (const name of Object.values(stored)) await deleteRemoved(tx, name)
    })
  }
  return {
    run,
    workshop,
    begin: (count) => {
      tables = count
    },
    notes: async () => (await listParts(db, id)).map(({ note }) => note),
    keep,
    finish: async (last) => {
      for (const { path, text } of last) {
        await writeFile(join(workshop, workshopName(path)), text)
        const sha256 = createHash('sha256').update(text).digest('hex')
        await keep({
          files: [{ path, size: Buffer.byteLength(text), sha256 }],
          table: null,
          rows: 0,
          sums: {},
          last: null,
          period: null,
          ended: false,
          at: '',
        })
      }
    },
    close: () => rm(workshop, { recursive: true, force: true }),
  }
}
