import type { Protocol } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import type { World } from './world.ts'

/** Sends a frame as it is and gives its answer. */
export interface Sender {
  call(action: string, payload: Record<string, unknown>): Promise<unknown>
}

/** A measured value as stations write it; `wh` is in Wh unless a unit is given. */
export interface Value {
  value: number
  context?: string
  measurand?: string
  phase?: string
  unit?: string
}

const writtenValue = (protocol: Protocol, { value, unit, ...kind }: Value): object =>
  protocol === 'ocpp1.6'
    ? { ...kind, value: String(value), ...(unit ? { unit } : {}) }
    : { ...kind, value, ...(unit ? { unitOfMeasure: { unit } } : {}) }

/** meterValue of both versions: values of one moment. */
export const moment = (protocol: Protocol, at: Date, values: readonly Value[]): object => ({
  timestamp: at.toISOString(),
  sampledValue: values.map((one) => writtenValue(protocol, one)),
})

/** One event of a 2.0.1 transaction. */
export function transactionEvent(
  eventType: 'Started' | 'Updated' | 'Ended',
  event: {
    transactionId: string
    seqNo: number
    at: Date
    values?: readonly Value[]
    token?: string
    /** undefined: EVSE 1 with its first connector; null: the message names none */
    evse?: object | null | undefined
    chargingState?: string
  },
): [string, Record<string, unknown>] {
  const { transactionId, seqNo, at, values, token, evse, chargingState } = event
  return [
    'TransactionEvent',
    {
      eventType,
      seqNo,
      timestamp: at.toISOString(),
      triggerReason: { Started: 'Authorized', Updated: 'MeterValuePeriodic', Ended: 'EVDeparted' }[eventType],
      transactionInfo: {
        transactionId,
        ...(chargingState ? { chargingState } : {}),
        ...(eventType === 'Ended' ? { stoppedReason: 'Local' } : {}),
      },
      ...(evse === null ? {} : { evse: evse ?? { id: 1, connectorId: 1 } }),
      ...(token ? { idToken: { idToken: token, type: 'ISO14443' } } : {}),
      ...(values && values.length > 0 ? { meterValue: [moment('ocpp2.0.1', at, values)] } : {}),
    },
  ]
}

/** An instant before the story's now. */
export const minutesAgo = (world: World, minutes: number): Date =>
  new Date(world.clock.now().getTime() - minutes * MINUTE_MS)
