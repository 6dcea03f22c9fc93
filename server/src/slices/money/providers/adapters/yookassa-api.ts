import { SECOND_MS } from '@stationmaster/units'
import { z } from 'zod'
import { askProvider, type ProviderAnswer } from '../call.ts'
import { ProviderRefusal, ProviderUnknown } from '../port.ts'

export const yookassaAmount = z.object({ value: z.string().regex(/^\d{1,12}\.\d\d$/) })
const errorSchema = z.object({ code: z.string(), parameter: z.string().optional() })

/** Kopecks of an amount that YooKassa tells; none: 0. */
export const minorOf = (amount: z.infer<typeof yookassaAmount> | undefined): number =>
  amount ? Number(amount.value.replace('.', '')) : 0

/** How long YooKassa knows an idempotence key again. */
export const yookassaKeySeconds = 24 * 3600

const readMs = 10 * SECOND_MS

export interface YookassaSettings {
  /** https://api.yookassa.ru/v3 */
  url: string
  shopId: string
  secretKey: string
  /** ISO 4217 */
  currency: string
  timeoutMs: number
}

/**
 * Asks YooKassa's interface, version 3, over HTTP. Throws ProviderRefusal with its word for why, the message of which names the
 * parameter too, and ProviderUnknown where nobody knows what came of it.
 */
export class YookassaApi {
  constructor(private readonly settings: YookassaSettings) {}

  get shopId(): string {
    return this.settings.shopId
  }

  amount(minor: number): { value: string; currency: string } {
    return { value: (minor / 100).toFixed(2), currency: this.settings.currency }
  }

  async post(path: string, key: string, body: object): Promise<unknown> {
    const { timeoutMs } = this.settings
    const request = { method: 'POST', body: JSON.stringify(body) }
    return accepted(await this.ask(path, request, { 'idempotence-key': key }, timeoutMs))
  }

  async get(path: string): Promise<unknown> {
    return accepted(await this.ask(path, { method: 'GET' }, {}, readMs))
  }

  private ask(
    path: string,
    request: { method: string; body?: string },
    headers: Record<string, string>,
    timeoutMs: number,
  ): Promise<ProviderAnswer> {
    const { url, shopId, secretKey } = this.settings
    const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
    return askProvider(
      `${url.replace(/\/$/, '')}/${path}`,
      { ...request, headers: { authorization, 'content-type': 'application/json', ...headers } },
      timeoutMs,
    )
  }
}

function accepted({ status, body }: ProviderAnswer): unknown {
  // 202: it is still at work on that key
  if (status === 202) throw new ProviderUnknown('under way')
  if (status < 400) return body
  const { code, parameter } = errorSchema.safeParse(body).data ?? { code: `status_${status}` }
  throw new ProviderRefusal(code, parameter ? `${code}: ${parameter}` : code)
}
