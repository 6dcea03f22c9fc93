import { type Metered, measure } from '../../charging/orders/measuring/measure.ts'
import type { UnmatchedEvent } from '../../charging/orders/sessions/identity.ts'

type Ended = Extract<UnmatchedEvent, { type: 'charging.ended' }>
type Started = Extract<UnmatchedEvent, { type: 'charging.started' }>

/** What the messages of a transaction without an order say together. */
export interface TransactionSummary {
  started: Started | undefined
  ended: Ended | undefined
  /** the time of the last message that has one */
  happenedAt: Date | undefined
  rfid: string | null
  /** whole Wh; null when there are not two register readings */
  energyWh: number | null
}

export function summaryOf(events: readonly UnmatchedEvent[], maxPowerW: number): TransactionSummary {
  const started = events.find((one): one is Started => one.type === 'charging.started')
  const ended = events.find((one): one is Ended => one.type === 'charging.ended')
  const readings = events.flatMap(readingsOf)
  const instants = events.flatMap(({ happenedAt }) => happenedAt ?? [])
  const sorted = instants.toSorted((a, b) => a.getTime() - b.getTime())
  const [startedAt = new Date(0), endedAt = new Date(0)] = [sorted[0], sorted.at(-1)]
  const { energyWh, doubt, beginWh } = measure(readings, {
    beginWh: started?.meterWh ?? null,
    endWh: ended?.meterWh ?? null,
    startedAt,
    endedAt,
    elapsedMs: endedAt.getTime() - startedAt.getTime(),
    maxPowerW,
    flowed: false,
  })
  const last = ended ?? started
  const token = last?.token ?? events.find((one) => one.token)?.token
  return {
    started,
    ended,
    happenedAt: last?.happenedAt ?? sorted.at(-1),
    rfid: token?.token ?? null,
    energyWh: beginWh === null || doubt === 'energy_unknown' ? null : energyWh,
  }
}

/** Messages without sequence numbers keep the order of their arrival, because the clock of the station may stand still. */
const readingsOf = ({ samples, sequence, happenedAt }: UnmatchedEvent, index: number): Metered[] =>
  samples.map(({ at, context, energyWh, intervalWh }) => ({
    at: at ?? happenedAt ?? new Date(0),
    context,
    sequence: sequence ?? index,
    registerWh: energyWh ?? null,
    intervalWh: intervalWh ?? null,
    powerW: null,
    soc: null,
  }))
