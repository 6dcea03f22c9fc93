import type { CommandAnswer } from '@stationmaster/contract'
import { Failure } from '../../../platform/http/failure.ts'
import { sendMessage } from '../commands/each/message.ts'
import { operate } from '../commands/each/operate.ts'
import { resetStation } from '../commands/each/reset.ts'
import { rejectedWith } from '../commands/outcome/outcome.ts'
import type { Commander } from '../commands/parts.ts'
import type { TaskParts } from '../commands/prepared.ts'
import { runTask } from '../commands/tasks/run-task.ts'
import type { Command } from './command.ts'
import type { Ending } from './progress-store.ts'

export type Sent = Pick<Ending, 'status' | 'code' | 'detail' | 'latencyMs'> & {
  result: 'accepted' | 'rejected' | 'failed'
}

/** Sends one station a command as the single commands do, and returns the result; throws only errors that are not a Failure. */
export async function send(
  parts: TaskParts,
  commander: Commander,
  stationId: string,
  command: Command,
): Promise<Sent> {
  try {
    switch (command.kind) {
      case 'reset': {
        const { status, latencyMs } = await resetStation(parts, commander, stationId, command.hard)
        return answered({ accepted: true, status, latency_ms: latencyMs })
      }
      case 'task':
        return answered(await runTask(parts, commander, stationId, command.task))
      case 'message': {
        const protocol = (await parts.stations.find(stationId))?.protocol
        if (protocol !== undefined && protocol !== command.protocol)
          throw new Failure('station.unsupported', { protocol }, { reason: `(${protocol})` })
        return answered(await sendMessage(parts, commander, stationId, command))
      }
      case 'availability':
        return await putInOperation(parts, commander, stationId, command.operative)
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return failed(error)
  }
}

const answered = ({
  accepted,
  status,
  latency_ms: latencyMs,
}: Pick<CommandAnswer, 'accepted' | 'status' | 'latency_ms'>): Sent =>
  accepted
    ? { result: 'accepted', status, code: null, detail: null, latencyMs }
    : { ...failed(rejectedWith(status)), latencyMs }

/** A failure as it is stored, with the words of its text, so that it can be shown in any language. */
function failed({ code, details, words }: Failure): Sent {
  const known = (typeof details === 'object' && details !== null ? details : {}) as Record<string, unknown>
  return {
    result: code === 'station.rejected' ? 'rejected' : 'failed',
    status: typeof known.status === 'string' ? known.status : null,
    code,
    detail: Object.keys(words).length > 0 ? JSON.stringify(words) : null,
    latencyMs: typeof known.latency_ms === 'number' ? known.latency_ms : null,
  }
}

/** Switches the whole station; a request that cannot be sent now is stored and sent after its next boot. */
async function putInOperation(
  parts: TaskParts,
  commander: Commander,
  stationId: string,
  operative: boolean,
): Promise<Sent> {
  const answers = await operate(parts, commander, stationId, {
    operational_status: operative ? 'operative' : 'inoperative',
    evses: [0],
  })
  if (answers.length === 0) return failed(new Failure('station.no_such_evse'))
  const failure = answers.find((answer) => answer.failure)?.failure
  if (failure?.code === 'station.offline') return failed(new Failure('station.told_later'))
  if (failure) return failed(failure)
  const status = answers.find((answer) => answer.status === 'Scheduled')?.status ?? answers[0]?.status ?? null
  return { result: 'accepted', status, code: null, detail: null, latencyMs: null }
}
