import { cpSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DAY_MS } from '@stationmaster/units'
import type { Config } from '../../config/config.ts'
import { StartError } from '../database/database-fault.ts'
import { FolderLocked, lockFolder } from '../files/folder-lock.ts'
import { copyFiles } from '../files/folder-store.ts'
import { askServer, type ControlSocket } from '../listeners/control-socket.ts'

/** Where what is backed up rests. */
type Kept = Pick<Config, 'dataDir' | 'fileStore'>

const databaseIn = (folder: string): string => join(folder, 'database')
const filesIn = (folder: string): string => join(folder, 'files')
/** a file whose age is that of the last backup */
const noteIn = (dataDir: string): string => join(dataDir, 'last-backup')

/**
 * Has a database copied into a backup's folder, which is whole when it is there, and after it the files that the database knows, where
 * they rest in a folder: what is removed meanwhile stays there for a day.
 */
async function fill(
  folder: string,
  { dataDir, fileStore }: Kept,
  copyTo: (place: string) => void | Promise<void>,
): Promise<void> {
  const half = `${folder}.part`
  rmSync(half, { recursive: true, force: true })
  await copyTo(databaseIn(half))
  if (fileStore.kind === 'folder') await copyFiles(fileStore.folder, filesIn(half))
  renameSync(half, folder)
  writeFileSync(noteIn(dataDir), '')
}

/** When the embedded database of a folder was last backed up; null: never, as far as is known there. */
export const lastBackup = (dataDir: string): Date | null =>
  statSync(noteIn(dataDir), { throwIfNoEntry: false })?.mtime ?? null

/** a backup each night that fails for a week is noticed */
const backupDaysMost = 7

/** How many whole days old a backup is. */
export const daysOf = (last: Date, now: Date): number => Math.floor((now.getTime() - last.getTime()) / DAY_MS)

/** Whether there is a backup that is as young as a network's should be. */
export const isBackedUp = (last: Date | null, now: Date): boolean =>
  last !== null && daysOf(last, now) <= backupDaysMost

/** Takes backups while the server runs: `npm run backup` asks for one with the folder that is to hold it. */
export function takeBackups(
  controlSocket: ControlSocket,
  kept: Kept,
  copyTo: (place: string) => Promise<void>,
): void {
  controlSocket.on('backup', async (folder) => {
    await fill(folder, kept, copyTo)
    return folder
  })
}

/** Copies the embedded database, and the folder of files, into a new folder, through the server that runs on it where there is one. */
export async function backUp(kept: Kept, to: string): Promise<string> {
  const { dataDir } = kept
  const folder = resolve(to)
  if (existsSync(folder))
    throw new StartError(`${folder} exists already; a backup needs a folder of its own.`)
  if (!existsSync(databaseIn(dataDir))) throw new StartError(`There is no database in ${dataDir}.`)
  let unlock: () => void
  try {
    unlock = lockFolder(dataDir)
  } catch (error) {
    if (!(error instanceof FolderLocked)) throw error
    return askServer(dataDir, 'backup', folder)
  }
  try {
    await fill(folder, kept, (place) => cpSync(databaseIn(dataDir), place, { recursive: true }))
  } finally {
    unlock()
  }
  return folder
}

/** Puts a backup in the place of the embedded database, which is kept aside, and its files beside those that are there; answers where. */
export async function restore({ dataDir, fileStore }: Kept, from: string, now: Date): Promise<string | null> {
  const copy = databaseIn(resolve(from))
  if (!existsSync(join(copy, 'PG_VERSION')))
    throw new StartError(`${resolve(from)} holds no backup of a database.`)
  const unlock = lockFolder(dataDir)
  try {
    if (fileStore.kind === 'folder') await copyFiles(filesIn(resolve(from)), fileStore.folder)
    const database = databaseIn(dataDir)
    const fresh = `${database}.part`
    rmSync(fresh, { recursive: true, force: true })
    cpSync(copy, fresh, { recursive: true })
    const aside = `${database}.until-${now.toISOString().replaceAll(/[:.]/g, '-')}`
    const had = existsSync(database)
    if (had) renameSync(database, aside)
    renameSync(fresh, database)
    return had ? aside : null
  } finally {
    unlock()
  }
}
