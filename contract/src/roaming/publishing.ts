import { z } from 'zod'
import { call, idParams, page } from '../base/call.ts'
import { idOf } from '../base/subjects.ts'

const versions = ['2.2.1', '2.3.0'] as const

/** What partners cannot know of a tariff, though their bills are right (docs/roaming.md#prices-and-bills). */
const tariffLosses = [
  'discount',
  'decimals',
  'start_fee_needs_energy',
  'lowest_price_needs_energy',
  'several_start_fees',
  'start_fee_while_parking',
  'limits_without_parking',
  'steps_before_parking',
  'idle_grace',
  'idle_cap',
] as const

export const roamingLocationSchema = z.object({
  id: z.number(),
  name: z.string(),
  city: z.string(),
  published: z.boolean(),
  evses: z.number(),
  /** why it is not shown though it is published: it has no point on the map, a country that is not known, or no connector */
  missing: z.array(z.enum(['point', 'country', 'connectors'])),
})
export type RoamingLocation = z.output<typeof roamingLocationSchema>

export const roamingTariffSchema = z.object({
  id: z.number(),
  name: z.string(),
  published: z.boolean(),
  /** what partners of each version cannot know of it, at any of the published locations where it holds */
  losses: z.array(z.object({ version: z.enum(versions), names: z.array(z.enum(tariffLosses)) })),
})
export type RoamingTariff = z.output<typeof roamingTariffSchema>

export const roamingPreviewSchema = z.object({
  location: roamingLocationSchema,
  versions: z.array(
    z.object({
      version: z.enum(versions),
      /** null: something is missing */
      location: z.record(z.string(), z.unknown()).nullable(),
      /** the fields that the version cannot express, or only shortened */
      losses: z.array(z.string()),
      tariffs: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          published: z.boolean(),
          json: z.record(z.string(), z.unknown()),
          losses: z.array(z.enum(tariffLosses)),
        }),
      ),
    }),
  ),
})
export type RoamingPreview = z.output<typeof roamingPreviewSchema>

const roles = ['administrator'] as const
const body = z.object({ published: z.boolean() })
const idsMost = 500

/** What partners in roaming are shown of the network. */
export const roamingPublishing = {
  locations: call({
    method: 'GET',
    path: 'roaming/locations',
    summary: 'Locations by name, with whether partners are shown them',
    roles,
    query: z.object({ ...page(50, 500), search: z.string().max(100).optional() }),
    answer: z.array(roamingLocationSchema),
    counted: true,
  }),
  setLocations: call({
    method: 'PUT',
    path: 'roaming/locations',
    summary: 'Show several locations to partners, or no longer: all of them, or none if one is not there',
    roles,
    body: body.extend({ ids: z.array(idOf('location')).min(1).max(idsMost) }),
    answer: z.array(roamingLocationSchema),
  }),
  setLocation: call({
    method: 'PUT',
    path: 'roaming/locations/{id}',
    summary: 'Show a location to partners, or no longer: then its EVSEs are removed there',
    roles,
    params: idParams,
    body,
    answer: roamingLocationSchema,
  }),
  preview: call({
    method: 'GET',
    path: 'roaming/locations/{id}/preview',
    summary:
      'A location and its tariffs as partners of each version see them or would see them, with what is lost',
    roles,
    params: idParams,
    answer: roamingPreviewSchema,
  }),
  tariffs: call({
    method: 'GET',
    path: 'roaming/tariffs',
    summary: 'Tariffs that hold at the published locations, with what partners cannot know of them',
    roles,
    answer: z.array(roamingTariffSchema),
  }),
  setTariffs: call({
    method: 'PUT',
    path: 'roaming/tariffs',
    summary: 'Show several tariffs to partners, or no longer: all of them, or none if one is not there',
    roles,
    body: body.extend({ ids: z.array(z.number().int().positive()).min(1).max(idsMost) }),
    answer: z.object({ published: z.boolean() }),
  }),
  setTariff: call({
    method: 'PUT',
    path: 'roaming/tariffs/{id}',
    summary: 'Show a tariff to partners, or no longer',
    roles,
    params: idParams,
    body,
    answer: z.object({ published: z.boolean() }),
  }),
}
