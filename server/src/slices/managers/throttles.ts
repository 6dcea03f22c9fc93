import type { ErrorCode } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import type { Config } from '../../config.ts'
import { Failure } from '../../platform/failure.ts'
import { Throttle } from '../../platform/throttle.ts'

const windowMs = 15 * MINUTE_MS
/** mails of one kind to one mailbox in an hour */
const mailsPerMailbox = 5

/** An attempt that was counted; forgiven when it turns out to be good. */
export interface Attempt {
  forgive(): void
}

/** Bounds what visitors may try, by account and by address; each throws 429 with `retry-after` when there was too much. */
export class AccountThrottles {
  readonly #accounts: Throttle
  readonly #addresses: Throttle
  readonly #others: Throttle
  readonly #mailboxes = new Throttle({ limit: mailsPerMailbox, windowMs: HOUR_MS })

  constructor(limits: Config['attempts']) {
    this.#accounts = new Throttle({ limit: limits.logInPerAccount, windowMs })
    this.#addresses = new Throttle({ limit: limits.logInPerAddress, windowMs })
    this.#others = new Throttle({ limit: limits.accountPerAddress, windowMs })
  }

  /** Before the password is looked at; an address that is refused does not count against the account. */
  logIn(email: string, remoteAddress: string, now: Date): Attempt {
    const address = placeOf(remoteAddress)
    const account = email.toLowerCase()
    refuse('auth.too_many_attempts', this.#addresses.take(address, now))
    refuse('auth.too_many_attempts', this.#accounts.take(account, now))
    return {
      forgive: () => {
        this.#accounts.clear(account)
        this.#addresses.forgive(address)
      },
    }
  }

  refresh = (remoteAddress: string, now: Date): Attempt => this.#other('refresh', remoteAddress, now)
  signUp = (remoteAddress: string, now: Date): Attempt => this.#other('sign-up', remoteAddress, now)
  askMail = (remoteAddress: string, now: Date): Attempt => this.#other('mail', remoteAddress, now)
  /** Coming with a mailed link. */
  useToken = (remoteAddress: string, now: Date): Attempt => this.#other('token', remoteAddress, now)

  /** Whether one more mail of a kind may go to a mailbox this hour: nobody's mailbox is flooded through us. */
  mayMail(kind: 'password' | 'verification', email: string, now: Date): boolean {
    return this.#mailboxes.take(`${kind} ${email.toLowerCase()}`, now) === 0
  }

  #other(kind: string, remoteAddress: string, now: Date): Attempt {
    const key = `${kind} ${placeOf(remoteAddress)}`
    refuse('request.too_many', this.#others.take(key, now))
    return { forgive: () => this.#others.forgive(key) }
  }
}

function refuse(code: ErrorCode, seconds: number): void {
  if (seconds > 0) throw new Failure(code, { retry_after_seconds: seconds })
}

/** One customer of a provider has 2^64 IPv6 addresses: they count as one, the /64 that is theirs. */
export function placeOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
