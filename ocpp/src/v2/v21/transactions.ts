import { type HandledAction, only } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types21.ts'
import { number, record, withoutUndefined } from '../../messages/reading.ts'
import type { StationReply, TransactionLimit } from '../../station-event.ts'
import { transactionEvent as shared } from '../transactions.ts'
import { costDetailsOf, readCost } from './tariffs.ts'

const limitOf = (reply: StationReply): TransactionLimit | undefined =>
  reply.type === 'charging' || reply.type === 'accepted' ? reply.limit : undefined

/**
 * TransactionEvent: it says what the station has reckoned of the transaction's cost (2.1 part 2, I12), and its answer contains the limits
 * at which the station ends the transaction by itself (E16).
 */
export const transactionEvent: HandledAction = {
  ...shared,
  read: (payload, remarks) => {
    const event = shared.read(payload, remarks)
    if (event?.type !== 'meter.sampled' && event?.type !== 'charging.ended') return event
    const cost = readCost(payload.costDetails)
    return cost ? { ...event, cost } : event
  },
  write: (event) => {
    const written = shared.write(event) as Messages.TransactionEvent
    const report = only(event, 'charging.started', 'meter.sampled', 'charging.ended')
    const { cost } = report.type === 'charging.started' ? {} : report
    return withoutUndefined<Messages.TransactionEvent>({
      ...written,
      // the reason of the end has no word of its own for it
      triggerReason:
        report.type === 'charging.ended' && report.reason === 'LocalOutOfCredit'
          ? 'CostLimitReached'
          : written.triggerReason,
      costDetails: cost && costDetailsOf(cost, new Date(written.timestamp)),
    })
  },
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
