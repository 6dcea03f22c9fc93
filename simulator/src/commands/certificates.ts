import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { type Payload, record } from '../link/payload.ts'
import type { Hashes } from '../link/trust.ts'
import { bits, der, ecdsa, nameOf } from '../pki/der.ts'
import type { Core } from '../station/core.ts'

const mostCertificates = 10

/** Answers InstallCertificate (1.6 security whitepaper, clause 5.9; 2.0.1 part 2, M05). */
export function installCertificate(core: Core, { certificateType, certificate }: Payload): Payload {
  const read = certificateIn(certificate)
  if (!read || new Date(read.validTo) < core.now()) return { status: 'Rejected' }
  const hashes = hashesOf(read)
  const others = core.certificates.filter(({ use, hashes: own }) => {
    return use !== certificateType || !same(own, hashes)
  })
  if (others.length >= mostCertificates) return { status: 'Failed' }
  core.certificates = [...others, { use: String(certificateType), hashes, pem: String(certificate) }]
  return { status: 'Accepted' }
}

/** Answers GetInstalledCertificateIds of either version. */
export function getInstalledCertificateIds(core: Core, { certificateType }: Payload): Payload {
  const uses = Array.isArray(certificateType) ? certificateType : certificateType ? [certificateType] : null
  const found = core.certificates.filter(({ use }) => uses === null || uses.includes(use))
  if (found.length === 0) return { status: 'NotFound' }
  return core.traits.namesTransactions
    ? {
        status: 'Accepted',
        certificateHashDataChain: found.map(({ use, hashes }) => ({
          certificateType: use,
          certificateHashData: hashes,
        })),
      }
    : { status: 'Accepted', certificateHashData: found.map(({ hashes }) => hashes) }
}

/** Answers DeleteCertificate of either version. */
export function deleteCertificate(core: Core, { certificateHashData }: Payload): Payload {
  const meant = record(certificateHashData)
  const left = core.certificates.filter(({ hashes }) => !same(hashes, meant))
  if (left.length === core.certificates.length) return { status: 'NotFound' }
  core.certificates = left
  return { status: 'Accepted' }
}

/**
 * Answers CertificateSigned: taken when it can be read, is good by now, names the station and belongs to the key that was drawn
 * for the request (2.0.1 part 2, A02).
 */
export function certificateSigned(core: Core, { certificateChain }: Payload): Payload {
  const read = certificateIn(certificateChain)
  const { requestedKey } = core
  if (
    read &&
    requestedKey &&
    read.checkPrivateKey(requestedKey) &&
    read.subject.split('\n').includes(`CN=${core.options.stationId}`) &&
    new Date(read.validTo) >= core.now()
  ) {
    const key = String(requestedKey.export({ type: 'pkcs8', format: 'pem' }))
    core.ownCertificate = { cert: String(certificateChain), key }
    core.requestedKey = null
    return { status: 'Accepted' }
  }
  core.soon(() =>
    core.say({
      type: 'security.reported',
      kind: 'InvalidChargingStationCertificate',
      happenedAt: core.now(),
    }),
  )
  return { status: 'Rejected' }
}

/** Asks to have a new key signed (2.0.1 part 2, A02; 1.6 security whitepaper, clause 5.13). */
export function askToBeSigned(core: Core): void {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  core.requestedKey = privateKey
  const request = signingRequest(core.options.stationId, publicKey, privateKey)
  void core.say({ type: 'certificate.requested', request, forCars: false })
}

/** The first certificate of a PEM text; null when there is none that can be read. */
export function certificateIn(pem: unknown): X509Certificate | null {
  try {
    return new X509Certificate(String(pem))
  } catch {
    return null
  }
}

function hashesOf(certificate: X509Certificate): Hashes {
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' })
  return {
    hashAlgorithm: 'SHA256',
    issuerNameHash: createHash('sha256').update(certificate.issuer).digest('hex'),
    issuerKeyHash: createHash('sha256').update(key).digest('hex'),
    serialNumber: certificate.serialNumber.replace(/^0+(?=.)/, '').slice(0, 40),
  }
}

const same = (one: Hashes, other: Payload | Hashes): boolean =>
  one.issuerNameHash === other.issuerNameHash &&
  one.issuerKeyHash === other.issuerKeyHash &&
  one.serialNumber === other.serialNumber

/** A PKCS#10 request of a P-256 key for a common name, PEM (RFC 2986). */
function signingRequest(commonName: string, publicKey: KeyObject, privateKey: KeyObject): string {
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(0x30, Buffer.from('020100', 'hex'), nameOf(commonName), key, der(0xa0))
  const text = der(0x30, content, ecdsa, bits(sign('sha256', content, privateKey)))
  const lines = text.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`
}
