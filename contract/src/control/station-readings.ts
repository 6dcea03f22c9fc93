import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, textIdParams } from '../base/call.ts'
import { idOf } from '../base/subjects.ts'

const textPriorities = ['always', 'front', 'normal'] as const
const textFormats = ['utf8', 'ascii', 'html', 'uri'] as const
const textStates = ['charging', 'faulted', 'idle', 'unavailable'] as const
const reportExtents = ['full', 'configuration', 'summary'] as const
export const reportCriteria = ['active', 'available', 'enabled', 'problem'] as const
const monitorKinds = ['upper', 'lower', 'delta', 'periodic', 'clock'] as const
const monitoringBases = ['all', 'factory', 'built_in'] as const

/** The longest text that a station can show (MessageContentType of 2.0.1). */
export const longestShownText = 512

/** A component with its instance, EVSE and connector where it has them: `Connector.left@2#1`. */
const component = z.string().trim().min(1).max(120)
const variable = z.string().trim().min(1).max(120)
const severity = z.number().int().min(0).max(9)

/** The question that a report answers. */
const reportQuestion = {
  /** chosen: by the criteria and the component */
  of: z.enum([...reportExtents, 'chosen']),
  criteria: z.array(z.enum(reportCriteria)).max(4).optional(),
  component: component.optional(),
  name: variable.optional(),
}

/** Tasks that read reports, show texts or set monitors, for OCPP versions that have such commands. */
export const readingTasks = [
  z.object({ task: z.literal('read_texts') }),
  z.object({
    task: z.literal('show_text'),
    /** of the text to change; left out: a new text */
    text_id: z.number().int().min(0).max(2_147_483_647).optional(),
    text: z.string().trim().min(1).max(longestShownText),
    format: z.enum(textFormats),
    /** RFC 5646 */
    language: z
      .string()
      .trim()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,4})?$/)
      .max(8)
      .optional(),
    priority: z.enum(textPriorities),
    /** shown only in this state of the station */
    state: z.enum(textStates).optional(),
    from: sentInstant.optional(),
    until: sentInstant.optional(),
    /** a session that runs there: only its driver sees the text */
    order_id: idOf('order').optional(),
  }),
  z.object({ task: z.literal('hide_text'), text_id: z.number().int().min(0).max(2_147_483_647) }),
  z.object({ task: z.literal('read_report'), ...reportQuestion }),
  z.object({ task: z.literal('read_monitors') }),
  z.object({
    task: z.literal('watch'),
    component,
    name: variable,
    kind: z.enum(monitorKinds),
    value: z.number().min(-1e12).max(1e12),
    severity,
    /** only while a transaction runs */
    charging: z.boolean(),
  }),
  z.object({ task: z.literal('unwatch'), monitor_id: z.number().int().min(0).max(2_147_483_647) }),
  /** which streams it has open (OCPP 2.1) */
  z.object({ task: z.literal('read_streams') }),
  /** how often a stream comes at least; one ends with its monitor (`unwatch`) */
  z.object({
    task: z.literal('adjust_stream'),
    stream_id: z.number().int().min(0).max(2_147_483_647),
    interval_seconds: z.number().int().min(1).max(86_400),
    /** it comes as soon as there are so many values, too */
    values: z.number().int().min(1).max(1000).optional(),
  }),
  z.object({ task: z.literal('monitoring_base'), base: z.enum(monitoringBases) }),
  z.object({ task: z.literal('monitoring_level'), severity }),
] as const

const questionSchema = z.object({
  of: z.enum([...reportExtents, 'chosen', 'all']),
  criteria: z.array(z.enum(reportCriteria)).optional(),
  component: z.string().optional(),
  name: z.string().optional(),
})
export type ReadingQuestion = z.infer<typeof questionSchema>

/** The state of a question, whose answer may come in parts. */
const progress = {
  /** null: never */
  asked_at: z.string().nullable(),
  /** when the answer was complete; null: never */
  fetched_at: z.string().nullable(),
  /** parts of the answer may still come */
  under_way: z.boolean(),
}

const variableSchema = z.object({
  component: z.string(),
  name: z.string(),
  value: z.string().nullable(),
  unit: z.string().nullable(),
})
export type ReportedVariable = z.infer<typeof variableSchema>

