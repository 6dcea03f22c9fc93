import { insertSent, removeSent, type Sending } from '../../tasks/sent-command-store.ts'
import type { CommandParts } from '../parts.ts'

/** Sends a command that is noted as long as it is under way: a server that ends meanwhile leaves word of it. */
export async function noted<T>(
  { db, clock, node }: Pick<CommandParts, 'db' | 'clock' | 'node'>,
  sending: Pick<Sending, 'stationId' | 'name'> & Partial<Sending>,
  send: () => Promise<T>,
): Promise<T> {
  const whole = { orderId: null, connectorId: null, managerId: null, ...sending }
  const id = await insertSent(db, node, whole, clock.now())
  try {
    return await send()
  } finally {
    // a note that stays says too little, and hides nothing of what the command came to
    await removeSent(db, id).catch(() => undefined)
  }
}
