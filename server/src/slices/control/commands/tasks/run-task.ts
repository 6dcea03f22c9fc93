import { type StationTaskAnswer, type StationTaskBody, sentCommands } from '@stationmaster/contract'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { masked } from '../../../../platform/watching/masked.ts'
import { insertAction } from '../../../stations/timeline/store.ts'
import type { StationLink } from '../../intake/reaching/station-link.ts'
import { listLimits } from '../../tasks/limit-store.ts'
import { carryOut, type TaskResult } from '../carry-out.ts'
import { sendList } from '../each/local-list.ts'
import { renewPassword } from '../each/renew-password.ts'
import { installTrustedRoots } from '../each/trusted-roots.ts'
import { keepEffect } from '../outcome/effects.ts'
import { trackSending } from '../outcome/sent.ts'
import type { Commander } from '../parts.ts'
import type { Prepared, SingleTask, TaskParts } from '../prepared.ts'
import { readAfter } from '../readings/reading-tasks.ts'
import { findVisibleStation } from '../target.ts'
import { connectorAt, preparing } from './tasks.ts'

/**
 * Runs a task at a station and waits for its answer, which is stored where something follows from it. Throws station.not_found,
 * station.offline, station.no_such_evse, station.no_such_connector, station.which_connector, station.unsupported, or why there was no answer.
 */
export async function runTask(
  parts: TaskParts,
  commander: Commander,
  stationId: string,
  body: StationTaskBody,
): Promise<StationTaskAnswer> {
  const { db, stations, clock } = parts
  const { caller, remoteAddress } = commander
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const link = await stations.find(station.id)
  if (!link) throw new Failure('station.offline')
  await audit(db, {
    caller,
    action: `station.${body.task}`,
    subjectType: 'station',
    subjectId: station.id,
    after: masked(body),
    at: clock.now(),
    ...(remoteAddress ? { remoteAddress } : {}),
  })
  if (body.task === 'unlock' || body.task === 'firmware' || body.task === 'hard_reset') {
    const action = body.task === 'hard_reset' ? 'reset' : body.task
    const place =
      body.task === 'unlock'
        ? { evses: [body.evse], connector: connectorAt(station, body)?.ordinal ?? 0 }
        : {}
    await insertAction(db, { at: clock.now(), stationId, action, by: caller.id, ...place })
  }
  const sentAt = performance.now()
  // the entry of a task takes the body of that task
  const prepare = (single: SingleBody) =>
    (preparing[single.task] as (...given: unknown[]) => Prepared | Promise<Prepared>)(
      parts,
      commander,
      station,
      single,
    )
  const runSingle: RunSingle = async (single) =>
    carryOut(link, await prepare(single), (effect) => keepEffect(parts, station, effect))
  const sending = {
    stationId,
    name: sentCommands.find((name) => name === body.task) ?? 'task',
    managerId: caller.id,
    connectorId: 'evse' in body ? (connectorAt(station, body)?.id ?? null) : null,
  }
  const result = await trackSending(parts, sending, () =>
    carryOutTask({ parts, commander, link, stationId: station.id, runSingle }, body),
  )
  return { ...result, latency_ms: Math.round(performance.now() - sentAt) }
}

type SingleBody = Extract<StationTaskBody, { task: SingleTask }>
type RunSingle = (body: SingleBody) => Promise<TaskResult>

interface TaskRun {
  parts: TaskParts
  commander: Commander
  link: StationLink
  stationId: string
  /** runs a task that is one call to the station */
  runSingle: RunSingle
}

/** Most tasks are one call to the station; those that need several are listed here. */
async function carryOutTask(
  { parts, commander, link, stationId, runSingle }: TaskRun,
  body: StationTaskBody,
): Promise<TaskResult> {
  switch (body.task) {
    case 'send_list': {
      const { leftOut: _, ...result } = await sendList(parts, commander, link, stationId, { full: body.full })
      return result
    }
    case 'clear_limits':
      return clearLimits(parts, stationId, runSingle)
    case 'trusted_roots':
      return installTrustedRoots(parts, link, runSingle)
    case 'renew_password':
      return renewPassword(parts, link, stationId)
    case 'raise_profile':
      return carryOut(link, {
        sends: { type: 'raise_profile', securityProfile: body.profile, url: body.url },
      })
    case 'move':
      return carryOut(link, {
        sends: { type: 'move', securityProfile: body.security_profile, url: body.url, key: body.key },
      })
    case 'show_text':
    case 'hide_text':
    case 'watch':
    case 'unwatch':
    case 'monitoring_base': {
      const result = await runSingle(body)
      // the screen shows what is read again; where that fails, the station's acceptance still counts
      if (result.accepted) await runSingle({ task: readAfter[body.task] }).catch(unlessFailed)
      return result
    }
    default:
      return runSingle(body)
  }
}

function unlessFailed(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

/** Clears the limits one by one: in both versions the command for all would also clear profiles that others have set. */
async function clearLimits(
  { db, clock }: TaskParts,
  stationId: string,
  runSingle: RunSingle,
): Promise<TaskResult> {
  for (const { profileId: profile_id } of await listLimits(db, stationId, clock.now())) {
    const result = await runSingle({ task: 'clear_limit', profile_id })
    if (!result.accepted && result.status !== 'Unknown') return result
  }
  return { accepted: true, status: 'Accepted' }
}
