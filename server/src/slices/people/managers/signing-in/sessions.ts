import type { Session } from '@stationmaster/contract'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { ManagersParts } from '../parts.ts'
import { deviceOf } from './device.ts'
import { listSessions, revokeSessions, type Which } from './session-store.ts'

/** The sessions of the caller. */
export async function ownSessions({ db, clock, idleMs }: ManagersParts, caller: Caller): Promise<Session[]> {
  const usedSince = new Date(clock.now().getTime() - idleMs)
  const rows = await listSessions(db, caller.id, usedSince)
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    remote_address: row.remote_address,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    current: row.id === caller.sessionId,
  }))
}

/** Ends sessions of the caller. Throws session.not_found when the session has ended or belongs to another person. */
export async function endSessions(
  { db, clock, access }: ManagersParts,
  caller: Caller,
  which: Which,
  remoteAddress: string,
): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const ended = await revokeSessions(tx, caller.id, which, at)
    if ('only' in which && ended.length === 0) throw new Failure('session.not_found')
    if (ended.length === 0) return
    await audit(tx, {
      caller,
      action: 'manager.end_sessions',
      subjectType: 'manager',
      subjectId: caller.id,
      after: { sessions: ended },
      remoteAddress,
      at,
    })
  })
  access.forget(caller.id)
}
