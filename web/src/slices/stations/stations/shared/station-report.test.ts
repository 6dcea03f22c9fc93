import { expect, test } from 'vitest'
import { reportOf } from './station-report.ts'

const stationThatSaid = (miscInfo: unknown) => ({ data_transfer: { autoenterprise: { miscInfo } } })

test('signal and tamper are read from the last miscInfo', () => {
  expect(reportOf(stationThatSaid({ rssi: 17, tamper: true }))).toEqual({ rssi: 17, tamper: true })
  expect(reportOf(stationThatSaid({ rssi: 40, tamper: false }))).toEqual({ rssi: 32, tamper: false })
})

test('a station that never reported has neither', () => {
  expect(reportOf({ data_transfer: {} })).toEqual({ rssi: null, tamper: false })
  expect(reportOf(stationThatSaid('broken'))).toEqual({ rssi: null, tamper: false })
  expect(reportOf(stationThatSaid({ tamper: 1 }))).toEqual({ rssi: null, tamper: true })
})
