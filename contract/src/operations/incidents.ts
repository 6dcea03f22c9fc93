import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, idParams, instant, page } from '../base/call.ts'
import { incidentKinds, incidentSeverities, incidentStates } from '../base/enums.ts'
import { idOf, narrowedBy } from '../base/subjects.ts'

/**
 * What the troubles of an incident have in common, as far as the network can tell. `station`: there is one alone; `none`: it is about
 * no station; `scattered`: too many at once, with nothing in common.
 */
export const incidentCauses = [
  'station',
  'location',
  'circuit',
  'network',
  'sim',
  'firmware',
  'model',
  'provider',
  'whole',
  'server',
  'scattered',
  'none',
] as const
export type IncidentCause = (typeof incidentCauses)[number]

/** What the network and people write into the timeline of an incident; rules and repairs have words of their own. */
export const incidentEntryKinds = [
  'opened',
  'grew',
  'severity',
  'cause',
  'calm',
  'closed',
  'reopened',
  'merged',
  'assigned',
  'acknowledged',
  'comment',
  'notified',
  'escalated',
  'repair_planned',
  'repair_done',
  'repair_failed',
  'repair_stopped',
] as const
export type IncidentEntryKind = (typeof incidentEntryKinds)[number]

/** Who wrote an entry. */
export const incidentAuthors = ['network', 'person', 'rule', 'repair'] as const
export type IncidentAuthor = (typeof incidentAuthors)[number]

const readers = ['administrator', 'manager', 'operator'] as const
const responsible = ['administrator', 'manager'] as const

const personSchema = z.object({ id: z.number(), name: z.string() })

/** What may be done with an incident, each by the rule that guards its call. */
export const incidentActs = ['acknowledge', 'assign', 'comment', 'close'] as const
export type IncidentAct = (typeof incidentActs)[number]

/** The numbers by which the cause was found. */
const evidenceSchema = z.object({
  affected: z.number().describe('Stations that share the cause and are affected'),
  population: z.number().describe('All stations that share it'),
  others_affected: z.number().describe('Of the others, affected within the same time'),
  others: z.number().describe('All others'),
  within_seconds: z.number().describe('From the first of the affected to the last'),
})
export type IncidentEvidence = z.infer<typeof evidenceSchema>

export const incidentSchema = z.object({
  id: z.number(),
  kind: z.enum(incidentKinds),
  state: z.enum(incidentStates),
  severity: z.enum(incidentSeverities),
  cause: z.enum(incidentCauses),
  /** a range of addresses, the beginning of a SIM's number, a firmware, a circuit; null: the cause needs none */
  cause_value: z.string().nullable(),
  /** null: there is none, or it is about stations that the caller may not see */
  evidence: evidenceSchema.nullable(),
  /** of its first trouble, where all of them stand at one location */
  location: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** locations that it touches and the caller sees */
  locations: z.number(),
  /** false: it also touches what the caller may not see; what is counted is the caller's */
  whole: z.boolean(),
  opened_at: instant,
  noticed_at: instant,
  acknowledged_at: instant.nullable(),
  acknowledged_by: z.string().nullable(),
  assignee: personSchema.nullable(),
  /** since when nothing of it goes wrong; null: something does */
  calm_since: instant.nullable(),
  closed_at: instant.nullable(),
  /** null: nobody, it closed by itself */
  closed_by: z.string().nullable(),
  reopened: z.number(),
  duplicates: z.number(),
  merged_into: z.number().nullable(),
  /** stations that it has touched, and those that it touches now */
  stations: z.number(),
  stations_now: z.number(),
  /** sessions that it broke or prevented, and what that costs: an estimate */
  sessions: z.number(),
  lost: z.number(),
  can: z.array(z.enum(incidentActs)),
})
export type IncidentView = z.infer<typeof incidentSchema>

export const incidentMemberSchema = z.object({
  /** station:ID, payment:ORDER:PURPOSE, receipt:ID, difference:ID, rollout:ID, ledger:check */
  subject: z.string(),
  station_id: z.string().nullable(),
  station_number: z.number().nullable(),
  location_id: z.number().nullable(),
  location_name: z.string().nullable(),
  order_id: z.number().nullable(),
  connector: z.number().nullable(),
  /** in the words of its source: an error code, a reason */
  word: z.string().nullable(),
  since: instant,
  until: instant.nullable(),
  /** how often it went wrong within the incident */
  times: z.number(),
})
export type IncidentMember = z.infer<typeof incidentMemberSchema>

