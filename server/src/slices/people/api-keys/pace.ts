import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { FastifyReply } from 'fastify'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { takeShare } from '../../../platform/secrets/attempt-store.ts'

/** A server fetches so many parts of a minute's calls at once: a busy key asks the database about once a second. */
const parts = 60

interface Share {
  left: number
  /** what the other servers may still take */
  beyond: number
  until: number
}

/** Bounds the calls of each key within a minute, over all servers. */
export class KeyPace {
  readonly #shares = new Map<number, Share>()

  constructor(
    private readonly db: Db,
    private readonly perMinute: number,
  ) {}

  /** Counts a call, and tells the program in headers what it may still do (RateLimit fields of the IETF). Throws request.too_many. */
  async count(keyId: number, now: Date, reply: FastifyReply): Promise<void> {
    const share = await this.#shareOf(keyId, now)
    const isAllowed = share.left > 0
    if (isAllowed) share.left -= 1
    const seconds = Math.max(1, Math.ceil((share.until - now.getTime()) / SECOND_MS))
    if (!reply.sent) {
      reply.header('ratelimit-policy', `"key";q=${this.perMinute};w=60`)
      reply.header('ratelimit', `"key";r=${share.left + share.beyond};t=${seconds}`)
    }
    if (!isAllowed) throw new Failure('request.too_many', { retry_after_seconds: seconds })
  }

  async #shareOf(keyId: number, now: Date): Promise<Share> {
    const known = this.#shares.get(keyId)
    if (known && known.until > now.getTime() && (known.left > 0 || known.beyond === 0)) return known
    const wanted = Math.ceil(this.perMinute / parts)
    const bound = { limit: this.perMinute, windowMs: MINUTE_MS, wanted }
    const { granted, left, until } = await takeShare(this.db, `api key ${keyId}`, bound, now)
    const present = this.#shares.get(keyId)
    const kept = present && present.until === until.getTime() ? present.left : 0
    const share = { left: kept + granted, beyond: left, until: until.getTime() }
    if (this.#shares.size >= 10_000) this.#shares.clear()
    this.#shares.set(keyId, share)
    return share
  }
}
