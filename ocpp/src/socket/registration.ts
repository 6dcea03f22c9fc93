import { type Call, rowOf, type Version } from '../commands/actions.ts'
import type { Refusal } from '../messages/understand.ts'
import type { Registration } from '../station-event.ts'

/** Why a message of a station that has not been accepted is refused. */
export const notAccepted: Refusal = {
  code: 'SecurityError',
  text: 'the station has not been accepted: only BootNotification may be sent',
}

/** The message that a call requests: a Pending station may send it (2.0.1 part 2, B02.FR.09). Null: the call requests none. */
export function messageRequestedBy({ action, payload }: Call): string | null {
  if (action === 'GetBaseReport' || action === 'GetReport') return 'NotifyReport'
  if (action !== 'TriggerMessage' && action !== 'ExtendedTriggerMessage') return null
  const { requestedMessage: message } = payload as { requestedMessage?: unknown }
  if (typeof message !== 'string') return null
  return message.startsWith('Sign') ? 'SignCertificate' : message
}

/** Whether a station may receive this call now: no call while it is Rejected, no start or stop while it is Pending. */
export function mayReceive(version: Version, registration: Registration, { action }: Call): boolean {
  if (registration === 'Accepted') return true
  const command = rowOf(version.fromCentral, action)?.command
  return registration === 'Pending' && command !== 'start' && command !== 'stop'
}

/** What happens to a message: accepted, refused, or kept for its energy even where the answer is a refusal. */
export function treatmentOf(
  version: Version,
  { registration, requested }: { registration: Registration; requested: ReadonlySet<string> | null },
  action: string,
): 'accepted' | 'kept' | 'refused' {
  if (registration === 'Accepted' || action === 'BootNotification') return 'accepted'
  if (registration === 'Pending' && requested?.has(action)) return 'accepted'
  const row = rowOf(version.fromStation, action)
  return row?.treatment === 'handled' && row.bringsEnergy ? 'kept' : 'refused'
}
