import { isTimeZone } from '@stationmaster/units'
import { z } from 'zod'
import { countingNumber } from '../base/bounds.ts'
import { call, idParams, page } from '../base/call.ts'
import {
  connectorStatuses,
  connectorTypes,
  mapStatuses,
  placeFeatures,
  roles,
  silentPartnerRules,
} from '../base/enums.ts'
import { idOf, marked, narrowedBy } from '../base/subjects.ts'
import { mostServicePrice, serviceSchema } from '../money/services.ts'
import { freeStations } from '../people/freed-stations.ts'
import { coordinatesSchema } from './maps.ts'
import { openingPeriod } from './opening-hours.ts'
import { photoSchema } from './pictures.ts'

const evseStatusesSchema = z
  .object({ available: z.number(), busy: z.number(), faulted: z.number() })
  .describe('How many EVSEs are free, how many charge or are about to, and how many have a fault')

/** Facts about a location that drivers want to know before they come. */
export const placeFields = {
  cashback_percent: z.number(),
  free_parking: z.boolean(),
  height_limit_cm: z.number().nullable().describe('The highest vehicle that comes in; null: any'),
  features: z.array(z.enum(placeFeatures)),
}

/** A marker of a location on the map; `status` is available if any EVSE is, else busy if any is, else offline. */
export const markerSchema = z.object({
  id: z.number(),
  name: z.string(),
  country: z.string(),
  city: z.string(),
  street: z.string(),
  coordinates: coordinatesSchema,
  status: z.enum(mapStatuses),
  evse_statuses: evseStatusesSchema,
  types: z.array(z.enum(connectorTypes)),
  /** kW of the strongest connector */
  power: z.number(),
  roaming_sessions: z
    .number()
    .optional()
    .describe('Sessions of roaming partners that run there; only for who sees the whole network'),
  ...placeFields,
})
export type MapMarker = z.infer<typeof markerSchema>

export const locationSchema = z.object({
  id: z.number(),
  name: z.string(),
  country: z.string(),
  city: z.string(),
  street: z.string(),
  postal_code: z.string(),
  coordinates: coordinatesSchema.nullable(),
  time_zone: z.string(),
  listed: z.boolean().describe('Drivers find it on the public network'),
  silence_minutes: z
    .number()
    .nullable()
    .describe('After how long people are mailed that a station is not connected; null: they are not'),
  local_lists: z
    .boolean()
    .describe(
      'Its stations get the cards of the network and each change of one, and know them without a connection',
    ),
  silent_partner: z
    .enum(silentPartnerRules)
    .describe('What decides about a card whose roaming partner does not answer'),
  service_price_most: z
    .number()
    .describe('What a service costs at most here, in kopecks, unless an administrator agrees to its price'),
  owner_id: z.number().nullable(),
  owner_first_name: z.string().nullable(),
  owner_last_name: z.string().nullable(),
  owner_email: z.string().nullable(),
  ...placeFields,
  opening_hours: z
    .object({
      open_now: z.boolean(),
      periods: z
        .array(openingPeriod)
        .describe('Empty and open: around the clock; empty and not open: closed'),
    })
    .describe("In the location's time zone"),
  photos: z.array(photoSchema).describe('The first is the cover'),
  rating: z.number().nullable().describe('Stars of 5 that drivers give on average; null: nobody has yet'),
  reviews: z.number(),
  evse_statuses: evseStatusesSchema,
  number_of_stations: z.number(),
  connectors: z.array(z.object({ status: z.enum(connectorStatuses) })),
  services: z.array(serviceSchema).describe('What is sold here beside charging'),
  needs_pro: z.boolean().describe('Before it sells services, its owner needs the Pro plan'),
  needs_admission: z.boolean().describe('Nothing is sold here before an administrator has let its owner in'),
  version: z.number().describe('Counts the changes; send it back with yours'),
  can: z
    .object({
      edit: z.boolean(),
      delete: z.boolean(),
      price: z.boolean(),
      add_station: z.boolean(),
      add_photo: z.boolean(),
      sell: z.boolean().describe('Choose services, and what they cost'),
    })
    .describe('What the caller may do here'),
})
export type Location = z.infer<typeof locationSchema>

const timeZone = z.string().max(64).refine(isTimeZone, 'There is no such time zone.')

const text = (most: number) => z.string().trim().max(most)
const cashbackPercent = z.number().int().min(0).max(100)

export const locationBody = z.object({
  name: text(200).min(1),
  owner_id: idOf('manager').nullish(),
  address: text(400).optional(),
  country: text(100).default(''),
  city: text(100).default(''),
  street: text(200).default(''),
  postal_code: text(20).default(''),
  coordinates: coordinatesSchema.nullish(),
  time_zone: timeZone.optional(),
})

