import { z } from 'zod'
import { call } from '../base/call.ts'
import { languages } from '../base/enums.ts'

export const coordinatesSchema = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
})
export type Coordinates = z.infer<typeof coordinatesSchema>

/** How exact the point of an address is: the house itself, its street, or only the town. */
const accuracies = ['house', 'street', 'town'] as const

export const geocodeResultSchema = z.object({
  /** the whole in one line */
  address: z.string(),
  country: z.string(),
  city: z.string(),
  street: z.string(),
  postal_code: z.string(),
  coordinates: coordinatesSchema,
  accuracy: z.enum(accuracies),
  time_zone: z.string(),
})
export type GeocodeResult = z.infer<typeof geocodeResultSchema>

/**
 * Whether a geocoded point may replace the point of an address. A point of a town must not replace the point of an address in the
 * same town, because somebody may have set that one to the metre.
 */
export const mayMove = (
  found: Pick<GeocodeResult, 'accuracy'>,
  from: { hasPoint: boolean; sameTown: boolean },
): boolean => found.accuracy !== 'town' || !from.hasPoint || !from.sameTown

const between = (least: number, most: number) => z.coerce.number().min(least).max(most)
const language = z.enum(languages).default('en')

/** Maps and addresses (domain.md#maps-and-addresses). */
export const maps = {
  settings: call({
    method: 'GET',
    path: 'maps/settings',
    summary: 'What a map shows beneath its markers',
    roles: 'public',
    answer: z.object({
      tiles_url: z
        .string()
        .nullable()
        .describe(
          'A raster template with {z}, {x} and {y}, or the URL of a MapLibre style; null: our own base map',
        ),
    }),
  }),
  towns: call({
    method: 'GET',
    path: 'maps/towns',
    summary: 'The largest towns of a part of the map',
    roles: 'public',
    query: z.object({
      west: between(-180, 180),
      south: between(-90, 90),
      east: between(-180, 180),
      north: between(-90, 90),
      limit: z.coerce.number().int().min(1).max(300).default(100),
      language,
    }),
    answer: z.array(z.object({ name: z.string(), population: z.number(), coordinates: coordinatesSchema })),
  }),
  geocode: call({
    method: 'GET',
    path: 'maps/geocode',
    summary: 'The point of an address, or the address of a point; null when none is found',
    roles: ['administrator', 'manager'],
    query: z
      .object({
        address: z.string().trim().min(1).max(400).optional(),
        latlng: z
          .string()
          .regex(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/)
          .optional()
          .describe('Latitude and longitude in degrees, e.g. 55.7522,37.6156'),
        language,
      })
      .refine(({ address, latlng }) => (address === undefined) !== (latlng === undefined), {
        path: ['address'],
        message: 'Either an address or latlng.',
      }),
    answer: geocodeResultSchema.nullable(),
  }),
}
