import { timingSafeEqual } from 'node:crypto'
import type { BlockList } from 'node:net'
import type { Role } from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../../platform/general/clock.ts'
import { type Admit, type Caller, requireScope } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { isWithin, readNetworks } from '../../../platform/listeners/proxies.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import type { Access } from '../managers/access.ts'
import { findSecondFactorState } from '../managers/second-factor/second-factor.ts'
import type { AccountThrottles } from '../managers/signing-in/throttles.ts'
import { findManager, type ManagerRow } from '../managers/store.ts'
import { isKey, readKey } from './format.ts'
import { KeyPace } from './pace.ts'
import { mayUseKeys } from './rules.ts'
import { findKey, type KnownKey, updateLastUsed } from './store.ts'

/** A server that another one cannot tell of a revoked key, or of a change to its maker, may take the key so much longer. */
const rememberMs = 5 * SECOND_MS
const rememberMost = 10_000
/** how exact the last use of a key is */
const lastUsedMs = MINUTE_MS
const bearerLength = 'Bearer '.length

interface Known {
  key: KnownKey
  maker: ManagerRow
  /** the maker must set up a second factor first */
  isWaiting: boolean
  /** null: it may be used from anywhere */
  networks: BlockList | null
}

interface KeyAccessParts {
  db: Db
  clock: Clock
  access: Access
  throttles: AccountThrottles
  administratorsNeedSecondFactor: boolean
  /** calls that a key may make in a minute, over all servers */
  keyCallsPerMinute: number
  log: FastifyBaseLogger
}

/** Lets in who calls with an access token or an API key. The former costs what it did without keys. */
export function openKeyAccess(parts: KeyAccessParts): Admit {
  const { clock, access, throttles } = parts
  const keys = new KnownKeys(parts)
  const pace = new KeyPace(parts.db, parts.keyCallsPerMinute)
  return async (request, reply, { scope, placed, settingUp = false }) => {
    const { authorization } = request.headers
    const bearer = authorization?.slice(bearerLength) ?? ''
    if (!isKey(bearer)) return access.authenticate(authorization, { settingUp })
    const now = clock.now()
    const sent = readKey(bearer)
    if (!sent) throw new Failure('key.invalid')
    const known = await throttles.opened(request, now, () => keys.find(sent, now), 'key.invalid')
    const { key } = known
    refuseEnded(known, now)
    if (known.networks && !isWithin(known.networks, request.remoteAddress))
      throw new Failure('key.address_refused', undefined, { address: request.remoteAddress })
    await pace.count(key.id, now, reply)
    keys.noteUse(known, { at: now, from: request.remoteAddress })
    const caller = callerOf(known)
    if (scope === 'person') throw new Failure('key.person_only')
    if (scope !== 'open') requireScope(caller, scope)
    if (!placed && key.locationIds) throw new Failure('key.narrowed')
    return { caller, expiresAt: key.expiresAt }
  }
}

function refuseEnded({ key, maker, isWaiting }: Known, now: Date): void {
  if (key.revokedAt) throw new Failure('key.revoked')
  if (key.expiresAt <= now) throw new Failure('key.expired')
  const isBlocked = maker.blocked_at !== null || maker.shut_out_at !== null
  if (!mayUseKeys({ role: maker.role, isBlocked })) throw new Failure('key.idle')
  if (isWaiting) throw new Failure('auth.second_factor_needed')
}

/** A key of some locations acts as their manager, so that nothing which only an administrator sees is seen through it. */
const actingRole = (role: Role, isNarrowed: boolean): Role =>
  isNarrowed && role === 'administrator' ? 'manager' : role

function callerOf({ key, maker }: Known): Caller {
  const { id, role, owner_id, email } = maker
  const { locationIds, scopes } = key
  return {
    id,
    role: actingRole(role, locationIds !== null),
    ownerId: owner_id,
    email,
    key: { id: key.id, scopes, within: locationIds && { locationIds, of: role } },
  }
}

/** Keys with their makers, as they were a few seconds ago at most. */
class KnownKeys {
  readonly #known = new Map<string, { known: Known; until: number }>()
  /** counts calls of `forget`: what was read before such a call must not be kept after it */
  #forgotten = 0

  constructor(private readonly parts: KeyAccessParts) {
    parts.access.onForget((managerId) => {
      this.#forgotten++
      for (const [id, { known }] of this.#known) if (known.maker.id === managerId) this.#known.delete(id)
    })
  }

  /** The key of an id and the hash of its secret. */
  async find({ publicId, secretHash }: { publicId: string; secretHash: string }, now: Date) {
    const remembered = this.#known.get(publicId)
    const known =
      remembered && remembered.until > now.getTime() ? remembered.known : await this.#read(publicId, now)
    if (!known) return undefined
    return timingSafeEqual(Buffer.from(known.key.secretHash), Buffer.from(secretHash)) ? known : undefined
  }

  async #read(publicId: string, now: Date): Promise<Known | undefined> {
    const { db } = this.parts
    const before = this.#forgotten
    const key = await findKey(db, publicId)
    const maker = key && (await findManager(db, key.managerId))
    if (!maker) return undefined
    const isWaiting = (await findSecondFactorState(db, this.parts, maker)) === 'needed'
    const networks = key.addresses.length === 0 ? null : readNetworks(key.addresses.join(','))
    const known = { key, maker, isWaiting, networks }
    if (before === this.#forgotten) {
      if (this.#known.size >= rememberMost) this.#known.clear()
      this.#known.set(publicId, { known, until: now.getTime() + rememberMs })
    }
    return known
  }

  /** Writes down that a key was used, once a minute; no call waits for it. */
  noteUse({ key }: Known, use: { at: Date; from: string }): void {
    if (key.lastUsedAt && use.at.getTime() - key.lastUsedAt.getTime() < lastUsedMs) return
    key.lastUsedAt = use.at
    updateLastUsed(this.parts.db, key.id, use).catch((error: unknown) =>
      this.parts.log.warn({ err: error, apiKey: key.id }, 'the use of an API key could not be noted'),
    )
  }
}
