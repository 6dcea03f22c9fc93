import { z } from 'zod'
import { call, idParams, page } from './call.ts'
import { connectorStatuses } from './enums.ts'

export const locationSchema = z.object({
  id: z.number(),
  name: z.string(),
  country: z.string(),
  city: z.string(),
  street: z.string(),
  postal_code: z.string(),
  coordinates: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  time_zone: z.string(),
  owner_id: z.number().nullable(),
  owner_first_name: z.string().nullable(),
  owner_last_name: z.string().nullable(),
  owner_email: z.string().nullable(),
  cashback_percent: z.number(),
  free_parking: z.boolean(),
  number_of_stations: z.number(),
  connectors: z.array(z.object({ status: z.enum(connectorStatuses) })),
  can: z
    .object({ edit: z.boolean(), delete: z.boolean(), price: z.boolean(), add_station: z.boolean() })
    .describe('What the caller may do here'),
})
export type Location = z.infer<typeof locationSchema>

export const locationBody = z.object({
  name: z.string().trim().min(1).max(200),
  owner_id: z.number().int().positive().nullish(),
  address: z.string().trim().max(400).optional(),
  country: z.string().trim().max(100).default(''),
  city: z.string().trim().max(100).default(''),
  street: z.string().trim().max(200).default(''),
  postal_code: z.string().trim().max(20).default(''),
  coordinates: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).nullish(),
  time_zone: z.string().max(64).optional(),
})

export const locations = {
  list: call({
    method: 'GET',
    path: 'locations',
    summary: 'Locations that the caller may see',
    roles: ['administrator', 'manager', 'operator', 'accounter'],
    query: z.object({
      ...page(500, 500),
      search: z.string().trim().max(100).optional(),
      mode: z.enum(['full']).optional(),
    }),
    answer: z.array(locationSchema),
    counted: true,
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
    summary: 'Add a location',
    roles: ['administrator'],
    body: locationBody,
    answer: locationSchema,
    status: 201,
  }),
}
