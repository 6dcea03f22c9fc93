import { createHash, type X509Certificate } from 'node:crypto'
import type { CertificateInQuestion, LinkInQuestion, LinkState } from '@stationmaster/ocpp'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../../../platform/general/clock.ts'
import { type OutgoingFault, sendOutgoing } from '../../../../platform/http/outgoing/send.ts'
import type { Reach } from '../../../../platform/http/outgoing/targets.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { isSound, questionOf, readAnswer, requestFor, responderOf } from './ocsp.ts'
import { findRevocation, type KeptRevocation, upsertRevocation } from './revocation-store.ts'

const bytesMost = 20_000
/** an answer is believed no longer, whatever its responder says; where it says nothing, five minutes */
const keptMostMs = 12 * HOUR_MS
const keptLeastMs = 5 * MINUTE_MS
/** so long a responder that gave no answer is left alone about the same certificate */
const unavailableMs = 30 * SECOND_MS

export interface RevocationParts {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  /** where responders may be */
  reach: Reach
  /** how long a station waits for what a responder says */
  responderMs: number
}

/**
 * What responders say of certificates. A responder's address comes from a station or from a certificate, so it is called like any
 * address that others name; what it says is believed where the certificate's issuer signed it, and kept for all servers.
 */
export class Revocations {
  constructor(private readonly parts: RevocationParts) {}

  /** What is known of a certificate whose issuer is known; undefined: it names no responder. */
  ofCertificate(certificate: X509Certificate, issuer: X509Certificate): Promise<KeptRevocation> | undefined {
    const url = responderOf(certificate)
    return url === undefined ? undefined : this.of(questionOf(certificate, issuer, url), [issuer])
  }

  /** What is known of a certificate that hashes name. `issuers`: certificates one of which may be its issuer. */
  async of(
    question: CertificateInQuestion,
    issuers: readonly X509Certificate[],
    timeoutMs = this.parts.responderMs,
  ): Promise<KeptRevocation> {
    const { db, clock } = this.parts
    if (!isSound(question)) return { ...unavailable, keptUntil: clock.now() }
    const key = keyOf(question)
    const known = await findRevocation(db, key, clock.now())
    if (known) return known
    const said = await this.#ask(question, issuers, timeoutMs)
    await upsertRevocation(db, key, said, clock.now())
    return said
  }

  /**
   * How a certificate of a chain stands: as the first of its responders says that says anything, each of which has its share of the time.
   * Lists of what is revoked are not read.
   */
  async ofLink(
    { source, urls, ...hashes }: LinkInQuestion,
    issuers: readonly X509Certificate[],
  ): Promise<LinkState> {
    let nextUpdate = new Date(this.parts.clock.now().getTime() + keptMostMs)
    if (source !== 'OCSP') return { status: 'Failed', nextUpdate }
    const timeoutMs = Math.ceil(this.parts.responderMs / Math.max(urls.length, 1))
    for (const responderUrl of urls) {
      const { status, keptUntil } = await this.of({ ...hashes, responderUrl }, issuers, timeoutMs)
      if (status !== 'unavailable') return { status: linkStatuses[status], nextUpdate: keptUntil }
      if (keptUntil < nextUpdate) nextUpdate = keptUntil
    }
    return { status: 'Failed', nextUpdate }
  }

  async #ask(
    question: CertificateInQuestion,
    issuers: readonly X509Certificate[],
    timeoutMs: number,
  ): Promise<KeptRevocation> {
    const { clock, log, reach } = this.parts
    const { responderUrl } = question
    const answer = await sendOutgoing(
      {
        method: 'POST',
        url: responderUrl,
        headers: { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' },
        bytes: requestFor(question),
        timeoutMs,
        bytesMost,
      },
      reach,
    ).catch((error: OutgoingFault) => {
      log.warn({ responderUrl, fault: error.kind ?? error.message }, 'a responder gave no answer')
      return null
    })
    const now = clock.now()
    const read = answer?.status === 200 ? readAnswer(answer.bytes, question, issuers, now) : null
    if (!answer || !read) {
      if (answer)
        log.warn({ responderUrl, status: answer.status }, 'an answer of a responder cannot be believed')
      return { ...unavailable, keptUntil: new Date(now.getTime() + unavailableMs) }
    }
    const until = read.believedUntil?.getTime() ?? now.getTime() + keptLeastMs
    const keptUntil = new Date(Math.min(until, now.getTime() + keptMostMs))
    return { status: read.status, response: answer.bytes.toString('base64'), keptUntil }
  }
}

const unavailable = { status: 'unavailable', response: null } as const

const linkStatuses = { good: 'Good', revoked: 'Revoked', unknown: 'Unknown' } as const

const keyOf = ({
  hashAlgorithm,
  issuerNameHash,
  issuerKeyHash,
  serialNumber,
  responderUrl,
}: CertificateInQuestion) =>
  createHash('sha256')
    .update(
      [hashAlgorithm, issuerNameHash.toLowerCase(), issuerKeyHash.toLowerCase()].join(' ') +
        ` ${serialNumber.toLowerCase().replace(/^0+/, '')} ${responderUrl}`,
    )
    .digest('hex')
