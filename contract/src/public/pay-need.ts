import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, instant } from '../base/call.ts'
import { energyReasons } from '../control/energy.ts'

/** What a driver needs of a session: until when, and how much; neither energy nor percent: as much as there is. */
export const driverNeedBody = z
  .object({
    departs_at: sentInstant.describe('At most seven days ahead'),
    energy: z
      .number()
      .int()
      .min(100)
      .max(300_000)
      .nullable()
      .default(null)
      .describe('Wh of the whole session'),
    percent: z
      .number()
      .int()
      .min(1)
      .max(100)
      .nullable()
      .default(null)
      .describe('Of the battery, where its station tells its charge'),
  })
  .refine(({ energy, percent }) => energy === null || percent === null, 'One of both at most.')
export type DriverNeed = z.output<typeof driverNeedBody>

/** What a session has, why, and how it goes on. */
export const chargePlanSchema = z.object({
  controlled: z.boolean().describe('false: its location does not share its current out, or it does not run'),
  /** its station tells the battery's charge */
  asks_percent: z.boolean(),
  need: z
    .object({ departs_at: instant, energy: z.number().nullable(), percent: z.number().nullable() })
    .nullable(),
  /** null: it is not known yet */
  now: z
    .object({
      /** on each phase */
      current_a: z.number(),
      draws: z
        .boolean()
        .nullable()
        .describe('Whether the car takes anything of it; null: not measured lately'),
      reason: z.enum(energyReasons),
      /** how many cars share with it, and what */
      cars: z.number().nullable(),
      shared_a: z.number().nullable(),
      until: instant.nullable().describe('null: until something changes'),
    })
    .nullable(),
  /** of the need; null: there is none, or it is reckoned in a moment */
  forecast: z
    .object({
      met_at: instant.nullable().describe('null: it cannot be met'),
      /** Wh of the whole session at the departure, and what is needed of it; null: as much as there is */
      energy: z.number(),
      wanted: z.number().nullable(),
    })
    .nullable(),
})
export type ChargePlan = z.infer<typeof chargePlanSchema>

const tokenParams = z.object({ token: z.string().regex(/^[\w-]{20,64}$/) })

export const payNeed = {
  plan: call({
    method: 'GET',
    path: 'pay/{token}/need',
    summary:
      'What the session of a link has, why, and how it goes on, where its location shares its current out',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    answer: chargePlanSchema,
  }),
  save: call({
    method: 'PUT',
    path: 'pay/{token}/need',
    summary: 'Say when the car leaves and how much it should have by then; null takes that back',
    roles: 'public',
    bySecret: true,
    params: tokenParams,
    body: z.object({ need: driverNeedBody.nullable() }),
    answer: chargePlanSchema,
  }),
}
