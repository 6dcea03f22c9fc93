import type { StationTaskAnswer } from '@stationmaster/contract'
import type { CommandEffect } from '@stationmaster/ocpp'
import type { StationLink } from '../intake/reaching/station-link.ts'
import { failureOf } from './outcome/outcome.ts'
import type { Prepared } from './prepared.ts'

export type TaskResult = Omit<StationTaskAnswer, 'latency_ms'>

/** Sends a prepared command and stores what follows from the answer. Throws station.* when there is no answer. */
export async function carryOut(
  link: StationLink,
  { sends, answered, tells }: Prepared,
  keep?: (effect: CommandEffect) => Promise<void>,
): Promise<TaskResult> {
  const outcome = await link.command(sends)
  if (outcome.kind !== 'answered') {
    await answered?.(false, outcome.kind, {})
    throw failureOf(outcome)
  }
  const { accepted, status, findings, effect } = outcome
  if (effect) await keep?.(effect)
  await answered?.(accepted, status, findings)
  return { accepted, status, ...tells?.(findings) }
}
