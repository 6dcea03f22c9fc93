import { typedCall, type Version } from '../../commands/actions.ts'
import { checksOf } from '../../commands/schema-check.ts'
import { definitionsText } from '../../generated/schemas21.ts'
import type * as Messages from '../../generated/types21.ts'
import type { Validate } from '../../schema-runtime.ts'
import { version2 } from '../version.ts'
import { writeCertificates } from './certificates.ts'
import { fromCentral } from './from-central.ts'
import { fromStation } from './from-station.ts'

const common = version2('OCPP21')
let checks: Readonly<Record<string, Validate>> | undefined

/** OCPP 2.1 edition 1. */
export const v21: Version = {
  ...common,
  protocol: 'ocpp2.1',
  refusesResults: true,
  writeCommand: (command) =>
    command.type === 'web_payment'
      ? typedCall<Messages.NotifyWebPaymentStarted>('NotifyWebPaymentStarted', {
          evseId: command.evse,
          timeout: command.seconds,
        })
      : (writeCertificates(command) ?? common.writeCommand(command)),
  actionOf(event) {
    if (event.type === 'payment.settled') return 'NotifySettlement'
    return event.type === 'chain.inquired' ? 'GetCertificateChainStatus' : common.actionOf(event)
  },
  fromStation: { ...common.fromStation, ...fromStation },
  fromCentral: { ...common.fromCentral, ...fromCentral },
  definitionsText,
  /** they come into being with the first message: a server may never meet a station of 2.1 */
  get messages() {
    checks ??= checksOf(definitionsText)
    return checks
  },
}
