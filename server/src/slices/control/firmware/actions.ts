import type { firmware, Rollout } from '@stationmaster/contract'
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

type Pace = Omit<z.output<typeof firmware.start.body>, 'file_id' | 'versions'>

/** What a roll-out does, and to which stations. */
interface Planned {
  fileId: number | null
  move: Rollout['move']
  target: Parameters<typeof countReach>[1]
}

/** Stores a roll-out of firmware with its stations; answers its id. Throws firmware.not_found, firmware.nobody. */
export const startRollout = (
  parts: RolloutParts,
  by: By,
  input: z.output<typeof firmware.start.body>,
): Promise<number> =>
  begin(parts, by, { action: 'firmware.roll_out', pace: input }, async (tx) => {
    const file = await lockFile(tx, input.file_id)
    if (!file) throw new Failure('firmware.not_found')
    const { id: fileId, vendor_name: vendorName, model, version } = file
    const versions = input.versions ?? null
    return { fileId, move: null, target: { vendorName, model, version, versions } }
  })

/** Stores a roll-out that moves stations to another address; answers its id. Throws firmware.nobody. */
export function startMove(
  parts: RolloutParts,
  by: By,
  input: z.output<typeof firmware.move.body>,
): Promise<number> {
  const {
    share: _share,
    wave_size: _wave,
    failures_most: _most,
    starts_at: _at,
    wait_hours: _hours,
    ...move
  } = input
  const { vendor_name: vendorName, model } = move
  return begin(parts, by, { action: 'firmware.move', pace: input }, async () => ({
    fileId: null,
    move,
    target: { vendorName, model, version: null, versions: null },
  }))
}

async function begin(
  { db, clock }: RolloutParts,
  by: By,
  { action, pace }: { action: string; pace: Pace },
  plan: (tx: Tx) => Promise<Planned>,
): Promise<number> {
  const at = clock.now()
  const startsAt = pace.starts_at === undefined ? at : new Date(pace.starts_at)
  const waitUntil =
    pace.wait_hours === undefined ? null : new Date(startsAt.getTime() + pace.wait_hours * HOUR_MS)
  const store = async (tx: Tx) => {
    const { target, ...what } = await plan(tx)
    const reach = await countReach(tx, target)
    const id = await insertRollout(tx, {
      ...what,
      versions: target.versions,
      startsAt,
      waitUntil,
      at,
      waveSize: pace.wave_size,
      failuresMost: pace.failures_most,
      by: by.caller.id,
      remoteAddress: by.remoteAddress,
      status: startsAt > at ? 'scheduled' : 'running',
    })
    const total = await insertMembers(tx, id, target, { reach, total: countOf(pace.share, reach) })
    if (total === 0) throw new Failure('firmware.nobody')
    await auditRollout(tx, by, { action, subjectId: id, at, after: { ...pace, reach, total } })
    return id
  }
  // another roll-out that begins at the same moment may claim a station first
  return inRepeatableTransaction(db, store, isRace)
}

type Change = 'pause' | 'continue' | 'cancel'

/** Pauses, continues or cancels a roll-out. Throws firmware.rollout_not_found, firmware.rollout_moved_on. */
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
    await auditRollout(tx, by, { action: `firmware.${change}`, subjectId: id, at })
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
  entry: { action: string; subjectId: number; at: Date; after?: object },
): Promise<void> => audit(tx, { ...by, ...entry, subjectType: 'firmware_rollout' })
