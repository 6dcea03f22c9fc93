import type { CommandAnswer } from '@stationmaster/contract'
import { commandFaults, type Protocol } from '@stationmaster/ocpp'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { masked } from '../../../../platform/watching/masked.ts'
import { keepEffect } from '../outcome/effects.ts'
import { failureOf } from '../outcome/outcome.ts'
import { trackSending } from '../outcome/sent.ts'
import type { Commander, CommandParts } from '../parts.ts'
import { findVisibleStation } from '../target.ts'

/** Any command of the station's own version; `force` sends it although it breaks its schema. */
export interface Message {
  action: string
  payload: Record<string, unknown>
  force?: boolean | undefined
}

/**
 * Sends a station a command unchanged and waits for the answer; the journal holds both. Throws station.not_found,
 * station.offline, station.unsupported (no such command), station.message_invalid with the schema's faults, or why there was
 * no answer.
 */
export async function sendMessage(
  parts: CommandParts,
  { caller, remoteAddress }: Commander,
  stationId: string,
  { action, payload, force = false }: Message,
): Promise<CommandAnswer> {
  const { db, stations, clock } = parts
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const link = await stations.find(station.id)
  if (!link) throw new Failure('station.offline')
  checkMessage(link.protocol, action, payload, force)
  await audit(db, {
    caller,
    action: 'station.message',
    subjectType: 'station',
    subjectId: station.id,
    after: { action, payload: masked(payload), ...(force ? { force } : {}) },
    at: clock.now(),
    ...(remoteAddress ? { remoteAddress } : {}),
  })
  const sentAt = performance.now()
  const sending = { stationId: station.id, name: 'message', managerId: caller.id } as const
  const outcome = await trackSending(parts, sending, () =>
    link.command({ type: 'raw', action, payload, unchecked: force }),
  )
  const latency_ms = Math.round(performance.now() - sentAt)
  if (outcome.kind === 'answered') {
    const { effect, findings: _, ...answer } = outcome
    if (effect) await keepEffect(parts, station, effect)
    return { ...answer, latency_ms }
  }
  throw failureOf(outcome).withDetails({ latency_ms })
}

/** Throws station.unsupported where a version has no such command, station.message_invalid where it breaks its schema. */
export function checkMessage(
  protocol: Protocol,
  action: string,
  payload: Record<string, unknown>,
  force = false,
): void {
  const faults = commandFaults(protocol, action, payload)
  if (!faults) throw new Failure('station.unsupported', { protocol, action })
  if (faults.length > 0 && !force) throw new Failure('station.message_invalid', faults.map(faultView))
}

const faultView = (fault: NonNullable<ReturnType<typeof commandFaults>>[number]) => ({
  path: fault.instancePath.slice(1).replaceAll('/', '.'),
  keyword: fault.keyword,
  params: fault.params,
  message: fault.message,
})
