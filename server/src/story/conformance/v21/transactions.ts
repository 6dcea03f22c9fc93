import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage21 } from '../stage21.ts'

export const transactions: Block<Stage21> = {
  title: 'Transactions that 2.1 changes',
  cases: [
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
  ],
}
