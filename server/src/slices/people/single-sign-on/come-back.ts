import type { Language, SingleSignOnReturn, TriedLogIn } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'
import { findSecondFactor } from '../managers/second-factor/second-factor-store.ts'
import type { Device } from '../managers/signing-in/session-store.ts'
import { updateManager } from '../managers/store.ts'
import { accountOf, applyGrant, connect, emailIn } from './accounts.ts'
import { attemptMs, drawSecret } from './begin.ts'
import type { SingleSignOnParts } from './parts.ts'
import { type Checks, type KeptLogIn, type LoggedIn, Provider } from './provider/provider.ts'
import { grantOf, groupsIn, isVerified, methodsIn } from './rules.ts'
import { openSession } from './session.ts'
import { expectOn, loadSettings, type Settings } from './settings/settings.ts'
import { updateTried } from './settings/settings-store.ts'
import { type AttemptRow, findLinked, insertAttempt, takeAttemptOf } from './store.ts'

export interface Return {
  browserSecret: string
  parameters: Readonly<Record<string, string>>
  deviceToken: string | undefined
  device: Device
  language: Language
}

/** What came back, before anything is done with it. */
interface Redeemed {
  attempt: AttemptRow
  who: LoggedIn
  settings: Settings
  methods: string[]
  groups: string[]
}

const nothing: Omit<SingleSignOnReturn, 'outcome'> = { tokens: null, pending: null, tried: null }

/** Ends what a browser has begun at the provider. Each attempt is used once, whatever becomes of it. Throws failures `sso.…`. */
export async function comeBack(parts: SingleSignOnParts, from: Return): Promise<SingleSignOnReturn> {
  const redeemed = await redeem(parts, from)
  const { purpose } = redeemed.attempt
  if (purpose === 'try') return { ...nothing, outcome: 'tried', tried: await endTry(parts, redeemed) }
  if (purpose === 'link') {
    await endLink(parts, redeemed, from.device.remoteAddress)
    return { ...nothing, outcome: 'linked' }
  }
  try {
    return await logIn(parts, redeemed, from)
  } catch (error) {
    if (error instanceof Failure) await noteRefusal(parts, redeemed, error, from.device.remoteAddress)
    throw error
  }
}

async function redeem(parts: SingleSignOnParts, from: Return): Promise<Redeemed> {
  const { db, clock, throttles, sealingKey } = parts
  const now = clock.now()
  const held = { state: from.parameters.state ?? '', browserSecret: from.browserSecret }
  const attempt = await takeAttemptOf(db, held, ['log_in', 'link', 'try'], now)
  if (!attempt) {
    await throttles.singleSignOn(from.device.remoteAddress, now)
    throw new Failure('sso.return_unknown')
  }
  const settings = await loadSettings(parts, db)
  if (attempt.purpose !== 'try') expectOn(settings)
  const provider = await Provider.open(settings, parts)
  const who = await provider.redeem(from.parameters, unseal<Checks>(sealingKey, attempt.sealed))
  const { claims } = who
  return {
    attempt,
    who,
    settings,
    methods: methodsIn(claims),
    groups: groupsIn(claims, settings.groups_claim),
  }
}

/** Shows what would have become of a log-in, and notes that one came through. */
async function endTry(
  { db, clock }: SingleSignOnParts,
  { attempt, who, settings, methods, groups }: Redeemed,
): Promise<TriedLogIn> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    await updateTried(tx, { issuer: settings.issuer, clientId: settings.client_id, at })
    await audit(tx, {
      caller: attempt.manager_id === null ? null : { id: attempt.manager_id },
      action: 'single_sign_on.try',
      subjectType: 'single_sign_on',
      subjectId: 1,
      after: { issuer: settings.issuer, client_id: settings.client_id, subject: who.subject },
      at,
    })
  })
  const grant = grantOf(settings.rules, groups)
  return {
    subject: who.subject,
    email: emailIn(who.claims),
    email_verified: isVerified(who.claims),
    groups: groups.slice(0, 200),
    role: grant?.role ?? null,
    location_ids: grant?.locationIds ?? [],
    owner_id: grant?.ownerId ?? null,
    methods,
    second_factor_trusted: isTrusted(settings, methods),
    refresh_token: who.refreshToken !== null,
    claims: Object.keys(who.claims).slice(0, 200),
  }
}

