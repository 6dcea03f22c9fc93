import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { connectorTypes, currents, mapStatuses } from '../base/enums.ts'
import { idlePriceSchema } from '../places/idle.ts'
import { placeFields } from '../places/locations.ts'
import { coordinatesSchema } from '../places/maps.ts'
import { openingPeriod } from '../places/opening-hours.ts'
import { photoSchema } from '../places/pictures.ts'

const dimensions = ['energy', 'time', 'flat', 'idle'] as const

/** A tariff as OCPI 2.2.1 (11.3.1) writes one, in our units. */
const publicTariffSchema = z.object({
  id: z.number(),
  tariff: z.number().describe('Kopecks for a kWh: the price without conditions, else the first'),
  rate: z.number().describe('Kopecks for a minute'),
  start_fee: z.number().describe('Kopecks for a session'),
  varies: z.boolean().describe('Some prices hold only at times, powers or amounts: elements tell'),
  discount: z.number().describe('Percent that are taken off'),
  min_price: z.number().nullable(),
  max_price: z.number().nullable(),
  elements: z
    .array(
      z.object({
        components: z.array(
          z.object({
            dimension: z.enum(dimensions),
            price: z.number().describe('Kopecks, with decimals, for a kWh, a minute or a session'),
            step_size: z.number().describe('Wh or seconds that are billed as a whole'),
          }),
        ),
        restrictions: z
          .object({
            start_time: z.string().optional(),
            end_time: z.string().optional(),
            start_date: z.string().optional(),
            end_date: z.string().optional(),
            min_wh: z.number().optional(),
            max_wh: z.number().optional(),
            min_power_w: z.number().optional(),
            max_power_w: z.number().optional(),
            min_duration_seconds: z.number().optional(),
            max_duration_seconds: z.number().optional(),
            days_of_week: z.array(z.number()).optional(),
          })
          .nullable(),
      }),
    )
    .describe('Of each dimension the first element that holds is the price'),
  idle: idlePriceSchema.nullable().describe('What a car costs that stays; null: what its location says'),
})
export type PublicTariff = z.infer<typeof publicTariffSchema>

const publicConnectorSchema = z.object({
  id: z.number(),
  number: z.number(),
  type: z.enum(connectorTypes),
  current: z.enum(currents),
  power: z.number().describe('kW'),
  status: z.enum(mapStatuses).describe('Of an EVSE that charges at one of its connectors none is free'),
  tariff_id: z.number().nullable().describe('null: charging costs nothing'),
})

const publicEvseSchema = z.object({
  uid: z.string().describe('Unique in the network, and kept for good'),
  station_number: z.number().describe('As it is painted on the station'),
  number: z.number(),
  status: z.enum(mapStatuses),
  maintenance_until: instant.nullable().describe('The station is under maintenance until then'),
  connectors: z.array(publicConnectorSchema),
})
export type PublicEvse = z.infer<typeof publicEvseSchema>

const publicLocationSchema = z.object({
  id: z.number(),
  name: z.string(),
  country: z.string(),
  city: z.string(),
  street: z.string(),
  postal_code: z.string(),
  coordinates: coordinatesSchema.nullable(),
  time_zone: z.string(),
  opening_hours: z.array(openingPeriod).nullable().describe('null: around the clock; empty: closed'),
  ...placeFields,
  rating: z.number().nullable(),
  reviews: z.number(),
  photos: z.array(photoSchema),
  idle: idlePriceSchema.nullable().describe('What a car costs that stays, where its tariff says nothing'),
  evses: z.array(publicEvseSchema),
})
export type PublicLocation = z.infer<typeof publicLocationSchema>

const currency = z.string().describe('ISO 4217; amounts are in hundredths of it')

const feedSchema = z.object({
  currency,
  support_phone: z.string().nullable(),
  tariffs: z.array(publicTariffSchema).describe('Those that connectors name'),
  locations: z.array(publicLocationSchema),
})
export type NetworkFeed = z.infer<typeof feedSchema>

const placeSchema = z.object({
  currency,
  support_phone: z.string().nullable(),
  tariffs: z.array(publicTariffSchema),
  location: publicLocationSchema,
  open_now: z.boolean(),
})
export type NetworkPlace = z.infer<typeof placeSchema>

/** A location, for the map and its list. */
const featureSchema = z.object({
  type: z.literal('Feature'),
  id: z.number(),
  geometry: z
    .object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) })
    .describe('Longitude and latitude (RFC 7946)'),
  properties: z.object({
    name: z.string(),
    country: z.string(),
    city: z.string(),
    street: z.string(),
    status: z.enum(mapStatuses),
    evses: z.number(),
    available: z.number(),
    busy: z.number(),
    types: z.array(z.enum(connectorTypes)),
    power: z.number().describe('kW of the strongest connector'),
    ...placeFields,
  }),
})
export type NetworkFeature = z.infer<typeof featureSchema>

const geojsonSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(featureSchema).describe('The locations that have a point'),
})

/** The network as drivers and other sites see it, without a log-in (docs/open-data.md). */
export const network = {
  feed: call({
    method: 'GET',
    path: 'network.json',
    summary:
      'Every location that drivers may see, with EVSEs, availability and tariffs; answers 304 to its ETag',
    roles: 'public',
    answer: feedSchema,
  }),
  geojson: call({
    method: 'GET',
    path: 'network.geojson',
    summary: 'The same as points of a map; answers 304 to its ETag',
    roles: 'public',
    answer: geojsonSchema,
    type: 'application/geo+json',
  }),
  availability: call({
    method: 'GET',
    path: 'network/availability',
    summary: 'Of every location its id and how many EVSEs are available and busy; answers 304 to its ETag',
    roles: 'public',
    answer: z.array(z.tuple([z.number(), z.number(), z.number()])),
  }),
  datex: call({
    method: 'GET',
    path: 'network.datex2.xml',
    summary:
      'Every location that drivers may see as EnergyInfrastructureTablePublication of DATEX II 3.7 (AFIR); answers 304 to its ETag',
    roles: 'public',
    answer: z.string().describe('XML'),
    type: 'application/xml',
  }),
  datexStatus: call({
    method: 'GET',
    path: 'network-status.datex2.xml',
    summary:
      'How every EVSE stands as EnergyInfrastructureStatusPublication of DATEX II 3.7 (AFIR); answers 304 to its ETag',
    roles: 'public',
    answer: z.string().describe('XML'),
    type: 'application/xml',
  }),
  location: call({
    method: 'GET',
    path: 'network/locations/{id}',
    summary: 'One location that drivers may see',
    roles: 'public',
    params: idParams,
    answer: placeSchema,
  }),
}