export const incidentEntrySchema = z.object({
  id: z.number(),
  at: instant,
  kind: z.enum(incidentEntryKinds),
  by: z.enum(incidentAuthors),
  person: z.string().nullable(),
  station_id: z.string().nullable(),
  text: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type IncidentEntry = z.infer<typeof incidentEntrySchema>

/** How quickly people and stations were, in seconds; null: there was nothing to measure. */
const quickness = {
  opened: z.number(),
  acknowledged: z.number(),
  closed: z.number(),
  /** half of all took no longer, from the notice to the first acknowledgement; nine of ten took no longer */
  median_to_acknowledge: z.number().nullable(),
  p90_to_acknowledge: z.number().nullable(),
  /** the same from the beginning to the end of the trouble */
  median_to_repair: z.number().nullable(),
  p90_to_repair: z.number().nullable(),
  lost: z.number(),
}

const incidentTimesSchema = z.object({
  ...quickness,
  kinds: z.array(z.object({ kind: z.enum(incidentKinds), ...quickness })),
  /** the least severe first */
  severities: z.array(z.object({ severity: z.enum(incidentSeverities), ...quickness })),
})
export type IncidentTimes = z.infer<typeof incidentTimesSchema>

const words = z.string().trim().max(2000)
const listOf = <T extends string>(names: readonly T[]) =>
  z
    .string()
    .max(200)
    .transform((text) => names.filter((name) => text.split(',').includes(name)))
    .optional()

const narrowed = {
  severity: listOf(incidentSeverities).describe('Comma list'),
  kind: listOf(incidentKinds).describe('Comma list'),
  location_id: narrowedBy('location').optional(),
  search: z.string().trim().max(100).optional().describe('In causes, locations and stations'),
}

/** How many incidents are in each state. */
const incidentCountsSchema = z.object({
  open: z.number(),
  acknowledged: z.number(),
  closed: z.number(),
  critical: z.number().describe('Of the open ones'),
})
export type IncidentCounts = z.infer<typeof incidentCountsSchema>

/** Incidents: what goes wrong, of the locations that the caller sees. */
export const incidents = {
  list: call({
    method: 'GET',
    path: 'incidents',
    summary: 'Incidents, the newest first; those that are not closed before the others',
    roles: readers,
    query: z.object({
      ...page(20, 100),
      state: listOf(incidentStates).describe('Comma list'),
      ...narrowed,
    }),
    answer: z.array(incidentSchema),
    counted: true,
  }),
  counts: call({
    method: 'GET',
    path: 'incidents/counts',
    summary: 'How many incidents are in each state, and how many of the open ones are critical',
    roles: readers,
    query: z.object(narrowed),
    answer: incidentCountsSchema,
  }),
  times: call({
    method: 'GET',
    path: 'incidents/times',
    summary: 'How quickly incidents of a time were acknowledged and repaired, and what they cost',
    roles: readers,
    query: z.object({ from: sentInstant, to: sentInstant, location_id: narrowedBy('location').optional() }),
    answer: incidentTimesSchema,
  }),
  get: call({
    method: 'GET',
    path: 'incidents/{id}',
    summary: 'An incident with its cause and the evidence',
    roles: readers,
    params: idParams,
    answer: incidentSchema,
  }),
  members: call({
    method: 'GET',
    path: 'incidents/{id}/members',
    summary: 'Stations, payments and so on that an incident touches; those that it touches now come first',
    roles: readers,
    params: idParams,
    query: z.object(page(50, 200)),
    answer: z.array(incidentMemberSchema),
    counted: true,
  }),
  timeline: call({
    method: 'GET',
    path: 'incidents/{id}/timeline',
    summary: 'What happened to an incident, the newest first',
    roles: readers,
    params: idParams,
    query: z.object(page(50, 200)),
    answer: z.array(incidentEntrySchema),
    counted: true,
  }),
  people: call({
    method: 'GET',
    path: 'incidents/{id}/people',
    summary: 'The people to whom the caller may assign an incident',
    roles: responsible,
    params: idParams,
    answer: z.array(personSchema),
  }),
  acknowledge: call({
    method: 'POST',
    path: 'incidents/{id}/acknowledge',
    summary: 'Say that one looks after an incident',
    roles: readers,
    params: idParams,
    answer: incidentSchema,
  }),
  assign: call({
    method: 'POST',
    path: 'incidents/{id}/assign',
    summary: 'Give an incident to somebody, or to nobody',
    roles: responsible,
    params: idParams,
    body: z.object({ manager_id: idOf('manager').nullable() }),
    answer: incidentSchema,
  }),
  comment: call({
    method: 'POST',
    path: 'incidents/{id}/comments',
    summary: 'Write a comment into the timeline of an incident',
    roles: readers,
    params: idParams,
    body: z.object({ text: words.min(1) }),
    answer: incidentEntrySchema,
    status: 201,
  }),
  close: call({
    method: 'POST',
    path: 'incidents/{id}/close',
    summary:
      'Close an incident; what still goes wrong stays with it, and opens no new one until it has ended',
    roles: responsible,
    params: idParams,
    body: z.object({ note: words.default('') }),
    answer: incidentSchema,
  }),
}
