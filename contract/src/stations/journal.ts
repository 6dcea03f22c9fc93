import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, instant } from '../base/call.ts'
import { csvFormats } from '../base/csv-guard.ts'
import { logLevels, logSources } from '../base/enums.ts'

/** The other half of an exchange: the answer to a call, or the call of an answer. */
const pairSchema = z.object({
  id: z.number(),
  message_type_id: z.number(),
  created_at: instant,
  /** the answer's own status, or a CALLERROR's code */
  status: z.string().nullable(),
})

/** One frame of the journal (domain.md#console). */
export const ocppMessageSchema = z.object({
  id: z.number(),
  message_from: z.enum(['station', 'server']),
  /** 2 call, 3 result, 4 error, 5 a refused answer, 6 sent without an answer; 0: unreadable text */
  message_type_id: z.number(),
  message_id: z.string().nullable(),
  action: z.string().nullable(),
  /** of an error `{ code, text, details }`; of an unreadable frame its text; when `cut`, the first 1,000 characters */
  payload: z.unknown(),
  /** of an answer: its own status */
  status: z.string().nullable(),
  created_at: instant,
  /** where it stands, as `before` and `after` take it: an answer stands beside its call */
  position: z.string(),
  /** bytes of the whole frame */
  size: z.number(),
  /** the frame is longer than a list shows; the call of one message has all of it */
  cut: z.boolean(),
  order_id: z.number().nullable(),
  /** what the lenient profile let pass */
  remarks: z.string().nullable(),
  /** like frames in a row folded into this one */
  repeats: z.number(),
  error_code: z.string().nullable(),
  error_text: z.string().nullable(),
  /** between call and answer */
  latency_ms: z.number().nullable(),
  pair: pairSchema.nullable(),
})
export type OcppMessage = z.infer<typeof ocppMessageSchema>

/** The ready commands of the console (domain.md#console), in the order in which they are offered. */
export const commandTemplates = [
  'resetSoft',
  'resetHard',
  'limitCurrent',
  'readLimit',
  'requestStatuses',
  'setLogging',
  'switchServers',
  'autonomyOn',
  'autonomyOff',
] as const
export type CommandTemplate = (typeof commandTemplates)[number]

/** An action that a central system calls. */
export const stationCommandSchema = z.object({
  action: z.string(),
  /** JSON schema of the payload */
  schema: z.record(z.string(), z.unknown()),
  /** it may cost a session, money or the connection: always, or where this field of its payload names a setting that does */
  hurts: z.union([z.boolean(), z.object({ setting: z.string() })]),
  /** ready payloads, by what they are for */
  templates: z.array(
    z.object({ name: z.enum(commandTemplates), payload: z.record(z.string(), z.unknown()) }),
  ),
})
export type StationCommandSchema = z.infer<typeof stationCommandSchema>

/** A position in a station's journal: `<ms since 1970>_<id>`. */
const cursor = z.string().regex(/^\d{1,15}_\d{1,18}$/)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const stationParams = z.object({ stationId: z.string().min(1).max(48) })

/** Filters of a journal; all are optional. */
export const journalFilter = {
  /** who sent the frame */
  direction: z.enum(['station', 'server']).optional(),
  /** comma list; answers have the action of their call */
  action: z.string().max(2000).optional(),
  /** CALLERRORs, unreadable frames, and frames with remarks */
  errors: flag.optional(),
  /** the frame contains all of these words */
  search: z.string().trim().max(200).optional(),
  from: sentInstant.optional(),
  to: sentInstant.optional(),
}

export const controllerLogSchema = z.object({
  id: z.number(),
  created_at: instant,
  /** null: the station itself */
  connector_id: z.number().nullable(),
  level: z.enum(logLevels),
  source: z.enum(logSources),
  text: z.string(),
})
export type ControllerLog = z.infer<typeof controllerLogSchema>

export const frameFormats = ['jsonl', ...csvFormats] as const
export type FrameFormat = (typeof frameFormats)[number]

/** The station's console and log: administrators only (domain.md#console). */
export const journal = {
  messages: call({
    method: 'GET',
    path: 'ocpp-messages/{stationId}',
    summary:
      'The frames of a station, newest first; x-next-cursor leads on, also when a search stopped before the page was full',
    roles: ['administrator'],
    params: stationParams,
    query: z.object({
      ...journalFilter,
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** older than this position */
      before: cursor.optional(),
      /** newer than this position; also newest first */
      after: cursor.optional(),
    }),
    answer: z.array(ocppMessageSchema),
    cursored: true,
  }),
  message: call({
    method: 'GET',
    path: 'ocpp-messages/{stationId}/{id}',
    summary: 'One frame with all of its payload, by its id and time',
    roles: ['administrator'],
    params: stationParams.extend({ id: z.coerce.number().int().positive() }),
    query: z.object({ at: sentInstant }),
    answer: ocppMessageSchema,
  }),
  export: call({
    method: 'POST',
    path: 'ocpp-messages/{stationId}/export',
    summary: 'A link to download the frames of a station, oldest first: good for one minute and one use',
    roles: ['administrator'],
    params: stationParams,
    body: z.object({ ...journalFilter, errors: z.boolean().optional(), format: z.enum(frameFormats) }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
  controllerLog: call({
    method: 'GET',
    path: 'ocpp-messages/{stationId}/controller',
    summary: 'Lines of the controller, newest first; x-next-cursor leads on',
    roles: ['administrator'],
    params: stationParams,
    query: z.object({
      connector_id: z.coerce.number().int().min(1).max(100).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(200),
      before: cursor.optional(),
    }),
    answer: z.array(controllerLogSchema),
    cursored: true,
  }),
  clearControllerLog: call({
    method: 'DELETE',
    path: 'ocpp-messages/{stationId}/controller',
    summary: 'Hide the lines so far from the caller; nothing is deleted',
    roles: ['administrator'],
    params: stationParams,
    status: 204,
  }),
  schemas: call({
    method: 'GET',
    path: 'ocpp-schemas/{protocol}',
    summary: 'What a central system may ask of a station: actions with the JSON schemas of their payloads',
    roles: ['administrator'],
    params: z.object({ protocol: z.string().max(20) }),
    answer: z.array(stationCommandSchema),
    cacheSeconds: 3600,
  }),
  actions: call({
    method: 'GET',
    path: 'ocpp-actions',
    summary: 'What stations call, over all OCPP versions: names to look for in a journal',
    roles: ['administrator'],
    answer: z.array(z.string()),
    cacheSeconds: 3600,
  }),
}
