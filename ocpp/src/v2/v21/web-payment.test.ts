import { expect, test } from 'vitest'
import { faultsOf } from '../../commands/actions.ts'
import { versions } from '../../versions.ts'

test('a station of 2.1 is told who pays on the web, and until when', () => {
  const { 'ocpp2.1': v21 } = versions
  const call = v21.writeCommand({ type: 'web_payment', evse: 2, seconds: 900 })
  expect(call).toEqual({ action: 'NotifyWebPaymentStarted', payload: { evseId: 2, timeout: 900 } })
  expect(faultsOf(v21, 'NotifyWebPaymentStarted', { evseId: 2, timeout: 900 })).toEqual([])
})

test.each(['ocpp1.6', 'ocpp2.0.1'] as const)('%s has no word for it', (protocol) => {
  const call = versions[protocol].writeCommand({ type: 'web_payment', evse: 2, seconds: 900 })
  expect(call).toEqual({ unsupported: `${protocol} has no word for payments on the web` })
})
