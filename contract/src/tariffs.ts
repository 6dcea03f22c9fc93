import { z } from 'zod'
import { call, idParams } from './call.ts'
import { connectorTypes, currents } from './enums.ts'

/** Which connectors a price is for; what is left out matches all. power in kW. */
export const connectorFilter = z.object({
  type: z.enum(connectorTypes).nullish(),
  current: z.enum(currents).nullish(),
  power: z.number().positive().nullish(),
})

export const locationPricingBody = connectorFilter.extend({
  location_id: z.number().int().positive().optional(),
  /** kopecks per kWh */
  tariff: z.number().int().min(0).max(10_000_000),
  /** kopecks per minute */
  rate: z.number().int().min(0).max(10_000_000).default(0),
  /** kopecks per session */
  start_fee: z.number().int().min(0).max(100_000_000).default(0),
})

export const tariffs = {
  priceLocations: call({
    method: 'POST',
    path: 'locations/pricing',
    summary: 'Set the price per kWh of many locations; answers the count of changed stations',
    roles: ['administrator', 'manager'],
    body: z.object({
      locations: z.array(z.number().int().positive()).min(1).max(5000),
      /** kopecks per kWh */
      price: z.number().int().min(0).max(10_000_000),
      connectors: z.array(connectorFilter).max(100).default([]),
    }),
    answer: z.number(),
  }),
  priceLocation: call({
    method: 'POST',
    path: 'locations/{id}/pricing',
    summary: 'Set tariff, rate and start fee of a location; answers the count of changed stations',
    roles: ['administrator', 'manager'],
    params: idParams,
    body: locationPricingBody,
    answer: z.number(),
  }),
}
