import { DAY_MS } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { type Caller, seesNetwork } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { ForbiddenTarget, targetOf } from '../../../../platform/http/outgoing/targets.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { seal } from '../../../../platform/secrets/seal.ts'
import { type By, ourParty, registerAt } from '../calling/connect.ts'
import { ConnectFailure } from '../calling/endpoints.ts'
import type { PartnerParts } from '../parts.ts'
import { findOurParty, type OurParty, saveOurParty } from '../party-store.ts'
import { actionsOn, claimsHub, type PartnerAction } from '../rules.ts'
import {
  findPartner,
  insertPartner,
  isAnyConnected,
  lockPartner,
  type PartnerChange,
  type PartnerRow,
  updatePartner,
} from '../store.ts'
import { hashOf, newToken } from '../tokens.ts'

/** for how long the token of an invitation is good */
const invitedMs = 30 * DAY_MS

/** The partner; throws roaming.partner_not_found. */
export async function getPartner({ db }: Pick<PartnerParts, 'db'>, id: number): Promise<PartnerRow> {
  const partner = await findPartner(db, id)
  if (!partner) throw new Failure('roaming.partner_not_found')
  return partner
}

/** The same for who may see it: partners are the whole network's, and to who works for one owner they are not there. */
export async function getSeenPartner(
  parts: Pick<PartnerParts, 'db'>,
  caller: Pick<Caller, 'role' | 'ownerId'>,
  id: number,
): Promise<PartnerRow> {
  if (!seesNetwork(caller)) throw new Failure('roaming.partner_not_found')
  return getPartner(parts, id)
}

/** The same, where it may be dealt with so now; throws roaming.wrong_state. */
export async function getFor(
  parts: Pick<PartnerParts, 'db'>,
  id: number,
  action: PartnerAction,
): Promise<PartnerRow> {
  const partner = await getPartner(parts, id)
  if (!actionsOn(partner)[action]) throw new Failure('roaming.wrong_state')
  return partner
}

/** Says who we are. Throws roaming.party_in_use where partners know us under another identifier. */
export async function nameParty({ db, clock }: PartnerParts, party: OurParty, by: By): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await findOurParty(tx)
    const isOther = before && (before.countryCode !== party.countryCode || before.partyId !== party.partyId)
    if (isOther && (await isAnyConnected(tx))) throw new Failure('roaming.party_in_use')
    await saveOurParty(tx, party)
    await audit(tx, {
      ...by,
      action: 'roaming_party.change',
      subjectType: 'roaming_party',
      subjectId: 'own',
      ...(before ? { before } : {}),
      after: party,
      at: clock.now(),
    })
  })
}

/** Invites a partner: resolves with its id and the token with which it registers here, which is kept as a hash only. */
export async function invite(
  parts: PartnerParts,
  { name, isHub }: { name: string; isHub: boolean },
  by: By,
): Promise<{ id: number; token: string }> {
  const { db, clock } = parts
  await ourParty(parts)
  const token = newToken()
  const at = clock.now()
  const id = await inTransaction(db, async (tx) => {
    const inserted = await insertPartner(tx, {
      name,
      invitedBy: 'us',
      isHub,
      tokenHash: hashOf(token),
      invitedUntil: new Date(at.getTime() + invitedMs),
      at,
    })
    await note(tx, { by, action: 'invite', id: inserted, after: { name, isHub }, at })
    return inserted
  })
  return { id, token }
}

/** The same for a partner that is there: whatever opened something to either side opens nothing any more. */
export async function inviteAgain(parts: PartnerParts, id: number, by: By): Promise<string> {
  const { clock } = parts
  await ourParty(parts)
  const token = newToken()
  await change(
    parts,
    id,
    { action: 'invite', by },
    {
      state: 'invited',
      invitedBy: 'us',
      tokenHash: hashOf(token),
      offeredHash: null,
      partnerToken: null,
      invitedUntil: new Date(clock.now().getTime() + invitedMs),
    },
  )
  return token
}

/** Takes the invitation of a partner down; throws roaming.address_refused where its address is not to be called. */
export async function takeInvitation(
  parts: PartnerParts,
  invitation: { name: string; isHub: boolean; versionsUrl: string; token: string },
  by: By,
): Promise<number> {
  const { db, clock, secretKey, reach } = parts
  await ourParty(parts)
  const { name, isHub, versionsUrl, token } = invitation
  refuseForbidden(() => targetOf(versionsUrl, reach))
  const at = clock.now()
  return inTransaction(db, async (tx) => {
    const partner = { name, isHub, invitedBy: 'them', tokenHash: null, invitedUntil: null, at } as const
    const id = await insertPartner(tx, partner)
    await updatePartner(tx, id, { versionsUrl, partnerToken: seal(secretKey, token) })
    await note(tx, { by, action: 'accept', id, after: { name, isHub, versionsUrl }, at })
    return id
  })
}

function refuseForbidden(look: () => unknown): void {
  try {
    look()
  } catch (error) {
    throw error instanceof ForbiddenTarget ? new Failure('roaming.address_refused') : error
  }
}

/** Registers at a partner, or exchanges the tokens with it; resolves with why it could not be done, or null. */
export async function connectTo(
  parts: PartnerParts,
  partner: PartnerRow,
  by: By,
): Promise<ConnectFailure | null> {
  try {
    await registerAt(parts, partner, partner.state === 'connected' ? 'PUT' : 'POST', by)
    return null
  } catch (error) {
    if (error instanceof ConnectFailure) return error
    throw error
  }
}

/** Whether a connection stands that was made as a hub's: those behind it would be its own parties without it. */
const isHubNow = (partner: PartnerRow): boolean =>
  (partner.state === 'connected' || partner.state === 'suspended') && claimsHub(partner)

/** Changes a partner with its row locked, where its state allows it; throws roaming.partner_not_found and roaming.wrong_state. */
export async function change(
  { db, clock }: Pick<PartnerParts, 'db' | 'clock'>,
  id: number,
  { action, by }: { action: PartnerAction | 'change'; by: By },
  changed: PartnerChange,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockPartner(tx, id)
    if (!before) throw new Failure('roaming.partner_not_found')
    if (action !== 'change' && !actionsOn(before)[action]) throw new Failure('roaming.wrong_state')
    if (changed.isHub === false && isHubNow(before)) throw new Failure('roaming.wrong_state')
    if (Object.values(changed).every((value) => value === undefined)) return
    await updatePartner(tx, id, changed)
    const shown = ({ name, state, wantsEncoded, isHub }: PartnerChange) => ({
      name,
      state,
      wantsEncoded,
      isHub,
    })
    await note(tx, { by, action, id, before: shown(before), after: shown(changed), at: clock.now() })
  })
}

const note = (
  tx: Tx,
  {
    by,
    action,
    id,
    before,
    after,
    at,
  }: { by: By; action: string; id: number; before?: unknown; after: unknown; at: Date },
): Promise<void> =>
  audit(tx, {
    ...by,
    action: `roaming_partner.${action}`,
    subjectType: 'roaming_partner',
    subjectId: id,
    ...(before === undefined ? {} : { before }),
    after,
    at,
  })
