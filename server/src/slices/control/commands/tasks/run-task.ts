import { type StationTaskAnswer, type StationTaskBody, sentCommands } from '@stationmaster/contract'
import type { CentralLink } from '@stationmaster/ocpp'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { masked } from '../../../../platform/watching/masked.ts'
import { insertAction } from '../../../stations/timeline/store.ts'
import { listLimits } from '../../tasks/limit-store.ts'
import { carryOut, type Told } from '../carry-out.ts'
import { sendList } from '../each/local-list.ts'
import { renewPassword } from '../each/renew-password.ts'
import { keepEffect } from '../outcome/effects.ts'
import { noted } from '../outcome/sent.ts'
import type { Commander } from '../parts.ts'
import type { Prepared, SingleTask, TaskParts } from '../prepared.ts'
import { readAfter } from '../readings/reading-tasks.ts'
import { findVisibleStation } from '../target.ts'
import { connectorAt, preparing } from './tasks.ts'

/**
 * Gives a station work and waits for its answer, which is kept where something follows from it. Throws station.not_found,
 * station.offline, station.no_such_evse, station.no_such_connector, station.which_connector, station.unsupported, or how it ended without an answer.
 */
export async function runTask(
  parts: TaskParts,
  commander: Commander,
  stationId: string,
  body: StationTaskBody,
): Promise<StationTaskAnswer> {
  const { db, links, clock } = parts
  const { caller, remoteAddress } = commander
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const link = links.get(station.id)
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
  const asked = performance.now()
  // the row of a task takes that task's own body
  const prepare = (one: SingleBody) =>
    (preparing[one.task] as (...given: unknown[]) => Prepared | Promise<Prepared>)(
      parts,
      commander,
      station,
      one,
    )
  const one: RunOne = async (single) =>
    carryOut(link, await prepare(single), (effect) => keepEffect(parts, station, effect))
  const sending = {
    stationId,
    name: sentCommands.find((name) => name === body.task) ?? 'task',
    managerId: caller.id,
    connectorId: 'evse' in body ? (connectorAt(station, body)?.id ?? null) : null,
  }
  const told = await noted(parts, sending, () => work(parts, commander, link, station.id, body, one))
  return { ...told, latency_ms: Math.round(performance.now() - asked) }
}

type SingleBody = Extract<StationTaskBody, { task: SingleTask }>
type RunOne = (body: SingleBody) => Promise<Told>

/** Most work is one call to the station; what takes several is told apart here. */
async function work(
  parts: TaskParts,
  commander: Commander,
  link: CentralLink,
  stationId: string,
  body: StationTaskBody,
  one: RunOne,
): Promise<Told> {
  switch (body.task) {
    case 'send_list':
      return sendList(parts, commander, link, stationId, body.full)
    case 'clear_limits':
      return clearLimits(parts, stationId, one)
    case 'renew_password':
      return renewPassword(parts, link, stationId)
    case 'raise_profile':
      return carryOut(link, {
        sends: { type: 'raise_profile', securityProfile: body.profile, url: body.url },
      })
    case 'show_text':
    case 'hide_text':
    case 'watch':
    case 'unwatch':
    case 'monitoring_base': {
      const told = await one(body)
      // what it tells then shows; that it does not answer again changes nothing of what it has agreed to
      if (told.accepted) await one({ task: readAfter[body.task] }).catch(unlessFailed)
      return told
    }
    default:
      return one(body)
  }
}

function unlessFailed(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

/** Takes away the limits one by one: both versions' command for all would take profiles with it that others have set. */
async function clearLimits({ db, clock }: TaskParts, stationId: string, one: RunOne): Promise<Told> {
  for (const { profileId: profile_id } of await listLimits(db, stationId, clock.now())) {
    const told = await one({ task: 'clear_limit', profile_id })
    if (!told.accepted && told.status !== 'Unknown') return told
  }
  return { accepted: true, status: 'Accepted' }
}
