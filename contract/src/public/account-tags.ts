import { z } from 'zod'
import { call, instant } from '../base/call.ts'

/** what the station reads from a card: OCPP 1.6 carries 20 characters, 2.x up to 36 */
const tagRule = z
  .string()
  .trim()
  .min(4)
  .max(36)
  .regex(/^[\x21-\x7e]+$/)

/** How long a driver has to show a card that is to be theirs, in seconds. */
export const tagProofSeconds = 120

/** A driver's own RFID card. */
export const driverTagSchema = z.object({
  token: z.string(),
  /** lost, or blocked by the network: begins nothing */
  blocked: z.boolean(),
  expires_at: instant.nullable(),
  added_at: instant,
})
export type DriverTag = z.output<typeof driverTagSchema>

/** A card that a driver has to show at a station to make it theirs. */
export const tagProofSchema = z.object({
  token: z.string(),
  /** where it is to be shown; null: at any station */
  station_number: z.number().nullable(),
  until: instant,
})
export type TagProof = z.output<typeof tagProofSchema>

/** Drivers' own RFID cards. */
export const driverTags = {
  list: call({
    method: 'GET',
    path: 'driver/me/tags',
    summary: 'The driver’s cards, and those that are to be shown at a station yet',
    roles: 'driver',
    answer: z.object({ tags: z.array(driverTagSchema), proofs: z.array(tagProofSchema) }),
  }),
  add: call({
    method: 'POST',
    path: 'driver/me/tags',
    summary:
      'Begin to take a card: it is the driver’s once it is shown within two minutes, at the station that is named or at any',
    roles: 'driver',
    body: z.object({
      token: tagRule,
      station_number: z.number().int().positive().max(2_147_483_647).nullish(),
    }),
    answer: tagProofSchema,
    status: 201,
  }),
  block: call({
    method: 'PATCH',
    path: 'driver/me/tags/{token}',
    summary: 'Block a card that is lost; only the network can end that',
    roles: 'driver',
    params: z.object({ token: tagRule }),
    body: z.object({ blocked: z.literal(true) }),
    answer: driverTagSchema,
  }),
  remove: call({
    method: 'DELETE',
    path: 'driver/me/tags/{token}',
    summary: 'Give a card up: it is nobody’s from now on, and begins nothing; a blocked one stays',
    roles: 'driver',
    params: z.object({ token: tagRule }),
    status: 204,
  }),
}
