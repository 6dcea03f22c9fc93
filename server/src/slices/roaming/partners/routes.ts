import { type Connection, contract, type Invitation, type RoamingPartner } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { seesNetwork } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { versionsUrl, withdraw } from './calling/connect.ts'
import { checkPartner } from './checks/check.ts'
import { findMessage, listMessages } from './messages/message-store.ts'
import {
  change,
  connectTo,
  getFor,
  getPartner,
  getSeenPartner,
  invite,
  inviteAgain,
  nameParty,
  takeInvitation,
} from './office/actions.ts'
import { failureView, messageView, seenBy, viewsOf } from './office/view.ts'
import type { PartnerParts } from './parts.ts'
import { findOurParty } from './party-store.ts'
import { isAnyConnected, listPartners } from './store.ts'

const { roamingPartners: calls } = contract

/** What administrators do with partners and see of them; accounters of the network see them too. */
export function partnerRoutes(rest: Rest, parts: PartnerParts): void {
  const { db, clock } = parts
  const viewOf = async (id: number): Promise<RoamingPartner> =>
    first(await viewsOf(db, [await getPartner(parts, id)], clock.now()))

  route(rest, calls.list, async ({ query, caller }) => {
    if (!seesNetwork(caller)) return { items: [], total: 0 }
    const { rows, total } = await listPartners(db, query)
    const items = await viewsOf(db, rows, clock.now())
    return { items: items.map((one) => seenBy(caller, one)), total }
  })
  route(rest, calls.get, async ({ params, caller }) => {
    await getSeenPartner(parts, caller, params.id)
    return seenBy(caller, await viewOf(params.id))
  })

  partyRoutes(rest, parts)
  meetingRoutes(rest, parts, viewOf)
  stateRoutes(rest, parts, viewOf)
  messageRoutes(rest, parts)
}

type ViewOf = (id: number) => Promise<RoamingPartner>

/** Who we are. */
function partyRoutes(rest: Rest, parts: PartnerParts): void {
  const { db } = parts
  const view = async () => {
    const [party, fixed] = await Promise.all([findOurParty(db), isAnyConnected(db)])
    return {
      country_code: party?.countryCode ?? null,
      party_id: party?.partyId ?? null,
      name: party?.name ?? null,
      website: party?.website ?? null,
      green_energy: party?.greenEnergy ?? null,
      energy_supplier: party?.energySupplier ?? null,
      energy_product: party?.energyProduct ?? null,
      versions_url: versionsUrl(parts),
      fixed,
    }
  }
  route(rest, calls.party, view)
  route(rest, calls.setParty, async ({ body, caller, remoteAddress }) => {
    const party = {
      countryCode: body.country_code,
      partyId: body.party_id,
      name: body.name,
      website: body.website,
      greenEnergy: body.green_energy,
      energySupplier: body.energy_supplier,
      energyProduct: body.energy_product,
    }
    await nameParty(parts, party, { caller, remoteAddress })
    return view()
  })
}

/** How partners and we get to know each other. */
function meetingRoutes(rest: Rest, parts: PartnerParts, viewOf: ViewOf): void {
  const invitation = async (id: number, token: string): Promise<Invitation> => ({
    partner: await viewOf(id),
    token,
    versions_url: versionsUrl(parts),
  })

  route(rest, calls.invite, async ({ body, caller, remoteAddress }) => {
    const { id, token } = await invite(parts, { name: body.name, isHub: body.hub }, { caller, remoteAddress })
    return invitation(id, token)
  })
  route(rest, calls.inviteAgain, async ({ params, caller, remoteAddress }) =>
    invitation(params.id, await inviteAgain(parts, params.id, { caller, remoteAddress })),
  )

  const connect = async (
    id: number,
    { action, ...by }: { action: 'connect' | 'renew' } & Parameters<typeof connectTo>[2],
  ): Promise<Connection> => {
    const failure = await connectTo(parts, await getFor(parts, id, action), by)
    return { partner: await viewOf(id), failure: failure && failureView(failure) }
  }
  route(rest, calls.accept, async ({ body, caller, remoteAddress }) => {
    const { name, hub: isHub, versions_url: url, token } = body
    const by = { caller, remoteAddress }
    const id = await takeInvitation(parts, { name, isHub, versionsUrl: url, token }, by)
    return connect(id, { action: 'connect', ...by })
  })
  for (const action of ['connect', 'renew'] as const)
    route(rest, calls[action], ({ params, caller, remoteAddress }) =>
      connect(params.id, { action, caller, remoteAddress }),
    )
}

/** What becomes of a connection. */
function stateRoutes(rest: Rest, parts: PartnerParts, viewOf: ViewOf): void {
  route(rest, calls.change, async ({ params, body, caller, remoteAddress }) => {
    const { name, wants_encoded: wantsEncoded, hub: isHub } = body
    const changed = {
      ...(name === undefined ? {} : { name }),
      ...(wantsEncoded === undefined ? {} : { wantsEncoded }),
      ...(isHub === undefined ? {} : { isHub }),
    }
    await change(parts, params.id, { action: 'change', by: { caller, remoteAddress } }, changed)
    return viewOf(params.id)
  })

  const states = { suspend: 'suspended', resume: 'connected' } as const
  for (const action of ['suspend', 'resume'] as const)
    route(rest, calls[action], async ({ params, caller, remoteAddress }) => {
      const by = { caller, remoteAddress }
      await change(parts, params.id, { action, by }, { state: states[action] })
      return viewOf(params.id)
    })

  route(rest, calls.withdraw, async ({ params, caller, remoteAddress }) => {
    const partner = await getFor(parts, params.id, 'withdraw')
    const informed = await withdraw(parts, partner, { caller, remoteAddress })
    return { partner: await viewOf(params.id), informed }
  })

  route(rest, calls.check, async ({ params }) => checkPartner(parts, await getFor(parts, params.id, 'check')))
}

/** What was said between partners and us. */
function messageRoutes(rest: Rest, parts: PartnerParts): void {
  const { db } = parts
  route(rest, calls.messages, async ({ params, query }) => {
    await getPartner(parts, params.id)
    const { before = null, module = null, failed, limit } = query
    const filter = { before, module, failed: failed === 'true', limit: limit + 1 }
    const rows = await listMessages(db, params.id, filter)
    const items = rows.slice(0, limit)
    return { items: items.map(messageView), next: rows.length > limit ? String(items.at(-1)?.id) : null }
  })
  route(rest, calls.message, async ({ params }) => {
    const row = await findMessage(db, params.id, params.messageId)
    if (!row) throw new Failure('roaming.message_not_found')
    return { ...messageView(row), request_body: row.requestBody, answer_body: row.answerBody }
  })
}
