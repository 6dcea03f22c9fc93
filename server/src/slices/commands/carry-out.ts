import type { StationTaskAnswer } from '@stationmaster/contract'
import {
  type CentralLink,
  type StationCommand,
  type StationTask,
  type TaskFindings,
  versions,
} from '@stationmaster/ocpp'
import type { AnsweredCall } from './effects.ts'
import { failureOf } from './outcome.ts'
import type { Prepared } from './tasks.ts'

export type Told = Omit<StationTaskAnswer, 'latency_ms'>

/** Sends what was prepared and keeps what follows from the answer; throws station.* when there is none. */
export async function carryOut(
  link: CentralLink,
  { sends, answered, tells }: Prepared,
  keep?: (call: AnsweredCall) => Promise<void>,
): Promise<Told> {
  const command: StationCommand = 'type' in sends ? sends : commandOf(link, sends)
  const outcome = await link.command(command)
  if (outcome.kind !== 'answered') {
    await answered?.(false, outcome.kind, {})
    throw failureOf(outcome)
  }
  const findings: TaskFindings =
    'type' in sends ? {} : versions[link.protocol].tasks.read(sends, outcome.payload)
  const status = findings.status ?? outcome.status
  const accepted = findings.status === undefined ? outcome.accepted : agreed.has(findings.status)
  if (command.type === 'raw') await keep?.({ ...command, status })
  await answered?.(accepted, status, findings)
  return { accepted, status, ...tells?.(findings) }
}

const agreed = new Set(['Accepted', 'RebootRequired'])

/** A task in the words of the station's version; throws station.unsupported. */
export function commandOf({ protocol }: CentralLink, task: StationTask): StationCommand {
  const call = versions[protocol].tasks.write(task)
  if ('unsupported' in call) throw failureOf({ kind: 'unsupported', reason: call.unsupported })
  return { type: 'raw', action: call.action, payload: call.payload as Record<string, unknown> }
}
