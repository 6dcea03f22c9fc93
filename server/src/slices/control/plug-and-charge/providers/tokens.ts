import { SECOND_MS } from '@stationmaster/units'
import { z } from 'zod'
import type { Clock } from '../../../../platform/general/clock.ts'

/** Who we are at an authorization server that gives out tokens for the provider (OAuth 2.0, RFC 6749, 4.4). */
export interface ClientSettings {
  /** its token endpoint */
  tokenUrl: string
  id: string
  secret: string
}

/** so long before its end a token is used no more */
const earlyMs = 30 * SECOND_MS
/** where the server does not say how long a token holds */
const usualSeconds = 300

const granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional(),
})

/** The bearers of a client: each is used until shortly before its end, or until it is refused. */
export class ClientTokens {
  #current: { token: string; untilMs: number } | null = null

  constructor(
    private readonly client: ClientSettings,
    private readonly clock: Clock,
  ) {}

  /** Throws where the authorization server gives none. */
  async bearer(): Promise<string> {
    const nowMs = this.clock.now().getTime()
    if (this.#current && this.#current.untilMs > nowMs) return this.#current.token
    const { access_token: token, expires_in: seconds = usualSeconds } = await this.#request()
    this.#current = { token, untilMs: nowMs + seconds * SECOND_MS - earlyMs }
    return token
  }

  /** The provider has refused a token: the next call requests another one. */
  forget(token: string): void {
    if (this.#current?.token === token) this.#current = null
  }

  async #request() {
    const { tokenUrl, id, secret } = this.client
    const encoded = [id, secret].map(encodeURIComponent).join(':')
    const answer = await fetch(tokenUrl, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(encoded).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      redirect: 'error',
      signal: AbortSignal.timeout(10 * SECOND_MS),
    })
    if (!answer.ok) throw new Error(`the contract provider's authorization server answered ${answer.status}`)
    return granted.parse(await answer.json())
  }
}
