import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hashStationPassword } from './password.ts'

const derive = promisify(pbkdf2)
const digests = ['sha1', 'sha256', 'sha384', 'sha512']
/** bounds of what a hash may ask of this server */
const iterationsMost = 1_000_000
const keyBytesMost = 128
const bcryptCostMost = 14

/**
 * Whether a password fits the hash that another system has kept of it: bcrypt, or PBKDF2 as
 * `PBKDF2:iterations:bytes:digest:salt:hash`. It is tried once for a station that has come from there: the first that fits is hashed
 * as ours are.
 */
export async function fitsFormer(kept: string, password: Buffer): Promise<boolean> {
  const cost = /^\$2[aby]\$(\d\d)\$/.exec(kept)?.[1]
  if (cost !== undefined) {
    if (Number(cost) > bcryptCostMost) return false
    const { compare } = await import('bcryptjs')
    return compare(password.toString('utf8'), kept)
  }
  const [name, iterations, bytes, digest = '', salt = '', hash = ''] = kept.split(':')
  if (name !== 'PBKDF2' || !digests.includes(digest)) return false
  const [times, length] = [Number(iterations), Number(bytes)]
  if (!isCount(times, iterationsMost) || !isCount(length, keyBytesMost)) return false
  const wanted = Buffer.from(hash, 'hex')
  const given = await derive(password, salt, times, length, digest)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Our hash of a password that fits what another system has kept of a station's; null: it does not, or there is none. */
export async function renewedHash(
  secret: Uint8Array | string,
  { id, formerPassword }: { id: string; formerPassword: string | null },
  password: Buffer | null,
): Promise<string | null> {
  if (formerPassword === null || password === null) return null
  return (await fitsFormer(formerPassword, password)) ? hashStationPassword(secret, id, password) : null
}

/** Whether a kept hash is one that `fitsFormer` can try. */
export const isKnownHash = (kept: string): boolean => /^(?:\$2[aby]\$\d\d\$|PBKDF2:\d)/.test(kept)

const isCount = (number: number, most: number): boolean =>
  Number.isInteger(number) && number > 0 && number <= most
