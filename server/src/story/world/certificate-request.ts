import 'reflect-metadata'
import type { webcrypto } from 'node:crypto'
import {
  type Pkcs10CertificateRequest,
  Pkcs10CertificateRequestGenerator,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

export const p256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
export const rsa = (modulusLength: number) => ({
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength,
})
export type KeyAlgorithm = typeof p256 | ReturnType<typeof rsa>

const freshKeys = async (algorithm: KeyAlgorithm) =>
  (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${der.replaceAll(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----`
}

/** A request of a fresh key for a name, and the key; PEM. */
export async function requestFor(
  name: string,
  algorithm: KeyAlgorithm = p256,
): Promise<{ request: Pkcs10CertificateRequest; key: string }> {
  const keys = await freshKeys(algorithm)
  const request = await Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: algorithm })
  return { request, key: await pemOf(keys.privateKey) }
}

/** A certificate that only itself vouches for, good at 127.0.0.1, and its key; PEM. */
export async function selfSigned(
  name: string,
  algorithm: KeyAlgorithm = p256,
): Promise<{ cert: string; key: string }> {
  const keys = await freshKeys(algorithm)
  const cert = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
  })
  return { cert: cert.toString('pem'), key: await pemOf(keys.privateKey) }
}
