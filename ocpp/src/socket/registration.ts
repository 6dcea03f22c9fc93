import { type Call, rowOf, type Version } from '../commands/actions.ts'
import type { Refusal } from '../messages/understand.ts'
import type { Registration } from '../station-event.ts'

/** Why a message of a station that has not been accepted is refused. */
export const notAccepted: Refusal = {
  code: 'SecurityError',
  text: 'the station has not been accepted: only BootNotification may be sent',
}

/** What a station may say because it was asked to, while it is Pending (2.0.1 part 2, B02.FR.09); null: nothing. */
export function messageRequestedBy({ action, payload }: Call): string | null {
  if (action === 'GetBaseReport' || action === 'GetReport') return 'NotifyReport'
  if (action !== 'TriggerMessage' && action !== 'ExtendedTriggerMessage') return null
  const { requestedMessage: message } = payload as { requestedMessage?: unknown }
  if (typeof message !== 'string') return null
  return message.startsWith('Sign') ? 'SignCertificate' : message
}

/** Whether a station may be told this now: nothing while it is Rejected, no start or stop while it is Pending. */
export function mayReceive(version: Version, registration: Registration, { action }: Call): boolean {
  if (registration === 'Accepted') return true
  const command = rowOf(version.fromCentral, action)?.command
  return registration === 'Pending' && command !== 'start' && command !== 'stop'
}

/** What becomes of a message: taken; refused; or kept for the energy in it, whatever it is answered. */
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
