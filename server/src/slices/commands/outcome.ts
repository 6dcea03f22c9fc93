import type { CommandOutcome, ConnectorRef } from '@stationmaster/ocpp'
import { Failure } from '../../platform/failure.ts'
import type { WireConnector } from '../stations/wire-store.ts'

/** How a command that did not succeed is told to whoever gave it. */
export function failureOf(outcome: CommandOutcome): Failure {
  switch (outcome.kind) {
    case 'answered':
      return new Failure('station.rejected', { status: outcome.status })
    case 'call_error':
      return new Failure('station.call_error', { code: outcome.code, text: outcome.text.slice(0, 250) })
    case 'timeout':
      return new Failure('station.timeout')
    case 'disconnected':
      return new Failure('station.disconnected')
    case 'busy':
      return new Failure('station.busy')
    case 'unsupported':
      return new Failure('station.unsupported', { reason: outcome.reason })
  }
}

export const isAccepted = (outcome: CommandOutcome): boolean =>
  outcome.kind === 'answered' && outcome.accepted

/** A word for the chronology. */
export const statusOf = (outcome: CommandOutcome): string =>
  outcome.kind === 'answered' ? outcome.status : outcome.kind === 'call_error' ? outcome.code : outcome.kind

/** A connector as both versions name it. */
export const refOf = ({ evse, number, ordinal }: WireConnector): ConnectorRef => ({
  evse,
  connector: number,
  ordinal,
})
