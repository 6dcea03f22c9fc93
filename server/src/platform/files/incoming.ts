import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { valueIn } from '@stationmaster/units'
import { Failure } from '../http/failure.ts'

interface IncomingLimits {
  /** of one body */
  bytes: number
  /** bodies under way, of one address and in all */
  ofAddress: number
  inAll: number
}

const retryAfterSeconds = 10

/** Takes large bodies to disk as they come, a bounded number at a time; what is left of a killed server is removed. */
export class Incoming {
  readonly #underWay = new Map<string, number>()
  #count = 0
  #folder: Promise<string> | undefined

  constructor(
    private readonly folder: string,
    private readonly limits: IncomingLimits,
  ) {}

  /**
   * Writes a body to a file of its own, which is there until `use` is done. Nothing of the body is read while there is no room:
   * then it throws request.too_many; request.too_large and request.invalid (the body ended early) otherwise.
   */
  async take<T>(
    address: string,
    body: () => Promise<Readable>,
    use: (file: string) => Promise<T>,
  ): Promise<T> {
    const ofAddress = this.#underWay.get(address) ?? 0
    if (this.#count >= this.limits.inAll || ofAddress >= this.limits.ofAddress)
      throw new Failure('request.too_many', { retry_after_seconds: retryAfterSeconds })
    this.#count += 1
    this.#underWay.set(address, ofAddress + 1)
    try {
      const file = join(await this.#emptied(), randomUUID())
      try {
        await this.#write(await body(), file)
        return await use(file)
      } finally {
        await rm(file, { force: true })
      }
    } finally {
      this.#count -= 1
      const left = valueIn(this.#underWay, address) - 1
      if (left > 0) this.#underWay.set(address, left)
      else this.#underWay.delete(address)
    }
  }

  async #write(body: Readable, file: string): Promise<void> {
    const most = this.limits.bytes
    let bytes = 0
    const counted = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        bytes += piece.length
        if (bytes > most) throw new Failure('request.too_large')
        yield piece
      }
    }
    try {
      // opened before anything may fail: a file that is made only after its removal would stay
      const handle = await open(file, 'wx')
      await pipeline(body, counted, handle.createWriteStream())
    } catch (error) {
      // a disk that is full is our fault, a body that ends early is the sender's
      const { syscall } = error as NodeJS.ErrnoException
      if (error instanceof Failure || syscall === 'write' || syscall === 'open') throw error
      throw new Failure('request.invalid', [{ path: 'body', message: 'The body ended early.' }])
    }
  }

  #emptied(): Promise<string> {
    this.#folder ??= rm(this.folder, { recursive: true, force: true })
      .then(() => mkdir(this.folder, { recursive: true }))
      .then(() => this.folder)
    return this.#folder
  }
}
