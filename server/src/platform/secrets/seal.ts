import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

const keyOf = (secretKey: string) => createHmac('sha256', secretKey).update('seal').digest()

/** Encrypts JSON (AES-256-GCM under SECRET_KEY), for what rests in the database and must not be read there. */
export function seal(secretKey: string, value: unknown): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Reads what `seal` wrote; throws when it was changed, or sealed under another key. */
export function unseal<T>(secretKey: string, text: string): T {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  const json = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
  return JSON.parse(json.toString('utf8')) as T
}
