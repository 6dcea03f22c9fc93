import { chmodSync, cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from './database-fault.ts'
import { FolderLocked, lockFolder } from './folder-lock.ts'
import { copyFiles } from './folder-store.ts'

/** Where what is backed up rests. */
type Kept = Pick<Config, 'dataDir' | 'fileStore'>

const databaseIn = (folder: string): string => join(folder, 'database')
const filesIn = (folder: string): string => join(folder, 'files')
const doorIn = (dataDir: string): string => join(dataDir, 'backup.sock')

/**
 * Has a database copied into a backup's folder, which is whole when it is there, and after it the files that the database knows, where
 * they rest in a folder: what is removed meanwhile stays there for a day.
 */
async function fill(
  folder: string,
  { fileStore }: Kept,
  copyTo: (place: string) => void | Promise<void>,
): Promise<void> {
  const half = `${folder}.part`
  rmSync(half, { recursive: true, force: true })
  await copyTo(databaseIn(half))
  if (fileStore.kind === 'folder') await copyFiles(fileStore.folder, filesIn(half))
  renameSync(half, folder)
}

/**
 * Takes backups while the server runs, over a socket that only its own user may open: the folder is written by one process, so
 * whoever wants a copy asks it. Answers the function that closes the socket.
 */
export async function openBackupDoor(
  kept: Kept,
  copyTo: (place: string) => Promise<void>,
): Promise<() => void> {
  const door = doorIn(kept.dataDir)
  rmSync(door, { force: true })
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let asked = ''
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.on('data', (text: string) => {
      asked += text
    })
    socket.on('end', () => {
      fill(asked, kept, copyTo).then(
        () => socket.end('done'),
        (error: Error) => socket.end(error.message),
      )
    })
  })
  // a folder whose name is too long for a socket cannot be copied this way; the command says so
  await new Promise<void>((done) => server.once('error', () => done()).listen(door, done))
  if (existsSync(door)) chmodSync(door, 0o600)
  return () => {
    server.close()
    rmSync(door, { force: true })
  }
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
    await askServer(dataDir, folder)
    return folder
  }
  try {
    await fill(folder, kept, (place) => cpSync(databaseIn(dataDir), place, { recursive: true }))
  } finally {
    unlock()
  }
  return folder
}

function askServer(dataDir: string, folder: string): Promise<void> {
  return new Promise((done, reject) => {
    let answer = ''
    const socket = connect(doorIn(dataDir), () => socket.end(folder))
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', (error) =>
      reject(new StartError(`The running server takes no backups (${error.message}). Stop it first.`)),
    )
    socket.on('end', () => {
      if (answer === 'done') done()
      else
        reject(new StartError(`The running server could not make the backup: ${answer || 'it has ended'}.`))
    })
  })
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
