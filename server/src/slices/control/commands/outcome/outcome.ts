import { callErrorMeanings, wordsOfAnswer } from '@stationmaster/contract'
import type { CommandOutcome, ConnectorRef } from '@stationmaster/ocpp'
import { SECOND_MS } from '@stationmaster/units'
import { Failure } from '../../../../platform/http/failure.ts'
import type { StartOutcome, StopOutcome } from '../../../charging/orders/machine/rules.ts'
import type { KnownConnector } from '../../../stations/stations/connecting/traffic-store.ts'

/** The error for the caller of a command that did not succeed. */
export function failureOf(outcome: CommandOutcome): Failure {
  switch (outcome.kind) {
    case 'answered':
      return rejectedWith(outcome.status)
    case 'call_error': {
      const { code } = outcome
      const text = outcome.text.slice(0, 250)
      const meaning = Object.hasOwn(callErrorMeanings, code) ? (callErrorMeanings[code] ?? '') : ''
      const error = text === '' ? code : `${code} (${text})`
      return new Failure('station.call_error', { code, text }, { error, meaning })
    }
    case 'timeout': {
      const seconds = Math.max(1, Math.round(outcome.afterMs / SECOND_MS))
      return new Failure(outcome.sent ? 'station.timeout' : 'station.not_sent', { seconds }, { seconds })
    }
    case 'disconnected':
      return new Failure('station.disconnected')
    case 'no_path':
      return new Failure('station.no_path')
    case 'not_accepted':
      return new Failure('station.on_hold')
    case 'busy':
      return new Failure('station.busy')
    case 'unsupported':
      return new Failure('station.unsupported', { reason: outcome.reason }, { reason: `(${outcome.reason})` })
  }
}

/** A station's refusal: its status for programs, and what that means in words for people. */
export const rejectedWith = (status: string): Failure =>
  new Failure('station.rejected', { status }, { status: wordsOfAnswer(status) })

export const isAccepted = (outcome: CommandOutcome): boolean =>
  outcome.kind === 'answered' && outcome.accepted

/** The result of a start. It is unknown where the station may have received it, until its transaction begins or its time is over. */
export function startOutcomeOf(outcome: CommandOutcome): StartOutcome {
  if (isAccepted(outcome)) return 'accepted'
  const sent = outcome.kind === 'disconnected' || (outcome.kind === 'timeout' && outcome.sent)
  return sent ? 'unknown' : 'refused'
}

/** The result of a stop; 2.x may say why it refuses. */
export function stopOutcomeOf(outcome: CommandOutcome): StopOutcome {
  if (isAccepted(outcome)) return 'accepted'
  if (outcome.kind !== 'answered') return 'unanswered'
  return outcome.findings.transactionUnknown ? 'transaction_unknown' : 'refused'
}

/** The outcome as the chronology shows it. */
export const statusOf = (outcome: CommandOutcome): string =>
  outcome.kind === 'answered' ? outcome.status : outcome.kind === 'call_error' ? outcome.code : outcome.kind

/** A connector as both versions name it. */
export const refOf = ({ evse, number, ordinal }: KnownConnector): ConnectorRef => ({
  evse,
  connector: number,
  ordinal,
})
