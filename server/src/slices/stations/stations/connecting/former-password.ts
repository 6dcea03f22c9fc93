import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { hashStationPassword } from './password.ts'

const derive = promisify(pbkdf2)
const digests = ['sha1', 'sha256', 'sha384', 'sha512']
/** bounds of what a hash may ask of this server */
const iterationsMost = 1_000_000
const keyBytesMost = 128
const bcryptCostMost = 14

/**
 * Whether a password fits the hash that another system has kept of it: bcrypt, or PBKDF2 as
 * `PBKDF2:iterations:bytes:digest:salt:hash`. Both are reckoned beside the thread that serves stations.
 */
export async function fitsFormer(kept: string, password: Buffer): Promise<boolean> {
  const cost = /^\$2[aby]\$(\d\d)\$/.exec(kept)?.[1]
  if (cost !== undefined) {
    return Number(cost) > bcryptCostMost ? false : fitsBcrypt(kept, password.toString('utf8'))
  }
  const [name, iterations, bytes, digest = '', salt = '', hash = ''] = kept.split(':')
  if (name !== 'PBKDF2' || !digests.includes(digest)) return false
  const [times, length] = [Number(iterations), Number(bytes)]
  if (!isCount(times, iterationsMost) || !isCount(length, keyBytesMost)) return false
  const wanted = Buffer.from(hash, 'hex')
  const given = await derive(password, salt, times, length, digest)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const comparing = `const { parentPort, workerData: { path, kept, password } } = require('node:worker_threads')
parentPort.postMessage(require(path).compareSync(password, kept))`

/** bcrypt is written in JavaScript: it would keep all stations waiting. */
function fitsBcrypt(kept: string, password: string): Promise<boolean> {
  const path = createRequire(import.meta.url).resolve('bcryptjs')
  const worker = new Worker(comparing, { eval: true, workerData: { path, kept, password } })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The reckoning of a hash has ended.')))
  })
}

/** hashes that wait for their turn, of one network and in all */
const waitingMost = { network: 4, all: 64 }
/** after a password that was wrong, the next hash waits so many times as long as that one took */
const restTimes = 3

/**
 * Tries the passwords of stations that have come from another system, until each has connected once: one after the other, and after
 * wrong ones with a rest, so that they never take more than a quarter of a core, whoever sends them.
 */
export class FormerPasswords {
  private readonly waiting = new Map<string, number>()
  private all = 0
  private turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly secret: Uint8Array | string) {}

  /** Our hash of a password that fits the former one; null: it does not, or there is none. 'later': too many wait already. */
  async renewed(
    { id, formerPassword }: { id: string; formerPassword: string | null },
    password: Buffer | null,
    network: string,
  ): Promise<string | null | 'later'> {
    if (formerPassword === null || password === null) return null
    const waiting = this.waiting.get(network) ?? 0
    if (waiting >= waitingMost.network || this.all >= waitingMost.all) return 'later'
    this.count(network, 1)
    try {
      const fits = await this.inTurn(() => fitsFormer(formerPassword, password))
      return fits ? hashStationPassword(this.secret, id, password) : null
    } finally {
      this.count(network, -1)
    }
  }

  private inTurn(fits: () => Promise<boolean>): Promise<boolean> {
    const tried = this.turn.then(async () => {
      const begunMs = performance.now()
      const fit = await fits()
      return { fit, restMs: fit ? 0 : (performance.now() - begunMs) * restTimes }
    })
    this.turn = tried.then(
      ({ restMs }) => new Promise((resolve) => setTimeout(resolve, restMs).unref()),
      () => undefined,
    )
    return tried.then(({ fit }) => fit)
  }

  private count(network: string, by: 1 | -1): void {
    this.all += by
    const waiting = (this.waiting.get(network) ?? 0) + by
    if (waiting > 0) this.waiting.set(network, waiting)
    else this.waiting.delete(network)
  }
}

/** Whether a kept hash is one that `fitsFormer` can try. */
export const isKnownHash = (kept: string): boolean => /^(?:\$2[aby]\$\d\d\$|PBKDF2:\d)/.test(kept)

const isCount = (number: number, most: number): boolean =>
  Number.isInteger(number) && number > 0 && number <= most
