import type { HandledAction } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types21.ts'
import { number, record, withoutUndefined } from '../../messages/reading.ts'
import type { StationReply, TransactionLimit } from '../../station-event.ts'
import { transactionEvent as shared } from '../transactions.ts'

const limitOf = (reply: StationReply): TransactionLimit | undefined =>
  reply.type === 'charging' || reply.type === 'accepted' ? reply.limit : undefined

/** TransactionEvent; its answer contains the limits at which the station ends the transaction by itself (2.1 part 2, E16). */
export const transactionEvent: HandledAction = {
  ...shared,
  answer: (reply, event) => {
    const answer = shared.answer(reply, event) as Messages.TransactionEventResponse
    const limit = limitOf(reply)
    if (!limit) return answer
    const { costMinor, energyWh, seconds, soc } = limit
    const transactionLimit = withoutUndefined<Messages.TransactionLimitType>({
      maxCost: costMinor === undefined ? undefined : costMinor / 100,
      maxEnergy: energyWh,
      maxTime: seconds,
      maxSoC: soc,
    })
    return { ...answer, transactionLimit }
  },
  readAnswer: (payload) => {
    const reply = shared.readAnswer(payload)
    if (payload.transactionLimit === undefined) return reply
    const { maxCost, maxEnergy, maxTime, maxSoC } = record(payload.transactionLimit)
    const cost = number(maxCost)
    const limit = withoutUndefined<TransactionLimit>({
      costMinor: cost === undefined ? undefined : Math.round(cost * 100),
      energyWh: number(maxEnergy),
      seconds: number(maxTime),
      soc: number(maxSoC),
    })
    return { ...reply, limit } as StationReply
  },
}
