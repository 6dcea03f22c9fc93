import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'

/** Energy by which the register of a connector rose between two of its sessions. */
const gapSchema = z.object({
  /** the order after the gap */
  order_id: z.number(),
  /** the order before the gap */
  before_id: z.number(),
  station_id: z.string(),
  station_number: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  connector_number: z.number(),
  /** Wh */
  energy: z.number(),
  /** end of the first session, start of the second */
  from: instant,
  to: instant,
})

/** The gaps of the stations of one model. */
export const gapsOfModelSchema = z.object({
  /** null: their stations have not reported it */
  vendor_name: z.string().nullable(),
  model: z.string().nullable(),
  stations: z.number(),
  count: z.number(),
  /** Wh */
  energy: z.number(),
  /** the newest 50 */
  gaps: z.array(gapSchema),
})
export type GapsOfModel = z.infer<typeof gapsOfModelSchema>

const readers = ['administrator', 'operator'] as const
const note = z.string().trim().min(1).max(500)

/** Gaps: energy that flowed between sessions, so that nobody pays for it. */
export const gaps = {
  list: call({
    method: 'GET',
    path: 'inbox/gaps',
    summary: 'Energy between sessions by station model, most energy first',
    roles: readers,
    query: z.object(page(50, 200)),
    answer: z.array(gapsOfModelSchema),
    counted: true,
  }),
  dismiss: call({
    method: 'POST',
    path: 'inbox/gaps/{id}/dismiss',
    summary: 'Dismiss the energy between sessions before an order, with the reason',
    roles: ['administrator'],
    params: idParams,
    body: z.object({ note }),
    status: 204,
  }),
  dismissModel: call({
    method: 'POST',
    path: 'inbox/gaps/dismiss',
    summary: 'Dismiss all energy between sessions of the stations of a model, with the reason',
    roles: ['administrator'],
    body: z.object({ vendor_name: z.string().nullable(), model: z.string().nullable(), note }),
    answer: z.object({ dismissed: z.number() }),
  }),
}
