import type { StationSetting } from '@stationmaster/ocpp'
import { describe, expect, test } from 'vitest'
import { changedBetween, watchableOf } from './reading-rules.ts'

const variable = (name: string, value?: string, more: Partial<StationSetting> = {}): StationSetting => ({
  component: 'EVSE@1',
  name,
  ...(value === undefined ? {} : { value }),
  readonly: true,
  ...more,
})

describe('what differs from the report before', () => {
  test('is told of variables that stand in both', () => {
    const before = [variable('Power', '1'), variable('State', 'on'), variable('Gone', '1'), variable('Blank')]
    const after = [
      variable('State', 'on'),
      variable('Power', '2'),
      variable('Fresh', '1'),
      variable('Blank', ''),
    ]
    expect(changedBetween(before, after)).toMatchObject([
      { component: 'EVSE@1', name: 'Power', value: '2', before: '1' },
      { name: 'Blank', value: '', before: null },
    ])
  })

  test('keeps the same variable of two components apart', () => {
    const elsewhere = { component: 'EVSE@2' }
    expect(changedBetween([variable('Power', '1')], [variable('Power', '2', elsewhere)])).toEqual([])
  })

  test('ends somewhere', () => {
    const many = (value: string) => Array.from({ length: 201 }, (_, n) => variable(`V${n}`, value))
    expect(changedBetween(many('a'), many('b'))).toHaveLength(200)
  })
})

describe('what can be watched', () => {
  test('is what the station says, as it told it last', () => {
    const settings = [
      variable('Power', '1', { watchable: true }),
      variable('Name', 'x', { watchable: false }),
      variable('Silent', 'x'),
      variable('Power', '2', { watchable: true, unit: 'W' }),
    ]
    expect(watchableOf(settings)).toEqual([variable('Power', '2', { watchable: true, unit: 'W' })])
  })

  test('is everything where the station does not say', () => {
    const { component: _, ...ofNothing } = variable('Key', '1')
    expect(watchableOf([variable('Power', '1'), ofNothing])).toEqual([variable('Power', '1')])
  })
})
