import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, instant, textIdParams } from '../base/call.ts'
import { csvFormats } from '../base/csv-guard.ts'
import { monetizationCauses, timelineGroups, timelineKinds } from '../base/enums.ts'

export const timelineEventSchema = z.object({
  id: z.number(),
  at: instant,
  kind: z.enum(timelineKinds),
  /** number within the whole station; null: the station itself */
  connector: z.number().nullable(),
  /**
   * disconnected: one of disconnectReasons; connected: `replaced` when the old socket was still open; booted, security, firmware,
   * status: the value that the station reported; operation: operative or inoperative; action: one of timelineActions;
   * maintenance: begun or ended; monetization: one of monetizations; unanswered: one of sentCommands;
   * energy: one of energyWords
   */
  word: z.string().nullable(),
  /** the status before */
  before: z.string().nullable(),
  error_code: z.string().nullable(),
  info: z.string().nullable(),
  /** of a boot: administrators only, like the technical fields of a station */
  firmware: z.string().nullable(),
  /** the firmware before this boot, when it changed */
  firmware_before: z.string().nullable(),
  /** EVSEs of an operation; null: the whole station */
  evses: z.array(z.number()).nullable(),
  /** of a monetization: why it changed */
  cause: z.enum(monetizationCauses).nullable(),
  /** who gave the command */
  by: z.string().nullable(),
  /** when the next event of its kind ended this state; null: it still lasts, or the event has no duration */
  until: instant.nullable(),
})
export type TimelineEvent = z.infer<typeof timelineEventSchema>

const uptimeParts = {
  /** share of the time that counts, rounded down to two decimals, so that 100 means no downtime at all; null: no time counts */
  percent: z.number().nullable(),
  up_seconds: z.number(),
  down_seconds: z.number(),
  /** taken out of operation by a person, or under maintenance: does not count */
  planned_seconds: z.number(),
  /** the server itself was away: does not count */
  unknown_seconds: z.number(),
  /** before the first connection and status of the station */
  no_data_seconds: z.number(),
}
const uptimeDay = z.object({ day: z.string(), ...uptimeParts })
export type UptimeDay = z.infer<typeof uptimeDay>

/** How much of its time a station could be used; docs/glossary.md defines it. */
export const uptimeSchema = z.object({
  /** of the location: days are days of this zone */
  time_zone: z.string(),
  ...uptimeParts,
  /** oldest first, today (so far) last */
  days: z.array(uptimeDay),
  connectors: z.array(
    z.object({
      id: z.number(),
      /** number within the whole station */
      ordinal: z.number(),
      ...uptimeParts,
      days: z.array(uptimeDay),
    }),
  ),
})
export type Uptime = z.infer<typeof uptimeSchema>

const staff = ['administrator', 'manager', 'operator'] as const
const period = z.object({ days: z.coerce.number().int().min(1).max(90).default(30) })

export const timeline = {
  events: call({
    method: 'GET',
    path: 'stations/{id}/timeline',
    summary:
      'What happened to a station, newest first; x-next-cursor leads on. Security events, firmware and boot reasons: administrators only',
    roles: staff,
    params: textIdParams,
    query: z.object({
      /** a comma list of timelineGroups */
      kinds: z
        .string()
        .regex(/^[a-z]+(,[a-z]+)*$/)
        .transform((text) => text.split(','))
        .pipe(z.array(z.enum(timelineGroups)))
        .optional(),
      /** number within the whole station; events of the station itself are always included */
      connector: z.coerce.number().int().min(1).max(100).optional(),
      from: sentInstant.optional(),
      to: sentInstant.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      before: z
        .string()
        .regex(/^\d{1,15}_[01]_\d{1,15}$/)
        .optional(),
    }),
    answer: z.array(timelineEventSchema),
    cursored: true,
  }),
  uptime: call({
    method: 'GET',
    path: 'stations/{id}/uptime',
    summary:
      'How much of its time a station, and each of its connectors, could be used: by day, today so far',
    roles: staff,
    params: textIdParams,
    query: period,
    answer: uptimeSchema,
  }),
  uptimeFile: call({
    method: 'GET',
    path: 'stations/{id}/uptime/export',
    summary: 'The same as a CSV file: one row a day and part of the station',
    roles: staff,
    params: textIdParams,
    query: period.extend({ format: z.enum(csvFormats).default('csv') }),
    answer: z.string(),
    file: { type: 'text/csv; charset=utf-8', name: 'uptime.csv' },
  }),
}
