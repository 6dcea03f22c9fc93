import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'

/** The systems that can be taken over; `csv` is any other. */
export const takeoverSystems = ['steve', 'citrine', 'sap', 'csv'] as const
export type TakeoverSystem = (typeof takeoverSystems)[number]

export const takeoverStates = [
  'reading',
  'checking',
  'checked',
  'applying',
  'done',
  'failed',
  'stopped',
] as const
export type TakeoverState = (typeof takeoverStates)[number]

const kind = z.enum(['locations', 'stations', 'drivers', 'tags', 'sessions'])

export const takeoverSchema = z.object({
  id: z.number(),
  system: z.enum(takeoverSystems),
  /** what the other system is called: the ids of its records are kept under this name */
  source: z.string(),
  state: z.enum(takeoverStates),
  rows_read: z.number(),
  /** what is being checked or applied */
  kind: kind.nullable(),
  /** of the check, and then of what was applied */
  counts: z.array(
    z.object({
      kind,
      /** records of this system that were looked at */
      read: z.number(),
      /** come, or have come */
      added: z.number(),
      /** were here before, and stay as they are */
      here: z.number(),
      /** do not come */
      refused: z.number(),
      /** come otherwise than they were; each is said in `faults` */
      remarked: z.number(),
    }),
  ),
  faults: z.array(
    z.object({
      /** files: a line that cannot be read */
      kind: z.enum([...kind.options, 'files']),
      code: z.string(),
      /** in the caller's language */
      text: z.string(),
      /** the record does not come */
      refused: z.boolean(),
      total: z.number(),
      /** the first 20 */
      rows: z.array(z.object({ row: z.string(), value: z.string() })),
    }),
  ),
  /** why it failed, in the caller's language */
  error: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
  finished_at: instant.nullable(),
  by: z.object({ id: z.number(), name: z.string() }),
  can: z.object({ read: z.boolean(), check: z.boolean(), start: z.boolean(), stop: z.boolean() }),
})
export type Takeover = z.infer<typeof takeoverSchema>

/** The largest file of another system: 64 GiB; it is read as it comes, and not kept. */
export const takeoverBytesMost = 64 * 1024 ** 3

/** What a network brings along from another system. */
export const takeovers = {
  list: call({
    method: 'GET',
    path: 'takeovers',
    summary: 'What was taken over from other systems, the latest 50 first',
    roles: ['administrator'],
    answer: z.array(takeoverSchema),
  }),
  one: call({
    method: 'GET',
    path: 'takeovers/{id}',
    summary: 'One of them, with its progress, its counts and the first faults of each kind',
    roles: ['administrator'],
    params: idParams,
    answer: takeoverSchema,
  }),
  begin: call({
    method: 'POST',
    path: 'takeovers',
    summary: 'Begin to take over another system; its rows are read next, from its address or from files',
    roles: ['administrator'],
    body: z.object({
      system: z.enum(takeoverSystems),
      /** default: the system's own name; another one where two of a kind are taken over */
      source: z.string().trim().min(1).max(40).optional(),
    }),
    status: 201,
    answer: takeoverSchema,
  }),
  address: call({
    method: 'POST',
    path: 'takeovers/{id}/address',
    summary: 'Read the database of the other system; its address is neither kept nor logged',
    roles: ['administrator'],
    params: idParams,
    body: z.object({ address: z.string().min(1).max(2000) }),
    answer: takeoverSchema,
  }),
  file: call({
    method: 'POST',
    path: 'takeovers/{id}/files',
    summary:
      'Read a file of the other system: a dump, a collection as JSON lines, or CSV; as many as there are, in any order',
    roles: ['administrator'],
    params: idParams,
    upload: true,
    bodyLimit: takeoverBytesMost,
    answer: takeoverSchema,
  }),
  check: call({
    method: 'POST',
    path: 'takeovers/{id}/check',
    summary: 'Dry run: say what will come and what cannot; changes nothing',
    roles: ['administrator'],
    params: idParams,
    answer: takeoverSchema,
  }),
  start: call({
    method: 'POST',
    path: 'takeovers/{id}/start',
    summary: 'Take over what the dry run has found',
    roles: ['administrator'],
    params: idParams,
    answer: takeoverSchema,
  }),
  stop: call({
    method: 'POST',
    path: 'takeovers/{id}/stop',
    summary: 'End it; what has come stays, and what was only read is forgotten',
    roles: ['administrator'],
    params: idParams,
    answer: takeoverSchema,
  }),
  sheet: call({
    method: 'GET',
    path: 'takeovers/{id}/report',
    summary: 'Counts and faults as a CSV file',
    roles: ['administrator'],
    params: idParams,
    answer: z.string(),
    file: { type: 'text/csv; charset=utf-8', name: 'takeover.csv' },
  }),
}
