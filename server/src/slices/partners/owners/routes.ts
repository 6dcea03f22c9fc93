import { owners } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { findManager } from '../../people/managers/store.ts'
import { admit, type OwnerParts, setPayoutDetails } from './actions.ts'
import { findRequest, type LocationRequest, listRequests } from './request-store.ts'
import { assign, decline, requestLocation, withdraw } from './requests.ts'
import { listWaitingOwners } from './store.ts'
import { viewAdmission, viewWaiting } from './view.ts'

/** Checks that the caller may reach an id: managers their own, an administrator any; throws manager.not_found. */
function reachable(caller: Caller, id: number): number {
  if (caller.id !== id && caller.role !== 'administrator') throw new Failure('manager.not_found')
  return id
}

const requestView = ({ name, city, requestedAt }: LocationRequest) => ({
  name,
  city,
  asked_at: requestedAt.toISOString(),
})

/** Owners who add locations themselves, or request one: their payout details, and their admission. */
export function ownerRoutes(rest: Rest, parts: OwnerParts): void {
  const { db, clock, timeZone } = parts

  route(rest, owners.admission, ({ params, caller }) =>
    viewAdmission(parts, caller, reachable(caller, params.id)),
  )

  route(rest, owners.setPayoutDetails, async ({ params, body, caller, remoteAddress }) => {
    const id = reachable(caller, params.id)
    const { holder, bank_name: bankName, account_number: accountNumber, bic } = body
    await setPayoutDetails(parts, { caller, remoteAddress }, id, { holder, bankName, accountNumber, bic })
    return viewAdmission(parts, caller, id)
  })

  route(rest, owners.admit, async ({ params, caller, remoteAddress }) => {
    await admit(parts, { caller, remoteAddress }, params.id)
    return viewAdmission(parts, caller, params.id)
  })

  route(rest, owners.request, async ({ params, caller }) => {
    const id = reachable(caller, params.id)
    if (!(await findManager(db, id))) throw new Failure('manager.not_found')
    const found = await findRequest(db, id)
    return found ? requestView(found) : null
  })
  route(rest, owners.ask, async ({ params, body, caller, remoteAddress }) =>
    requestView(await requestLocation(parts, { caller, remoteAddress }, reachable(caller, params.id), body)),
  )
  route(rest, owners.withdraw, async ({ params, caller, remoteAddress }) => {
    await withdraw(parts, { caller, remoteAddress }, reachable(caller, params.id))
    return undefined
  })
  route(rest, owners.assign, async ({ params, body, caller, remoteAddress }) => {
    await assign(parts, { caller, remoteAddress }, params.id, body.location_id)
    return undefined
  })
  route(rest, owners.decline, async ({ params, body, caller, remoteAddress }) => {
    await decline(parts, { caller, remoteAddress }, params.id, body.note)
    return undefined
  })
  route(rest, owners.requested, async ({ query }) => {
    const { rows, total } = await listRequests(db, query)
    const items = rows.map(({ managerId, firstName, lastName, email, ...request }) => ({
      manager_id: managerId,
      first_name: firstName,
      last_name: lastName,
      email,
      ...requestView(request),
    }))
    return { items, total }
  })

  route(rest, owners.waiting, async ({ query }) => {
    const { rows, total } = await listWaitingOwners(db, query, dayOf(clock.now(), timeZone))
    return { items: rows.map(viewWaiting), total }
  })
}
