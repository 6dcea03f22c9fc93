import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'

/**
 * The common name of the certificate that a station showed (OCPP security profile 3: its identity); null when it showed none,
 * an empty name when it is not vouched for by the authority of OCPP_TLS_CLIENT_CA.
 */
export function certifiedName({ socket }: IncomingMessage): string | null {
  if (!(socket instanceof TLSSocket)) return null
  const { subject } = socket.getPeerCertificate()
  if (!subject) return null
  return socket.authorized ? String(subject.CN ?? '') : ''
}
