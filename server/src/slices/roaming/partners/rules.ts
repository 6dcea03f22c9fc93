import type { TokenEncoding } from '@stationmaster/ocpi'
import type { PartnerRow } from './store.ts'

/** How far a partner has come whose token came with a call. */
export type Stage =
  /** invited by us: its token opens versions and the POST of credentials */
  | 'registering'
  /** its token was offered while we register there: it reads our versions, and nothing else */
  | 'offered'
  /** everything */
  | 'connected'
  /** none of our calls, until an administrator lets it in again */
  | 'suspended'

/** What a token opens at a moment; null: nothing, as if it were unknown. */
export function stageOf(
  partner: Pick<PartnerRow, 'state' | 'invitedBy' | 'invitedUntil'>,
  isOffered: boolean,
  now: Date,
): Stage | null {
  const { state, invitedBy, invitedUntil } = partner
  if (state === 'withdrawn') return null
  if (state !== 'invited') return state
  if (invitedBy === 'them') return isOffered ? 'offered' : null
  return invitedUntil !== null && invitedUntil > now ? 'registering' : null
}

/** Whether a call of credentials is allowed: a POST registers once, PUT and DELETE change what was registered. */
export const takesCredentials = (stage: Stage, method: 'POST' | 'PUT' | 'DELETE'): boolean =>
  method === 'POST' ? stage === 'registering' : stage === 'connected'

/** A party in OCPI: country code and party id, in upper case. */
export const partyOf = (countryCode: string, partyId: string): string =>
  `${countryCode}*${partyId}`.toUpperCase()

/**
 * Whether a partner says that it stands for others: by its role in 2.2.1, by a field of its credentials in 2.3.0. A hub may speak for
 * any party, so this opens nothing by itself: staff has to say so too (`isHub` of its row).
 */
export const claimsHub = ({
  hubPartyId,
  roles,
}: {
  hubPartyId?: string | null | undefined
  roles: PartnerRow['roles']
}): boolean => Boolean(hubPartyId) || roles.some(({ role }) => role === 'HUB')

/** A hub's own party, of the field that names it: country code and party id. */
export const hubPartyOf = (hubPartyId: string): { countryCode: string; partyId: string } => ({
  countryCode: hubPartyId.slice(0, 2),
  partyId: hubPartyId.slice(2),
})

/** The party that calls to a partner are for where they are for none in particular: a hub's own, else its first that drives cars. */
export function mainPartyOf({
  hubPartyId,
  roles,
}: Pick<PartnerRow, 'hubPartyId' | 'roles'>): { countryCode: string; partyId: string } | undefined {
  if (hubPartyId) return hubPartyOf(hubPartyId)
  const hub = roles.find(({ role }) => role === 'HUB')
  return hub ?? roles.find(({ role }) => role === 'EMSP') ?? roles[0]
}

/** How tokens are written in calls to a partner: as it wants them, else as it writes its own, else by the standard. */
export const encodingTo = ({
  wantsEncoded,
  sendsEncoded,
}: Pick<PartnerRow, 'wantsEncoded' | 'sendsEncoded'>): TokenEncoding =>
  wantsEncoded ?? sendsEncoded ?? 'base64'

/** What an administrator may do with a partner now. */
export const actionsOn = ({
  state,
  invitedBy,
  partnerToken,
}: Pick<PartnerRow, 'state' | 'invitedBy' | 'partnerToken'>) => ({
  // whatever has gone wrong, it can always begin again
  invite: true,
  connect: state === 'invited' && invitedBy === 'them' && partnerToken !== null,
  renew: state === 'connected',
  suspend: state === 'connected',
  resume: state === 'suspended',
  withdraw: state !== 'withdrawn',
  check: state === 'connected',
})
export type PartnerAction = keyof ReturnType<typeof actionsOn>
