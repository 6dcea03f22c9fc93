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
  /** the name of that person */
  confirmed_by: z.string().nullable(),
  /** since then the meter signs with another key */
  retired_at: z.string().nullable(),
  /** the station names it although another one is confirmed: the meter was exchanged, or somebody else has signed */
  contradicts: z.boolean(),
})
export type MeterKey = z.infer<typeof meterKeySchema>

/** What has happened to the keys of a station's meters; the newest 50, from the audit log where people did it. */
const keyEventSchema = z.object({
  at: z.string(),
  event: z.enum(['reported', 'confirmed', 'replaced']),
  fingerprint: z.string(),
  /** where a station has named it */
  source: z.enum(keySources).nullable(),
  /** the name of who did it; null: the station */
  by: z.string().nullable(),
})
export type MeterKeyEvent = z.infer<typeof keyEventSchema>

export const meterKeys = {
  list: call({
    method: 'GET',
    path: 'stations/{id}/meter-keys',
    summary: 'The keys that the meters of a station sign with',
    roles: ['administrator', 'manager', 'operator'],
    params: textIdParams,
    answer: z.object({
      keys: z.array(meterKeySchema),
      history: z.array(keyEventSchema),
      can_change: z.boolean(),
    }),
  }),
  confirm: call({
    method: 'PUT',
    path: 'stations/{id}/meter-keys',
    summary: 'Give a key of a station’s meter, or confirm one that the station has named',
    roles: ['administrator', 'manager'],
    params: textIdParams,
    body: z.object({
      /** PEM, or DER or a point in hexadecimal digits or base64; a certificate in PEM stands for its key */
      public_key: z.string().trim().min(1).max(8000),
      connector: z.number().int().min(1).max(999).nullable().default(null),
      /** the fingerprint of the key in whose place the meter signs with this one */
      replaces: z.string().min(1).max(64).nullable().default(null),
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
