import { z } from 'zod'
import { chargingPriority, perKwh } from '../base/bounds.ts'
import { call } from '../base/call.ts'
import { nameRule } from '../base/rules.ts'

/** The group's name at stations; OCPP 1.6 allows at most 20 characters. */
const key = z.string().trim().min(1).max(20)

/** As everybody, for free, or by a tariff of the group's own. */
const groupChargings = ['usual', 'free', 'tariff'] as const
const perMinute = z.number().int().min(0).max(10_000_000)
const perSession = z.number().int().min(0).max(100_000_000)

export const tagGroupSchema = z.object({
  key: z.string(),
  name: z.string(),
  charging: z.enum(groupChargings),
  /** kopecks per kWh, per minute and per session; null: no tariff of its own */
  tariff: z.number().nullable(),
  rate: z.number().nullable(),
  start_fee: z.number().nullable(),
  /** whose cars come first where a location shares its current by groups, the lower number; null: as the EVSE says */
  priority: z.number().nullable(),
  /** how many cards belong to it */
  tags: z.number(),
  can: z.object({ change: z.boolean(), remove: z.boolean() }),
})
export type TagGroup = z.output<typeof tagGroupSchema>

export const tagGroupBody = z
  .object({
    name: nameRule,
    charging: z.enum(groupChargings),
    tariff: perKwh.nullish(),
    rate: perMinute.default(0),
    start_fee: perSession.default(0),
    priority: chargingPriority.nullish(),
  })
  .refine(({ charging, tariff }) => charging !== 'tariff' || tariff != null, {
    path: ['tariff'],
    message: 'rules.required',
  })

/** Groups of charging cards, with free charging or a tariff of their own. */
export const tagGroups = {
  list: call({
    method: 'GET',
    path: 'tag-groups',
    summary: 'Groups of charging cards, by name; operators of one owner see none',
    roles: ['administrator', 'operator'],
    query: z.object({ search: z.string().trim().max(100).optional() }),
    answer: z.array(tagGroupSchema),
  }),
  put: call({
    method: 'PUT',
    path: 'tag-groups/{key}',
    summary: 'Add a group, or change it; a changed price holds for sessions that begin from now on',
    roles: ['administrator'],
    params: z.object({ key }),
    body: tagGroupBody,
    answer: tagGroupSchema,
  }),
  remove: call({
    method: 'DELETE',
    path: 'tag-groups/{key}',
    summary: 'Remove a group that no card belongs to',
    roles: ['administrator'],
    params: z.object({ key }),
    status: 204,
  }),
}
