import { type drivers as calls, type Driver, drivers, type IdTokenView } from '@stationmaster/contract'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { type AuditEntry, audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure, isDuplicate } from '../../../platform/http/failure.ts'
import { type Received, type Rest, route } from '../../../platform/http/http.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { fleetExists } from './fleets/store.ts'
import { insertMissingGroups } from './groups/store.ts'
import { maskedCard, maskedEmail, maskedPhone } from './masking.ts'
import {
  type DriverRow,
  findDriver,
  findSeenDriver,
  insertDriver,
  insertTokens,
  listDrivers,
  listTokens,
  lockDriver,
  lockToken,
  type TokenRow,
  updateBlocked,
  updateDriver,
  updateToken,
} from './store.ts'
import { tokenKey } from './tokens.ts'
import { deleteUnknown } from './unknown/store.ts'

type From = Pick<Received<unknown, unknown, unknown>, 'caller' | 'remoteAddress'>
type Done<T> = Pick<AuditEntry, 'before' | 'after'> & { id: string | number; result: T }

interface Parts {
  db: Db
  clock: Clock
}

export function driverRoutes(rest: Rest, parts: Parts): void {
  readingRoutes(rest, parts)
  changingRoutes(rest, parts)
  tokenRoutes(rest, parts)
}

function readingRoutes(rest: Rest, { db }: Parts): void {
  route(rest, drivers.list, async ({ query, caller }) => {
    const { items, total } = await listDrivers(db, caller, query)
    return { items: items.map((row) => viewFor(caller, row)), total }
  })

  route(rest, drivers.user, async ({ params, caller }) => {
    const row = await findSeenDriver(db, caller, params.id)
    if (!row) throw new Failure('driver.not_found')
    const { id, first_name, last_name, avatar_url } = row
    return { id, first_name, last_name, avatar_url }
  })

  route(rest, drivers.get, async ({ params: { id }, caller }) => {
    const row = await findSeenDriver(db, caller, id)
    if (!row) throw new Failure('driver.not_found')
    return viewFor(caller, row)
  })

  route(rest, drivers.tokens, async ({ query }) => {
    const { items, total } = await listTokens(db, query)
    return { items: items.map(cardView), total }
  })
}

function changingRoutes(rest: Rest, parts: Parts): void {
  const { db } = parts

  route(rest, drivers.add, async (received) => {
    const { body } = received
    const id = await change(parts, received, 'driver.add', async (tx, createdAt) => {
      const inserted = await insertDriver(tx, newDriver(body, createdAt))
      await insertTokens(tx, body.tokens, { driver_id: inserted }, createdAt)
      return { id: inserted, result: inserted, after: body }
    })
    return viewOf((await findDriver(db, id))!) // drivers are never deleted
  })

  route(rest, drivers.change, async (received) => {
    const { id } = received.params
    const { discount_percent, fleet_id } = received.body
    if (fleet_id != null && !(await fleetExists(db, fleet_id))) throw new Failure('fleet.not_found')
    await change(parts, received, 'driver.change', async (tx) => {
      const found = await lockDriver(tx, id)
      if (!found) throw new Failure('driver.not_found')
      await updateDriver(tx, id, {
        ...(discount_percent === undefined ? {} : { discount_percent }),
        ...(fleet_id === undefined ? {} : { fleet_id }),
      })
      const before = { discount_percent: found.discount_percent, fleet_id: found.fleet_id }
      return { id, result: undefined, before, after: received.body }
    })
    return viewOf((await findDriver(db, id))!) // drivers are never deleted
  })

  route(rest, drivers.blockToken, async (received) => {
    const { id } = received.params
    const { blocked, reason = null } = received.body
    await checkDriver(db, id)
    await change(parts, received, blocked ? 'driver.block' : 'driver.unblock', async (tx, at) => {
      await updateBlocked(tx, id, blocked ? { at, reason } : null)
      return { id, result: undefined, after: { blocked, reason } }
    })
    return viewOf((await findDriver(db, id))!) // drivers are never deleted
  })
}

