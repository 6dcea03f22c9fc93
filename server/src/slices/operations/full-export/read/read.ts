import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { FileStore } from '../../../../platform/files/file-store.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { lastMigration, readShapes, type TableShape } from '../catalogue-store.ts'
import type { Table } from '../tables/listed.ts'
import { writtenTables } from '../tables/tables.ts'
import { formatName, formatVersion, type Manifest } from '../write/manifest.ts'
import type { FileNote } from '../write/packed-file.ts'
import { hashOf, opened, readLines } from './lines.ts'
import { empty, insertLines, isInUse, loosen, setSequences, takeTime } from './read-store.ts'

interface ReadParts {
  db: Db
  store: FileStore
  /** opens what is sealed; null: rows are read without */
  secretKey: string | null
  say?(line: string): void
}

/**
 * Reads an export of a whole network into an empty database, all of it or nothing: a read that was ended half-way has changed nothing.
 * Throws StartError where the export is not whole, is of a newer version or of an owner only, or the database is in use.
 */
export async function readExport(
  { db, store, secretKey, say = () => undefined }: ReadParts,
  folder: string,
): Promise<Manifest> {
  const manifest = readManifest(folder)
  const migration = await lastMigration(db)
  if (manifest.migration > migration)
    throw new StartError(
      `The export is of a newer version (${manifest.product}): read it with that one or a later.`,
    )
  await checkFiles(folder, manifest)
  const shapes = await readShapes(db)
  await inTransaction(db, async (tx) => {
    await takeTime(tx)
    if (await isInUse(tx))
      throw new StartError('There is a network in the database already; read into an empty one.')
    const tighten = await loosen(tx)
    for (const [name, { table, rows, files }] of Object.entries(manifest.tables)) {
      const shape = shapes.get(table as Table)
      if (!shape || !writtenTables.has(table as Table))
        throw new StartError(`${name} is nothing that this version knows.`)
      say(`${name}: ${rows}`)
      await readTable(tx, { folder, table: table as Table, shape, files, rows, secretKey })
    }
    await setSequences(tx, manifest.sequences)
    await tighten()
  })
  const types = await contentTypes(folder, manifest)
  for (const { path, size, sha256 } of manifest.files) {
    const name = path.slice('files/'.length)
    const contentType = types.get(name) ?? 'application/octet-stream'
    await store.put(name, { contentType, path: join(folder, path), size, sha256 })
  }
  return manifest
}

function readManifest(folder: string): Manifest {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path))
    throw new StartError(`${folder} holds no export that is whole: manifest.json is not there.`)
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  if (manifest.format !== formatName || manifest.format_version !== formatVersion)
    throw new StartError(`${path} is of no form that this version reads.`)
  if (manifest.scope.kind !== 'network')
    throw new StartError(
      'The export is of an owner: only that of a whole network can be read into a database.',
    )
  return manifest
}

/** Compares every file with the manifest before anything is changed. */
async function checkFiles(folder: string, { tables, files }: Manifest): Promise<void> {
  for (const { path, size, sha256 } of [...Object.values(tables).flatMap((table) => table.files), ...files]) {
    const place = join(folder, path)
    const isRight =
      statSync(place, { throwIfNoEntry: false })?.size === size && (await hashOf(place)) === sha256
    if (!isRight)
      throw new StartError(
        `${path} is not as the manifest says: the export has been changed or is not whole.`,
      )
  }
}

interface TableFiles {
  folder: string
  table: Table
  shape: TableShape
  files: readonly FileNote[]
  rows: number
  secretKey: string | null
}

async function readTable(
  tx: Tx,
  { folder, table, shape, files, rows, secretKey }: TableFiles,
): Promise<void> {
  await empty(tx, table)
  let read = 0
  for (const { path } of files) {
    if (!path.startsWith('data/')) continue
    for await (const batch of readLines(join(folder, path))) {
      const lines = batch.map((line) => opened(line, secretKey))
      const columns = new Set(Object.keys(JSON.parse(lines[0] ?? '{}') as object))
      read += await insertLines(tx, { table, shape, columns, lines })
    }
  }
  if (read !== rows) throw new StartError(`Of ${rows} rows of ${table} there are ${read}.`)
}

/** Content types of files by their names. */
async function contentTypes(folder: string, { tables }: Manifest): Promise<Map<string, string>> {
  const types = new Map<string, string>()
  for (const { path } of tables.files?.files ?? []) {
    if (!path.startsWith('data/')) continue
    for await (const lines of readLines(join(folder, path)))
      for (const line of lines) {
        const { name, content_type: type } = JSON.parse(line) as { name: string; content_type: string }
        types.set(name, type)
      }
  }
  return types
}
