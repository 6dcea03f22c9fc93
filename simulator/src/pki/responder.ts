import { createHash, type X509Certificate } from 'node:crypto'
import type { Authority } from './authority.ts'
import { bits, contentOf, der, ecdsa, generalizedTime, integer, nameOf, oid, partsOf } from './der.ts'

/** How a responder misbehaves: signed by somebody else, or from long ago. */
export type AnswerFault = 'forged' | 'stale'

interface Answering {
  authorities: readonly Authority[]
  now: Date
  /** somebody who may not answer */
  stranger: Authority
  fault: AnswerFault | null
}

/** The answer to a request whether certificates are revoked (OCSP, RFC 6960); it brings the certificate of its authority. */
export function answerRequest(request: Buffer, { authorities, now, stranger, fault }: Answering): Buffer {
  const [content] = partsOf(request)
  const [list] = partsOf(content ?? Buffer.alloc(0)).filter(([tag]) => tag === 0x30)
  const [one] = partsOf(list ?? Buffer.alloc(0))
  const [certificate] = partsOf(one ?? Buffer.alloc(0))
  const [, , key, serial] = partsOf(certificate ?? Buffer.alloc(0)).map(contentOf)
  const authority = authorities.find((each) => key && keyHashOf(each.certificate).equals(key))
  // unauthorized
  if (!certificate || !serial || !authority) return der(0x30, Buffer.from('0a0106', 'hex'))
  const standing = authority.standingOf(serial.toString('hex'))
  const hour = 3_600_000
  const from = new Date(now.getTime() - (fault === 'stale' ? 48 : 0) * hour)
  const single = der(
    0x30,
    certificate,
    standing === 'revoked' ? der(0xa1, generalizedTime(from)) : der(standing === 'good' ? 0x80 : 0x82),
    generalizedTime(from),
    der(0xa0, generalizedTime(new Date(from.getTime() + hour))),
  )
  const name = der(0xa1, nameOf(/^CN=(.+)$/m.exec(authority.certificate.subject)?.[1] ?? ''))
  const data = der(0x30, name, generalizedTime(from), der(0x30, single))
  const signature = (fault === 'forged' ? stranger : authority).sign(data)
  const basic = der(0x30, data, ecdsa, bits(signature), der(0xa0, der(0x30, authority.certificate.raw)))
  const bytes = der(0x30, oid('2b0601050507300101'), der(0x04, basic))
  return der(0x30, Buffer.from('0a0100', 'hex'), der(0xa0, bytes))
}

/** The hash of a certificate's key, as a request names it. */
const keyHashOf = ({ publicKey }: X509Certificate): Buffer => {
  const [, key] = partsOf(publicKey.export({ type: 'spki', format: 'der' }))
  return createHash('sha256')
    .update(contentOf(key ?? Buffer.alloc(0)).subarray(1))
    .digest()
}

/** Certificates alone, as EST answers them (PKCS#7; RFC 7030, 4.1.3). */
export function certificatesOnly(certificates: readonly X509Certificate[]): Buffer {
  const data = der(0x30, oid('2a864886f70d010701'))
  const all = der(0xa0, ...certificates.map(({ raw }) => raw))
  const signed = der(0x30, integer('01'), der(0x31), data, all, der(0x31))
  return der(0x30, oid('2a864886f70d010702'), der(0xa0, signed))
}
