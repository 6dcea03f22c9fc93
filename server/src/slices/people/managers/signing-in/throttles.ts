import type { ErrorCode } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { Config } from '../../../../config/config.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Bearer, missed } from '../../../../platform/http/secret-calls.ts'
import { networkOf } from '../../../../platform/listeners/proxies.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { clearAttempts, forgiveAttempt, takeAttempt } from '../../../../platform/secrets/attempt-store.ts'

const windowMs = 15 * MINUTE_MS

/** A counted attempt; it is taken back when it was right. */
export interface Attempt {
  forgive(): Promise<void>
}

/** The person who tries to log in. */
export interface Trying {
  email: string
  /** the device, if the account knows it */
  deviceId: number | undefined
  remoteAddress: string
}

/** Limits the attempts of visitors. Each method throws 429 with `retry-after` after too many. */
export class AccountThrottles {
  readonly #db: Db
  readonly #limits: Config['attempts']

  constructor(db: Db, limits: Config['attempts']) {
    this.#db = db
    this.#limits = limits
  }

  /**
   * Call it before the password is checked. A known device has its own limit, so that nobody else can lock it out. Strangers are limited
   * by address, by account and address, and by account; an attempt that one limit refuses does not count for the next.
   */
  async logIn({ email, deviceId, remoteAddress }: Trying, now: Date): Promise<Attempt> {
    const account = email.toLowerCase()
    const { logInPerAccount, logInPerAddress, logInByStrangers } = this.#limits
    if (deviceId !== undefined) {
      const device = `log-in device ${deviceId} ${account}`
      await this.#take('auth.too_many_attempts', device, logInPerAccount, now)
      return { forgive: () => clearAttempts(this.#db, device) }
    }
    const address = `log-in ${networkOf(remoteAddress)}`
    const here = `${address} ${account}`
    const strangers = `log-in strangers ${account}`
    await this.#take('auth.too_many_attempts', address, logInPerAddress, now)
    await this.#take('auth.too_many_attempts', here, logInPerAccount, now)
    await this.#take('auth.too_many_attempts', strangers, logInByStrangers, now)
    return {
      forgive: async () => {
        await clearAttempts(this.#db, here)
        await forgiveAttempt(this.#db, address)
        await forgiveAttempt(this.#db, strangers)
      },
    }
  }

  /**
   * Call it before a code of the second factor is checked. The person knows the password already. Strangers share one limit for all
   * addresses, because a million codes are quickly tried from many places.
   */
  async code(
    { managerId, deviceId }: { managerId: number; deviceId: number | undefined },
    now: Date,
  ): Promise<Attempt> {
    const code = `code ${managerId} ${deviceId === undefined ? 'strangers' : `device ${deviceId}`}`
    await this.#take('auth.too_many_attempts', code, this.#limits.logInPerAccount, now)
    return { forgive: () => clearAttempts(this.#db, code) }
  }

  /** Call it before a driver's code is checked; the tries at one code are counted with the code. */
  async driverCode(remoteAddress: string, now: Date): Promise<Attempt> {
    const address = `driver code ${networkOf(remoteAddress)}`
    await this.#take('auth.too_many_attempts', address, this.#limits.logInPerAddress, now)
    return { forgive: () => forgiveAttempt(this.#db, address) }
  }

  /** Call it before the current password of a session is checked: the thief of a session must not guess the password. */
  async provePassword(sessionId: number, now: Date): Promise<Attempt> {
    const session = `password of session ${sessionId}`
    await this.#take('auth.too_many_attempts', session, this.#limits.logInPerAccount, now)
    return { forgive: () => clearAttempts(this.#db, session) }
  }

  /** Counts a log-in that begins at a provider, or comes back with what nobody has begun. */
  async singleSignOn(remoteAddress: string, now: Date): Promise<void> {
    const address = `single sign-on ${networkOf(remoteAddress)}`
    await this.#take('auth.too_many_attempts', address, this.#limits.logInPerAddress, now)
  }

  /** Counts a logout token that was not good. */
  wrongLogOut = (remoteAddress: string, now: Date): Promise<void> =>
    this.#other('log-out token', remoteAddress, now)
  signUp = (remoteAddress: string, now: Date): Promise<void> => this.#other('sign-up', remoteAddress, now)
  /** Counts a request for a driver's code. */
  askCode = (remoteAddress: string, now: Date): Promise<void> =>
    this.#other('driver codes', remoteAddress, now)
  askMail = (remoteAddress: string, now: Date): Promise<void> => this.#other('mail', remoteAddress, now)

  /**
   * Finds what a secret of 256 bits opens. It is looked up first, so a right secret works even when others at the same address guess. A
   * miss counts for the address. Throws the given code for a miss, and request.too_many after too many.
   */
  async opened<T>(
    bearer: Bearer,
    now: Date,
    find: () => Promise<T | undefined>,
    code: ErrorCode,
  ): Promise<T> {
    const found = await find()
    if (found !== undefined) return found
    if (!bearer.isBeyondRate) await this.#other('token', bearer.remoteAddress, now)
    throw missed(bearer, code)
  }

  /** Counts a wrong refresh token. Throws request.too_many after too many. */
  missedRefresh = (remoteAddress: string, now: Date): Promise<void> =>
    this.#other('refresh', remoteAddress, now)

  async #other(kind: string, remoteAddress: string, now: Date): Promise<void> {
    const key = `${kind} ${networkOf(remoteAddress)}`
    await this.#take('request.too_many', key, this.#limits.accountPerAddress, now)
  }

  async #take(code: ErrorCode, key: string, limit: number, now: Date): Promise<void> {
    const seconds = await takeAttempt(this.#db, key, { limit, windowMs }, now)
    if (seconds > 0) throw new Failure(code, { retry_after_seconds: seconds })
  }
}
