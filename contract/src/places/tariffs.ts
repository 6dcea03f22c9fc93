import { z } from 'zod'
import { perKwh, powerKw, sentInstant } from '../base/bounds.ts'
import { call, idParams, instant } from '../base/call.ts'
import { connectorTypes, currents } from '../base/enums.ts'
import { idOf, marked, narrowedByStation } from '../base/subjects.ts'
import { idlePriceBody, idlePriceSchema } from './idle.ts'
import { tellableSchema } from './tariffs-at-station.ts'

/** Which connectors a price is for; a field that is left out matches all. Power in kW. */
export const connectorFilter = z.object({
  type: z.enum(connectorTypes).nullish(),
  current: z.enum(currents).nullish(),
  power: powerKw.nullish(),
})

/** When a price begins; left out: now. */
const validFrom = sentInstant.nullish()
/** kopecks per minute */
const perMinute = z.number().int().min(0).max(10_000_000)
/** kopecks per session */
const perSession = z.number().int().min(0).max(100_000_000)

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Hours of the week with a price of their own. */
export const priceWindowSchema = z.object({
  /** days on which the window begins; 0 is Sunday */
  days: z
    .array(z.number().int().min(0).max(6))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, 'A day stands twice')
    .transform((days) => days.toSorted((a, b) => a - b)),
  /** HH:MM in the location's time zone; an end before the start is on the next day, an end equal to the start means 24 hours */
  from: timeOfDay,
  to: timeOfDay,
  /** kopecks per kWh */
  tariff: perKwh,
})
export type PriceWindow = z.output<typeof priceWindowSchema>

/** Windows in an answer of the server. Where two overlap, the first wins. */
export const priceWindowsAnswer = z.array(
  z.object({ days: z.array(z.number()), from: z.string(), to: z.string(), tariff: z.number() }),
)

const windows = z.array(priceWindowSchema).max(20).default([])
/** lowest or highest price of a session, kopecks; null: no bound */
const bound = perSession.nullish()
const boundsFit = ({ min_price: min, max_price: max }: { min_price?: Bound; max_price?: Bound }) =>
  min == null || max == null || min <= max
type Bound = number | null | undefined
const boundsFault = { path: ['max_price'], message: 'below the least' }

/** A station of the location that gets its own price. */
const ownStation = marked(z.string().min(1).max(255), { subject: 'station' }).nullish()

const locationPrice = connectorFilter.extend({
  station_id: ownStation,
  location_id: idOf('location').optional(),
  tariff: perKwh,
  rate: perMinute.default(0),
  start_fee: perSession.default(0),
  /** where two overlap, the first wins */
  windows,
  min_price: bound,
  max_price: bound,
  /** the idle fee; null: that of the location or of the network */
  idle: idlePriceBody.nullish(),
  valid_from: validFrom,
})
export const locationPricingBody = locationPrice.refine(boundsFit, boundsFault)

const locationIds = z.array(idOf('location')).min(1).max(5000)
const filters = z.array(connectorFilter).max(100).default([])

const pricingBody = z.object({
  locations: locationIds,
  /** kopecks per kWh */
  price: perKwh,
  connectors: filters,
  valid_from: validFrom,
})

const previewPrice = z.object({
  station_id: ownStation,
  locations: locationIds,
  /** kopecks per kWh */
  price: perKwh,
  connectors: filters,
  rate: perMinute.default(0),
  start_fee: perSession.default(0),
  windows,
  min_price: bound,
  max_price: bound,
})
export const pricingPreviewBody = previewPrice.refine(boundsFit, boundsFault)
export type PricingPreviewBody = z.input<typeof pricingPreviewBody>

const connectorKind = z.object({ type: z.enum(connectorTypes), current: z.enum(currents), power: z.number() })

export const connectorFacetSchema = connectorKind.extend({ count: z.number() })
export type ConnectorFacet = z.infer<typeof connectorFacetSchema>

/** Sessions with the price that was charged and the price at the new tariff; kopecks and Wh. */
const comparison = z.object({
  sessions: z.number(),
  energy_wh: z.number(),
  before_amount: z.number(),
  after_amount: z.number(),
})
export type PriceComparison = z.infer<typeof comparison>

