import { z } from 'zod'
import { chargingPriority } from '../base/bounds.ts'
import { call, idParams, page } from '../base/call.ts'
import { languages } from '../base/enums.ts'
import { emailRule, nameRule } from '../base/rules.ts'

/** What others than administrators may not see is null. */
export const fleetSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** INN, VAT number or the like; empty: none */
  tax_number: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  contract_number: z.string().nullable(),
  /** of its invoices and mails */
  language: z.enum(languages),
  /** kopecks a month; null: no limit */
  month_limit: z.number().nullable(),
  /** whose cars come first where a location shares its current by groups, the lower number; null: as the card's group or the EVSE says */
  priority: z.number().nullable(),
  /** inactive: its drivers pay for themselves */
  active: z.boolean(),
  drivers: z.number(),
  /** kopecks: what its sessions of this month have cost, and what running ones may still cost */
  used: z.number().nullable(),
  held: z.number().nullable(),
  /** kopecks: sessions and invoices that are not paid */
  owed: z.number().nullable(),
  /** nothing is left of the month's limit, so that no session begins */
  used_up: z.boolean(),
  can: z.object({ change: z.boolean() }),
})
export type Fleet = z.output<typeof fleetSchema>

export const fleetBody = z.object({
  name: nameRule,
  tax_number: z.string().trim().max(20).default(''),
  address: z.string().trim().max(300).default(''),
  email: emailRule,
  contract_number: z.string().trim().max(50).default(''),
  language: z.enum(languages).default('ru'),
  month_limit: z.number().int().min(1).max(100_000_000_000).nullable(),
  active: z.boolean().default(true),
  priority: chargingPriority.nullish(),
})

/** Companies that pay for their drivers by one invoice a month. */
export const fleets = {
  list: call({
    method: 'GET',
    path: 'fleets',
    summary:
      'Fleets, by name. Operators of the whole network see their names and whether their drivers may charge, operators of one owner none',
    roles: ['administrator', 'operator'],
    query: z.object({ ...page(50, 500), search: z.string().trim().max(100).optional() }),
    answer: z.array(fleetSchema),
    counted: true,
  }),
  get: call({
    method: 'GET',
    path: 'fleets/{id}',
    summary: 'A fleet, as in the list',
    roles: ['administrator'],
    params: idParams,
    answer: fleetSchema,
  }),
  add: call({
    method: 'POST',
    path: 'fleets',
    summary: 'Add a fleet',
    roles: ['administrator'],
    body: fleetBody,
    answer: fleetSchema,
    status: 201,
  }),
  change: call({
    method: 'PUT',
    path: 'fleets/{id}',
    summary: 'Change a fleet; its limit holds for sessions that begin from now on',
    roles: ['administrator'],
    params: idParams,
    body: fleetBody,
    answer: fleetSchema,
  }),
}
