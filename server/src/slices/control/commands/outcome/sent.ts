import { insertSent, removeSent, type Sending } from '../../tasks/sent-command-store.ts'
import type { CommandParts } from '../parts.ts'

/** Sends a command and keeps a row of it until the answer, so that a server that ends meanwhile leaves a record of it. */
export async function trackSending<T>(
  { db, clock, node }: Pick<CommandParts, 'db' | 'clock' | 'node'>,
  sending: Pick<Sending, 'stationId' | 'name'> & Partial<Sending>,
  send: () => Promise<T>,
): Promise<T> {
  const whole = { orderId: null, connectorId: null, managerId: null, ...sending }
  const id = await insertSent(db, node, whole, clock.now())
  try {
    return await send()
  } finally {
    // a row that stays too long is harmless: the result of the command is known elsewhere
    await removeSent(db, id).catch(() => undefined)
  }
}
