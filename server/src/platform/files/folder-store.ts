import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { HOUR_MS } from '@stationmaster/units'
import { systemClock } from '../general/clock.ts'
import type { ByteRange, FileStore, NewFile } from './file-store.ts'
import { StoreFailure } from './store-failure.ts'

const half = '.part'
const trial: NewFile = { contentType: 'text/plain', bytes: Buffer.from('Stationmaster was here.') }

/** Files in a folder of this machine, or in one that several servers have mounted. */
export class FolderStore implements FileStore {
  constructor(private readonly folder: string) {}

  put(name: string, given: NewFile): Promise<void> {
    return this.#asStoreFailure(async () => {
      await mkdir(this.folder, { recursive: true })
      const part = this.#pathOf(`${name}.${randomUUID()}${half}`)
      try {
        if ('path' in given) await copyFile(given.path, part, constants.COPYFILE_EXCL)
        const file = await open(part, 'bytes' in given ? 'wx' : 'r+', 0o640)
        try {
          if ('bytes' in given) await file.writeFile(given.bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, this.#pathOf(name))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      const folder = await open(this.folder)
      await folder.sync().finally(() => folder.close())
    })
  }

  open(name: string, range?: ByteRange): Promise<Readable> {
    return this.#asStoreFailure(async () => {
      const file = await open(this.#pathOf(name))
      return file.createReadStream(range ? { start: range.first, end: range.last } : {})
    })
  }

  remove(name: string): Promise<void> {
    return this.#asStoreFailure(() => rm(this.#pathOf(name), { force: true }))
  }

  async check(): Promise<void> {
    const name = `check-${randomUUID()}`
    await this.put(name, trial)
    await this.remove(name)
    await this.#asStoreFailure(() => this.#removeHalves())
  }

  /** What a process that was killed has left. */
  async #removeHalves(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (!name.endsWith(half)) continue
      const { mtimeMs } = await stat(this.#pathOf(name))
      // by the clock of the file system, which may be another machine's
      if (systemClock.now().getTime() - mtimeMs > HOUR_MS) await this.remove(name)
    }
  }

  #pathOf(name: string): string {
    if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) throw new Error(`${name} is no name of a file.`)
    return join(this.folder, name)
  }

  async #asStoreFailure<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      throw new StoreFailure(`The folder of files cannot be used: ${(error as Error).message}.`)
    }
  }
}

/**
 * Copies the files of a folder into another one, beside those that are there: what has a name never changes. Files that are removed
 * meanwhile, or are not whole yet, are left out; where there is no folder there is nothing to copy.
 */
export async function copyFiles(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length > 0) await mkdir(to, { recursive: true })
  for (const name of names) {
    if (name.endsWith(half)) continue
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      },
    )
  }
}
