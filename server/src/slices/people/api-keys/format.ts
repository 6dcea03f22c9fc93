import { createHash, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

// sm_live_<id, 8 characters>_<secret, 43>_<checksum, 6>: scanners for secrets find a key by its beginning and its checksum, logs
// may name it by its id, and a key with a mistake in it is refused without a look into the database.

const beginning = 'sm_live_'
const idLength = 8
const secretLength = 43
const checkLength = 6

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idDigits = '0123456789abcdefghijklmnopqrstuvwxyz'
const shape = /^sm_live_([0-9a-z]{8})_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/

/** A key as it is drawn; only the hash of its secret is kept. */
interface DrawnKey {
  key: string
  publicId: string
  secretHash: string
}

/** A new key with a secret of 256 random bits. */
export function drawKey(): DrawnKey {
  const publicId = Array.from({ length: idLength }, () => idDigits[randomInt(idDigits.length)]).join('')
  const secret = inDigits(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return { key: writeKey(publicId, secret), publicId, secretHash: hashSecret(secret) }
}

/** The key of an id and a secret, with its checksum. */
export function writeKey(publicId: string, secret: string): string {
  const text = `${beginning}${publicId}_${secret}`
  return `${text}_${checkOf(text)}`
}

/** What a key holds; null: it is none, or has a mistake in it. */
export function readKey(key: string): { publicId: string; secretHash: string } | null {
  const [, publicId, secret, check] = shape.exec(key) ?? []
  if (publicId === undefined || secret === undefined) return null
  if (checkOf(key.slice(0, -checkLength - 1)) !== check) return null
  return { publicId, secretHash: hashSecret(secret) }
}

/** How a key begins, as lists and logs name it. */
export const beginningOf = (publicId: string): string => `${beginning}${publicId}`

/** Whether a bearer of a call is meant to be a key. */
export const isKey = (bearer: string): boolean => bearer.startsWith(beginning)

/** 256 random bits need no slow hash. */
const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const checkOf = (text: string): string => inDigits(BigInt(crc32(text)), checkLength)

/** A number to the base of 62, in so many digits. */
function inDigits(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = (digits[Number(rest % 62n)] ?? '') + text
  return text.padStart(length, '0')
}
