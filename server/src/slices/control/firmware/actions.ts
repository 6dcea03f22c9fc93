import type { firmware } from '@stationmaster/contract'
import { HOUR_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { inRepeatableTransaction, isRace } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import {
  countReach,
  findRollout,
  insertMembers,
  insertRollout,
  lockRollout,
  type RolloutRow,
  updateStatus,
  updateWaiting,
} from './rollout-store.ts'
import { canOf, countOf } from './rules.ts'
import { lockFile } from './store.ts'

interface RolloutParts {
  db: Db
  clock: Clock
}

interface By {
  caller: Caller
  remoteAddress: string
}

/** Stores a roll-out with its stations; answers its id. Throws firmware.not_found, firmware.nobody. */
export async function startRollout(
  { db, clock }: RolloutParts,
  by: By,
  asked: z.output<typeof firmware.start.body>,
): Promise<number> {
  const at = clock.now()
  const startsAt = asked.starts_at === undefined ? at : new Date(asked.starts_at)
  const waitUntil =
    asked.wait_hours === undefined ? null : new Date(startsAt.getTime() + asked.wait_hours * HOUR_MS)
  const versions = asked.versions ?? null
  const store = async (tx: Tx) => {
    const file = await lockFile(tx, asked.file_id)
    if (!file) throw new Failure('firmware.not_found')
    const wanted = { vendorName: file.vendor_name, model: file.model, version: file.version, versions }
    const reach = await countReach(tx, wanted)
    const id = await insertRollout(tx, {
      fileId: file.id,
      versions,
      startsAt,
      waitUntil,
      at,
      waveSize: asked.wave_size,
      failuresMost: asked.failures_most,
      by: by.caller.id,
      remoteAddress: by.remoteAddress,
      status: startsAt > at ? 'scheduled' : 'running',
    })
    const total = await insertMembers(tx, id, wanted, { reach, total: countOf(asked.share, reach) })
    if (total === 0) throw new Failure('firmware.nobody')
    await auditRollout(tx, by, 'firmware.roll_out', id, at, { ...asked, reach, total })
    return id
  }
  // another roll-out that begins at the same moment may be first with a station
  return inRepeatableTransaction(db, store, isRace)
}

type Change = 'pause' | 'continue' | 'cancel'

/** Changes how a roll-out goes on. Throws firmware.rollout_not_found, firmware.rollout_moved_on. */
export async function changeRollout(
  { db, clock }: RolloutParts,
  by: By,
  { id, change }: { id: number; change: Change },
): Promise<void> {
  const at = clock.now()
  await inRepeatableTransaction(db, async (tx) => {
    const row = await lockRollout(tx, id)
    if (!row) throw new Failure('firmware.rollout_not_found')
    if (!canOf(row.status)[change]) throw new Failure('firmware.rollout_moved_on')
    await changing[change](tx, row, by, at)
    await auditRollout(tx, by, `firmware.${change}`, id, at)
  })
}

const changing: Record<Change, (tx: Tx, row: RolloutRow, by: By, at: Date) => Promise<void>> = {
  pause: (tx, { id }, _by, at) => updateStatus(tx, id, { status: 'paused', paused: { by: 'person', at } }),
  continue: (tx, row, { caller, remoteAddress }, at) =>
    updateStatus(tx, row.id, {
      status: row.starts_at > at ? 'scheduled' : 'running',
      continued: { by: caller.id, remoteAddress, failures: row.counts?.failed ?? 0 },
    }),
  cancel: async (tx, { id }, _by, at) => {
    await updateWaiting(tx, id, 'canceled', at)
    await updateStatus(tx, id, { status: 'canceled', finishedAt: at })
  },
}

/** Throws firmware.rollout_not_found. */
export async function getRollout(db: Db, id: number): Promise<RolloutRow> {
  const row = await findRollout(db, id)
  if (!row) throw new Failure('firmware.rollout_not_found')
  return row
}

const auditRollout = (
  tx: Tx,
  by: By,
  action: string,
  subjectId: number,
  at: Date,
  after?: object,
): Promise<void> => audit(tx, { ...by, action, subjectType: 'firmware_rollout', subjectId, after, at })
