import { createHash, verify, X509Certificate } from 'node:crypto'
import type { CertificateHashes, CertificateInQuestion } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import {
  bytesOfBits,
  contentOf,
  type Der,
  derTags,
  readOne,
  timeOf,
  within,
  write,
  writeInteger,
} from './der.ts'

/** Questions to responders whether certificates are revoked, and what they answer (OCSP, RFC 6960). */

/** What a responder says of a certificate. */
export interface Revocation {
  status: 'good' | 'revoked' | 'unknown'
  /** until when it may be believed; null: the responder does not say */
  believedUntil: Date | null
}

/** a responder's clock may be ahead of ours by so much */
const aheadMs = 5 * MINUTE_MS

/** by the names that stations use; any text may come as one */
const hashes: ReadonlyMap<string, { oid: string; name: string }> = new Map([
  ['SHA256', { oid: '608648016503040201', name: 'sha256' }],
  ['SHA384', { oid: '608648016503040202', name: 'sha384' }],
  ['SHA512', { oid: '608648016503040203', name: 'sha512' }],
])

/** Signature algorithms by their OID, with the hash that each signs; null: the algorithm hashes by itself. */
const signatures: ReadonlyMap<string, string | null> = new Map([
  ['2a8648ce3d040302', 'sha256'],
  ['2a8648ce3d040303', 'sha384'],
  ['2a8648ce3d040304', 'sha512'],
  ['2a864886f70d01010b', 'sha256'],
  ['2a864886f70d01010c', 'sha384'],
  ['2a864886f70d01010d', 'sha512'],
  ['2b6570', null],
  ['2b6571', null],
])
const basicResponse = '2b0601050507300101'
const signsResponses = '1.3.6.1.5.5.7.3.9'

/** A certificate's fields from its subject on: name, then key (RFC 5280, 4.1). */
function fieldsOf({ raw }: X509Certificate): { subject: Buffer; key: Buffer } {
  const [tbs] = within(readOne(raw))
  const fields = within(tbs)
  // the version may be missing: then the serial number is the first
  const from = fields[0]?.tag === 0xa0 ? 5 : 4
  const [, bits] = within(fields[from + 1])
  return { subject: fields[from]?.whole ?? Buffer.alloc(0), key: bytesOfBits(bits) }
}

const digest = (algorithm: string, bytes: Buffer): string =>
  createHash(hashes.get(algorithm)?.name ?? 'sha256')
    .update(bytes)
    .digest('hex')

/** The certificate as a question to its responder names it. */
export function questionOf(
  certificate: X509Certificate,
  issuer: X509Certificate,
  responderUrl: string,
): CertificateInQuestion {
  const { subject, key } = fieldsOf(issuer)
  return {
    hashAlgorithm: 'SHA256',
    issuerNameHash: digest('SHA256', subject),
    issuerKeyHash: digest('SHA256', key),
    serialNumber: certificate.serialNumber.toLowerCase(),
    responderUrl,
  }
}

/** Whether hashes name a certificate of an issuer; a root is its own. */
export function isNamedBy(
  certificate: X509Certificate,
  issuer: X509Certificate,
  hashes: CertificateHashes,
): boolean {
  return (
    isIssuer(issuer, hashes) &&
    bare(certificate.serialNumber.toLowerCase()) === bare(hashes.serialNumber.toLowerCase())
  )
}

/** The address of the responder that a certificate names, if it names one. */
export const responderOf = ({ infoAccess }: X509Certificate): string | undefined =>
  /^OCSP - URI:(\S+)$/m.exec(infoAccess ?? '')?.[1]

/** Whether a question can be put to anybody. */
export const isSound = ({
  hashAlgorithm,
  issuerNameHash,
  issuerKeyHash,
  serialNumber,
}: CertificateInQuestion) => {
  const hash = hashes.get(hashAlgorithm)
  if (!hash) return false
  const digits = createHash(hash.name).digest().length * 2
  const fits = (text: string) => text.length === digits && /^[0-9a-f]+$/i.test(text)
  return fits(issuerNameHash) && fits(issuerKeyHash) && /^[0-9a-f]{1,40}$/i.test(serialNumber)
}

/** The request to a responder; of a sound question. */
export function requestFor({
  hashAlgorithm,
  issuerNameHash,
  issuerKeyHash,
  serialNumber,
}: CertificateInQuestion): Buffer {
  const { sequence, octets, oid } = derTags
  const algorithm = write(
    sequence,
    write(oid, Buffer.from(hashes.get(hashAlgorithm)?.oid ?? '', 'hex')),
    write(derTags.null),
  )
  const certificate = write(
    sequence,
    algorithm,
    write(octets, Buffer.from(issuerNameHash, 'hex')),
    write(octets, Buffer.from(issuerKeyHash, 'hex')),
    writeInteger(serialNumber),
  )
  return write(sequence, write(sequence, write(sequence, write(sequence, certificate))))
}

