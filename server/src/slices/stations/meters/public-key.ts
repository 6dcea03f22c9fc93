import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { hexBytes } from './content.ts'

/** A curve as Node names it, its object identifier (the bytes of DER after the length), and how many bytes a coordinate has. */
interface Curve {
  node: string
  names: RegExp
  oid: string
  bytes: number
}

/** The curves of OCMF 1.4 (table 22), each with what stations call it. */
const curves: readonly Curve[] = [
  { node: 'prime256v1', names: /secp256r1|prime256v1|P-?256$/i, oid: '2a8648ce3d030107', bytes: 32 },
  { node: 'secp256k1', names: /secp256k1/i, oid: '2b8104000a', bytes: 32 },
  { node: 'secp384r1', names: /secp384r1|prime384v1/i, oid: '2b81040022', bytes: 48 },
  { node: 'brainpoolP256r1', names: /brainpoolP?256r1/i, oid: '2b2403030208010107', bytes: 32 },
  { node: 'brainpoolP384r1', names: /brainpoolP?384r1/i, oid: '2b240303020801010b', bytes: 48 },
  { node: 'prime192v1', names: /secp192r1|prime192v1/i, oid: '2a8648ce3d030101', bytes: 24 },
  { node: 'secp192k1', names: /secp192k1/i, oid: '2b8104001f', bytes: 24 },
  { node: 'secp521r1', names: /secp521r1/i, oid: '2b81040023', bytes: 66 },
]

/** The curve of an algorithm such as ECDSA-secp256r1-SHA256; null where it is another algorithm. */
export function curveOf(algorithm: string): Curve | null {
  if (!/^ECDSA-.+-SHA-?256$/i.test(algorithm)) return null
  return curves.find(({ names }) => names.test(algorithm)) ?? null
}

/** What a key says: an EC key in DER with its curve, or a point of a curve that the signature names. */
export interface PublicKey {
  /** DER (SPKI); null: only a point */
  der: Buffer | null
  point: Buffer
}

/**
 * A public key as people and stations write it: PEM, or DER or a point in hexadecimal digits or base64, with blanks or without;
 * stations also send base64 of hexadecimal digits. Null where it is none.
 */
export function parsePublicKey(text: string): PublicKey | null {
  const body = text.replaceAll(/-----(BEGIN|END) PUBLIC KEY-----/g, '').trim()
  if (body === '' || body.length > 2000) return null
  const bytes = hexBytes(body) ?? base64Bytes(body)
  if (!bytes) return null
  const inner = hexBytes(bytes.toString('latin1'))
  return keyIn(bytes) ?? (inner && keyIn(inner))
}

const base64Bytes = (text: string): Buffer | null =>
  /^[\w+/\s-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null

function keyIn(bytes: Buffer): PublicKey | null {
  // a sequence; what a point begins with is 4, or nothing
  if (bytes[0] === 0x30) {
    try {
      const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' })
      if (key.asymmetricKeyType !== 'ec') return null
      const der = key.export({ format: 'der', type: 'spki' })
      const curve = curves.find(({ node }) => node === key.asymmetricKeyDetails?.namedCurve)
      return curve ? { der, point: der.subarray(-(2 * curve.bytes + 1)) } : null
    } catch {
      return null
    }
  }
  const bare = curves.some((curve) => bytes.length === 2 * curve.bytes)
  const marked = bytes[0] === 4 && curves.some((curve) => bytes.length === 2 * curve.bytes + 1)
  if (!bare && !marked) return null
  return { der: null, point: marked ? bytes : Buffer.concat([Buffer.from([4]), bytes]) }
}

/** The key to check a signature of a curve with; null where it is not of that curve. */
export function keyObject({ der, point }: PublicKey, curve: Curve): KeyObject | null {
  try {
    const key = createPublicKey({ key: der ?? derOf(point, curve), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === curve.node ? key : null
  } catch {
    return null
  }
}

/** id-ecPublicKey (RFC 5480) */
const ecPublicKey = Buffer.from('06072a8648ce3d0201', 'hex')

function derOf(point: Buffer, curve: Curve): Buffer {
  const oid = Buffer.from(curve.oid, 'hex')
  const algorithm = tagged(0x30, Buffer.concat([ecPublicKey, tagged(0x06, oid)]))
  return tagged(0x30, Buffer.concat([algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), point]))]))
}

function tagged(tag: number, content: Buffer): Buffer {
  const length = content.length < 128 ? [content.length] : [0x81, content.length]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

/** What names a key, however it is written: the hash of its point. */
export const fingerprintOf = ({ point }: PublicKey): string =>
  createHash('sha256').update(point).digest('hex').slice(0, 16)
