import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@stationmaster/units'
import type { Db, Tx } from '../schema/schema.ts'

export const filesPath = '/api/v1/files/'

/** so long the bytes of a removed file stay in the store: a backup of it that is taken after that of the database is whole */
const removedAfterMs = DAY_MS

/** A file as the database knows it; its bytes rest in the store once they are null. */
interface FileRow {
  name: string
  content_type: string
  size: number
  bytes: Buffer | null
}

/** Keeps a file and answers its address, of 128 random bits: who has it may read the file, nobody can guess it. */
export async function insertFile(
  tx: Tx,
  { contentType, bytes, createdAt }: { contentType: string; bytes: Buffer; createdAt: Date },
): Promise<string> {
  const name = randomBytes(16).toString('base64url')
  await tx
    .insertInto('files')
    .values({ name, content_type: contentType, size: bytes.length, bytes, created_at: createdAt })
    .execute()
  return filesPath + name
}

/** Removes a file by its address, and has its bytes removed from the store; an address that is not one of ours changes nothing. */
export async function removeFile(tx: Tx, address: string | null, at: Date): Promise<void> {
  if (!address?.startsWith(filesPath)) return
  const name = address.slice(filesPath.length)
  const { numDeletedRows } = await tx.deleteFrom('files').where('name', '=', name).executeTakeFirst()
  if (numDeletedRows === 0n) return
  await insertRemoved(tx, name, at)
}

/** Has the store forget a name, unless it is kept within a day. */
export async function insertRemoved(db: Db, name: string, at: Date): Promise<void> {
  const dueAt = new Date(at.getTime() + removedAfterMs)
  await db.insertInto('removed_files').values({ name, due_at: dueAt }).execute()
}

const columns = ['name', 'content_type', 'size', 'bytes'] as const

export const findFile = (db: Db, name: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').select(columns).where('name', '=', name).executeTakeFirst()

/** The oldest file whose bytes are not in the store yet. */
export const findUnmoved = (db: Db): Promise<(FileRow & { bytes: Buffer }) | undefined> =>
  db
    .selectFrom('files')
    .select(columns)
    .where('bytes', 'is not', null)
    .orderBy('created_at')
    .limit(1)
    .$narrowType<{ bytes: Buffer }>()
    .executeTakeFirst()

export async function countUnmoved(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('bytes', 'is not', null)
    .executeTakeFirstOrThrow()
  return n
}

/** The store has a file's bytes. */
export async function updateMoved(db: Db, name: string): Promise<void> {
  await db.updateTable('files').set({ bytes: null }).where('name', '=', name).execute()
}

/** Removed files whose bytes are to be removed now. */
export async function listRemoved(db: Db, at: Date, limit: number): Promise<string[]> {
  const due = await db
    .selectFrom('removed_files')
    .select('name')
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return due.map(({ name }) => name)
}

/** The store has a removed file no more, or keeps it after all. */
export async function deleteRemoved(db: Db, name: string): Promise<void> {
  await db.deleteFrom('removed_files').where('name', '=', name).execute()
}
