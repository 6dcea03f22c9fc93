import { X509Certificate } from 'node:crypto'
import type { ContractVerdict } from '@stationmaster/ocpp'
import { contractKey } from '@stationmaster/units'

/** ISO 15118 puts two authorities at most between a contract and its root */
const chainMost = 3
const [begin, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']

/** The certificates of a PEM text, in its order; null where one cannot be read, or none is there. */
export function readChain(pem: string): X509Certificate[] | null {
  try {
    const [, ...parts] = pem.split(begin)
    const read = parts.map((part) => new X509Certificate(`${begin}${part.split(end)[0]}${end}`))
    return read.length > 0 ? read : null
  } catch {
    return null
  }
}

/** Whether a certificate holds at an instant; its last second is part of it (RFC 5280, 4.1.2.5). */
export function isValidAt({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  const second = Math.floor(now.getTime() / 1000) * 1000
  return second >= Date.parse(validFrom) && second <= Date.parse(validTo)
}

/** The common name of a certificate's subject. */
const commonNameOf = ({ subject }: X509Certificate): string | undefined =>
  /^CN=(.+)$/m.exec(subject ?? '')?.[1]

/** What is known of the revocation of a certificate; none: nobody is named who knows. */
export type Standing = 'good' | 'revoked' | 'unknown' | 'none'

/** A contract's chain, ordered from the contract to the root, with the root that it ends at. */
export interface RootedChain {
  certificates: readonly X509Certificate[]
  root: X509Certificate
}

/**
 * Whether certificates, the contract's first, are a chain from a contract to one of the roots, by names and signatures. A root at
 * its end may be left out or be there.
 */
export function rooted(
  chain: readonly X509Certificate[],
  contract: string,
  roots: readonly X509Certificate[],
): RootedChain | Exclude<ContractVerdict, 'Accepted'> {
  const last = chain.at(-1)
  const brought =
    chain.length > 1 && last && roots.some((root) => root.fingerprint256 === last.fingerprint256)
  const certificates = brought ? chain.slice(0, -1) : chain
  const [own, ...authorities] = certificates
  const end = certificates.at(-1)
  if (!own || !end) return 'NoCertificateAvailable'
  if (certificates.length > chainMost || own.ca || authorities.some(({ ca }) => !ca)) return 'CertChainError'
  const name = commonNameOf(own)
  if (name === undefined || contractKey(name) !== contractKey(contract)) return 'CertChainError'
  for (const [index, issuer] of authorities.entries()) {
    // every authority follows a certificate
    const issued = certificates[index]!
    if (!issued.checkIssued(issuer)) return 'CertChainError'
    if (!issued.verify(issuer.publicKey)) return 'SignatureError'
  }
  const named = roots.filter((root) => end.checkIssued(root))
  if (named.length === 0) return 'CertChainError'
  const root = named.find(({ publicKey }) => end.verify(publicKey))
  return root ? { certificates, root } : 'SignatureError'
}

/** What is said of a chain that ends at a root of ours, by what is known of its certificates' revocation (in their order). */
export function judge(
  { certificates, root }: RootedChain,
  standings: readonly Standing[],
  now: Date,
): Exclude<ContractVerdict, 'ContractCancelled'> {
  if ([...certificates, root].some((one) => !isValidAt(one, now))) return 'CertificateExpired'
  return judgeStandings(standings)
}

/** The same for certificates that the station has checked but for their revocation. */
export function judgeStandings(
  standings: readonly Standing[],
): 'Accepted' | 'CertificateRevoked' | 'NoCertificateAvailable' {
  if (standings.includes('revoked')) return 'CertificateRevoked'
  return standings.includes('unknown') ? 'NoCertificateAvailable' : 'Accepted'
}
