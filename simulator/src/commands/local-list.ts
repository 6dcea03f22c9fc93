import { listed, type Payload, record } from '../link/payload.ts'
import type { Core } from '../station/core.ts'
import type { Entry } from '../station/known-tokens.ts'

/** Answers SendLocalList of either version (1.6 clause 5.15; 2.0.1 part 2, D01). */
export function sendLocalList(core: Core, payload: Payload): Payload {
  const { tokens, settings, traits } = core
  if (!settings.allows('LocalAuthListEnabled'))
    return { status: traits.namesTransactions ? 'Failed' : 'NotSupported' }
  const version = Number(payload.listVersion ?? payload.versionNumber)
  const keep = payload.updateType === 'Differential'
  if (keep && version <= tokens.version) return { status: 'VersionMismatch' }
  const sent = listed(payload.localAuthorizationList)
  const entries = new Map(sent.map(entryOf))
  const tooMuch =
    sent.length > settings.integer('SendLocalListMaxLength') ||
    Buffer.byteLength(JSON.stringify(payload)) > settings.integer('SendLocalListMaxBytes') ||
    tokens.sizeWith(entries, keep) > settings.integer('LocalAuthListMaxLength')
  if (tooMuch) return { status: 'Failed' }
  tokens.replace(version, entries, keep)
  settings.show('LocalAuthListEntries', tokens.size)
  return { status: 'Accepted' }
}

/** Answers GetLocalListVersion: 0 where the list is empty, -1 where 1.6 has it turned off (1.6 clause 5.10). */
export function getLocalListVersion(core: Core): Payload {
  const { namesTransactions } = core.traits
  const off = !core.settings.allows('LocalAuthListEnabled')
  const version = off ? (namesTransactions ? 0 : -1) : core.tokens.version
  return namesTransactions ? { versionNumber: version } : { listVersion: version }
}

/** Answers ClearCache; refused where there is no cache (1.6 clause 5.4). */
export function clearCache(core: Core): Payload {
  if (!core.settings.allows('AuthorizationCacheEnabled')) return { status: 'Rejected' }
  core.tokens.forgetCache()
  return { status: 'Accepted' }
}

/** Answers CustomerInformation: reports what is known of a card, and deletes it on request (2.0.1 part 2, N09 and N10). */
export function customerInformation(core: Core, payload: Payload): Payload {
  const { requestId, report, clear, customerIdentifier, idToken, customerCertificate } = payload
  const { idToken: token } = record(idToken)
  if (token === undefined && customerIdentifier === undefined && customerCertificate === undefined) {
    return { status: 'Invalid' }
  }
  const name = String(token ?? customerIdentifier ?? '')
  const known = [
    ...(core.tokens.listed(name, core.now().getTime()) ? ['in the local list'] : []),
    ...(core.tokens.cached(name, core.now().getTime()) ? ['in the authorization cache'] : []),
    ...core.transactions
      .filter((one) => one.token?.token === name)
      .map(({ id, startedAt }) => `transaction ${id} of ${startedAt.toISOString()}`),
  ]
  if (clear === true) core.tokens.forget(name)
  if (report === true || clear === true) {
    const text = known.length > 0 ? `${name}: ${known.join('; ')}` : `${name}: nothing is kept`
    const data = clear === true ? `${text}; removed` : text
    const notice = {
      data: data.slice(0, 512),
      tbc: false,
      seqNo: 0,
      generatedAt: core.now().toISOString(),
      requestId,
    }
    core.soon(() => core.note('NotifyCustomerInformation', notice))
  }
  return { status: 'Accepted' }
}

function entryOf({ idTag, idTagInfo, idToken, idTokenInfo }: Payload): [string, Entry | null] {
  const token = String(idTag ?? record(idToken).idToken ?? '')
  const about = idTagInfo ?? idTokenInfo
  if (about === undefined) return [token, null]
  const { status, expiryDate, cacheExpiryDateTime, parentIdTag, groupIdToken } = record(about)
  const until = expiryDate ?? cacheExpiryDateTime
  const group = parentIdTag ?? record(groupIdToken).idToken
  return [
    token,
    {
      status: String(status),
      until: typeof until === 'string' ? Date.parse(until) : Number.POSITIVE_INFINITY,
      group: typeof group === 'string' ? group : null,
    },
  ]
}
