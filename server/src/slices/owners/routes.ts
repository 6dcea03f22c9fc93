import { owners } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { Caller } from '../../platform/caller.ts'
import { Failure } from '../../platform/failure.ts'
import { type Rest, route } from '../../platform/http.ts'
import { admit, type OwnerParts, setPayoutDetails } from './actions.ts'
import { listWaitingOwners } from './store.ts'
import { viewAdmission, viewWaiting } from './view.ts'

/** An id that the caller may reach: managers their own, an administrator any; throws manager.not_found. */
function reachable(caller: Caller, id: number): number {
  if (caller.id !== id && caller.role !== 'administrator') throw new Failure('manager.not_found')
  return id
}

/** Owners who add locations themselves: what they tell of themselves, and how they are let in. */
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

  route(rest, owners.waiting, async ({ query }) => {
    const { rows, total } = await listWaitingOwners(db, query, dayOf(clock.now(), timeZone))
    return { items: rows.map(viewWaiting), total }
  })
}
