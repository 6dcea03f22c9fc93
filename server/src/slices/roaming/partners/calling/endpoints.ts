import {
  bestOf,
  codecOf,
  type Endpoint,
  type OcpiVersion,
  read,
  type TokenEncoding,
  type VersionListed,
} from '@stationmaster/ocpi'
import type { PartnerParts } from '../parts.ts'
import { encodingTo } from '../rules.ts'
import { type PartnerRow, updatePartner } from '../store.ts'
import { exchange, type PartnerAnswer, type PartnerUrlCall } from './call-partner.ts'
import type { PartnerFault } from './faults.ts'

/** The steps in which two platforms get to know each other. */
export type ConnectStep = 'versions' | 'details' | 'credentials'

/** Where it ended, and why. */
export class ConnectFailure extends Error {
  constructor(
    readonly step: ConnectStep,
    readonly fault: PartnerFault | 'no_version' | 'no_credentials' | 'unreadable' | 'party_taken' | 'no_hub',
    message: string,
    readonly httpStatus: number | null = null,
    readonly ocpiStatus: number | null = null,
  ) {
    super(message)
    this.name = 'ConnectFailure'
  }
}

export interface Met {
  /** with the encoding that it was found to understand */
  partner: PartnerRow
  version: OcpiVersion
  endpoints: Endpoint[]
}

/**
 * Reads what versions a partner speaks, and where the modules of one are: of `wanted`, or of the best that we speak too. Throws
 * ConnectFailure.
 */
export async function readEndpoints(
  parts: PartnerParts,
  partner: PartnerRow,
  { url, token, wanted }: { url: string; token: string; wanted?: OcpiVersion },
): Promise<Met> {
  const first = await askEitherWay(parts, partner, { module: 'versions', method: 'GET', url, token })
  const listed = listIn(answered(first.answer, 'versions'))
  const names = listed.map(({ version }) => version)
  const version = wanted === undefined ? bestOf(names) : names.includes(wanted) ? wanted : undefined
  const details = listed.find((one) => one.version === version)
  if (!version || !details)
    throw new ConnectFailure('versions', 'no_version', `they speak ${names.join(', ') || 'no version'}`)
  const call = { module: 'versions', method: 'GET', url: details.url, token } as const
  const answer = await exchange(parts, first.partner, call)
  const reading = read(codecOf(version).versionDetails, answered(answer, 'details'))
  if (!reading.ok) throw new ConnectFailure('details', 'unreadable', faultsOf(reading.faults))
  const { endpoints } = reading.value
  if (!endpoints.some(({ identifier }) => identifier === 'credentials'))
    throw new ConnectFailure('details', 'no_credentials', 'they name no address of their credentials')
  return { partner: first.partner, version, endpoints }
}

/** What an answer brought; throws ConnectFailure where it is none. */
export function answered(answer: PartnerAnswer, step: ConnectStep): unknown {
  if (answer.ok) return answer.data
  throw new ConnectFailure(step, answer.fault, answer.message, answer.httpStatus, answer.ocpiStatus)
}

export const faultsOf = (faults: readonly { path: string; message: string }[]): string =>
  faults
    .slice(0, 5)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join('; ')

/** Versions that can be read; others are left out, as a list may name versions that nobody here knows. */
function listIn(data: unknown): VersionListed[] {
  const list = Array.isArray(data) ? data : []
  return list.flatMap((one: unknown) => {
    const reading = read(codecOf('2.2.1').versionListed, one)
    return reading.ok ? [reading.value] : []
  })
}

const other: Readonly<Record<TokenEncoding, TokenEncoding>> = { base64: 'plain', plain: 'base64' }

/** Makes a call, and where the token is not known, once more with the token written the other way; what helped is remembered. */
async function askEitherWay(
  parts: PartnerParts,
  partner: PartnerRow,
  call: PartnerUrlCall & { token: string },
): Promise<{ answer: PartnerAnswer; partner: PartnerRow }> {
  const answer = await exchange(parts, partner, call)
  if (answer.ok || answer.httpStatus !== 401) return { answer, partner }
  const turned = { ...partner, wantsEncoded: other[encodingTo(partner)] }
  const again = await exchange(parts, turned, call)
  if (!again.ok) return { answer, partner }
  await updatePartner(parts.db, partner.id, { wantsEncoded: turned.wantsEncoded })
  return { answer: again, partner: turned }
}