/** Connects the account that began it. */
async function endLink(
  { db, clock }: SingleSignOnParts,
  { attempt, who }: Redeemed,
  remoteAddress: string,
): Promise<void> {
  const { manager_id: managerId } = attempt
  if (managerId === null) throw new Failure('sso.return_unknown')
  await inRepeatableTransaction(db, (tx) => connect(tx, { managerId, who, remoteAddress, at: clock.now() }))
}

const isTrusted = ({ trusted_methods }: Settings, methods: readonly string[]): boolean =>
  methods.some((method) => trusted_methods.includes(method))

async function logIn(
  parts: SingleSignOnParts,
  { who, settings, methods, groups }: Redeemed,
  { device, deviceToken, language }: Return,
): Promise<SingleSignOnReturn> {
  const { db, clock, access, sealingKey } = parts
  const at = clock.now()
  const { remoteAddress } = device
  const grant = grantOf(settings.rules, groups)
  if (!grant) throw new Failure('sso.no_role')
  const trusted = isTrusted(settings, methods)
  const { managerId, answer } = await inRepeatableTransaction(db, async (tx) => {
    const manager = await accountOf(tx, { who, settings, grant, language, remoteAddress, at })
    await applyGrant(tx, parts, manager, { grant, remoteAddress, at })
    const { id } = manager
    const factor = trusted ? undefined : await findSecondFactor(tx, id)
    if (!factor?.confirmed_at) {
      const entry = {
        managerId: id,
        who: kept(who),
        settings,
        secondFactor: trusted,
        device,
        deviceToken,
        at,
      }
      const tokens = await openSession(tx, parts, entry)
      return { managerId: id, answer: { ...nothing, outcome: 'signed_in' as const, tokens } }
    }
    const [pending, browserSecret] = [drawSecret(), drawSecret()]
    await insertAttempt(tx, {
      state: pending,
      browserSecret,
      purpose: 'code',
      managerId: id,
      sealed: seal(sealingKey, kept(who)),
      expiresAt: new Date(at.getTime() + attemptMs),
    })
    const answered = { ...nothing, outcome: 'code_needed' as const, pending: `${pending}.${browserSecret}` }
    return { managerId: id, answer: answered }
  })
  // what an older session may do is read again, on all servers
  access.forget(managerId)
  return answer
}

const kept = ({ claims: _, ...rest }: LoggedIn): KeptLogIn => rest

/** after these refusals the API keys of somebody who has an account stop too */
const shutOutBy = new Set<string>(['sso.no_role', 'sso.domain_refused'])

/** A log-in that the provider let in and we did not. */
async function noteRefusal(
  { db, clock, access }: SingleSignOnParts,
  { who }: Redeemed,
  failure: Failure,
  remoteAddress: string,
): Promise<void> {
  const { issuer, subject } = who
  const at = clock.now()
  const managerId = await inRepeatableTransaction(db, async (tx) => {
    const linked = shutOutBy.has(failure.code) ? await findLinked(tx, who) : undefined
    if (linked !== undefined) await updateManager(tx, linked, { shut_out_at: at })
    await audit(tx, {
      caller: null,
      action: 'single_sign_on.refuse',
      subjectType: 'single_sign_on',
      subjectId: 1,
      after: { issuer, subject, email: emailIn(who.claims), reason: failure.code },
      remoteAddress,
      at,
    })
    return linked
  })
  if (managerId !== undefined) access.forget(managerId)
}
