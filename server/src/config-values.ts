import { z } from 'zod'

export const whole = (least: number, most: number, unset: number) =>
  z.coerce.number(`must be a whole number from ${least} to ${most}`).int().min(least).max(most).default(unset)

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

export const timeZone = z.string().refine((name) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}, 'must be a time zone such as Europe/Moscow')
