import { z } from 'zod'
import { call } from '../base/call.ts'
import { importErrorSchema } from './imports.ts'

/** The columns of a file of RFID cards; `driver_name` is for its reader alone. */
export const cardColumns = [
  'token',
  'driver_id',
  'driver_email',
  'driver_phone',
  'driver_name',
  'group',
  'expires_at',
  'payment',
  'blocked',
] as const
export type CardColumn = (typeof cardColumns)[number]

export const cardImportSchema = z.object({
  applied: z.boolean(),
  rows: z.number(),
  cards: z.object({ added: z.number(), changed: z.number(), unchanged: z.number() }),
  errors_total: z.number(),
  /** the first 500 */
  errors: z.array(importErrorSchema),
})
export type CardImport = z.infer<typeof cardImportSchema>

/** The most bytes of a file of cards. */
export const cardFileBytes = 8 * 1024 * 1024

/** RFID cards from and to CSV files. */
export const cardFiles = {
  download: call({
    method: 'GET',
    path: 'id-tokens/export',
    summary: 'All RFID cards with their drivers as a CSV file, as id-tokens/import takes it',
    roles: ['administrator'],
    answer: z.string(),
    file: { type: 'text/csv; charset=utf-8', name: 'rfid-cards.csv' },
  }),
  upload: call({
    method: 'POST',
    path: 'id-tokens/import',
    summary:
      'Register and change RFID cards from a CSV file: all of it, or nothing where a row is wrong; dry_run only checks',
    roles: ['administrator'],
    query: z.object({ dry_run: z.enum(['true', 'false']).default('false') }),
    body: z.union([z.string(), z.object({ csv: z.string() })]),
    bodyLimit: cardFileBytes,
    answer: cardImportSchema,
  }),
}
