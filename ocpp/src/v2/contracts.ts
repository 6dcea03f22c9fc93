import { type HandledAction, only } from '../commands/actions.ts'
import { hashesOf } from '../commands/answer-reading.ts'
import type * as Messages from '../generated/types201.ts'
import { list, record, text, withoutUndefined } from '../messages/reading.ts'
import type { CertificateInQuestion, ContractProof, ContractVerdict } from '../station-event.ts'

/** Certificates of ISO 15118: those by which cars pay, and what stations ask about them (2.0.1 part 2, C07 and M). */

const inQuestion = (value: unknown): CertificateInQuestion => ({
  ...hashesOf(value),
  responderUrl: text(record(value).responderURL) ?? '',
})

export const questionOf = ({ responderUrl, ...hashes }: CertificateInQuestion) =>
  ({ ...hashes, responderURL: responderUrl }) as Messages.OCSPRequestDataType

/** What a car's contract proves itself by; undefined where a message brings nothing of that. */
export function proofOf(certificate: unknown, hashData: unknown): ContractProof | undefined {
  const chain = text(certificate)
  const hashes = Array.isArray(hashData) ? list(hashData).map(inQuestion) : undefined
  if (chain === undefined && hashes === undefined) return undefined
  return withoutUndefined<ContractProof>({ chain, hashes })
}

const verdicts: ReadonlySet<unknown> = new Set<ContractVerdict>([
  ...(['Accepted', 'SignatureError', 'CertificateExpired', 'CertificateRevoked'] as const),
  ...(['NoCertificateAvailable', 'CertChainError', 'ContractCancelled'] as const),
])

export const verdictOf = (word: unknown): ContractVerdict | undefined =>
  verdicts.has(word) ? (word as ContractVerdict) : undefined

export const get15118EVCertificate: HandledAction = {
  treatment: 'handled',
  read: ({ iso15118SchemaVersion, action, exiRequest }) => ({
    type: 'contract.requested',
    schemaVersion: String(iso15118SchemaVersion),
    update: action === 'Update',
    exiRequest: String(exiRequest),
  }),
  answer: (reply): Messages.Get15118EVCertificateResponse => {
    const { exiResponse } = only(reply, 'contract')
    return { status: exiResponse === null ? 'Failed' : 'Accepted', exiResponse: exiResponse ?? '' }
  },
  write: (event): Messages.Get15118EVCertificate => {
    const { schemaVersion, update, exiRequest } = only(event, 'contract.requested')
    return { iso15118SchemaVersion: schemaVersion, action: update ? 'Update' : 'Install', exiRequest }
  },
  readAnswer: ({ status, exiResponse }) => ({
    type: 'contract',
    exiResponse: status === 'Accepted' ? (text(exiResponse) ?? '') : null,
  }),
}

export const getCertificateStatus: HandledAction = {
  treatment: 'handled',
  read: ({ ocspRequestData }) => ({
    type: 'certificate.inquired',
    certificate: inQuestion(ocspRequestData),
  }),
  answer: (reply): Messages.GetCertificateStatusResponse => {
    const { response } = only(reply, 'revocation')
    return response === null ? { status: 'Failed' } : { status: 'Accepted', ocspResult: response }
  },
  write: (event): Messages.GetCertificateStatus => ({
    ocspRequestData: questionOf(only(event, 'certificate.inquired').certificate),
  }),
  readAnswer: ({ status, ocspResult }) => ({
    type: 'revocation',
    response: status === 'Accepted' ? (text(ocspResult) ?? null) : null,
  }),
}
