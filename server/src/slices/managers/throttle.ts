import { MINUTE_MS } from '@stationmaster/units'

const windowMs = 15 * MINUTE_MS
const perAccount = 10
const perAddress = 100
const keysMost = 20_000

/** Counts attempts to sign in that did not succeed, by account and by address, for 15 minutes; bounded in memory. */
export class LoginThrottle {
  readonly #attempts = new Map<string, { count: number; until: number }>()

  /** Counts an attempt before its password is looked at; false when there were too many. */
  take(email: string, address: string, now: Date): boolean {
    const at = now.getTime()
    const account = this.#count(accountKey(email), at)
    const place = this.#count(`address ${address}`, at)
    return account <= perAccount && place <= perAddress
  }

  /** Forgets an attempt that was the owner's. */
  succeeded(email: string, address: string): void {
    this.#attempts.delete(accountKey(email))
    const place = this.#attempts.get(`address ${address}`)
    if (place) place.count -= 1
  }

  #count(key: string, at: number): number {
    const known = this.#attempts.get(key)
    if (known && known.until > at) return ++known.count
    this.#attempts.delete(key)
    if (this.#attempts.size >= keysMost) this.#attempts.delete(this.#attempts.keys().next().value!)
    this.#attempts.set(key, { count: 1, until: at + windowMs })
    return 1
  }
}

const accountKey = (email: string) => `account ${email.toLowerCase()}`
