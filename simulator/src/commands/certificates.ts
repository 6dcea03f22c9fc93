import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
import type { CarPart } from '@stationmaster/ocpp'
import { type Payload, record } from '../link/payload.ts'
import type { Hashes } from '../link/trust.ts'
import { signingRequest } from '../pki/authority.ts'
import { contentOf, partsOf } from '../pki/der.ts'
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
export function certificateSigned(
  core: Core,
  { certificateChain, certificateType, requestId }: Payload,
): Payload {
  const read = certificateIn(certificateChain)
  const forCars = partOf(certificateType)
  const requested = core.requested.get(forCars)
  if (
    read &&
    requested &&
    requested.requestId === requestId &&
    read.checkPrivateKey(requested.key) &&
    read.subject.split('\n').includes(`CN=${core.options.stationId}`) &&
    new Date(read.validTo) >= core.now()
  ) {
    const cert = String(certificateChain)
    if (forCars === null)
      core.ownCertificate = { cert, key: String(requested.key.export({ type: 'pkcs8', format: 'pem' })) }
    else core.carCertificates.set(forCars, cert)
    core.requested.delete(forCars)
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

/** The part of ISO 15118 of a certificate for cars; null: it is the station's own. */
const partOf = (certificateType: unknown): CarPart | null =>
  certificateType === 'V2G20Certificate' ? 20 : certificateType === 'V2GCertificate' ? 2 : null

/** Asks to have a new key signed (2.0.1 part 2, A02; 1.6 security whitepaper, clause 5.13); 2.1 numbers the request. */
export function askToBeSigned(core: Core, forCars: CarPart | null): void {
  const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { stationId, protocol } = core.options
  core.requests += 1
  const numbered = protocol === 'ocpp2.1' ? { requestId: core.requests } : {}
  core.requested.set(forCars, { key, ...numbered })
  const request = signingRequest(stationId, publicKey, key)
  void core.say({ type: 'certificate.requested', request, forCars, ...numbered })
}

/** The first certificate of a PEM text; null when there is none that can be read. */
export function certificateIn(pem: unknown): X509Certificate | null {
  try {
    return new X509Certificate(String(pem))
  } catch {
    return null
  }
}

/** What names a root, which is its own issuer (RFC 6960, 4.1.1). */
function hashesOf(certificate: X509Certificate): Hashes {
  const [, bitString] = partsOf(certificate.publicKey.export({ type: 'spki', format: 'der' }))
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  return {
    hashAlgorithm: 'SHA256',
    issuerNameHash: digest(issuerOf(certificate)),
    // the first byte counts unused bits
    issuerKeyHash: digest(contentOf(bitString ?? Buffer.alloc(0)).subarray(1)),
    serialNumber: certificate.serialNumber.replace(/^0+(?=.)/, '').slice(0, 40),
  }
}

/** The issuer's name, DER: the third field after the version (RFC 5280, 4.1). */
function issuerOf({ raw }: X509Certificate): Buffer {
  const [content] = partsOf(raw)
  const fields = partsOf(content ?? Buffer.alloc(0))
  return fields[fields[0]?.[0] === 0xa0 ? 3 : 2] ?? Buffer.alloc(0)
}

const same = (one: Hashes, other: Payload | Hashes): boolean =>
  one.issuerNameHash === other.issuerNameHash &&
  one.issuerKeyHash === other.issuerKeyHash &&
  one.serialNumber === other.serialNumber
