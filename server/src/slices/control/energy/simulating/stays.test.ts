import type { Outlet } from '@stationmaster/energy'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import type { StayRow } from './stay-store.ts'
import { staysOf } from './stays.ts'

const noon = Date.UTC(2026, 5, 1, 12)
const outlet: Outlet = {
  id: 'A/1',
  circuit: 'grid',
  phases: [0, 1, 2],
  mostMa: 32_000,
  leastMa: 6000,
  stepMa: 1000,
  floorMa: 6000,
}
const row = (more: Partial<StayRow> = {}): StayRow => ({
  orderId: 1,
  stationId: 'A',
  evse: 1,
  current: 'AC',
  arrivedAt: new Date(noon + 7 * MINUTE_MS),
  leftAt: new Date(noon + 2 * HOUR_MS + MINUTE_MS),
  energyWh: 12_000,
  soc: null,
  lastW: 0,
  peakW: null,
  peakA: null,
  need: null,
  priority: null,
  ...more,
})
const need = (more: Partial<NonNullable<StayRow['need']>> = {}) => ({
  departsAt: noon + 2 * HOUR_MS,
  energyWh: 20_000,
  percent: null,
  soc: null,
  beginWh: 0,
  statedAt: noon,
  ...more,
})
const outlets = new Map([[outlet.id, outlet]])
const of = (...rows: StayRow[]) => staysOf(rows, outlets, new Map([['A/1', 3]]))
const one = (more: Partial<StayRow> = {}) => of(row(more)).stays[0]

describe('a session of last week', () => {
  test('comes and leaves at the bounds of steps, and has nothing taken from it', () => {
    expect(one()?.visit).toMatchObject({
      car: { outlet: 'A/1', group: 3, pluggedAt: noon + 5 * MINUTE_MS, departsAt: null },
      leavesAt: noon + 125 * MINUTE_MS,
    })
  })

  test('has the priority of its company or card, where it has one', () => {
    expect(one({ priority: 0 })?.visit.car.group).toBe(0)
  })

  test('wished for what it took, or for what its driver needed, where that is more', () => {
    expect(one()).toMatchObject({ wishedWh: 12_000, isStated: false })
    expect(one({ need: need() })).toMatchObject({
      wishedWh: 20_000,
      isStated: true,
      visit: { car: { energyLeftWh: 20_000, departsAt: noon + 2 * HOUR_MS } },
    })
    expect(one({ need: need({ energyWh: 5000 }) })?.wishedWh).toBe(12_000)
    expect(one({ energyWh: 0 })).toBeUndefined()
    expect(one({ energyWh: 0, need: need() })?.wishedWh).toBe(20_000)
  })

  test('that was charging when it left takes more where it gets more, with alternating current', () => {
    expect(one({ lastW: 3600 })).toMatchObject({ isCutOff: true, visit: { car: { energyLeftWh: null } } })
    expect(one({ lastW: 499 })).toMatchObject({ isCutOff: false, visit: { car: { energyLeftWh: 12_000 } } })
    expect(one({ lastW: 90_000, current: 'DC' })?.isCutOff).toBe(false)
    expect(one({ lastW: 3600, need: need() })?.isCutOff).toBe(false)
  })

  test('draws on the phases, and takes at most the usual size above what it was seen to draw', () => {
    const car = (peakW: number | null, peakA: number | null, current: 'AC' | 'DC' = 'AC') =>
      one({ peakW, peakA, current })?.visit.car
    expect(car(null, null)).toMatchObject({ phases: 3, mostMa: 32_000 })
    expect(car(7300, 31.8)).toMatchObject({ phases: 1, mostMa: 32_000 })
    expect(car(6900, 10)).toMatchObject({ phases: 3, mostMa: 16_000 })
    expect(car(11_200, 16.2)).toMatchObject({ phases: 3, mostMa: 16_000 })
    expect(car(12_000, 17.4)).toMatchObject({ phases: 3, mostMa: 20_000 })
    expect(car(6900, 18, 'DC')).toMatchObject({ phases: 3, mostMa: 10_000 })
  })

  test('ends at the latest when the next one begins at its outlet', () => {
    const next = row({ arrivedAt: new Date(noon + HOUR_MS), leftAt: new Date(noon + 3 * HOUR_MS) })
    expect(of(row(), next).stays.map(({ visit }) => visit.leavesAt)).toEqual([
      noon + HOUR_MS,
      noon + 3 * HOUR_MS,
    ])
  })

  test('is left out where its EVSE is not in the wiring', () => {
    expect(of(row(), row({ stationId: 'B' }))).toMatchObject({ stays: [{}], leftOut: 1 })
  })
})
