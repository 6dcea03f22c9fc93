import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, instant } from '../base/call.ts'
import { failureStages, outcomeGroups } from '../base/enums.ts'
import { narrowedBy, narrowedByAny, narrowedByStation } from '../base/subjects.ts'

const rangeQuery = {
  from: sentInstant,
  to: sentInstant,
  location_ids: narrowedByAny('location').optional(),
  station_id: narrowedByStation(255).optional(),
}

const outcomes = {
  /** sessions that were tried; those that people cancelled do not count */
  attempts: z.number(),
  /** how many of the attempts failed, by stage */
  failed: z.object({
    authorisation: z.number(),
    start: z.number(),
    energy: z.number(),
    stop: z.number(),
  }),
}
const outcomesSchema = z.object(outcomes)
export type Outcomes = z.infer<typeof outcomesSchema>

const outcomeRowSchema = z.object({
  location_id: z.number().nullable(),
  location_name: z.string().nullable(),
  station_id: z.string().nullable(),
  station_number: z.number().nullable(),
  connector_id: z.number().nullable(),
  connector_number: z.number().nullable(),
  connector_type: z.string().nullable(),
  /** a model, or a firmware version; empty where it is not known */
  name: z.string().nullable(),
  ...outcomes,
})
export type OutcomeRow = z.infer<typeof outcomeRowSchema>

const placeSchema = z.object({
  location_id: z.number(),
  location_name: z.string(),
  /** kopecks; null for operators */
  revenue: z.number().nullable(),
  /** Wh */
  energy: z.number(),
  sessions: z.number(),
  attempts: z.number(),
  failed: z.number(),
})
export type InsightPlace = z.infer<typeof placeSchema>

const downSchema = z.object({
  station_id: z.string(),
  station_number: z.number(),
  location_name: z.string(),
  /** 0 to 1 */
  share: z.number(),
  down_seconds: z.number(),
})
export type UptimeDown = z.infer<typeof downSchema>

const stationFiguresSchema = z.object({
  station_id: z.string(),
  /** of today by the network's clocks, those that ended */
  sessions: z.number(),
  /** Wh */
  energy: z.number(),
  /** percent of the last 30 days, today so far among them, as stations/{id}/uptime tells it; null where nothing counts */
  uptime: z.number().nullable(),
  /** the latest of these days and today */
  fault: z
    .object({
      at: instant,
      /** counted through the whole station */
      connector: z.number(),
      error_code: z.string().nullable(),
    })
    .nullable(),
})
export type StationFigures = z.infer<typeof stationFiguresSchema>

const staff = ['administrator', 'manager', 'operator'] as const

/** How sessions went and how much stations were used, without money: read from the sums by hour (domain.md#payments-and-reports). */
export const insight = {
  outcomes: call({
    method: 'GET',
    path: 'statistics/outcomes',
    summary: 'How sessions of a period went, beside the period before, and where most of them failed',
    roles: [...staff],
    query: z.object({
      ...rangeQuery,
      by: z.enum(outcomeGroups).default('connector'),
      stage: z.enum(failureStages).optional(),
    }),
    answer: z.object({
      current: outcomesSchema,
      previous: outcomesSchema,
      /** where most failed (at the stage) first; twenty at most */
      rows: z.array(outcomeRowSchema),
    }),
  }),
  utilisation: call({
    method: 'GET',
    path: 'statistics/utilisation',
    summary: 'The share of time in which EVSEs had a car plugged in, by weekday and hour',
    roles: [...staff],
    query: z.object(rangeQuery),
    answer: z.object({
      /** 0 to 1; null where no station stood */
      share: z.number().nullable(),
      previous: z.number().nullable(),
      /** weekday: 1 is Monday; hours of the network's clocks */
      cells: z.array(z.object({ weekday: z.number(), hour: z.number(), share: z.number() })),
    }),
  }),
  places: call({
    method: 'GET',
    path: 'statistics/places',
    summary: 'The locations that did best and worst in a period: by revenue, and for operators by energy',
    roles: [...staff],
    query: z.object(rangeQuery),
    answer: z.object({
      total: z.number(),
      best: z.array(placeSchema),
      worst: z.array(placeSchema),
    }),
  }),
  stations: call({
    method: 'GET',
    path: 'statistics/stations',
    summary: 'What each station of a location did today, its uptime and its last fault of 30 days',
    roles: [...staff],
    query: z.object({ location_id: narrowedBy('location') }),
    answer: z.array(stationFiguresSchema),
  }),
  uptime: call({
    method: 'GET',
    path: 'statistics/uptime',
    summary: 'How much of the days that are over stations could be used, and how long their outages lasted',
    roles: [...staff],
    query: z.object(rangeQuery),
    answer: z.object({
      /** 0 to 1; null where nothing was counted */
      share: z.number().nullable(),
      previous: z.number().nullable(),
      /** outages that ended in the period */
      repairs: z.number(),
      /** how long one lasted; null where none ended */
      repair_seconds: z.number().nullable(),
      repair_seconds_before: z.number().nullable(),
      /** stations that were down longest, five at most */
      worst: z.array(downSchema),
    }),
  }),
}
