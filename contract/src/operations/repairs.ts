import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { incidentKinds } from '../base/enums.ts'
import { idOf } from '../base/subjects.ts'

/** What may mend a station; all of it is done by commands that people have too. */
export const repairs = [
  'reset',
  'unlock',
  'clear_limits',
  'trigger_status',
  'retry_firmware',
  'end_phantom',
] as const
export type Repair = (typeof repairs)[number]

const repairModes = ['off', 'dry_run', 'on'] as const

/** Why a repair is not begun. */
export const repairRefusals = [
  'stopped',
  'off',
  'not_allowed',
  'offline',
  'on_hold',
  'charging',
  'maintenance',
  'unsupported',
  'station_limit',
  'network_limit',
  'busy',
  'nothing_to_do',
] as const
export type RepairRefusal = (typeof repairRefusals)[number]

export const repairStates = ['would', 'refused', 'running', 'done', 'failed', 'unknown'] as const

export const repairRuleBody = z.object({
  name: z.string().trim().min(1).max(100),
  repair: z.enum(repairs),
  mode: z.enum(repairModes),
  /** empty: all */
  kinds: z.array(z.enum(incidentKinds)).max(50).default([]),
  /** empty: all that whoever has made the rule sees */
  locations: z.array(idOf('location')).max(500).default([]),
  /** so long something must have gone wrong at a station */
  after_minutes: z.number().int().min(0).max(1440),
  /** so long after a repair it is looked whether it helped */
  helped_minutes: z.number().int().min(1).max(1440),
  /** of this rule and all others together, for one station in a day */
  station_most: z.number().int().min(1).max(20),
})
export type RepairRuleBody = z.output<typeof repairRuleBody>

const countsSchema = z.object({
  would: z.number(),
  refused: z.number(),
  begun: z.number(),
  helped: z.number(),
})

const ruleSchema = repairRuleBody.extend({
  id: z.number(),
  network: z.boolean(),
  changed_at: instant,
  changed_by: z.string(),
  /** of the last 30 days */
  counts: countsSchema,
})
export type RepairRule = z.infer<typeof ruleSchema>

const newRule = repairRuleBody.omit({ mode: true })

const attemptSchema = z.object({
  id: z.number(),
  rule_id: z.number(),
  rule: z.string(),
  incident_id: z.number(),
  kind: z.enum(incidentKinds),
  station_id: z.string(),
  number: z.number(),
  location_name: z.string(),
  repair: z.enum(repairs),
  state: z.enum(repairStates),
  /** the precondition that failed, or the error; null: none */
  reason: z.string().nullable(),
  at: instant,
  /** null: not known yet, or nothing was done */
  helped: z.boolean().nullable(),
})
export type RepairAttempt = z.infer<typeof attemptSchema>

const outcomeSchema = z.object({
  kind: z.enum(incidentKinds),
  repair: z.enum(repairs),
  begun: z.number(),
  helped: z.number(),
  not_helped: z.number(),
  /** not looked at yet, or without an answer */
  open: z.number(),
})
export type RepairOutcome = z.infer<typeof outcomeSchema>

const switchSchema = z.object({
  stopped_at: instant.nullable(),
  stopped_by: z.string().nullable(),
  /** repairs of the whole network in a day at most, and those of today */
  network_most: z.number(),
  today: z.number(),
})
export type RepairSwitch = z.infer<typeof switchSchema>

const roles = ['administrator', 'manager'] as const

/** Repairs that stations of incidents get by themselves, by rules. */
export const repairCalls = {
  rules: call({
    method: 'GET',
    path: 'repairs/rules',
    summary: 'Rules that repair stations of incidents; a manager sees their own',
    roles,
    answer: z.array(ruleSchema),
  }),
  addRule: call({
    method: 'POST',
    path: 'repairs/rules',
    summary: 'Add a rule; it begins in dry run and shows what it would have done',
    roles,
    body: newRule,
    answer: z.array(ruleSchema),
  }),
  changeRule: call({
    method: 'PUT',
    path: 'repairs/rules/{id}',
    summary: 'Change a rule, turn it on or off; it commands stations in the name of whoever did so last',
    roles,
    params: idParams,
    body: repairRuleBody,
    answer: z.array(ruleSchema),
  }),
  removeRule: call({
    method: 'DELETE',
    path: 'repairs/rules/{id}',
    summary: 'Remove a rule; what it did stays to be read',
    roles,
    params: idParams,
    status: 204,
  }),
  attempts: call({
    method: 'GET',
    path: 'repairs/attempts',
    summary: 'The last 200 repairs, those of dry runs and those that were refused too, newest first',
    roles,
    answer: z.array(attemptSchema),
  }),
  outcomes: call({
    method: 'GET',
    path: 'repairs/outcomes',
    summary: 'What helped against which kind of fault in the last 90 days',
    roles,
    answer: z.array(outcomeSchema),
  }),
  state: call({
    method: 'GET',
    path: 'repairs/switch',
    summary: 'Whether repairs may run, and how many have today',
    roles,
    answer: switchSchema,
  }),
  setState: call({
    method: 'PUT',
    path: 'repairs/switch',
    summary: 'Stop all repairs at once, or let them run again; how many may run in a day',
    roles: ['administrator'],
    body: z.object({ stopped: z.boolean(), network_most: z.number().int().min(0).max(10_000) }),
    answer: switchSchema,
  }),
}
