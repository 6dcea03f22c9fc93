import { z } from 'zod'
import { call, instant } from '../base/call.ts'

/** Google Play's greatest version code. */
const androidVersionMost = 2_100_000_000

const androidVersion = z.number().int().min(1).max(androidVersionMost)

export const appVersionSchema = z.object({
  id: z.number(),
  /** the version code, a whole number */
  android_v: z.number(),
  ios_v: z.string(),
  /** when an app last read the versions, to the minute */
  ping_timestamp: instant.nullable(),
  created_at: instant,
  manager_first_name: z.string(),
  manager_last_name: z.string(),
  manager_email: z.string(),
})
export type AppVersion = z.infer<typeof appVersionSchema>

export const appVersionBody = z.object({
  android_v: z.union([
    androidVersion,
    z
      .string()
      .trim()
      .regex(/^\d{1,10}$/)
      .transform(Number)
      .pipe(androidVersion),
  ]),
  ios_v: z.string().trim().min(1).max(40),
})

const staff = ['administrator', 'app-developer'] as const

/** Versions of the drivers' apps, for apps that no shop updates (domain.md#public-pages). */
export const versions = {
  list: call({
    method: 'GET',
    path: 'anti-sanction-protection/versions',
    summary: 'The last 500 app versions that were set, newest first',
    roles: staff,
    answer: z.array(appVersionSchema),
  }),
  set: call({
    method: 'POST',
    path: 'anti-sanction-protection/versions',
    summary: 'Set the app versions in force; answers a text for people',
    roles: staff,
    body: appVersionBody,
    answer: z.string(),
    text: true,
  }),
  current: call({
    method: 'GET',
    path: 'anti-sanction-protection/versions/current',
    summary: 'The app versions in force, for the apps themselves',
    roles: 'public',
    answer: appVersionSchema.pick({ android_v: true, ios_v: true, created_at: true }),
  }),
}