/**
 * What a responder's answer says about the certificate in question; null where it says nothing, cannot be read, is too old or from
 * the future, or is not signed by the certificate's issuer or by somebody the issuer lets sign. The issuer is the one, of those given and
 * those that the answer brings, whose name and key are those of the question.
 */
export function readAnswer(
  answer: Buffer,
  question: CertificateInQuestion,
  issuers: readonly X509Certificate[],
  now: Date,
): Revocation | null {
  try {
    return read(answer, question, issuers, now)
  } catch {
    return null
  }
}

function read(
  answer: Buffer,
  question: CertificateInQuestion,
  issuers: readonly X509Certificate[],
  now: Date,
): Revocation | null {
  const [status, bytes] = within(readOne(answer))
  if (contentOf(status, derTags.enumerated).toString('hex') !== '00') return null
  const [type, response] = within(within(bytes, 0xa0)[0])
  if (contentOf(type, derTags.oid).toString('hex') !== basicResponse) return null
  const [data, algorithm, signature, brought] = within(readOne(contentOf(response, derTags.octets)))
  const certificates = brought
    ? within(within(brought, 0xa0)[0]).map(({ whole }) => new X509Certificate(whole))
    : []
  const issuer = [...issuers, ...certificates].find((one) => isIssuer(one, question))
  if (!data || !issuer) return null
  const [oid] = within(algorithm)
  const signed = { data: data.whole, oid: contentOf(oid, derTags.oid), signature: bytesOfBits(signature) }
  const signers = [issuer, ...certificates.filter((one) => maySign(one, issuer, now))]
  if (!signers.some((signer) => isSignedBy(signer, signed))) return null
  return singleOf(data, question, now)
}

const isIssuer = (
  one: X509Certificate,
  { hashAlgorithm, issuerNameHash, issuerKeyHash }: CertificateHashes,
) => {
  const { subject, key } = fieldsOf(one)
  return (
    digest(hashAlgorithm, subject) === issuerNameHash.toLowerCase() &&
    digest(hashAlgorithm, key) === issuerKeyHash.toLowerCase()
  )
}

/** Whether an issuer lets a certificate sign answers for it (RFC 6960, 4.2.2.2). */
const maySign = (one: X509Certificate, issuer: X509Certificate, now: Date): boolean =>
  one.keyUsage?.includes(signsResponses) === true &&
  now >= new Date(one.validFrom) &&
  now <= new Date(one.validTo) &&
  one.checkIssued(issuer) &&
  one.verify(issuer.publicKey)

function isSignedBy(
  { publicKey }: X509Certificate,
  { data, oid, signature }: { data: Buffer; oid: Buffer; signature: Buffer },
): boolean {
  const hash = signatures.get(oid.toString('hex'))
  return hash !== undefined && verify(hash, data, publicKey, signature)
}

function singleOf(data: Der, question: CertificateInQuestion, now: Date): Revocation | null {
  // the responses are the only sequence: what is before them is tagged
  const responses = within(within(data).find(({ tag }) => tag === derTags.sequence))
  for (const response of responses) {
    const [certificate, status, thisUpdate, next] = within(response)
    if (!isAbout(certificate, question)) continue
    const believedUntil = next?.tag === 0xa0 ? timeOf(within(next, 0xa0)[0]) : null
    if (timeOf(thisUpdate).getTime() > now.getTime() + aheadMs) return null
    if (believedUntil && believedUntil < now) return null
    const word = ({ 0: 'good', 1: 'revoked', 2: 'unknown' } as const)[(status?.tag ?? 0) & 0x1f]
    return word ? { status: word, believedUntil } : null
  }
  return null
}

function isAbout(certificate: Der | undefined, question: CertificateInQuestion): boolean {
  const [algorithm, name, key, serial] = within(certificate)
  const [oid] = within(algorithm)
  const hexOf = (value: Der | undefined, tag: number) => contentOf(value, tag).toString('hex')
  return (
    hexOf(oid, derTags.oid) === hashes.get(question.hashAlgorithm)?.oid &&
    hexOf(name, derTags.octets) === question.issuerNameHash.toLowerCase() &&
    hexOf(key, derTags.octets) === question.issuerKeyHash.toLowerCase() &&
    bare(hexOf(serial, derTags.integer)) === bare(question.serialNumber.toLowerCase())
  )
}

const bare = (hex: string): string => hex.replace(/^0+/, '')
