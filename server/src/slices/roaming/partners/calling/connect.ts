import { type Credentials, codecOf, read, write } from '@stationmaster/ocpi'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { type AuditEntry, audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { seal, unseal } from '../../../../platform/secrets/seal.ts'
import type { PartnerParts } from '../parts.ts'
import { findOurParty, type OurParty } from '../party-store.ts'
import { claimsHub, hubPartyOf, partyOf } from '../rules.ts'
import { lockOtherParties, lockPartner, type PartnerRow, updatePartner } from '../store.ts'
import { hashOf, newToken } from '../tokens.ts'
import { exchange } from './call-partner.ts'
import { answered, ConnectFailure, faultsOf, type Met, readEndpoints } from './endpoints.ts'

/** Who does something, for the audit log. */
export type By = Pick<AuditEntry, 'caller' | 'remoteAddress'>

/** Our party; throws roaming.no_party where nobody has named it. */
export async function ourParty({ db }: Pick<PartnerParts, 'db'>): Promise<OurParty> {
  const us = await findOurParty(db)
  if (!us) throw new Failure('roaming.no_party')
  return us
}

export const versionsUrl = ({ base }: Pick<PartnerParts, 'base'>): string => `${base()}/ocpi/versions`

/** What a partner gets to know of us, with the token that opens our interface to it. */
export const ourCredentials = (parts: PartnerParts, us: OurParty, token: string): Credentials => ({
  token,
  url: versionsUrl(parts),
  roles: [
    {
      role: 'CPO',
      countryCode: us.countryCode,
      partyId: us.partyId,
      businessDetails: { name: us.name, ...(us.website === null ? {} : { website: us.website }) },
    },
  ],
})

/**
 * Registers at a partner that has invited us (POST), or exchanges the tokens of a connected one and reads again where its modules
 * are (PUT). The partner reads our versions with the new token while it answers. Throws ConnectFailure, and roaming.no_party.
 */
export async function registerAt(
  parts: PartnerParts,
  partner: PartnerRow,
  method: 'POST' | 'PUT',
  by: By,
): Promise<void> {
  const { db, secretKey } = parts
  const us = await ourParty(parts)
  const { partnerToken, versionsUrl: url } = partner
  // a partner that has invited us, or is connected, has both
  if (partnerToken === null || url === null) throw new Failure('roaming.wrong_state')
  const token = unseal<string>(secretKey, partnerToken)
  const met = await readEndpoints(parts, partner, { url, token })
  const offered = newToken()
  await updatePartner(db, partner.id, { offeredHash: hashOf(offered) })
  try {
    const theirs = await offer(parts, met, { method, token, ours: ourCredentials(parts, us, offered) })
    const action = method === 'POST' ? 'connect' : 'renew'
    const kept = await keep(parts, met, { theirs, offered, used: offered, by, action })
    if (kept.kind === 'stale') throw new Failure('roaming.wrong_state')
    if (kept.kind === 'taken' || kept.kind === 'no_hub') {
      // they believe to be connected
      const url = met.endpoints.find(({ identifier }) => identifier === 'credentials')?.url ?? ''
      const call = { module: 'credentials', method: 'DELETE', url, token: theirs.token } as const
      await exchange(parts, { ...partner, version: met.version }, call)
      throw kept.kind === 'taken'
        ? new ConnectFailure('credentials', 'party_taken', kept.party)
        : new ConnectFailure('credentials', 'no_hub', '')
    }
  } catch (error) {
    // where nobody knows whether they have taken it, it stays good beside the old one
    if (!isOpen(error)) await updatePartner(db, partner.id, { offeredHash: null })
    throw error
  }
}

const isOpen = (error: unknown): boolean =>
  error instanceof ConnectFailure && (error.fault === 'timeout' || error.fault === 'broken')

/** Sends our credentials and reads theirs. */
async function offer(
  parts: PartnerParts,
  { partner, version, endpoints }: Met,
  { method, token, ours }: { method: 'POST' | 'PUT'; token: string; ours: Credentials },
): Promise<Credentials> {
  const { credentials } = codecOf(version)
  const url = endpoints.find(({ identifier }) => identifier === 'credentials')?.url ?? ''
  const call = { module: 'credentials', method, url, token, body: write(credentials, ours) } as const
  // they ask us back before they answer, so they may take as long as several calls
  const answer = await exchange(parts, { ...partner, version }, { ...call, timeoutMs: parts.timeoutMs * 3 })
  const reading = read(credentials, answered(answer, 'credentials'))
  if (!reading.ok) throw new ConnectFailure('credentials', 'unreadable', faultsOf(reading.faults))
  return reading.value
}

/**
 * The partner is connected: its credentials are kept, and the token that we gave it is the only one from now on. Nothing is kept where
 * the token that led here (`used`) has lost its place meanwhile, one of its parties is another partner's, or it says that it is a hub
 * and nobody of the staff has said so.
 */
export function keep(
  parts: PartnerParts,
  { partner, version, endpoints }: Met,
  what: { theirs: Credentials; offered: string; used: string; by: By; action: 'connect' | 'renew' },
): Promise<KeptCredentials> {
  const { db, clock, secretKey } = parts
  const { theirs, offered, by, action } = what
  const at = clock.now()
  const used = hashOf(what.used)
  return inTransaction(db, async (tx) => {
    const now = await lockPartner(tx, partner.id)
    if (now?.tokenHash !== used && now?.offeredHash !== used) return { kind: 'stale' }
    if (claimsHub(theirs) && !now.isHub) return { kind: 'no_hub' }
    const party = await findTakenParty(tx, partner.id, theirs)
    if (party !== undefined) return { kind: 'taken', party }
    await updatePartner(tx, partner.id, {
      state: 'connected',
      version,
      endpoints,
      roles: theirs.roles,
      hubPartyId: theirs.hubPartyId ?? null,
      versionsUrl: theirs.url,
      partnerToken: seal(secretKey, theirs.token),
      tokenHash: hashOf(offered),
      offeredHash: null,
      invitedUntil: null,
      ...(partner.connectedAt ? {} : { connectedAt: at }),
    })
    await audit(tx, {
      ...by,
      action: `roaming_partner.${action}`,
      subjectType: 'roaming_partner',
      subjectId: partner.id,
      after: { version, roles: theirs.roles, url: theirs.url },
      at,
    })
    return { kind: 'kept' }
  })
}

/** What became of a partner's credentials. */
type KeptCredentials = { kind: 'kept' | 'stale' | 'no_hub' } | { kind: 'taken'; party: string }

/** The first of some parties that another partner has named before; those behind a hub may have several ways to us. */
async function findTakenParty(
  tx: Tx,
  partnerId: number,
  { roles, hubPartyId }: Credentials,
): Promise<string | undefined> {
  const parties = hubPartyId === undefined ? roles : [hubPartyOf(hubPartyId)]
  const names = [...new Set(parties.map(({ countryCode, partyId }) => partyOf(countryCode, partyId)))]
  const others = await lockOtherParties(tx, partnerId)
  return names.find((name) => others.has(name))
}

/**
 * Ends a connection: the partner is informed where that is possible, and its tokens open nothing from now on. Resolves with whether it was informed.
 * Throws roaming.wrong_state.
 */
export async function withdraw(parts: PartnerParts, partner: PartnerRow, by: By): Promise<boolean> {
  if (partner.state === 'withdrawn') throw new Failure('roaming.wrong_state')
  const url = partner.endpoints.find(({ identifier }) => identifier === 'credentials')?.url
  const informed =
    url !== undefined && partner.partnerToken !== null && partner.state !== 'invited'
      ? await exchange(parts, partner, {
          module: 'credentials',
          method: 'DELETE',
          url,
          token: unseal<string>(parts.secretKey, partner.partnerToken),
        })
      : null
  await end(parts, partner.id, by)
  return informed?.ok ?? false
}

/** What stays of a partner whose connection has ended: what was said, and nothing that opens anything. */
export async function end({ db, clock }: PartnerParts, id: number, by: By): Promise<void> {
  await inTransaction(db, async (tx) => {
    const partner = await lockPartner(tx, id)
    if (!partner || partner.state === 'withdrawn') return
    await updatePartner(tx, id, {
      state: 'withdrawn',
      tokenHash: null,
      offeredHash: null,
      partnerToken: null,
      invitedUntil: null,
    })
    await audit(tx, {
      ...by,
      action: 'roaming_partner.withdraw',
      subjectType: 'roaming_partner',
      subjectId: id,
      before: { state: partner.state },
      after: { state: 'withdrawn' },
      at: clock.now(),
    })
  })
}
