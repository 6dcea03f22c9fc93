import { faultsOf, typedCall, type Version } from '../../commands/actions.ts'
import { checksOf } from '../../commands/schema-check.ts'
import { definitionsText } from '../../generated/schemas21.ts'
import type * as Messages from '../../generated/types21.ts'
import type { Validate } from '../../schema-runtime.ts'
import { version2 } from '../version.ts'
import { writeCertificates } from './certificates.ts'
import { fromCentral } from './from-central.ts'
import { fromStation } from './from-station.ts'
import { paramsOf, streamedValue, streamsIn } from './streams.ts'
import { readTariffAnswer, writeTariffCommand } from './tariffs.ts'

const common = version2('OCPP21')
let checks: Readonly<Record<string, Validate>> | undefined

/** OCPP 2.1 edition 1. */
export const v21: Version = {
  ...common,
  protocol: 'ocpp2.1',
  refusesResults: true,
  writeCommand: (command) => {
    switch (command.type) {
      case 'web_payment':
        return typedCall<Messages.NotifyWebPaymentStarted>('NotifyWebPaymentStarted', {
          evseId: command.evse,
          timeout: command.seconds,
        })
      case 'prioritize':
        return typedCall<Messages.UsePriorityCharging>('UsePriorityCharging', {
          transactionId: command.transactionId,
          activate: command.active,
        })
      case 'streams':
        return typedCall<Messages.GetPeriodicEventStream>('GetPeriodicEventStream', {})
      case 'adjust_stream':
        return typedCall<Messages.AdjustPeriodicEventStream>('AdjustPeriodicEventStream', {
          id: command.streamId,
          params: paramsOf(command),
        })
      case 'tariff_abilities':
      case 'set_tariff':
      case 'clear_tariffs':
      case 'change_tariff':
        return writeTariffCommand(command)
      default:
        return writeCertificates(command) ?? common.writeCommand(command)
    }
  },
  readAnswer: (command, payload) => {
    switch (command.type) {
      case 'tariff_abilities':
      case 'clear_tariffs':
        return readTariffAnswer(command.type, payload)
      case 'streams':
        return { streams: streamsIn(payload) }
      default:
        return common.readAnswer(command, payload)
    }
  },
  actionOf(event) {
    switch (event.type) {
      case 'payment.settled':
        return 'NotifySettlement'
      case 'chain.inquired':
        return 'GetCertificateChainStatus'
      case 'priority.changed':
        return 'NotifyPriorityCharging'
      case 'stream.opened':
        return 'OpenPeriodicEventStream'
      case 'stream.closed':
        return 'ClosePeriodicEventStream'
      default:
        return common.actionOf(event)
    }
  },
  streamedIn: (action, payload) =>
    action === 'NotifyPeriodicEventStream' && faultsOf(v21, action, payload).length === 0
      ? streamedValue(payload)
      : undefined,
  fromStation: { ...common.fromStation, ...fromStation },
  fromCentral: { ...common.fromCentral, ...fromCentral },
  definitionsText,
  /** they come into being with the first message: a server may never meet a station of 2.1 */
  get messages() {
    checks ??= checksOf(definitionsText)
    return checks
  },
}
