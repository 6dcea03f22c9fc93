import type { contract } from '@stationmaster/contract'
import { HOUR_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { checkFound, selectionOf } from '../../stations/stations/lists/choice.ts'
import type { Commander } from '../commands/parts.ts'
import { checkCommand, keepCommand } from './command.ts'
import {
  countReach,
  findRun,
  insertChosen,
  insertFailed,
  insertRun,
  type NewRun,
  type RunRow,
  updateCanceled,
} from './store.ts'

interface BulkParts {
  db: Db
  clock: Clock
  node: string
  secretKey: string
}

type Started = z.output<typeof contract.bulk.start.body>

/** How many stations a selection reaches; throws station.not_found. */
export async function reach(db: Db, caller: Caller, requested: Started['selection']) {
  const selection = selectionOf(requested)
  const protocols = await countReach(db, caller, selection)
  const sum = (of: 'total' | 'online') => protocols.reduce((all, one) => all + one[of], 0)
  const total = sum('total')
  checkFound(selection, total)
  return { total, online: sum('online'), protocols }
}

/**
 * Stores a run over the stations of a selection; answers its id. Throws station.not_found, bulk.nobody, and what the command
 * itself breaks: station.unsupported, station.message_invalid.
 */
export async function startRun(
  parts: BulkParts,
  commander: Commander,
  { selection: requested, command, wait_hours: hours }: Started,
): Promise<number> {
  checkCommand(command)
  const selection = selectionOf(requested)
  const at = parts.clock.now()
  const run: NewRun = {
    ...keepCommand(parts.secretKey, command),
    ...startedBy(parts, commander, at),
    retryOf: null,
    waitUntil: hours === undefined ? null : new Date(at.getTime() + hours * HOUR_MS),
  }
  return inRepeatableTransaction(parts.db, async (tx) => {
    const id = await insertRun(tx, run)
    const total = await insertChosen(tx, id, commander.caller, selection)
    checkFound(selection, total)
    if (total === 0) throw new Failure('bulk.nobody')
    await auditRun(tx, commander, {
      action: 'bulk.start',
      subjectId: id,
      at,
      after: { command: run.command, total, wait_hours: hours },
    })
    return id
  })
}

/** Stores a run over the stations where an earlier one failed; answers its id. Throws bulk.not_found, bulk.nothing_failed. */
export async function retryRun(parts: BulkParts, commander: Commander, earlier: number): Promise<number> {
  const at = parts.clock.now()
  const row = await getRun(parts.db, earlier)
  const waitMs = row.wait_until && row.wait_until.getTime() - row.created_at.getTime()
  const run: NewRun = {
    ...startedBy(parts, commander, at),
    command: row.command,
    sealedCommand: row.sealed_command,
    retryOf: earlier,
    waitUntil: waitMs === null ? null : new Date(at.getTime() + waitMs),
  }
  return inRepeatableTransaction(parts.db, async (tx) => {
    const id = await insertRun(tx, run)
    const total = await insertFailed(tx, id, earlier)
    if (total === 0) throw new Failure('bulk.nothing_failed')
    await auditRun(tx, commander, {
      action: 'bulk.retry',
      subjectId: id,
      at,
      after: { command: run.command, total, retry_of: earlier },
    })
    return id
  })
}

/** Cancels the stations that still wait; throws bulk.not_found. */
export async function cancelRun({ db, clock }: BulkParts, commander: Commander, id: number): Promise<void> {
  await getRun(db, id)
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    if (await updateCanceled(tx, id, at))
      await auditRun(tx, commander, { action: 'bulk.cancel', subjectId: id, at })
  })
}

/** Throws bulk.not_found. */
export async function getRun(db: Db, id: number): Promise<RunRow> {
  const row = await findRun(db, id)
  if (!row) throw new Failure('bulk.not_found')
  return row
}

const startedBy = ({ node }: BulkParts, { caller, remoteAddress }: Commander, at: Date) => ({
  node,
  by: caller.id,
  remoteAddress: remoteAddress ?? null,
  at,
})

const auditRun = (
  tx: Tx,
  commander: Commander,
  entry: { action: string; subjectId: number; at: Date; after?: object },
): Promise<void> => audit(tx, { ...commander, ...entry, subjectType: 'bulk_run' })