/** Every field of the settings form; name, country, city and street are required (domain.md#locations). */
export const locationSettings = z.object({
  name: text(200).min(1),
  owner_id: idOf('manager').nullable(),
  country: text(100).min(1),
  city: text(100).min(1),
  street: text(200).min(1),
  postal_code: text(20),
  coordinates: coordinatesSchema.nullable(),
  time_zone: timeZone,
  cashback_percent: cashbackPercent,
  free_parking: z.boolean(),
  height_limit_cm: z.number().int().min(100).max(1000).nullable(),
  features: z.array(z.enum(placeFeatures)).max(placeFeatures.length),
  listed: z.boolean(),
  silence_minutes: z.number().int().min(5).max(10_080).nullable(),
  local_lists: z.boolean(),
  silent_partner: z.enum(silentPartnerRules),
  service_price_most: z.number().int().min(1).max(mostServicePrice),
})

const version = countingNumber.optional()
const versionMeans = 'The version that the change was made to; an older one is refused, none is not looked at'

export const locationChangeBody = locationSettings
  .partial()
  .extend({ version: version.describe(versionMeans), free_stations: freeStations })

/** Usually seven days with one or two periods; more than a few dozen are a mistake. */
const openingHoursBody = z.array(openingPeriod).max(70)

/** What a deletion would also delete (domain.md#locations; open orders forbid it). */
export const deletionSchema = z.object({
  stations: z.number(),
  connectors: z.number(),
  orders: z.number().describe('Past orders, which are kept'),
  open_orders: z.number(),
})

/** The details of location.changed: who changed what since the version that the caller has, the latest last. */
export const changesSchema = z.array(
  z.object({
    at: z.string(),
    by: z
      .object({
        id: z.number(),
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        key: z.string().nullable().describe('Name of their API key that a program has done it with'),
      })
      .nullable(),
    fields: z.array(z.string()),
  }),
)
export type LocationChanges = z.infer<typeof changesSchema>

export const locations = {
  list: call({
    method: 'GET',
    path: 'locations',
    summary: 'Locations that the caller may see, by name',
    roles: ['administrator', 'manager', 'operator', 'accounter'],
    query: z.object({
      ...page(500, 500),
      search: z.string().trim().max(100).optional(),
      owner_id: narrowedBy('manager').optional(),
      mode: z.enum(['full']).optional(),
    }),
    answer: z.array(locationSchema),
    counted: true,
  }),
  markers: call({
    method: 'GET',
    path: 'locations/markers',
    summary: 'The locations that the caller may see and that have a point, as the map marks them, by name',
    roles,
    query: z.object({
      ids: marked(z.string().regex(/^\d{1,15}(?:,\d{1,15}){0,199}$/), {
        subject: 'location',
        narrows: true,
        commas: true,
      })
        .optional()
        .describe('Only these, comma separated'),
    }),
    answer: z.array(markerSchema),
  }),
  get: call({
    method: 'GET',
    path: 'locations/{id}',
    summary: 'One location',
    roles: ['administrator', 'manager', 'operator', 'accounter'],
    params: idParams,
    answer: locationSchema,
  }),
  add: call({
    method: 'POST',
    path: 'locations',
    summary: 'Add a location; managers only where they serve themselves, and for themselves',
    roles: ['administrator', 'manager'],
    body: locationBody,
    answer: locationSchema,
    status: 201,
  }),
  change: call({
    method: 'PATCH',
    path: 'locations/{id}',
    summary: 'Change a location; what is left out stays',
    roles: ['administrator'],
    params: idParams,
    body: locationChangeBody,
    answer: locationSchema,
  }),
  setOpeningHours: call({
    method: 'PUT',
    path: 'locations/{id}/opening-hours',
    summary: 'Set when a location is open; without periods it is closed',
    roles: ['administrator'],
    params: idParams,
    query: z.object({ version: z.coerce.number().pipe(countingNumber).optional().describe(versionMeans) }),
    body: openingHoursBody,
    answer: locationSchema,
  }),
  deletion: call({
    method: 'GET',
    path: 'locations/{id}/deletion',
    summary: 'What deleting a location would take along',
    roles: ['administrator'],
    params: idParams,
    answer: deletionSchema,
  }),
  remove: call({
    method: 'DELETE',
    path: 'locations/{id}',
    summary: 'Delete a location with its stations; orders and payments are kept',
    roles: ['administrator'],
    params: idParams,
    status: 204,
  }),
}
