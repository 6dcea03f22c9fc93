import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { connectorTypes, stationStatuses } from '../base/enums.ts'
import { nameRule } from '../base/rules.ts'
import { attentionSchema } from '../figures/statistics.ts'
import { markerSchema } from '../places/locations.ts'

/** The most rows that need attention on a wall: it has no room for more. */
export const wallAttentionMost = 12

/** A location on a wall's map. */
const wallMarker = markerSchema.pick({ id: true, name: true, city: true, coordinates: true, status: true })
export type WallMarker = z.infer<typeof wallMarker>

/** The whole network at this moment, for a control room, without data of drivers. */
export const wallSchema = z.object({
  at: instant,
  stations: z.number(),
  stations_online: z.number(),
  connectors: z.number(),
  /** sessions that run */
  charging: z.number(),
  /** W that the cars take now */
  power: z.number(),
  /** of the network's day so far */
  today: z.object({
    sessions: z.number(),
    /** Wh */
    energy: z.number(),
  }),
  statuses: z.array(z.object({ status: z.enum(stationStatuses), count: z.number() })),
  /** the mean power of each five minutes of the last six hours, W */
  curve: z.array(z.object({ at: instant, power: z.number() })),
  /** the newest that run */
  sessions: z.array(
    z.object({
      id: z.number(),
      location_name: z.string(),
      city: z.string(),
      station_number: z.number(),
      connector_type: z.enum(connectorTypes),
      started_at: instant,
      /** Wh */
      energy: z.number(),
      /** W; null when the station does not report it */
      power: z.number().nullable(),
      /** percent; null when the car does not report it */
      soc: z.number().nullable(),
      /** the name of the roaming partner who pays for it */
      partner: z.string().nullable(),
    }),
  ),
  /** incidents that nobody looks after yet */
  incidents: z.object({ open: z.number(), critical: z.number() }),
  /** the count of the inbox */
  attention_total: z.number(),
  /** the newest things about a station, an order or a roll-out, at most `wallAttentionMost` */
  attention: z.array(attentionSchema),
  markers: z.object({
    /** to be sent as `markers_since` with the next call */
    version: z.string(),
    /** true: all markers; false: those that have changed since the sent version */
    whole: z.boolean(),
    items: z.array(wallMarker),
  }),
})
export type Wall = z.infer<typeof wallSchema>

const wallQuery = z.object({
  markers_since: z
    .string()
    .max(80)
    .optional()
    .describe(
      'The version of the markers that the caller knows: only those that have changed since are answered',
    ),
})

export const wallScreenBody = z.object({ name: nameRule })

const wallScreen = z.object({
  id: z.number(),
  name: z.string(),
  created_at: instant,
  /** when it last read the wall, to the minute */
  used_at: instant.nullable(),
})
export type WallScreen = z.infer<typeof wallScreen>

const administrator = ['administrator'] as const

/** The screen on the wall of a control room, and the keys with which it opens without an account. */
export const wall = {
  get: call({
    method: 'GET',
    path: 'wall',
    summary: 'The whole network at this moment; for administrators, and operators without an owner',
    roles: ['administrator', 'operator'],
    query: wallQuery,
    answer: wallSchema,
  }),
  ofScreen: call({
    method: 'GET',
    path: 'wall/screen',
    summary: 'The same for a screen, which sends its key as the bearer token',
    roles: 'public',
    query: wallQuery,
    answer: wallSchema,
  }),
  screens: call({
    method: 'GET',
    path: 'wall-screens',
    summary: 'Screens that have a key, by name',
    roles: administrator,
    answer: z.array(wallScreen),
  }),
  addScreen: call({
    method: 'POST',
    path: 'wall-screens',
    summary: 'Give a screen a key that reads the wall and nothing else; it is answered once',
    roles: administrator,
    body: wallScreenBody,
    answer: z.object({ screen: wallScreen, key: z.string() }),
    status: 201,
  }),
  revokeScreen: call({
    method: 'DELETE',
    path: 'wall-screens/{id}',
    summary: "Take a screen's key away",
    roles: administrator,
    params: idParams,
    status: 204,
  }),
}
