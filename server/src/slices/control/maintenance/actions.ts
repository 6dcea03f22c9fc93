import type { Maintenance, maintenanceBody } from '@stationmaster/contract'
import type { z } from 'zod'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit, auditAll } from '../../../platform/general/audit.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { loadKnownStations } from '../../stations/stations/connecting/traffic-store.ts'
import { listOpenMaintenances, maintenanceView } from '../../stations/stations/status/maintained-store.ts'
import {
  listDesiredStatuses,
  lockStationsOf,
  updateDesiredStatuses,
} from '../../stations/stations/status/operation-store.ts'
import { insertOperation, insertTimeline, timelineEntry } from '../../stations/timeline/store.ts'
import { sendOpenOperations } from '../commands/each/operate.ts'
import type { Commander, CommandParts } from '../commands/parts.ts'
import { findVisibleStation } from '../commands/target.ts'
import { refusalOf, stepsOf } from './rules.ts'
import * as store from './store.ts'

type Row = store.MaintenanceRow

/** What runs or is planned for a station; throws station.not_found. */
export async function listMaintenances(
  { db }: CommandParts,
  { caller }: Commander,
  stationId: string,
): Promise<Maintenance[]> {
  if (!(await findVisibleStation(db, caller, stationId))) throw new Failure('station.not_found')
  return (await listOpenMaintenances(db, [stationId])).map(maintenanceView)
}

/** Plans maintenance of a station, or of all at its location. Throws station.not_found, maintenance.times, maintenance.overlaps. */
export async function planMaintenance(
  parts: CommandParts,
  { caller, remoteAddress }: Commander,
  stationId: string,
  body: z.output<typeof maintenanceBody>,
): Promise<void> {
  const { db, clock } = parts
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const now = clock.now()
  const { note, takes_out: takesOut } = body
  const requestedStart = new Date(body.starts_at)
  // time that has passed does not become maintenance
  const startsAt = requestedStart < now ? now : requestedStart
  const plan = { startsAt, endsAt: new Date(body.ends_at), note, takesOut }
  const planned = await inTransaction(db, async (tx) => {
    const all = await lockStationsOf(tx, station.locationId)
    const ids = body.whole_location ? all : [stationId]
    const refusal = refusalOf(plan, await listOpenMaintenances(tx, ids), now)
    if (refusal) throw new Failure(refusal)
    await auditAll(
      tx,
      ids.map((id) => ({
        caller,
        action: 'station.plan_maintenance',
        subjectType: 'station',
        subjectId: id,
        after: plan,
        at: now,
        remoteAddress: remoteAddress ?? null,
      })),
    )
    return { ids, made: await store.insertMaintenances(tx, ids, { ...plan, createdBy: caller.id }, now) }
  })
  for (const id of planned.ids) parts.statusChanged({ id, locationId: station.locationId })
  await Promise.all(planned.made.map((id) => carryOut(parts, id)))
}

/** Ends maintenance that runs, or withdraws what is planned. Throws maintenance.not_found, maintenance.over. */
export async function endMaintenance(
  parts: CommandParts,
  { caller, remoteAddress }: Commander,
  id: number,
): Promise<void> {
  const { db, clock } = parts
  const now = clock.now()
  const ended = await inTransaction(db, async (tx) => {
    const row = await store.lockMaintenance(tx, id)
    if (!row || !(await findVisibleStation(tx, caller, row.stationId)))
      throw new Failure('maintenance.not_found')
    const { state, stationId } = row
    if (state !== 'planned' && state !== 'running') throw new Failure('maintenance.over')
    if (state === 'running') await end(tx, { ...row, endsAt: now }, caller.id)
    else await store.updateMaintenance(tx, { ...row, state: 'withdrawn' })
    await audit(tx, {
      caller,
      action: state === 'running' ? 'station.end_maintenance' : 'station.withdraw_maintenance',
      subjectType: 'station',
      subjectId: stationId,
      at: now,
      remoteAddress: remoteAddress ?? null,
      before: { startsAt: row.startsAt, endsAt: row.endsAt, note: row.note },
    })
    return row
  })
  await publish(parts, ended)
}

/** Begins and ends what is due; any node may do it at any time. */
export async function carryOutDue(parts: CommandParts): Promise<void> {
  for (const id of await store.listDueMaintenances(parts.db, parts.clock.now())) await carryOut(parts, id)
}

/** Looks each minute for maintenance that begins or ends. */
export function maintenanceJobs(jobs: Jobs, parts: CommandParts): void {
  jobs.schedule('maintenance', '* * * * *', () => carryOutDue(parts))
}

async function carryOut(parts: CommandParts, id: number): Promise<void> {
  const { db, clock } = parts
  const done = await inTransaction(db, async (tx) => {
    let row = await store.lockMaintenance(tx, id)
    if (!row) return undefined
    const steps = stepsOf(row, clock.now())
    for (const step of steps) row = await (step === 'begin' ? begin(tx, row) : end(tx, row, row.createdBy))
    return steps.length > 0 ? row : undefined
  })
  if (done) await publish(parts, done)
}

/** Sends the station the requested statuses that it has not accepted yet, and signals the change to screens. */
async function publish(parts: CommandParts, { stationId }: Row): Promise<void> {
  const station = (await loadKnownStations(parts.db, [stationId])).get(stationId)
  if (!station) return
  parts.statusChanged(station)
  await sendOpenOperations(parts, [stationId])
}

/** Its timeline entry, at the planned instant, since the server may have been away then. */
const entryOf = ({ stationId, note, createdBy }: Row, at: Date, word: 'begun' | 'ended', by = createdBy) =>
  timelineEntry(at, stationId, 'maintenance', { word, data: { info: note || null, by } })

async function begin(tx: Tx, row: Row): Promise<Row> {
  const { stationId, startsAt: at, createdBy: by } = row
  await insertTimeline(tx, [entryOf(row, at, 'begun')])
  const statuses = row.takesOut ? await listDesiredStatuses(tx, stationId) : []
  const evses = statuses.filter(({ operational }) => operational).map(({ number }) => number)
  if (evses.length > 0) {
    await updateDesiredStatuses(tx, stationId, evses, false)
    await insertOperation(tx, { at, stationId, evses, operative: false, by })
  }
  const running: Row = { ...row, state: 'running', outOfOperation: evses }
  await store.updateMaintenance(tx, running)
  return running
}

async function end(tx: Tx, row: Row, by: number): Promise<Row> {
  const { stationId, endsAt: at, outOfOperation } = row
  await insertTimeline(tx, [entryOf(row, at, 'ended', by)])
  const changed =
    outOfOperation.length > 0 ? await updateDesiredStatuses(tx, stationId, outOfOperation, true) : []
  if (changed.length > 0) await insertOperation(tx, { at, stationId, evses: changed, operative: true, by })
  const over: Row = { ...row, state: 'over' }
  await store.updateMaintenance(tx, over)
  return over
}
