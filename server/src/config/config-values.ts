import { isTimeZone } from '@stationmaster/units'
import { z } from 'zod'
import { Proxies } from '../platform/listeners/proxies.ts'
import { ConfigError } from './config-error.ts'

export const wholeFrom = (least: number, most: number) =>
  z.coerce.number(`must be a whole number from ${least} to ${most}`).int().min(least).max(most)
export const whole = (least: number, most: number, unset: number) => wholeFrom(least, most).default(unset)

export const url = z.url('must be a URL')
export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
export const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, error)
export const switched = z.enum(['true', 'false'], "must be 'true' or 'false'").default('false')

/** Origins as a frame-ancestors directive takes them, comma separated. */
export const origins = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .refine(
    (list) => list.every((one) => /^https?:\/\/[^/\s;,'"]+$/.test(one) && URL.canParse(one)),
    'must be origins such as https://example.com, comma separated',
  )

/** Those of Chrome and most others, Firefox, Safari, and Edge. */
const knownPushServices = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
]

/** Origins of push services, comma separated, or 'off'. */
export const pushServices = z
  .string()
  .transform((text) => (text.trim() === 'off' ? [] : text.split(',').map((one) => one.trim())))
  .refine(
    (list) => list.every((one) => /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/.test(one)),
    "must be 'off', or origins such as https://push.example.com or https://*.example.com, comma separated",
  )
  .default(knownPushServices)

/** The proxies before the server, by their number or their networks. */
export const proxies = z
  .string()
  .transform((text, context) => {
    const read = Proxies.read(text.trim())
    if (read) return read
    context.addIssue(
      'must be the number of proxies before the server (1), or their addresses and networks (127.0.0.1, 10.0.0.0/8, loopback)',
    )
    return z.NEVER
  })
  .default(Proxies.unconfigured)

export const timeZone = z.string().refine(isTimeZone, 'must be a time zone such as Europe/Moscow')

/** Variables of which none does without the others, under the names given; throws ConfigError when one is missing. */
export function needed<K extends string, V extends object>(
  v: V,
  names: Record<K, keyof V>,
): Record<K, string> {
  const missing = Object.values<keyof V>(names).find((name) => !v[name])
  if (missing) throw new ConfigError(`${String(missing)} must be set as well.`)
  const named = Object.entries<keyof V>(names).map(([name, variable]) => [name, v[variable]])
  return Object.fromEntries(named) as Record<K, string>
}
