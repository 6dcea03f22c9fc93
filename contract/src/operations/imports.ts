import { z } from 'zod'
import { call } from '../base/call.ts'
import { freeStations } from '../people/freed-stations.ts'

/**
 * Columns of the file of locations and stations, named as the fields of the API; one row a connector, or one of a location
 * alone. tariff, rate and start_fee price all connectors of the row's kind at the location. `location_id` and `station_id` name what there is; a location without an id is known by its name, city and street.
 */
export const importColumns = [
  'location_id',
  'location_name',
  'owner_email',
  'country',
  'city',
  'street',
  'postal_code',
  'lat',
  'lng',
  'time_zone',
  'cashback_percent',
  'free_parking',
  'height_limit_cm',
  'features',
  'listed',
  'silence_minutes',
  'station_id',
  'number',
  'vendor_name',
  'model',
  'image',
  'monetized',
  'parking_car',
  'parking_bike',
  'evse_number',
  'connector_number',
  'type',
  'current',
  'power',
  'tariff',
  'rate',
  'start_fee',
] as const
export type ImportColumn = (typeof importColumns)[number]

export const importErrorSchema = z.object({
  /** the line of the file at which the row begins; the header is line 1 */
  line: z.number(),
  column: z.string().nullable(),
  code: z.string(),
  /** in the caller's language */
  error: z.string(),
  /** what stands there */
  value: z.string().nullable(),
})
export type ImportError = z.infer<typeof importErrorSchema>

const counts = z.object({ added: z.number(), changed: z.number(), unchanged: z.number() })

export const importResultSchema = z.object({
  applied: z.boolean(),
  rows: z.number(),
  locations: counts,
  stations: counts,
  connectors: counts,
  /** of the kinds of connectors at locations that the file has prices for */
  prices: counts,
  errors_total: z.number(),
  /** the first 500 */
  errors: z.array(importErrorSchema),
  /** OCPP passwords of the stations that were added, shown this once */
  passwords: z.array(z.object({ station_id: z.string(), password: z.string() })),
  /** stations that earn nothing, because their owners are not admitted, or their plans do not cover them */
  not_monetized: z.array(z.string()),
})
export type ImportResult = z.infer<typeof importResultSchema>

const csvFile = 'text/csv; charset=utf-8'

export const imports = {
  template: call({
    method: 'GET',
    path: 'locations/import/template',
    summary: 'An example of the file that locations/import takes',
    roles: ['administrator'],
    answer: z.string(),
    file: { type: csvFile, name: 'locations-template.csv' },
  }),
  upload: call({
    method: 'POST',
    path: 'locations/import',
    summary:
      'Add and change locations and stations from a CSV file: all of it, or nothing where a row is wrong; dry_run only checks',
    roles: ['administrator'],
    query: z.object({ dry_run: z.enum(['true', 'false']).default('false') }),
    body: z.union([z.string(), z.object({ csv: z.string(), free_stations: freeStations })]),
    bodyLimit: 16 * 1024 * 1024,
    answer: importResultSchema,
  }),
  download: call({
    method: 'GET',
    path: 'locations/export',
    summary: 'Locations and stations that the caller may see as a CSV file, as locations/import takes it',
    roles: ['administrator', 'manager'],
    answer: z.string(),
    file: { type: csvFile, name: 'locations.csv' },
  }),
}
