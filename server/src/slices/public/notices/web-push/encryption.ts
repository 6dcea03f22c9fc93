import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const curve = 'prime256v1'
const saltBytes = 16
/** one record holds the whole message, which push services limit to 4096 bytes (RFC 8030, 7.2) */
const recordBytes = 4096

/** The keys of a browser, of which it alone has the private one. */
export interface BrowserKeys {
  /** an uncompressed point of P-256, base64url */
  publicKey: string
  /** 16 bytes, base64url */
  authSecret: string
}

/** Drawn for each message; given only to compare with the standard's example. */
export interface Drawn {
  salt: Buffer
  privateKey: Buffer
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/**
 * Encrypts a text for one browser, as `aes128gcm` of RFC 8188 with the keys of RFC 8291. Throws where the browser's key is no point of
 * the curve.
 */
export function encrypt(text: string, { publicKey, authSecret }: BrowserKeys, drawn?: Drawn): Buffer {
  const salt = drawn?.salt ?? randomBytes(saltBytes)
  const own = createECDH(curve)
  if (drawn) own.setPrivateKey(drawn.privateKey)
  else own.generateKeys()
  const theirs = Buffer.from(publicKey, 'base64url')
  const shared = own.computeSecret(theirs)
  // RFC 8291, 3.4
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own.getPublicKey()])
  const input = derive(shared, Buffer.from(authSecret, 'base64url'), about, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // RFC 8188, 2: the last record ends with the byte 2
  const record = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final()])
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordBytes)
  head.writeUInt8(own.getPublicKey().length, 4)
  return Buffer.concat([salt, head, own.getPublicKey(), record, cipher.getAuthTag()])
}
