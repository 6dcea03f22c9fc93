import type { ErrorCode } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { Config } from '../../../../config/config.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Bearer, missed } from '../../../../platform/http/secret-calls.ts'
import { networkOf } from '../../../../platform/listeners/proxies.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { clearAttempts, forgiveAttempt, takeAttempt } from '../../../../platform/secrets/attempt-store.ts'

const windowMs = 15 * MINUTE_MS

/** An attempt that was counted; forgiven when it turns out to be good. */
export interface Attempt {
  forgive(): Promise<void>
}

/** Who tries to sign in. */
export interface Trying {
  email: string
  /** the device, when the account knows it */
  deviceId: number | undefined
  remoteAddress: string
}

/** Bounds what visitors may try; each throws 429 with `retry-after` when there was too much. */
export class AccountThrottles {
  readonly #db: Db
  readonly #limits: Config['attempts']

  constructor(db: Db, limits: Config['attempts']) {
    this.#db = db
    this.#limits = limits
  }

  /**
   * Before the password is looked at. A device that the account knows is bounded by itself alone, so that nobody else shuts
   * it out. Strangers are bounded by address, by account and address, and by account; what an earlier bound refuses does
   * not count for a later one.
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
   * Before a code of the second factor is looked at. Who comes so far knows the password: strangers share one bound,
   * wherever they are, since a million codes are soon tried from many places.
   */
  async code(
    { managerId, deviceId }: { managerId: number; deviceId: number | undefined },
    now: Date,
  ): Promise<Attempt> {
    const code = `code ${managerId} ${deviceId === undefined ? 'strangers' : `device ${deviceId}`}`
    await this.#take('auth.too_many_attempts', code, this.#limits.logInPerAccount, now)
    return { forgive: () => clearAttempts(this.#db, code) }
  }

  /** Before a current password is looked at that a session gives once more: whoever stole the session may not guess on. */
  async provePassword(sessionId: number, now: Date): Promise<Attempt> {
    const session = `password of session ${sessionId}`
    await this.#take('auth.too_many_attempts', session, this.#limits.logInPerAccount, now)
    return { forgive: () => clearAttempts(this.#db, session) }
  }

  signUp = (remoteAddress: string, now: Date): Promise<void> => this.#other('sign-up', remoteAddress, now)
  askMail = (remoteAddress: string, now: Date): Promise<void> => this.#other('mail', remoteAddress, now)

  /**
   * What a secret of 256 bits opens. It is looked up first, so whoever has a good one is let through whatever others at the same
   * address try; a miss counts for the address. Throws the code for a miss, request.too_many once there were too many.
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

  /** After a refresh token that opens nothing: throws request.too_many once there were too many. */
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
