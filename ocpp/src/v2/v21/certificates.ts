import { type Call, type EventOf, type HandledAction, only, typedCall } from '../../commands/actions.ts'
import { hashesOf } from '../../commands/answer-reading.ts'
import { signCertificate as sign201 } from '../../commands/common-actions.ts'
import type * as Messages from '../../generated/types21.ts'
import { instant, integer, list, record, text, withoutUndefined } from '../../messages/reading.ts'
import type { SingleCommand } from '../../station-command.ts'
import type { CarPart, LinkInQuestion, LinkState } from '../../station-event.ts'

/** Certificates as 2.1 has them beside 2.0.1: those of ISO 15118-20, roots of car makers, and how a whole chain stands. */

const words: ReadonlySet<unknown> = new Set<LinkState['status']>(['Good', 'Revoked', 'Unknown', 'Failed'])

/** Whose states are in question, as a message names them. */
const linkOf = (value: unknown): LinkInQuestion => {
  const { certificateHashData, source, urls } = record(value)
  return {
    ...hashesOf(certificateHashData),
    source: source === 'CRL' ? 'CRL' : 'OCSP',
    urls: list(urls).flatMap((url) => text(url) ?? []),
  }
}

/** The hashes in the message's own type: each algorithm's name is one of its. */
const namedBy = ({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }: LinkInQuestion) =>
  ({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }) as Messages.CertificateHashDataType

/** GetCertificateChainStatus (2.1 part 2, M): each certificate has a state of its own, whatever is known of the others. */
export const getCertificateChainStatus: HandledAction = {
  treatment: 'handled',
  read: ({ certificateStatusRequests }) => ({
    type: 'chain.inquired',
    links: list(certificateStatusRequests).map(linkOf),
  }),
  answer(reply, event): Messages.GetCertificateChainStatusResponse {
    const { states } = only(reply, 'chain')
    const { links } = only(event, 'chain.inquired')
    return {
      certificateStatus: states.flatMap(({ status, nextUpdate }, index) => {
        const link = links[index]
        if (!link) return []
        const certificateHashData = namedBy(link)
        return { certificateHashData, source: link.source, status, nextUpdate: nextUpdate.toISOString() }
      }),
    }
  },
  write: (event): Messages.GetCertificateChainStatus => ({
    certificateStatusRequests: only(event, 'chain.inquired').links.map((link) => ({
      certificateHashData: namedBy(link),
      source: link.source,
      urls: link.urls,
    })),
  }),
  readAnswer: ({ certificateStatus }) => ({
    type: 'chain',
    states: list(certificateStatus).map((one): LinkState => {
      const { status, nextUpdate } = record(one)
      return {
        status: words.has(status) ? (status as LinkState['status']) : 'Failed',
        nextUpdate: instant(nextUpdate, []) ?? new Date(0),
      }
    }),
  }),
}

const certificateTypes: Readonly<Record<CarPart, Messages.CertificateSigningUseEnumType>> = {
  2: 'V2GCertificate',
  20: 'V2G20Certificate',
}

/** SignCertificate: 2.1 numbers it, may name the root, and knows certificates of ISO 15118-20. */
export const signCertificate: HandledAction = {
  ...sign201,
  read: ({ csr, certificateType, requestId, hashRootCertificate }) =>
    withoutUndefined<EventOf<'certificate.requested'>>({
      type: 'certificate.requested',
      request: String(csr),
      forCars: certificateType === 'V2G20Certificate' ? 20 : certificateType === 'V2GCertificate' ? 2 : null,
      requestId: integer(requestId),
      root: hashRootCertificate === undefined ? undefined : hashesOf(hashRootCertificate),
    }),
  write(event) {
    const { request, forCars, requestId, root } = only(event, 'certificate.requested')
    return withoutUndefined<Omit<Messages.SignCertificate, 'customData'>>({
      csr: request,
      certificateType: forCars === null ? undefined : certificateTypes[forCars],
      requestId,
      hashRootCertificate: root as Messages.CertificateHashDataType | undefined,
    })
  },
}

/** The call of a command that 2.1 writes otherwise than 2.0.1; undefined: it does not. */
export function writeCertificates(command: SingleCommand): Call | undefined {
  switch (command.type) {
    case 'certificates':
      if (command.use !== 'oem_root') return undefined
      return typedCall<Messages.GetInstalledCertificateIds>('GetInstalledCertificateIds', {
        certificateType: ['OEMRootCertificate'],
      })
    case 'install_certificate':
      if (command.use !== 'oem_root') return undefined
      return typedCall<Messages.InstallCertificate>('InstallCertificate', {
        certificateType: 'OEMRootCertificate',
        certificate: command.certificate,
      })
    case 'request_certificate':
      if (command.forCars !== 20) return undefined
      return typedCall<Messages.TriggerMessage>('TriggerMessage', {
        requestedMessage: 'SignV2G20Certificate',
      })
    case 'certificate_signed':
      return typedCall<Messages.CertificateSigned>('CertificateSigned', {
        certificateChain: command.chain,
        certificateType: command.forCars ? certificateTypes[command.forCars] : 'ChargingStationCertificate',
        ...(command.requestId === undefined ? {} : { requestId: command.requestId }),
      })
    default:
      return undefined
  }
}
