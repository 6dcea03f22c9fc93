import { describe, expect, test } from 'vitest'
import { deliverableWh, energiesOf } from './choices.ts'

const order = {
  energyWh: 3000,
  meterStartWh: 1000,
  meterStartOffsetWh: 0,
  meterStopWh: 6000,
  markedWh: null,
  warning: null,
}
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute))

describe('what a session in review may be priced for', () => {
  test('its plausible readings and its registers, each once', () => {
    expect(energiesOf(order, 5000, null)).toEqual([
      { by: 'believed', energy: 3000 },
      { by: 'registers', energy: 5000 },
    ])
    expect(energiesOf({ ...order, energyWh: 5000 }, 5000, null)).toEqual([{ by: 'believed', energy: 5000 }])
  })

  test('registers beyond what the connector can give offer that too', () => {
    expect(energiesOf(order, 4999, null).at(-1)).toEqual({ by: 'most', energy: 4999 })
    expect(energiesOf(order, 3000, null).map(({ by }) => by)).toEqual(['believed', 'registers'])
  })

  test('counts from where the meter began to count, and never below nothing', () => {
    expect(energiesOf({ ...order, meterStartOffsetWh: 500 }, 9000, null).at(-1)).toEqual({
      by: 'registers',
      energy: 4500,
    })
    expect(energiesOf({ ...order, meterStopWh: 900 }, 9000, null).map(({ by }) => by)).toEqual(['believed'])
  })

  test('and readings that contradict the registers', () => {
    expect(energiesOf({ ...order, energyWh: 5000, markedWh: 1000 }, 9000, null)).toEqual([
      { by: 'believed', energy: 5000 },
      { by: 'marked', energy: 1000 },
    ])
    expect(energiesOf({ ...order, markedWh: -95_000 }, 9000, null).map(({ by }) => by)).not.toContain(
      'marked',
    )
  })

  test('its estimate alone where no energy is known, and never in place of energy', () => {
    const unknown = {
      ...order,
      energyWh: 0,
      meterStartWh: null,
      meterStopWh: null,
      warning: 'energy_unknown',
    } as const
    expect(energiesOf(unknown, 9000, 1633)).toEqual([{ by: 'estimate', energy: 1633 }])
    expect(energiesOf(unknown, 9000, null)).toEqual([])
    expect(energiesOf(unknown, 9000, 0)).toEqual([])
    expect(energiesOf(order, 9000, 1633).map(({ by }) => by)).toEqual(['believed', 'registers'])
  })

  test('a connector gives its power for as long as the session lasted', () => {
    expect(deliverableWh({ transactionStart: at(0), transactionFinish: at(20) }, 150_000)).toBe(50_000)
    expect(deliverableWh({ transactionStart: null, transactionFinish: at(20) }, 150_000)).toBe(0)
  })
})
