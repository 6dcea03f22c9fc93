import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { csvFormats } from '../base/csv-guard.ts'
import { type BulkResult, bulkResults } from '../base/enums.ts'
import { marked } from '../base/subjects.ts'
import { stationChoice } from '../stations/station-choice.ts'
import { stationTaskBody, wholeStationProfileId } from './station-tasks.ts'

/** Tasks that mean the same at every station: none is about one session or one card. A place is that place at each station. */
const bulkTasks = [
  'trigger',
  'clear_cache',
  'configure',
  'log',
  'firmware',
  'send_list',
  'limit',
  'clear_limit',
  'install_certificate',
  'trusted_roots',
] as const

/** A command that can be sent to many stations at once. */
export const bulkCommandBody = z.discriminatedUnion('kind', [
  /** hard: at once, even during sessions; else as soon as the station is idle */
  z.object({ kind: z.literal('reset'), hard: z.boolean() }),
  z.object({ kind: z.literal('availability'), operative: z.boolean() }),
  z.object({
    kind: z.literal('task'),
    task: stationTaskBody.refine(
      (body) =>
        bulkTasks.some((task) => task === body.task) &&
        !('connector' in body && body.connector !== undefined && body.evse === undefined) &&
        (body.task !== 'clear_limit' || body.profile_id === wholeStationProfileId),
      { message: 'Not a task for many stations.' },
    ),
  }),
  /** any command of one OCPP version, sent unchanged; stations of another version are left out */
  z.object({
    kind: z.literal('message'),
    protocol: z.string().max(20),
    action: z.string().trim().min(1).max(50),
    payload: z.record(z.string(), z.unknown()),
  }),
])
export type BulkCommand = z.input<typeof bulkCommandBody>

const stationIds = z
  .array(marked(z.string().min(1).max(48), { subject: 'station', narrows: true }))
  .max(20_000)

/** The selected stations: named ones, or all that the filter of the station list finds, except some. */
export const bulkSelectionBody = z.discriminatedUnion('of', [
  z.object({ of: z.literal('stations'), ids: stationIds.min(1) }),
  z.object({ of: z.literal('filter'), filter: z.object(stationChoice), except: stationIds.default([]) }),
])
export type BulkSelection = z.input<typeof bulkSelectionBody>

/** For how many hours stations that are not connected may be waited for. */
export const bulkMostHours = 168

/** The results that a retry sends again. */
export const bulkFailures = ['rejected', 'failed', 'unknown'] as const satisfies readonly BulkResult[]

const counts = z.object(
  Object.fromEntries(bulkResults.map((result) => [result, z.number()])) as Record<BulkResult, z.ZodNumber>,
)
export type BulkCounts = z.infer<typeof counts>

export const bulkRunSchema = z.object({
  id: z.number(),
  /** secrets in it are shown as *** */
  command: bulkCommandBody,
  by: z.object({ id: z.number(), name: z.string() }),
  created_at: instant,
  /** null while a station waits, or has not answered yet */
  finished_at: instant.nullable(),
  canceled_at: instant.nullable(),
  /** the run waits until then for stations that are not connected */
  wait_until: instant.nullable(),
  /** the run whose failures this one tries again */
  retry_of: z.number().nullable(),
  total: z.number(),
  counts,
})
export type BulkRun = z.infer<typeof bulkRunSchema>

export const bulkStationSchema = z.object({
  station_id: z.string(),
  station_number: z.number(),
  location_id: z.number(),
  location_name: z.string(),
  /** the station was removed since, so it has no page any more */
  removed: z.boolean(),
  result: z.enum(bulkResults),
  /** the status in the station's answer */
  status: z.string().nullable(),
  /** why it failed, as a code and in words */
  code: z.string().nullable(),
  error: z.string().nullable(),
  latency_ms: z.number().nullable(),
  /** when it had this result; null: its turn has not come */
  at: instant.nullable(),
})
export type BulkStation = z.infer<typeof bulkStationSchema>

const administrators = ['administrator'] as const
const resultFilter = {
  /** comma list */
  result: z
    .string()
    .max(100)
    .transform((text) => bulkResults.filter((result) => text.split(',').includes(result)))
    .optional(),
  /** words; each must occur in the station's number, id, location or owner */
  search: z.string().trim().max(100).optional(),
}

/** The same command to many stations, with a result for each: administrators only, as the single commands. */
export const bulk = {
  reach: call({
    method: 'POST',
    path: 'bulk-commands/reach',
    summary: 'How many stations a selection has: connected or not, by OCPP version',
    roles: administrators,
    body: z.object({ selection: bulkSelectionBody }),
    answer: z.object({
      total: z.number(),
      online: z.number(),
      /** protocol null: stations that have never connected */
      protocols: z.array(
        z.object({ protocol: z.string().nullable(), total: z.number(), online: z.number() }),
      ),
    }),
    bodyLimit: 2_097_152,
  }),
  start: call({
    method: 'POST',
    path: 'bulk-commands',
    summary: 'Send a command to many stations in the background; each gets a result of its own',
    roles: administrators,
    body: z.object({
      selection: bulkSelectionBody,
      command: bulkCommandBody,
      /** stations that are not connected get it when they connect within so many hours; without it they fail at once */
      wait_hours: z.number().int().min(1).max(bulkMostHours).optional(),
    }),
    answer: bulkRunSchema,
    status: 201,
    bodyLimit: 2_097_152,
  }),
  installRoots: call({
    method: 'POST',
    path: 'bulk-commands/trusted-roots',
    summary:
      'Install the network’s roots of ISO 15118 at all stations that do Plug & Charge and lack one; those that are not connected get them within a week',
    roles: administrators,
    answer: bulkRunSchema,
    status: 201,
  }),
  list: call({
    method: 'GET',
    path: 'bulk-commands',
    summary: 'Commands that were sent to many stations, newest first; x-next-cursor leads on',
    roles: administrators,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** older than the run with this id */
      before: z.coerce.number().int().positive().optional(),
    }),
    answer: z.array(bulkRunSchema),
    cursored: true,
  }),
  get: call({
    method: 'GET',
    path: 'bulk-commands/{id}',
    summary: 'One run and how far it is',
    roles: administrators,
    params: idParams,
    answer: bulkRunSchema,
  }),
  stations: call({
    method: 'GET',
    path: 'bulk-commands/{id}/stations',
    summary: 'The stations of a run in the order of the station list, each with its result',
    roles: administrators,
    params: idParams,
    query: z.object({
      ...resultFilter,
      limit: z.coerce.number().int().min(1).max(500).default(100),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    answer: z.array(bulkStationSchema),
    counted: true,
  }),
  cancel: call({
    method: 'POST',
    path: 'bulk-commands/{id}/cancel',
    summary: 'Stop what still waits; what has been sent is not called back',
    roles: administrators,
    params: idParams,
    answer: bulkRunSchema,
  }),
  retry: call({
    method: 'POST',
    path: 'bulk-commands/{id}/retry',
    summary:
      'Send the command again, as a new run, to the stations where it was rejected, failed or has an unknown end',
    roles: administrators,
    params: idParams,
    answer: bulkRunSchema,
    status: 201,
  }),
  export: call({
    method: 'POST',
    path: 'bulk-commands/{id}/export',
    summary: 'A link to download the results as CSV: good for one minute and one use',
    roles: administrators,
    params: idParams,
    query: z.object({ format: z.enum(csvFormats).default('csv') }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
}
