import { X509Certificate } from 'node:crypto'
import { expect } from 'vitest'
import { type KeyAlgorithm, requestFor } from '../world/certificate-request.ts'
import type { Payload } from './played-station.ts'
import type { Stage } from './stage.ts'

/** Connection settings for TLS: the authorities that the station trusts, and its own certificate and key. */
export const overTls = (s: Stage, own: object = {}) => ({
  url: s.world.server.secureUrl!,
  tls: { ca: [...s.roots], ...own },
})

export const profileOf = async (s: Stage): Promise<number | null> => (await s.tasks()).security.profile

/** The cipher suites that security profiles 2 and 3 demand, by the names of OpenSSL (2.0.1 part 2, A00.FR.318; 1.6 security whitepaper). */
const suites = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'AES128-GCM-SHA256',
  'AES256-GCM-SHA384',
]

/** A station that knows one suite only is served, whichever it is. */
export async function isServedBySuites(s: Stage): Promise<void> {
  for (const ciphers of suites) {
    await s.tryConnecting(overTls(s, { ciphers, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }))
  }
}

interface CertificateRequest {
  /** the message by which the server makes the station send its signing request */
  trigger: string
  triggered: Payload
  algorithm?: KeyAlgorithm
  answer: 'Accepted' | 'Rejected'
}

/** An operator makes the station request a certificate; the server signs and sends it. Resolves with certificate and key, PEM. */
export async function asksForCertificate(
  s: Stage,
  { trigger, triggered, algorithm, answer }: CertificateRequest,
): Promise<{ cert: string; key: string }> {
  const { request } = await s.task({ task: 'request_certificate' }, trigger, { status: 'Accepted' })
  expect(request).toMatchObject(triggered)
  const { request: csr, key } = await requestFor(`CN=${s.id}, O=Case`, algorithm)
  const signed = s.station.next('CertificateSigned')
  expect(await s.call('SignCertificate', { csr: csr.toString('pem') })).toEqual({ status: 'Accepted' })
  const { payload, answer: reply } = await signed
  const cert = String(payload.certificateChain)
  const read = new X509Certificate(cert)
  expect(read.subject).toContain(`CN=${s.id}`)
  reply({ status: answer })
  await s.until('the answer is kept', async () => (await s.tasks()).security.certificate?.status === answer)
  return { cert, key }
}

/** The station connects with its new password; the old one is no longer valid. */
export async function connectsWithNewPassword(s: Stage, password: string): Promise<void> {
  await s.station.closedByCentral()
  await s.connect({ password })
  await s.until('the new password is in use', async () => {
    return (await s.tasks()).security.new_password_since === null
  })
  await expect(s.tryConnecting({})).rejects.toThrow('401')
}

/** A security event that the station reports is in its log. */
export async function reportsSecurityEvent(s: Stage, type: string, techInfo?: string): Promise<void> {
  const event = { type, timestamp: s.ago(), ...(techInfo === undefined ? {} : { techInfo }) }
  expect(await s.call('SecurityEventNotification', event)).toEqual({})
  expect(await s.logged(type)).toHaveLength(1)
}

/** The station cannot verify the server's certificate, so the TLS handshake fails before any OCPP message. */
export async function mistrustsServer(s: Stage): Promise<void> {
  await expect(s.tryConnecting({ url: s.world.server.secureUrl!, tls: { ca: [] } })).rejects.toThrow(
    /certificate|issuer/,
  )
}