function tokenRoutes(rest: Rest, parts: Parts): void {
  const { db } = parts

  route(rest, drivers.addToken, async (received) => {
    const { token: written, ...fields } = received.body
    const token = tokenKey(written)
    await checkDriver(db, fields.driver_id)
    return change(parts, received, 'token.add', async (tx, at) => {
      const card = { driver_id: null, ...columnsOf(fields) }
      await insertMissingGroups(tx, groupOf(card), at)
      await deleteUnknown(tx, [token])
      await insertTokens(tx, [token], card, at)
      const result = cardView((await lockToken(tx, token))!) // it has just been added
      return { id: token, result, after: result }
    })
  })

  route(rest, drivers.changeToken, async (received) => {
    const token = tokenKey(received.params.token)
    await checkDriver(db, received.body.driver_id)
    return change(parts, received, 'token.change', async (tx, at) => {
      const found = await lockToken(tx, token)
      if (!found) throw new Failure('token.not_found')
      const changes = columnsOf(received.body)
      await insertMissingGroups(tx, groupOf(changes), at)
      const changed = Object.keys(changes).length > 0 ? await updateToken(tx, token, changes) : found
      const [before, result] = [cardView(found), cardView(changed)]
      return { id: token, result, before, after: result }
    })
  })
}

/** Runs a change in a transaction that also writes the audit log; throws token.exists for a card that exists already. */
async function change<T>(
  { db, clock }: Parts,
  { caller, remoteAddress }: From,
  action: string,
  run: (tx: Tx, at: Date) => Promise<Done<T>>,
): Promise<T> {
  const at = clock.now()
  try {
    return await inRepeatableTransaction(db, async (tx) => {
      const { id, result, ...how } = await run(tx, at)
      const subjectType = action.startsWith('token') ? 'token' : 'driver'
      await audit(tx, { caller, action, subjectType, subjectId: id, ...how, remoteAddress, at })
      return result
    })
  } catch (error) {
    throw isDuplicate(error, 'id_tokens_pkey') ? new Failure('token.exists') : error
  }
}

async function checkDriver(db: Db, id: number | null | undefined): Promise<void> {
  if (typeof id === 'number' && !(await findDriver(db, id))) throw new Failure('driver.not_found')
}

const newDriver = (body: z.output<typeof calls.add.body>, createdAt: Date) => ({
  firstName: body.first_name,
  lastName: body.last_name,
  phone: body.phone || null,
  email: body.email || null,
  createdAt,
})

/** The given fields of a card, as its columns. */
function columnsOf(fields: z.output<typeof calls.changeToken.body>) {
  const { driver_id, expires_at, group, blocked, payment_method_type } = fields
  return {
    ...(payment_method_type === undefined ? {} : { payment_method_type }),
    ...(driver_id === undefined ? {} : { driver_id }),
    ...(blocked === undefined ? {} : { blocked }),
    ...(expires_at === undefined ? {} : { expires_at: expires_at === null ? null : new Date(expires_at) }),
    ...(group === undefined ? {} : { group_id: group === null ? null : tokenKey(group) }),
  }
}

/** The group that a card is put in, if it is. */
const groupOf = ({ group_id }: { group_id?: string | null }): string[] => (group_id ? [group_id] : [])

const cardView = (row: TokenRow): IdTokenView => ({
  token: row.token,
  driver_id: row.driver_id,
  blocked: row.blocked,
  expires_at: row.expires_at?.toISOString() ?? null,
  group: row.group_id,
  payment_method_type: row.payment_method_type as IdTokenView['payment_method_type'],
})

const viewOf = ({ id, first_name, last_name, phone, email, avatar_url, ...row }: DriverRow): Driver => ({
  id,
  first_name,
  last_name,
  phone,
  email,
  avatar_url,
  blocked_at: row.blocked_at?.toISOString() ?? null,
  block_reason: row.block_reason,
  busy: row.busy,
  debt: row.debtMinor,
  balance: row.balanceMinor,
  held: row.heldMinor,
  discount_percent: row.discount_percent,
  fleet: row.fleet,
  saved_card: row.savedCard && { ...row.savedCard, saved_at: new Date(row.savedCard.saved_at).toISOString() },
  tokens: row.tokens.map(({ token, blocked, expires_at, group_id }) => ({
    token,
    blocked,
    expires_at: expires_at && new Date(expires_at).toISOString(),
    group: group_id,
  })),
})

const viewFor = ({ role }: Pick<Caller, 'role'>, row: DriverRow): Driver =>
  role === 'administrator' ? viewOf(row) : masked(viewOf(row))

/** A driver as people who are not administrators see it. */
const masked = (driver: Driver): Driver => ({
  ...driver,
  balance: null,
  held: null,
  fleet: null,
  phone: driver.phone && maskedPhone(driver.phone),
  email: driver.email && maskedEmail(driver.email),
  tokens: driver.tokens.map((card) => ({ ...card, token: maskedCard(card.token), group: null })),
})
