import { expect } from 'vitest'
import type { Block } from '../case.ts'
import { idToken, type Stage201 } from '../stage201.ts'

export const blocksIJ: Block<Stage201> = {
  title: 'I and J. Costs and meter values',
  cases: [
    {
      id: 'TC_I_02',
      subject: 'Running costs, CostUpdated',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        transaction.meterWh = 11_000
        const answer = await transaction.updated('MeterValuePeriodic')
        expect(answer).toMatchObject({ totalCost: 17 })
        await s.send('CostUpdated', { totalCost: 17, transactionId: transaction.id }, {})
      },
    },
    {
      id: 'TC_J_01',
      subject: 'Clock-aligned meter values, no transaction',
      async play(s) {
        await s.ready()
        for (const evseId of [1, 2]) {
          const meterValue = s.transaction(evseId).measured('Sample.Clock')
          expect(await s.call('MeterValues', { evseId, meterValue })).toEqual({})
          await s.untilShown(evseId, { context: 'Sample.Clock', value: 10_000 })
        }
        expect(await s.orders()).toEqual([])
      },
    },
    {
      id: 'TC_J_02',
      subject: 'Clock-aligned meter values, transaction',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        transaction.meterWh = 10_700
        await transaction.updated('MeterValueClock')
        expect(await s.order()).toMatchObject({ meters: { energy: { value: 700, unit: 'Wh' } } })
        transaction.meterWh = 11_500
        await transaction.ended('EVDeparted', 'EVDisconnected')
        expect(await s.order()).toMatchObject({ status: 'completed', charging_price: 2550 })
      },
    },
    {
      id: 'TC_J_07',
      subject: 'Sampled meter values, begin, periodic, end',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        for (const register of [10_300, 10_600, 11_000]) {
          transaction.meterWh = register
          await transaction.updated('MeterValuePeriodic')
          const { meters } = await s.order()
          expect(meters.energy).toEqual({ value: register - 10_000, unit: 'Wh' })
        }
        transaction.meterWh = 11_500
        await transaction.ended('EVDeparted', 'EVDisconnected')
        expect(await s.order()).toMatchObject({
          status: 'completed',
          meter_start: 10_000,
          meter_stop: 11_500,
          charging_price: 2550,
        })
      },
    },
    {
      id: 'TC_J_10',
      subject: 'Signed meter values',
      async play(s) {
        await s.ready()
        const card = await s.card()
        await s.status('Occupied')
        const transaction = s.transaction()
        const signed = (context: string) => {
          const [meterValue] = transaction.measured(context) as [{ sampledValue: [object] }]
          const signedMeterValue = {
            signedMeterData: 'c2lnbmVk',
            signingMethod: 'ECDSA-secp256r1-SHA256',
            encodingMethod: 'OCMF',
            publicKey: 'a2V5',
          }
          return [{ ...meterValue, sampledValue: [{ ...meterValue.sampledValue[0], signedMeterValue }] }]
        }
        const answer = await transaction.started(
          'Authorized',
          { idToken: idToken(card), meterValue: signed('Transaction.Begin') },
          'Charging',
        )
        expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        transaction.meterWh = 11_500
        await transaction.ended('EVDeparted', 'EVDisconnected', { meterValue: signed('Transaction.End') })
        expect(await s.order()).toMatchObject({ status: 'completed', charging_price: 2550 })
      },
    },
  ],
}
