import { createHash, randomBytes } from 'node:crypto'
import { contract, type Terminal } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import { findLocation } from '../../../places/locations/store.ts'
import { listTerminalProviders } from '../../contracts/store.ts'
import { bookAtTerminal, type PaymentParts } from '../actions.ts'
import {
  findByKey,
  insertTerminal,
  listProviders,
  listTerminals,
  type TerminalRow,
  updateRevoked,
} from './terminal-store.ts'

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')
const bearer = /^Bearer (\S{20,100})$/

const viewOf = (row: TerminalRow): Terminal => ({
  id: row.id,
  name: row.name,
  location_id: row.locationId,
  location_name: row.locationName,
  provider: row.provider,
  market_shop_id: row.marketShopId,
  created_at: row.createdAt.toISOString(),
  used_at: row.usedAt?.toISOString() ?? null,
})

/** Payment terminals: administrators give them keys, and they book what was paid at them. */
export function terminalRoutes(rest: Rest, parts: PaymentParts): void {
  const { db, clock } = parts
  bookingRoute(rest, parts)

  route(rest, contract.terminals.list, async () => (await listTerminals(db)).map(viewOf))

  route(rest, contract.terminals.providers, async ({ caller }) => {
    const known = await Promise.all([listTerminalProviders(db), listProviders(db, caller)])
    return [...new Set(known.flat())].sort()
  })

  route(rest, contract.terminals.add, async ({ body, caller, remoteAddress }) => {
    const at = clock.now()
    const key = `term_${randomBytes(24).toString('base64url')}`
    const { name, location_id: locationId, provider, market_shop_id: marketShopId } = body
    if (!(await findLocation(db, caller, locationId))) throw new Failure('location.not_found')
    const id = await inRepeatableTransaction(db, async (tx) => {
      const made = { name, locationId, provider, marketShopId, createdAt: at }
      const terminalId = await insertTerminal(tx, { ...made, keyHash: hashOf(key), managerId: caller.id })
      await audit(tx, {
        caller,
        remoteAddress,
        action: 'terminal.add',
        subjectType: 'terminal',
        subjectId: terminalId,
        after: body,
        at,
      })
      return terminalId
    })
    // it was added above
    const row = (await listTerminals(db)).find((one) => one.id === id)!
    return { terminal: viewOf(row), key }
  })

  route(rest, contract.terminals.revoke, async ({ params: { id }, caller, remoteAddress }) => {
    const at = clock.now()
    await inRepeatableTransaction(db, async (tx) => {
      if (!(await updateRevoked(tx, id, at))) throw new Failure('terminal.not_found')
      await audit(tx, {
        caller,
        remoteAddress,
        action: 'terminal.revoke',
        subjectType: 'terminal',
        subjectId: id,
        at,
      })
    })
    return undefined
  })
}

/** A terminal books what was paid at it, with its key. */
function bookingRoute(rest: Rest, parts: PaymentParts): void {
  route(rest, contract.terminals.pay, async ({ body, request, remoteAddress }) => {
    const key = bearer.exec(request.headers.authorization ?? '')?.[1]
    const terminal = key === undefined ? undefined : await findByKey(parts.db, hashOf(key))
    if (!terminal) throw new Failure('auth.required')
    const { order_id, amount, document_number } = body
    await bookAtTerminal(parts, terminal, order_id, {
      amountMinor: amount,
      documentNumber: document_number,
      remoteAddress,
    })
    return { order_id, amount, document_number }
  })
}
