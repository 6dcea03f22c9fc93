import { contract } from '@stationmaster/contract'
import type { Clock } from '../../../platform/general/clock.ts'
import { seesNetwork } from '../../../platform/http/caller.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { readDetails } from './chronology/details.ts'
import { listOrderPartners } from './lists/list-store.ts'
import { viewSigned } from './signed/view.ts'

export function orderRoutes(rest: Rest, { db, clock }: { db: Db; clock: Clock }): void {
  route(rest, contract.orders.details, ({ params, caller }) =>
    readDetails(db, caller, params.id, clock.now()),
  )
  route(rest, contract.orders.partners, async ({ caller }) =>
    seesNetwork(caller) ? listOrderPartners(db) : [],
  )
  route(rest, contract.orders.signedValues, ({ params, caller }) => viewSigned(db, caller, params.id))
}
