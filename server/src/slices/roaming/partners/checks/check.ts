import type { CheckResult } from '@stationmaster/contract'
import { type Codec, codecOf, type ModuleId, ocpiVersions, read } from '@stationmaster/ocpi'
import { unseal } from '../../../../platform/secrets/seal.ts'
import { callPartner, exchange, type PartnerAnswer } from '../calling/call-partner.ts'
import { ConnectFailure, faultsOf, type Met, readEndpoints } from '../calling/endpoints.ts'
import type { PartnerParts } from '../parts.ts'
import type { PartnerRow } from '../store.ts'
import { newToken } from '../tokens.ts'
import { checkList } from './check-list.ts'

const good = {
  module: null,
  problem: null,
  http_status: null,
  ocpi_status: null,
  message: null,
  objects: null,
}

/** What partners whose drivers charge here need, so that all of it works. */
const wanted: readonly (readonly [ModuleId, 'SENDER' | 'RECEIVER'])[] = [
  ['tokens', 'SENDER'],
  ['locations', 'RECEIVER'],
  ['tariffs', 'RECEIVER'],
  ['sessions', 'RECEIVER'],
  ['cdrs', 'RECEIVER'],
  ['commands', 'SENDER'],
]

/** Plays the checks of the standard against a connected partner: reads everything and changes nothing. */
export async function checkPartner(parts: PartnerParts, partner: PartnerRow): Promise<CheckResult[]> {
  const { secretKey } = parts
  // a connected partner has both
  const token = partner.partnerToken === null ? '' : unseal<string>(secretKey, partner.partnerToken)
  const url = partner.versionsUrl ?? ''
  const met = await meet(parts, partner, { url, token })
  if (met instanceof ConnectFailure) return [metResult(met)]
  const results: CheckResult[] = [{ ...good, check: 'versions' }, detailsResult(met)]
  const current = { ...met.partner, endpoints: met.endpoints, version: met.version }
  results.push(await checkCredentials(parts, current, token))
  results.push(await checkToken(parts, current, { url, token: newToken(), check: 'wrong_token' }))
  results.push(await checkToken(parts, current, { url, token: null, check: 'no_token' }))
  for (const [module, codec] of listsOf(met)) results.push(await checkList(parts, current, module, codec))
  return results
}

/** The version that was agreed is looked at, also where a better one has come. */
async function meet(
  parts: PartnerParts,
  partner: PartnerRow,
  at: { url: string; token: string },
): Promise<Met | ConnectFailure> {
  const agreed = ocpiVersions.find((version) => version === partner.version)
  return readEndpoints(parts, partner, { ...at, ...(agreed ? { wanted: agreed } : {}) }).catch(
    (error: unknown) => {
      if (error instanceof ConnectFailure) return error
      throw error
    },
  )
}

const metResult = ({ step, fault, message, httpStatus, ocpiStatus }: ConnectFailure): CheckResult => ({
  ...good,
  check: step === 'credentials' ? 'details' : step,
  problem: fault,
  message,
  http_status: httpStatus,
  ocpi_status: ocpiStatus,
})

function detailsResult({ endpoints }: Met): CheckResult {
  const missing = wanted.filter(
    ([module, role]) => !endpoints.some((one) => one.identifier === module && one.role === role),
  )
  if (missing.length === 0) return { ...good, check: 'details' }
  const names = missing.map(([module, role]) => `${module} (${role})`).join(', ')
  return { ...good, check: 'details', problem: 'missing_modules', message: names }
}

/** The credentials that it shows are those that it has given us. */
async function checkCredentials(
  parts: PartnerParts,
  partner: PartnerRow,
  token: string,
): Promise<CheckResult> {
  const call = { module: 'credentials', role: 'SENDER', method: 'GET' } as const
  const answer = await callPartner(parts, partner, call)
  const seen = statusesOf(answer)
  if (!answer.ok)
    return { ...good, ...seen, check: 'credentials', problem: answer.fault, message: answer.message }
  const version = ocpiVersions.find((one) => one === partner.version) ?? '2.2.1'
  const reading = read(codecOf(version).credentials, answer.data)
  if (!reading.ok)
    return {
      ...good,
      ...seen,
      check: 'credentials',
      problem: 'unreadable',
      message: faultsOf(reading.faults),
    }
  const isSame = reading.value.token === token
  return { ...good, ...seen, check: 'credentials', problem: isSame ? null : 'other_token' }
}

/** A token that it cannot know, or none, gets HTTP 401. */
async function checkToken(
  parts: PartnerParts,
  partner: PartnerRow,
  { url, token, check }: { url: string; token: string | null; check: 'wrong_token' | 'no_token' },
): Promise<CheckResult> {
  const call = { module: 'versions', method: 'GET', url, token, isProbe: true } as const
  const answer = await exchange(parts, partner, call)
  const seen = { ...statusesOf(answer), check }
  if (answer.ok) return { ...good, ...seen, problem: 'open' }
  if (answer.httpStatus === 401) return { ...good, ...seen }
  const problem = answer.httpStatus === null ? answer.fault : 'not_401'
  return { ...good, ...seen, problem, message: answer.message }
}

const statusesOf = (answer: PartnerAnswer) => ({
  http_status: answer.httpStatus,
  ocpi_status: answer.ocpiStatus,
})

/** The lists that a partner owns, with what reads their objects. */
function listsOf({ endpoints, version }: Met): [ModuleId, Codec<unknown>][] {
  const { token, location, tariff, session, cdr, clientInfo } = codecOf(version)
  const codecs: Readonly<Record<string, Codec<unknown>>> = {
    tokens: token as Codec<unknown>,
    locations: location as Codec<unknown>,
    tariffs: tariff as Codec<unknown>,
    sessions: session as Codec<unknown>,
    cdrs: cdr as Codec<unknown>,
    hubclientinfo: clientInfo as Codec<unknown>,
  }
  return endpoints.flatMap(({ identifier, role }) => {
    const codec = role === 'SENDER' ? codecs[identifier] : undefined
    return codec ? [[identifier, codec] as [ModuleId, Codec<unknown>]] : []
  })
}