export const pricingPreviewSchema = comparison.extend({
  from: instant,
  to: instant,
  /** how many sessions there were; more than `sessions` when only a sample of them was priced */
  sessions_found: z.number(),
  sampled: z.boolean(),
  /** at how many locations the old price has parts that the new one lacks; idle is always 0, a preview has no idle fee */
  dropped: z.object({
    hours: z.number(),
    bounds: z.number(),
    rate: z.number(),
    start_fee: z.number(),
    idle: z.number(),
  }),
  /** the largest change of income first, at most 100 */
  locations: z.array(comparison.extend({ location_id: z.number(), name: z.string() })),
  connectors: z.array(comparison.extend(connectorKind.shape)),
  /** the sessions whose price changes most */
  examples: z.array(
    z.object({
      order_id: z.number(),
      location_name: z.string(),
      station_number: z.number(),
      started_at: instant,
      energy_wh: z.number(),
      seconds: z.number(),
      before_amount: z.number(),
      after_amount: z.number(),
    }),
  ),
})
export type PricingPreview = z.infer<typeof pricingPreviewSchema>

/** planned: begins later; current: applies to connectors that no newer change covers; past: replaced; canceled: cancelled before it began */
export const priceChangeStates = ['planned', 'current', 'past', 'canceled'] as const
export type PriceChangeState = (typeof priceChangeStates)[number]

const prices = z.object({
  tariff: z.number(),
  rate: z.number(),
  start_fee: z.number(),
  /** where two overlap, the first wins */
  windows: priceWindowsAnswer,
  min_price: z.number().nullable(),
  max_price: z.number().nullable(),
  /** the idle fee; null: the tariff has none */
  idle: idlePriceSchema.nullable(),
})

export const priceChangeSchema = prices.extend({
  id: z.number(),
  state: z.enum(priceChangeStates),
  type: z.string().nullable(),
  current: z.string().nullable(),
  /** kW */
  power: z.number().nullable(),
  /** the station whose own price it is; null: the price is the location's; number null: the station is not at the location any more */
  station: z.object({ id: z.string(), number: z.number().nullable() }).nullable(),
  valid_from: instant,
  /** when newer changes covered all of its connectors */
  valid_to: instant.nullable(),
  created_at: instant,
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  canceled_at: instant.nullable(),
  canceled_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  can: z.object({ cancel: z.boolean() }),
})
export type PriceChange = z.infer<typeof priceChangeSchema>

export const locationPricingSchema = z.object({
  /** IANA time zone of the location: hours and starts of prices are in it */
  time_zone: z.string(),
  /** the price of each kind of connector now */
  connectors: z.array(
    connectorFacetSchema.extend({
      ...prices.shape,
      /** what stations that reckon by themselves can know of it */
      at_station: tellableSchema,
    }),
  ),
  /** planned and past changes, the latest start first */
  changes: z.array(priceChangeSchema),
  changes_total: z.number(),
})
export type LocationPricing = z.infer<typeof locationPricingSchema>

const mayPrice = ['administrator', 'manager'] as const

export const tariffs = {
  priceLocations: call({
    method: 'POST',
    path: 'locations/pricing',
    summary:
      'Set the price per kWh of many locations, now or from a later moment; answers the count of changed stations',
    roles: mayPrice,
    body: pricingBody,
    answer: z.number(),
  }),
  priceLocation: call({
    method: 'POST',
    path: 'locations/{id}/pricing',
    summary:
      'Set the price of a location or of one of its stations, now or from a later moment; answers the count of changed stations',
    roles: mayPrice,
    params: idParams,
    body: locationPricingBody,
    answer: z.number(),
  }),
  preview: call({
    method: 'POST',
    path: 'locations/pricing/preview',
    summary: "What the last 30 days' sessions would have cost at a price that is not published yet",
    roles: mayPrice,
    body: pricingPreviewBody,
    answer: pricingPreviewSchema,
  }),
  connectorKinds: call({
    method: 'GET',
    path: 'locations/pricing/connectors',
    summary: 'Kinds of connectors at some locations, or at all that the caller may see',
    roles: mayPrice,
    query: z.object({
      /** ids with commas between them, at most 1000 */
      location_ids: marked(z.string().regex(/^\d{1,15}(?:,\d{1,15}){0,999}$/), {
        subject: 'location',
        narrows: true,
        commas: true,
      }).optional(),
    }),
    answer: z.array(connectorFacetSchema),
  }),
  ofLocation: call({
    method: 'GET',
    path: 'locations/{id}/pricing',
    summary:
      'What the connectors of a location, or of one of its stations, cost, what is planned, and the history',
    roles: mayPrice,
    params: idParams,
    query: z.object({
      station_id: narrowedByStation(255).nullish(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    answer: locationPricingSchema,
  }),
  cancelChange: call({
    method: 'DELETE',
    path: 'locations/{id}/pricing/{changeId}',
    summary: 'Take back a planned price before it begins',
    roles: mayPrice,
    params: idParams.extend({ changeId: z.coerce.number().int().positive() }),
    status: 204,
  }),
}
