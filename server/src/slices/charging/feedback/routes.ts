import { feedback } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { findLocation, type LocationRow } from '../../places/locations/store.ts'
import { seesOrder } from '../orders/store.ts'
import { answer, type FeedbackParts, hide, see } from './actions.ts'
import { listFeedback, listOfOrder, listUnseen, summarize } from './store.ts'

const yearMs = 365 * DAY_MS

export function feedbackRoutes(rest: Rest, parts: FeedbackParts): void {
  const { db, clock } = parts

  const seen = async (caller: Caller, id: number): Promise<LocationRow> => {
    const row = await findLocation(db, caller, id)
    if (!row) throw new Failure('location.not_found')
    return row
  }

  route(rest, feedback.list, async ({ caller, params, query }) => {
    await seen(caller, params.id)
    return listFeedback(db, params.id, query)
  })

  route(rest, feedback.summary, async ({ caller, params }) => {
    const { rating, reviews, time_zone: timeZone } = await seen(caller, params.id)
    const since = new Date(clock.now().getTime() - yearMs)
    const { byStars, months } = await summarize(db, { locationId: params.id, since, timeZone })
    return { rating, reviews, by_stars: byStars, months }
  })

  route(rest, feedback.answer, ({ caller, remoteAddress, params, body }) =>
    answer(parts, { caller, remoteAddress, locationId: params.id, id: params.feedbackId }, body.answer),
  )

  route(rest, feedback.hide, ({ caller, remoteAddress, params, body }) =>
    hide(
      parts,
      { caller, remoteAddress, locationId: params.id, id: params.feedbackId },
      body.hidden ? body.reason : null,
    ),
  )

  route(rest, feedback.ofOrder, async ({ caller, params }) => {
    if (!(await seesOrder(db, caller, params.id))) throw new Failure('order.not_found')
    return listOfOrder(db, params.id)
  })
  route(rest, feedback.unseen, ({ caller, query }) => listUnseen(db, caller, query))
  route(rest, feedback.see, async ({ caller, remoteAddress, params }) => {
    await see(parts, { caller, remoteAddress, id: params.id })
    return undefined
  })
}
