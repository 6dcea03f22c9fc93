import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../../../../platform/files/file-store.ts'
import { StoreFailure } from '../../../../platform/files/store-failure.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Scope } from '../scope.ts'
import { type Note, type Sink, workshopName } from './notes.ts'
import type { Picture } from './picture-store.ts'
import { type KeptFile, listFiles } from './rows-store.ts'

interface FilesPlan {
  picture: Picture
  clock: Clock
  store: FileStore
  sink: Sink
  scope: Scope
  noted: readonly Note[]
  onPart?(note: Note): void | Promise<void>
}

/** Copies the files that people have uploaded, each under its name. One that the store has lost is left out, and named. */
export async function writeFiles(plan: FilesPlan): Promise<void> {
  const written = new Set(plan.noted.flatMap(({ files }) => files.map(({ path }) => path)))
  for (let after = ''; ; ) {
    const files = await plan.picture((tx) => listFiles(tx, plan.scope, after))
    for (const file of files) if (!written.has(`files/${file.name}`)) await writeFile(plan, file)
    const last = files.at(-1)
    if (!last) return
    after = last.name
  }
}

async function writeFile({ store, sink, clock, onPart }: FilesPlan, file: KeptFile): Promise<void> {
  const path = `files/${file.name}`
  const hash = createHash('sha256')
  let size = 0
  const measured = new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      hash.update(chunk)
      size += chunk.length
      next(null, chunk)
    },
  })
  const body = file.bytes ? Readable.from([file.bytes]) : await openOf(store, file.name)
  if (body) await pipeline(body, measured, createWriteStream(join(sink.workshop, workshopName(path))))
  const note: Note = {
    files: body ? [{ path, size, sha256: hash.digest('hex') }] : [],
    table: null,
    rows: 0,
    sums: {},
    last: body ? null : [file.name],
    period: null,
    ended: false,
    at: clock.now().toISOString(),
  }
  await sink.keep(note)
  await onPart?.(note)
}

async function openOf(store: FileStore, name: string): Promise<Readable | undefined> {
  try {
    return await store.open(name)
  } catch (error) {
    if (error instanceof StoreFailure) return undefined
    throw error
  }
}
