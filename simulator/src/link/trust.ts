import type { StationConnectOptions } from '@stationmaster/ocpp'

/** What names an installed certificate. */
export interface Hashes {
  hashAlgorithm: 'SHA256'
  issuerNameHash: string
  issuerKeyHash: string
  serialNumber: string
}

/** A certificate that is installed, under the use that it was installed for. */
export interface Installed {
  use: string
  hashes: Hashes
  pem: string
}

/** A certificate of the station's own, with those between it and the root, and its key; PEM. */
export interface OwnCertificate {
  cert: string
  key: string
}

/** What a station holds of certificates. */
interface Holder {
  readonly certificates: readonly Installed[]
  readonly ownCertificate: OwnCertificate | null
  readonly options: { tls?: StationConnectOptions['tls'] }
}

/** The certificate that the station may show; null when it has none. */
export function ownCertificate({ ownCertificate: signed, options }: Holder): OwnCertificate | null {
  const { cert, key } = options.tls ?? {}
  return signed ?? (cert !== undefined && key !== undefined ? { cert, key } : null)
}

/** Whether a root certificate is installed against which the central system could be checked. */
export function trustsCentral(holder: Holder): boolean {
  return rootsOf(holder).length > 0
}

/** The authorities that a station trusts over TLS, and its own certificate where it shows one: installed ones, or those it came with. */
export function tlsOf(holder: Holder, certified: boolean): NonNullable<StationConnectOptions['tls']> {
  const ca = rootsOf(holder)
  return { ...(certified ? ownCertificate(holder) : {}), ...(ca.length > 0 ? { ca } : {}) }
}

function rootsOf({ certificates, options }: Holder): string[] {
  const installed = certificates.filter(({ use }) => /^C(SMS|entralSystem)RootCertificate$/.test(use))
  return [...(options.tls?.ca ?? []), ...installed.map(({ pem }) => pem)]
}
