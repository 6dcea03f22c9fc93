import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { Failure } from '../../../platform/http/failure.ts'
import type { ReportedKey } from './key-store.ts'
import { reportedKey } from './reported-keys.ts'

/**
 * A key as a person gives it: what stations name, or a certificate in PEM, which stands for its key. Throws meter_key.private,
 * meter_key.curve or meter_key.unreadable.
 */
export function givenKey(stationId: string, text: string, at: Date, connector: number | null): ReportedKey {
  if (/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/.test(text)) throw new Failure('meter_key.private')
  const written = text.includes('-----BEGIN CERTIFICATE-----') ? keyOfCertificate(text) : text
  const key = reportedKey(stationId, written, 'staff', at, connector)
  if (key) return key
  const body = written.replaceAll(/-----(BEGIN|END) [A-Z ]{1,20}-----|\s/g, '')
  if (isPrivate(body)) throw new Failure('meter_key.private')
  throw new Failure(isPublic(body) ? 'meter_key.curve' : 'meter_key.unreadable')
}

function keyOfCertificate(pem: string): string {
  try {
    return new X509Certificate(pem).publicKey.export({ format: 'pem', type: 'spki' }).toString()
  } catch {
    throw new Failure('meter_key.unreadable')
  }
}

const bytesOf = (body: string): Buffer => Buffer.from(body, /^[\da-f]+$/i.test(body) ? 'hex' : 'base64')

/** A public key, of whatever kind. */
function isPublic(body: string): boolean {
  try {
    createPublicKey({ key: bytesOf(body), format: 'der', type: 'spki' })
    return true
  } catch {
    return false
  }
}

/** A private key without the line that says so. */
const isPrivate = (body: string): boolean =>
  (['pkcs8', 'sec1'] as const).some((type) => {
    try {
      createPrivateKey({ key: bytesOf(body), format: 'der', type })
      return true
    } catch {
      return false
    }
  })
