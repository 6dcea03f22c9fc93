import { Failure } from '../../../../platform/http/failure.ts'
import type { Order } from '../../../charging/orders/order.ts'
import { updateAnswered } from '../../../charging/orders/store.ts'
import type { CommandParts } from '../parts.ts'

/** Runs what a person asked of an order's station, and notes in the order's chronology how the call was answered. */
export async function tellAnswer<T>(
  { db, live }: CommandParts,
  { id, locationId }: Order,
  event: 'connector_start' | 'connector_stop',
  run: () => Promise<T>,
): Promise<T> {
  const note = async (code: number) => {
    await updateAnswered(db, id, event, code)
    live.publish({ topic: 'order', id, locationId })
  }
  let answer: T
  try {
    answer = await run()
  } catch (error) {
    await note(error instanceof Failure ? error.status : 500)
    throw error
  }
  await note(200)
  return answer
}
