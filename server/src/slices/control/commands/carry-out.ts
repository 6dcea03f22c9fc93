import type { StationTaskAnswer } from '@stationmaster/contract'
import type { CentralLink, CommandEffect } from '@stationmaster/ocpp'
import { failureOf } from './outcome/outcome.ts'
import type { Prepared } from './prepared.ts'

export type Told = Omit<StationTaskAnswer, 'latency_ms'>

/** Sends what was prepared and keeps what follows from the answer; throws station.* when there is none. */
export async function carryOut(
  link: CentralLink,
  { sends, answered, tells }: Prepared,
  keep?: (effect: CommandEffect) => Promise<void>,
): Promise<Told> {
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
