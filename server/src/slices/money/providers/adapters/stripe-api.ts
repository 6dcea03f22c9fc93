import { createHmac, timingSafeEqual } from 'node:crypto'
import { SECOND_MS } from '@stationmaster/units'
import type Stripe from 'stripe'
import { z } from 'zod'
import { askProvider, type ProviderAnswer } from '../call.ts'
import { ProviderRefusal, ProviderUnknown } from '../port.ts'

export interface StripeSettings {
  secretKey: string
  /** what its notices are signed with */
  webhookSecret: string
  /** ISO 4217 */
  currency: string
  timeoutMs: number
  /** left out: Stripe's own */
  url?: string
}

/** The version of Stripe's interface whose shapes we read; the tests hold it equal to that of Stripe's own library. */
const stripeVersion = '2026-10-28.endive'

const pageMost = 100
const listedMost = 10_000
/** how old a notice may be */
const noticeMostSeconds = 300

/** What a request names, nested as Stripe's documentation has it. */
export type StripeParams = { [name: string]: StripeValue | undefined }
type StripeValue = string | number | boolean | readonly StripeValue[] | StripeParams

const errorSchema = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().nullish(),
    decline_code: z.string().nullish(),
  }),
})

/**
 * Asks Stripe's interface, version 1, over HTTP. Throws ProviderRefusal with its word for why, and ProviderUnknown where nobody knows what
 * came of it. Nothing is sent again by itself.
 */
export class StripeApi {
  constructor(private readonly settings: StripeSettings) {}

  get<T>(path: string, params: StripeParams = {}): Promise<T> {
    const query = formOf(params).toString()
    return this.ask<T>('GET', query ? `${path}?${query}` : path)
  }

  /** `key`: with the same one Stripe does the same only once, within 24 hours. */
  post<T>(path: string, key: string, params: StripeParams): Promise<T> {
    return this.ask<T>('POST', path, { key, form: formOf(params).toString() })
  }

  /** Everything of a list, page after page. */
  async list<T extends { id: string }>(path: string, params: StripeParams): Promise<T[]> {
    const all: T[] = []
    for (let after: string | undefined; ; after = all.at(-1)?.id) {
      const page = { ...params, limit: pageMost, starting_after: after }
      const { data, has_more } = await this.get<Pick<Stripe.ApiList<T>, 'data' | 'has_more'>>(path, page)
      all.push(...data)
      if (!has_more || data.length === 0 || all.length >= listedMost) return all
    }
  }

  /** Throws ProviderRefusal where a notice is not signed with our secret, or is old. */
  checkSignature(raw: string, signature: string, now: Date): void {
    const parts = signature.split(',').map((part) => part.split('=', 2))
    const named = (wanted: string) => parts.flatMap(([name, value = '']) => (name === wanted ? value : []))
    const time = named('t').at(-1) ?? ''
    const expected = createHmac('sha256', this.settings.webhookSecret).update(`${time}.${raw}`).digest()
    const isSigned = named('v1').some((given) => {
      const bytes = Buffer.from(given, 'hex')
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    })
    const isFresh = Math.floor(now.getTime() / SECOND_MS) - Number(time) <= noticeMostSeconds
    if (!isSigned || !isFresh) throw new ProviderRefusal('unsigned')
  }

  private async ask<T>(
    method: 'GET' | 'POST',
    path: string,
    sent?: { key: string; form: string },
  ): Promise<T> {
    const { url = 'https://api.stripe.com', secretKey, timeoutMs } = this.settings
    const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': stripeVersion }
    const request = sent
      ? {
          body: sent.form,
          headers: {
            ...headers,
            'content-type': 'application/x-www-form-urlencoded',
            'idempotency-key': sent.key,
          },
        }
      : { headers }
    return accepted(
      await askProvider(`${url.replace(/\/$/, '')}/v1/${path}`, { method, ...request }, timeoutMs),
    ) as T
  }
}

function accepted({ status, body }: ProviderAnswer): unknown {
  if (status < 400) return body
  const { type, code, decline_code } = errorSchema.safeParse(body).data?.error ?? {}
  if (type === 'card_error') throw new ProviderRefusal(decline_code || code || 'card_declined')
  if (type === 'invalid_request_error') throw new ProviderRefusal(code || 'invalid_request')
  throw new ProviderUnknown(`status ${status}`)
}

/** Nested names in brackets, lists by index. */
function formOf(params: StripeParams): URLSearchParams {
  const form = new URLSearchParams()
  const add = (name: string, value: StripeValue | undefined): void => {
    if (value === undefined) return
    if (typeof value !== 'object') form.append(name, String(value))
    else for (const [part, inner] of Object.entries(value)) add(`${name}[${part}]`, inner)
  }
  for (const [name, value] of Object.entries(params)) add(name, value)
  return form
}