const shownTextSchema = z.object({
  text_id: z.number(),
  text: z.string(),
  format: z.enum(textFormats),
  language: z.string().nullable(),
  priority: z.enum(textPriorities),
  state: z.enum(textStates).nullable(),
  from: z.string().nullable(),
  until: z.string().nullable(),
  /** shown to the driver of this transaction; null: to everybody */
  transaction_id: z.string().nullable(),
  /** the session of that transaction, while it runs */
  order_id: z.number().nullable(),
  /** whose display shows it; null: the station's */
  evse: z.number().nullable(),
})
export type StationText = z.infer<typeof shownTextSchema>

const monitorSchema = z.object({
  monitor_id: z.number(),
  component: z.string(),
  name: z.string(),
  kind: z.enum(monitorKinds),
  value: z.number(),
  severity: z.number(),
  charging: z.boolean(),
  /** it was set from here */
  own: z.boolean(),
})
export type Monitor = z.infer<typeof monitorSchema>

export const stationReadingsSchema = z.object({
  online: z.boolean(),
  /** of the location */
  time_zone: z.string(),
  /** null: the station's version has no such commands */
  texts: z
    .object({
      ...progress,
      items: z.array(shownTextSchema),
      /** how many texts the station accepts; null: not reported */
      most: z.number().nullable(),
      formats: z.array(z.enum(textFormats)).nullable(),
      priorities: z.array(z.enum(textPriorities)).nullable(),
      /** the sessions that run there */
      sessions: z.array(z.object({ order_id: z.number(), evse: z.number() })),
    })
    .nullable(),
  report: z
    .object({
      ...progress,
      /** the question that was answered; null: none yet */
      question: questionSchema.nullable(),
      count: z.number(),
      /** of the report before; null: there was none */
      earlier_at: z.string().nullable(),
      /** variables that have another value than in the report before, 200 at most */
      changed: z.array(variableSchema.extend({ before: z.string().nullable() })),
    })
    .nullable(),
  monitors: z
    .object({
      ...progress,
      items: z.array(monitorSchema),
      /** variables that can be monitored, as the station reported them; 2,000 at most */
      watchable: z.array(variableSchema),
    })
    .nullable(),
})
export type StationReadings = z.infer<typeof stationReadingsSchema>

const streamSchema = z.object({
  stream_id: z.number(),
  /** whose values it brings */
  monitor_id: z.number(),
  /** what the monitor watches; null: not known until monitors are read */
  component: z.string().nullable(),
  name: z.string().nullable(),
  /** null: the station does not say */
  interval_seconds: z.number().nullable(),
  values: z.number().nullable(),
  opened_at: z.string(),
  /** the newest value and its time by the station; null: none yet. Values of secrets are never shown */
  value: z.string().nullable(),
  value_at: z.string().nullable(),
  /** how many values came */
  received: z.number(),
})
export type StationStream = z.infer<typeof streamSchema>

const readingsAnswer = z.object({
  /** to be sent as `since` with the next call */
  version: z.string(),
  /** null: nothing has changed since the version that was sent */
  readings: stationReadingsSchema.nullable(),
})
export type ReadingsAnswer = z.infer<typeof readingsAnswer>

export const stationReadings = {
  state: call({
    method: 'GET',
    path: 'stations/{id}/readings',
    summary: 'What a station told when it was asked: texts that it shows, its last report, what it watches',
    roles: ['administrator'],
    params: textIdParams,
    query: z.object({
      since: z
        .string()
        .max(80)
        .optional()
        .describe('The version that the caller knows: nothing is told where nothing has changed since'),
    }),
    answer: readingsAnswer,
  }),
  streams: call({
    method: 'GET',
    path: 'stations/{id}/streams',
    summary:
      'Streams of values that a station of OCPP 2.1 has opened, with the newest value of each, kept every five seconds',
    roles: ['administrator'],
    params: textIdParams,
    answer: z.object({
      online: z.boolean(),
      /** null: the station’s version has none */
      streams: z.array(streamSchema).nullable(),
    }),
  }),
  report: call({
    method: 'GET',
    path: 'stations/{id}/report',
    summary: 'The variables of the last report of a station; values of secrets are never kept',
    roles: ['administrator'],
    params: textIdParams,
    answer: z.array(variableSchema),
  }),
}
