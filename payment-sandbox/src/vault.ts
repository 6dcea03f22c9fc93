import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refused } from './payment.ts'

/** The sandbox's own RSA key, made at the first start: what browsers encrypt for it nobody else reads. */
export class Vault {
  private readonly key: KeyObject

  constructor(folder: string) {
    const file = join(folder, 'private-key.pem')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(file)) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    }
    this.key = createPrivateKey(readFileSync(file))
  }

  /** The public key as base64 of its SPKI form, which Web Crypto imports. */
  get publicKey(): string {
    return createPublicKey(this.key).export({ type: 'spki', format: 'der' }).toString('base64')
  }

  /** What the browser encrypted with RSA-OAEP and SHA-256. */
  open(encrypted: string): string {
    try {
      const padding = constants.RSA_PKCS1_OAEP_PADDING
      return privateDecrypt(
        { key: this.key, padding, oaepHash: 'sha256' },
        Buffer.from(encrypted, 'base64'),
      ).toString()
    } catch {
      throw new Refused('card_unreadable', 400)
    }
  }
}
