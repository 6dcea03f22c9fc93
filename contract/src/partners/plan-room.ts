import { z } from 'zod'
import { call, idParams, instant, textIdParams } from '../base/call.ts'
import { planFrequencies } from './plan-price.ts'

const moreSchema = z.object({
  /** charged at once to the owner's card for the rest of the period, in minor units */
  charge: z.number(),
  /** of a period from the next one on, with that station and without, in minor units */
  fee: z.number(),
  fee_before: z.number(),
  frequency: z.enum(planFrequencies),
  period_end: instant,
  /** the plan ends with its period */
  cancels: z.boolean(),
})

export const planRoomSchema = z.object({
  /** the owner whose plan decides what may earn; null: no plan is needed, everything may */
  owner: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** how many stations the plan covers; null: there is no plan */
  quantity: z.number().nullable(),
  /** how many earn under it */
  earning: z.number(),
  /** why the plan cannot have one more station now */
  hindrance: z.enum(['admission', 'past_due', 'under_way']).nullable(),
  /** what one more station costs; null: the caller is neither an administrator nor the owner, or the plan cannot have one more now */
  more: moreSchema.nullable(),
})
export type PlanRoom = z.output<typeof planRoomSchema>

const roles = ['administrator', 'manager'] as const

/** What the plan of a location's owner lets earn there, and what one more station costs. */
export const planRoom = {
  get: call({
    method: 'GET',
    path: 'locations/{id}/plan-room',
    summary: "What the plan of a location's owner covers, and what one more station costs in it",
    roles,
    params: idParams,
    answer: planRoomSchema,
  }),
  grow: call({
    method: 'POST',
    path: 'stations/{id}/plan-room',
    summary:
      "Have its owner's plan cover one more station and this one earn: by an administrator or the owner, charged at once to the owner's card",
    roles,
    params: textIdParams,
    body: z.object({
      most: z.number().int().min(0).describe('What was agreed to be charged at most, in minor units'),
    }),
    answer: planRoomSchema,
    status: 201,
  }),
}
