import { z } from 'zod'
import { call, textIdParams } from '../base/call.ts'

/** Where a key is from: a person has given it, the station's settings, its message after a boot, or a signed value. */
const keySources = ['staff', 'settings', 'vendor', 'message'] as const

/** A key that a meter of a station signs with. */
export const meterKeySchema = z.object({
  /** what names the key, however it is written */
  fingerprint: z.string(),
  public_key: z.string(),
  /** the connector whose meter it is; null: of no certain one */
  connector: z.number().nullable(),
  source: z.enum(keySources),
  reported_at: z.string(),
  /** when a person said that it is the meter's; null: only the station says so */
  confirmed_at: z.string().nullable(),
  /** since then the meter signs with another key */
  retired_at: z.string().nullable(),
})
export type MeterKey = z.infer<typeof meterKeySchema>

export const meterKeys = {
  list: call({
    method: 'GET',
    path: 'stations/{id}/meter-keys',
    summary: 'The keys that the meters of a station sign with',
    roles: ['administrator', 'manager', 'operator'],
    params: textIdParams,
    answer: z.object({ keys: z.array(meterKeySchema), can_change: z.boolean() }),
  }),
  confirm: call({
    method: 'PUT',
    path: 'stations/{id}/meter-keys',
    summary: 'Give a key of a station’s meter, or confirm one that the station has named',
    roles: ['administrator', 'manager'],
    params: textIdParams,
    body: z.object({
      /** PEM, or DER or a point in hexadecimal digits or base64 */
      public_key: z.string().trim().min(1).max(2000),
      connector: z.number().int().min(1).max(999).nullable().default(null),
    }),
    answer: meterKeySchema,
  }),
  retire: call({
    method: 'DELETE',
    path: 'stations/{id}/meter-keys/{key}',
    summary: 'From now on the meter signs with another key; sessions that have ended keep this one',
    roles: ['administrator', 'manager'],
    /** `key`: its fingerprint */
    params: z.object({ ...textIdParams.shape, key: z.string().min(1).max(64) }),
    status: 204,
  }),
}
