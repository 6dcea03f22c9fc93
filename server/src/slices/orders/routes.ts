import { contract } from '@stationmaster/contract'
import type { Clock } from '../../platform/clock.ts'
import { type Rest, route } from '../../platform/http.ts'
import type { Db } from '../../platform/schema.ts'
import { readDetails } from './details.ts'

export function orderRoutes(rest: Rest, { db, clock }: { db: Db; clock: Clock }): void {
  route(rest, contract.orders.details, ({ params, caller }) =>
    readDetails(db, caller, params.id, clock.now()),
  )
}
