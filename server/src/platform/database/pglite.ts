import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { templateFile, unpack } from './migrating/template.ts'

interface Answer {
  id: number
  bytes?: Uint8Array
  error?: string
}

/** The embedded PostgreSQL in a worker thread, spoken to in the wire protocol. */
export interface Embedded {
  /** A stream for pg's client: to it, the worker looks like a server's socket. */
  connect(): Duplex
  /** Throws when the worker has ended. */
  mustLive(): void
  /** Copies the files into a new folder, between two queries: what was committed by then is in it. */
  copyTo(folder: string): Promise<void>
  /** Gives memory back that it took for work which is over. */
  shrink(): Promise<void>
  /** The data folder as a tar file, to open another database from. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

/** Opens an embedded database in a folder, or in memory when it is null; a snapshot is what `dump` gave. */
export async function openEmbedded(dataDir: string | null, snapshot?: Uint8Array): Promise<Embedded> {
  if (dataDir !== null && !existsSync(join(dataDir, 'PG_VERSION'))) makeFolder(dataDir)
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
    workerData: { dataDir, snapshot },
  })
  const waiting = new Map<number, { resolve(bytes: Uint8Array): void; reject(error: Error): void }>()
  let next = 0
  let ended: Error | null = null

  const fail = (error: Error) => {
    ended = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The embedded database has ended.')))
  worker.on('message', ({ id, bytes, error }: Answer) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(bytes ?? new Uint8Array())
    else call?.reject(new Error(error))
  })

  const ask = (kind: 'run' | 'copy' | 'shrink' | 'dump' | 'close' | 'open', bytes?: Uint8Array) =>
    new Promise<Uint8Array>((resolve, reject) => {
      if (ended) return reject(ended)
      const id = next++
      waiting.set(id, { resolve, reject })
      if (kind !== 'open') worker.postMessage({ id, kind, bytes })
    })

  await ask('open')
  return {
    connect: () => new ProtocolStream((bytes) => ask('run', bytes)),
    mustLive: () => {
      if (ended) throw ended
    },
    copyTo: async (folder) => void (await ask('copy', Buffer.from(folder))),
    shrink: async () => void (await ask('shrink')),
    dump: () => ask('dump'),
    close: async () => {
      if (!ended) await ask('close')
      await worker.terminate()
    },
  }
}

/** Unpacks the template. The folder is complete or absent: where the server is killed meanwhile, the next start begins again. */
function makeFolder(dataDir: string): void {
  const half = `${dataDir}.new`
  rmSync(half, { recursive: true, force: true })
  unpack(readFileSync(templateFile), half)
  renameSync(half, dataDir)
}

/** The 'X' that ends a session (PostgreSQL frontend protocol, Terminate). */
const terminateMessage = 0x58

class ProtocolStream extends Duplex {
  readonly #run: (bytes: Uint8Array) => Promise<Uint8Array>

  constructor(run: (bytes: Uint8Array) => Promise<Uint8Array>) {
    super()
    this.#run = run
  }

  // what pg calls on a net.Socket
  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (bytes[0] === terminateMessage) {
      this.push(null)
      done()
      return
    }
    this.#run(bytes).then(
      (answer) => {
        if (answer.length > 0) this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.length))
        done()
      },
      (error: Error) => done(error),
    )
  }

  /** pg corks the parts of one extended query: they cross to the worker in one message. */
  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done)
  }
}
