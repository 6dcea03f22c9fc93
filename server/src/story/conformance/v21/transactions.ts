import type { Station } from '@stationmaster/contract'
import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage21 } from '../stage21.ts'

/** What each connector reported last, as the back office tells it. */
const said = async (s: Stage21) => {
  const { evses } = await s.world.get<Station>(`stations/${s.id}`)
  return evses.map(({ connectors }) => connectors[0]?.origin_status)
}

export const transactions: Block<Stage21> = {
  title: 'Statuses and transactions',
  cases: [
    {
      id: 'SM_2.1_40',
      subject: 'Connectors report their status by NotifyEvent',
      async play(s) {
        await s.connect()
        await s.bootOnly()
        const report = (...states: [evse: number, state: string][]) =>
          s.call('NotifyEvent', {
            generatedAt: s.ago(),
            seqNo: 0,
            eventData: states.map(([id, actualValue], eventId) => ({
              eventId,
              timestamp: s.ago(),
              trigger: 'Delta',
              actualValue,
              eventNotificationType: 'HardWiredNotification',
              component: { name: 'Connector', evse: { id, connectorId: 1 } },
              variable: { name: 'AvailabilityState' },
            })),
          })
        await report([1, 'Available'], [2, 'Unavailable'])
        expect(await said(s)).toEqual(['Available', 'Unavailable'])
        await report([1, 'Occupied'])
        expect(await said(s)).toEqual(['Occupied', 'Unavailable'])
      },
    },
    {
      id: 'SM_2.1_41',
      subject: 'A transaction goes on after a boot (TxResumed)',
      async play(s) {
        await s.ready()
        const { transaction } = await s.charging()
        transaction.meterWh = 10_500
        await transaction.updated('MeterValuePeriodic')
        await s.loseConnection()
        await s.connect()
        await s.boot('PowerUp')
        await s.status('Occupied')
        await transaction.updated('TxResumed', {}, 'Charging')
        transaction.meterWh = 11_500
        await transaction.ended('EVDeparted', 'EVDisconnected')
        expect(await s.orders()).toHaveLength(1)
        expect(await s.order()).toMatchObject({
          status: 'completed',
          meter_start: 10_000,
          meter_stop: 11_500,
          charging_price: 2550,
        })
      },
    },
    {
      id: 'SM_2.1_42',
      subject: 'The station stops at a limit of energy, of cost or of time',
      async play(s) {
        await s.ready()
        for (const [reached, reason] of [
          ['EnergyLimitReached', 'EnergyLimitReached'],
          ['CostLimitReached', 'LocalOutOfCredit'],
          ['TimeLimitReached', 'TimeLimitReached'],
          ['SoCLimitReached', 'SOCLimitReached'],
        ] as const) {
          const { transaction } = await s.charging()
          transaction.meterWh = 11_500
          await transaction.updated(reached, {}, 'SuspendedEVSE')
          await transaction.ended(reached, reason)
          await s.status('Available')
        }
        const orders = await s.orders()
        expect(orders).toHaveLength(4)
        for (const order of orders) expect(order).toMatchObject({ status: 'completed', charging_price: 2550 })
      },
    },
    {
      id: 'SM_2.1_43',
      subject: 'A payment at the station’s own terminal (C24)',
      async play(s) {
        await s.ready()
        const idToken = { idToken: 'PSP-REFERENCE', type: 'DirectPayment' }
        expect(await s.call('Authorize', { idToken })).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        await s.status('Occupied')
        const transaction = s.transaction()
        const begun = await transaction.started('Authorized', { idToken }, 'Charging')
        expect(begun).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        transaction.meterWh = 11_500
        await transaction.ended('StopAuthorized', 'Local')
        const settlement = {
          transactionId: transaction.id,
          pspRef: idToken.idToken,
          status: 'Settled',
          settlementAmount: 25.5,
          settlementTime: s.ago(),
        }
        const order = await s.order()
        expect(await s.call('NotifySettlement', settlement)).toEqual({ receiptId: String(order.id) })
        expect(await s.call('NotifySettlement', settlement)).toEqual({ receiptId: String(order.id) })
        expect(await s.order()).toMatchObject({ charging_price: 2550, captured_amount: 2550 })
      },
    },
    {
      id: 'SM_2.1_44',
      subject: 'What the station has reckoned stands beside the bill; less than it goes to review (I12)',
      async play(s) {
        await s.ready()
        for (const [inclTax, needsReview] of [
          [25.5, false],
          [20, true],
        ] as const) {
          const { transaction } = await s.charging()
          transaction.meterWh = 11_500
          const totalCost = { currency: 'RUB', typeOfCost: 'NormalCost', total: { inclTax } }
          const totalUsage = { energy: 1500, chargingTime: 60, idleTime: 0 }
          await transaction.ended('StopAuthorized', 'Local', { costDetails: { totalCost, totalUsage } })
          await s.status('Available')
          const order = (await s.orders()).at(-1)
          expect(order).toMatchObject({ charging_price: 2550, needs_review: needsReview })
        }
      },
    },
  ],
}
