import { gaps } from '@stationmaster/contract'
import type { Clock } from '../../../platform/general/clock.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { dismiss } from './actions.ts'
import { listGaps } from './store.ts'

/** Energy between sessions, and what people decide of it. */
export function gapRoutes(rest: Rest, parts: { db: Db; clock: Clock }): void {
  route(rest, gaps.list, async ({ caller, query }) => {
    const { rows, total } = await listGaps(parts.db, caller, query)
    return { items: rows, total }
  })
  route(rest, gaps.dismiss, async ({ caller, remoteAddress, params, body }) => {
    await dismiss(parts, { caller, remoteAddress }, { orderId: params.id }, body.note)
    return undefined
  })
  route(rest, gaps.dismissModel, async ({ caller, remoteAddress, body }) => {
    const { vendor_name: vendorName, model, note } = body
    return { dismissed: await dismiss(parts, { caller, remoteAddress }, { vendorName, model }, note) }
  })
}
