import { managers, type Person, type Role, roles } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { takePicture } from '../../../../platform/files/uploads.ts'
import type { Caller, Viewer } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { invite, resendInvitation } from '../links/invitations.ts'
import type { ManagersParts } from '../parts.ts'
import { findManager } from '../store.ts'
import { changeAvatar } from './avatar.ts'
import { changeManager } from './change.ts'
import { viewOf } from './people.ts'
import { findPerson, listPeople, type PersonRow } from './people-store.ts'

/** The parts, and what other slices know of a manager. */
export interface StaffRoutesParts extends ManagersParts {
  /** How many locations managers own or run, in one query; managers without locations are left out. */
  countLocations(db: Db, managerIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** What is due to an owner, or what the network has captured, in minor units. */
  loadBalance(db: Db, viewer: Viewer): Promise<number>
}

/** Managers as the caller sees them. */
function peopleOf(parts: StaffRoutesParts) {
  const { db } = parts
  const viewsOf = async (caller: Caller, rows: PersonRow[]): Promise<Person[]> => {
    const ids = rows.map(({ id }) => id)
    const [locations, plans] = await Promise.all([parts.countLocations(db, ids), parts.plansOf(ids)])
    return rows.map((row) => viewOf(caller, row, locations.get(row.id) ?? 0, plans.get(row.id)))
  }

  const getPerson = async (caller: Caller, id: number): Promise<Person> => {
    const row = await findPerson(db, id)
    if (!row) throw new Failure('manager.not_found')
    return first(await viewsOf(caller, [row]))
  }
  return { viewsOf, getPerson }
}

/** The administration of the staff, and the own profile of everybody. */
export function staffRoutes(rest: Rest, parts: StaffRoutesParts): void {
  const { db } = parts

  const { viewsOf, getPerson } = peopleOf(parts)

  route(rest, managers.list, async ({ caller, query }) => {
    const filter = { ...query, roles: rolesOf(query.roles), canOwn: query.can_own === 'true' }
    const { rows, total } = await listPeople(db, filter)
    return { items: await viewsOf(caller, rows), total }
  })

  route(rest, managers.invite, async ({ caller, body, remoteAddress }) =>
    getPerson(caller, await invite(parts, caller, body, remoteAddress)),
  )

  route(rest, managers.resendInvitation, ({ caller, params, remoteAddress }) =>
    resendInvitation(parts, caller, params.id, remoteAddress),
  )

  route(rest, managers.get, async ({ caller, params }) => getPerson(caller, reachableId(caller, params.id)))

  route(rest, managers.change, async ({ caller, params, body, remoteAddress }) => {
    await changeManager(parts, caller, { id: params.id, change: body, remoteAddress })
    return getPerson(caller, params.id)
  })

  balanceRoute(rest, parts)

  route(rest, managers.uploadAvatar, async ({ caller, params, request, remoteAddress }) => {
    const { id } = await getPerson(caller, reachableId(caller, params.id))
    const url = await takePicture(request, (upload) =>
      changeAvatar(parts, caller, { id, upload, remoteAddress }),
    )
    // a picture that was uploaded has an address
    return { avatar_url: url! }
  })

  route(rest, managers.removeAvatar, async ({ caller, params, remoteAddress }) => {
    const id = reachableId(caller, params.id)
    await changeAvatar(parts, caller, { id, upload: null, remoteAddress })
    return undefined
  })
}

/** What is due to somebody, or to the owner or the network that they work for. */
function balanceRoute(rest: Rest, parts: StaffRoutesParts): void {
  const { db } = parts
  const { getPerson } = peopleOf(parts)
  route(rest, managers.balance, async ({ caller, params }) => {
    const { id, role, owner_id: ownerId } = await getPerson(caller, reachableId(caller, params.id))
    const [amount, owner] = await Promise.all([
      parts.loadBalance(db, { id, role, ownerId }),
      ownerId === null ? undefined : findManager(db, ownerId),
    ])
    return {
      available: { amount },
      of:
        role === 'manager' ? ('own' as const) : ownerId === null ? ('network' as const) : ('owner' as const),
      owner_name: owner ? `${owner.first_name} ${owner.last_name}`.trim() || owner.email : null,
    }
  })
}

/** Checks that the caller may reach a manager: administrators reach all, others only themselves. Throws manager.not_found. */
function reachableId(caller: Caller, id: number): number {
  if (caller.id !== id && caller.role !== 'administrator') throw new Failure('manager.not_found')
  return id
}

/** Reads a comma list of roles; a list without a known role finds nobody. */
function rolesOf(list: string | undefined): readonly Role[] | undefined {
  const words = list?.split(',').map((word) => word.trim())
  return words?.some(Boolean) ? roles.filter((role) => words.includes(role)) : undefined
}
