import type { CallEnd } from '../link/outgoing-calls.ts'
import { refusalOf } from '../messages/codes.ts'
import type { Refusal } from '../messages/understand.ts'
import type { Payload } from '../socket/frames.ts'
import type { CommandOutcome, SingleCommand } from '../station-command.ts'
import { type Call, faultsOf, type Raising, rowOf, type Version } from './actions.ts'

/** The call that carries a command out, or why this version has none that fits its schema; starts and stops are urgent. */
export function callOf(
  version: Version,
  command: SingleCommand,
): (Call & { urgent: boolean }) | { unsupported: string } {
  const call = version.writeCommand(command)
  if ('unsupported' in call) return call
  const row = rowOf(version.fromCentral, call.action)
  if (!row) return { unsupported: `${version.protocol} has no command ${call.action}` }
  const unchecked = command.type === 'raw' && command.unchecked === true
  const faults = unchecked ? [] : faultsOf(version, call.action, call.payload)
  if (faults.length > 0) return { unsupported: refusalOf(faults).text }
  return { ...call, urgent: row.command === 'start' || row.command === 'stop' }
}

/** The words by which stations agree to a command, over all answers of both versions. */
const agreement = new Set(['Accepted', 'AcceptedCanceled', 'RebootRequired', 'Scheduled', 'Unlocked'])

const noObject: Refusal = { code: 'FormatViolation', text: 'the answer is not an object' }

/** Why a station's answer cannot be taken; null: it can, even where it breaks its schema elsewhere. */
export function answerRefusal(version: Version, call: Call, payload: Payload | null): Refusal | null {
  if (!payload) return noObject
  const faults = faultsOf(version, `${call.action}Response`, payload)
  const unclear = faults.some(({ keyword, params, instancePath }) =>
    keyword === 'required'
      ? instancePath === '' && params.missingProperty === 'status'
      : instancePath === '/status' && keyword === 'type',
  )
  return unclear ? refusalOf(faults) : null
}

/** What came of a command. An answer that breaks its schema still counts as long as its status can be read. */
export function outcomeOf(
  version: Version,
  command: SingleCommand,
  call: Call,
  end: CallEnd,
  timeoutMs: number,
): CommandOutcome {
  if (end.kind === 'timeout') return { kind: 'timeout', afterMs: timeoutMs, sent: end.sent }
  if (end.kind === 'error') return { kind: 'call_error', code: end.code, text: end.text }
  if (end.kind !== 'result') return end
  const { payload } = end
  const refusal = answerRefusal(version, call, payload)
  if (refusal || !payload) return { kind: 'call_error', ...(refusal ?? noObject) }
  const top = typeof payload.status === 'string' ? payload.status : 'Accepted'
  const { status = top, ...findings } = version.readAnswer(command, payload)
  return {
    kind: 'answered',
    accepted: agreement.has(status),
    status,
    findings,
    effect: version.effectOf(call.action, call.payload as Payload, status),
    payload,
  }
}

/** Sends commands one after the other; ends with the first that is refused or not answered. */
export async function inTurn(
  steps: Raising,
  send: (command: SingleCommand) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  let step = steps.next()
  let outcome: CommandOutcome = { kind: 'unsupported', reason: 'nothing to send' }
  while (!step.done) {
    outcome = await send(step.value)
    if (outcome.kind !== 'answered' || !outcome.accepted) break
    step = steps.next(outcome)
  }
  return outcome
}
