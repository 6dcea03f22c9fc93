import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call } from '../base/call.ts'
import { narrowedByAny, narrowedByStation } from '../base/subjects.ts'

const totals = {
  /** kopecks: captured, less refunds and chargebacks; cash stands beside it */
  charging_revenue: z.number(),
  /** kopecks taken in cash, which is no revenue */
  cash_amount: z.number(),
  charging_sessions: z.number(),
  /** Wh */
  energy_usage: z.number(),
}

/** Something that somebody should look at. */
export const attentionSchema = z.object({
  kind: z.enum([
    ...['offline', 'faulted', 'tamper', 'order_review', 'unknown_station', 'unmatched_transaction'],
    'rollout_paused',
  ] as const),
  station_id: z.string().nullable(),
  station_number: z.number().nullable(),
  connector_number: z.number().nullable(),
  order_id: z.number().nullable(),
  /** of firmware that has paused itself; `text` names model and version */
  rollout_id: z.number().nullable(),
  text: z.string().nullable(),
  at: z.string(),
})
export type Attention = z.output<typeof attentionSchema>

/** Statistics of the dashboard (domain.md#payments-and-reports): read from the daily rollup, so their cost grows with days. */
export const statistics = {
  get: call({
    method: 'GET',
    path: 'statistics',
    summary: 'Daily points and the totals of a period',
    roles: ['administrator', 'manager', 'accounter', 'app-developer'],
    query: z.object({
      from: sentInstant,
      to: sentInstant,
      mode: z.enum(['full']).optional(),
      location_ids: narrowedByAny('location').optional(),
      station_id: narrowedByStation(255).optional(),
    }),
    answer: z.object({
      current_period: z.object(totals),
      /** as many days before; where the last day still runs, until the same time of its last day */
      previous_period: z.object(totals),
      data: z.array(z.object({ date: z.string(), ...totals })),
    }),
  }),
  network: call({
    method: 'GET',
    path: 'statistics/network',
    summary: 'What the network does at this moment',
    roles: ['administrator', 'manager', 'operator', 'app-developer'],
    query: z.object({ location_ids: narrowedByAny('location').optional() }),
    answer: z.object({
      stations: z.number(),
      stations_online: z.number(),
      connectors: z.number(),
      charging: z.number(),
      /** a session has charged there, now or ever */
      charged: z.boolean(),
      attention: z.array(attentionSchema),
    }),
  }),
}
