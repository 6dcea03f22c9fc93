import { describe, expect, test } from 'vitest'
import type { Line } from '../details/chronology/chronology.ts'
import { type CurveOrder, curveOf } from './curve.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString()

const order: CurveOrder = {
  transaction_start: at(0),
  transaction_finish: at(30),
  charging_price: 30_000,
  meter_start: 1000,
  meter_stop: 11_000,
  meter_start_offset: 0,
  segments: [
    { dimension: 'flat', from: at(0), to: at(0), quantity: 1, unit_price: 0, amount_micro: 5_000_000 },
    { dimension: 'energy', from: at(0), to: at(15), quantity: 4000, unit_price: 0, amount_micro: 10_000_000 },
    { dimension: 'energy', from: at(15), to: at(30), quantity: 6000, unit_price: 0, amount_micro: 9_000_000 },
    { dimension: 'time', from: at(0), to: at(30), quantity: 1800, unit_price: 0, amount_micro: 6_000_000 },
  ],
}

const reading = (minute: number, energyWh: number, more: Partial<Line['meters'] & object> = {}): Line => ({
  kind: 'ocpp',
  event: 'meter_values',
  created_at: at(minute),
  meters: { energy: { value: energyWh, unit: 'Wh' }, ...more },
})

describe('the curve of a session', () => {
  test('begins at nothing, ends at what is charged, and costs what its segments say', () => {
    const curve = curveOf(order, [reading(15, 4000, { soc: { value: 40, unit: '%' } })])!
    expect(curve.points.map(({ at: moment }) => new Date(moment).getUTCMinutes())).toEqual([0, 15, 30])
    expect(curve.points.map(({ energyWh }) => energyWh)).toEqual([0, 4000, 10_000])
    expect(curve.points.map(({ costMinor }) => costMinor)).toEqual([5000, 18_000, 30_000])
    expect(curve.points.map(({ soc }) => soc)).toEqual([null, 40, null])
  })

  test('tells the power that the station told, else the one that brought the energy', () => {
    const curve = curveOf(order, [
      reading(15, 4000),
      reading(20, 5000, { power: { value: 9000, unit: 'W' } }),
    ])!
    expect(curve.points.map(({ powerW }) => powerW)).toEqual([16_000, 16_000, 9000, 30_000])
  })

  test('leaves out what was not believed, what is told twice, and what lies outside the session', () => {
    const curve = curveOf(order, [
      ...[reading(15, 4000), reading(15, 4000), reading(31, 8000), reading(-1, 0)],
      { ...reading(20, 899000), reason: 'jump' },
    ])!
    expect(curve.points).toHaveLength(3)
  })

  test('never falls, and has a scale of its own where the price is not that of its segments', () => {
    const curve = curveOf({ ...order, charging_price: 15_000 }, [reading(10, 5000), reading(15, 4000)])!
    expect(curve.points.map(({ energyWh }) => energyWh)).toEqual([0, 5000, 5000, 10_000])
    expect(curve.points.at(-1)?.costMinor).toBe(15_000)
  })

  test('costs nothing where nothing is priced, and is none without a start or without readings', () => {
    expect(curveOf({ ...order, segments: [] }, [])!.points.map(({ costMinor }) => costMinor)).toEqual([
      null,
      null,
    ])
    expect(curveOf({ ...order, transaction_start: null }, [reading(10, 5000)])).toBeNull()
    expect(curveOf({ ...order, transaction_finish: null }, [])).toBeNull()
  })

  test('marks what happened meanwhile: limits, losses, stops and statuses that keep a car from charging', () => {
    const line = (event: string, minute: number, status?: string): Line => ({
      kind: 'ocpp',
      event,
      created_at: at(minute),
      status,
    })
    const curve = curveOf(order, [
      ...[line('limit_reached', 25), line('connection_lost', 5), line('start_tx_request', 1)],
      ...[line('connector_status', 6, 'SuspendedEV'), line('connector_status', 7, 'Charging')],
      line('stop_tx_request', 40),
    ])!
    expect(curve.marks.map(({ line: { event } }) => event)).toEqual([
      'connection_lost',
      'connector_status',
      'limit_reached',
    ])
  })
})
