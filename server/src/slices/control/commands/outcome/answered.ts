import { Failure } from '../../../../platform/http/failure.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { updateAnswered } from '../../../charging/orders/store.ts'
import type { CommandParts } from '../parts.ts'

/** Runs a person's command for an order, and records the HTTP status of the call in the order's chronology. */
export async function recordAnswer<T>(
  { db, live }: CommandParts,
  { id, locationId }: Order,
  event: 'connector_start' | 'connector_stop',
  run: () => Promise<T>,
): Promise<T> {
  const record = async (code: number) => {
    await updateAnswered(db, id, event, code)
    live.publish({ topic: 'order', id, locationId })
  }
  let answer: T
  try {
    answer = await run()
  } catch (error) {
    await record(error instanceof Failure ? error.status : 500)
    throw error
  }
  await record(200)
  return answer
}
