import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** A file as the manifest names it. */
export interface FileNote {
  path: string
  size: number
  /** of the file as it is, packed */
  sha256: string
}

/** A file that is packed while it is written, and known by its hash when it ends. */
export class PackedFile {
  readonly #gzip = createGzip({ level: 6 })
  readonly #hash = createHash('sha256')
  readonly #done: Promise<void>
  #size = 0

  constructor(readonly place: string) {
    const measured = new Transform({
      transform: (chunk: Buffer, _encoding, next) => {
        this.#hash.update(chunk)
        this.#size += chunk.length
        next(null, chunk)
      },
    })
    this.#done = pipeline(this.#gzip, measured, createWriteStream(place))
    // heard of where it is awaited
    this.#done.catch(() => undefined)
  }

  /** Waits while the disk is slower than the database. */
  async write(text: string): Promise<void> {
    if (!this.#gzip.write(text)) await Promise.race([once(this.#gzip, 'drain'), this.#done])
  }

  async end(): Promise<Omit<FileNote, 'path'>> {
    this.#gzip.end()
    await this.#done
    return { size: this.#size, sha256: this.#hash.digest('hex') }
  }
}
