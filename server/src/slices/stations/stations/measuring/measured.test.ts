import { expect, test } from 'vitest'
import { presentOf } from './measured.ts'

const at = new Date('2026-03-10T09:00:00.000Z')
const one = (measurand: string, phase?: string) => ({
  context: 'Sample.Periodic',
  measurand,
  value: 1,
  multiplier: 0,
  unit: 'W',
  ...(phase === undefined ? {} : { phase }),
})
const measurements = [
  one('SoC'),
  one('Power.Active.Import'),
  one('Current.Import', 'L2'),
  one('Current.Import', 'L1'),
  one('Energy.Active.Import.Register'),
  one('Energy.Active.Import.Interval'),
]
const shown = (orderId: number | null, openOrderId: number | null) =>
  presentOf({ at, orderId, measurements }, openOrderId).map(({ measurand, phase }) =>
    [measurand, phase].filter(Boolean).join(' '),
  )
const all = [
  'Current.Import L1',
  'Current.Import L2',
  'Energy.Active.Import.Interval',
  'Energy.Active.Import.Register',
  'Power.Active.Import',
  'SoC',
]

test('what was measured for the open order holds, and what was measured for none', () => {
  expect(shown(7, 7)).toEqual(all)
  expect(shown(null, null)).toEqual(all)
  expect(shown(null, 7)).toEqual(all)
})

test('of an order that has ended only the register is left', () => {
  expect(shown(7, null)).toEqual(['Energy.Active.Import.Register'])
  expect(shown(7, 8)).toEqual(['Energy.Active.Import.Register'])
})

test('a reading tells when it was taken', () => {
  expect(presentOf({ at, orderId: null, measurements: [one('SoC')] }, null)).toEqual([
    { ...one('SoC'), phase: null, location: null, timestamp: at.toISOString() },
  ])
})
