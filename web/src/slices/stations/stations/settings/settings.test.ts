import type { Station } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { bodyOf, countsOf, faultsOf, settingsOf, switchedEvsesOf } from './settings.ts'

const evse = (number: number, operational: boolean, ocpp_version: string | null, ...statuses: string[]) => ({
  number,
  operational,
  ocpp_version,
  connectors: statuses.map((status) => ({ status })),
})
const station = {
  number: 7,
  vendor_name: 'Voltwerk',
  model: 'Duo',
  image: null,
  parking: { car: true, bike: false },
  reservations_supported: false,
  evses: [
    evse(1, true, 'ocpp1.6', 'busy', 'faulted'),
    evse(2, false, 'ocpp1.6', 'out_of_use'),
    evse(3, true, null, 'offline'),
  ],
} as unknown as Station
const settings = settingsOf(station)

test.each([[''], [0], [-1], [1.5], ['x']])('the number %j is refused', (number) => {
  expect(faultsOf({ ...settings, number })).toEqual(new Set(['number']))
})

test('valid settings are sent as the server takes them', () => {
  expect(faultsOf(settings)).toEqual(new Set())
  expect(faultsOf({ ...settings, model: ' ' })).toEqual(new Set(['model']))
  expect(bodyOf({ ...settings, parking: { car: true, bike: true } })).toMatchObject({
    number: 7,
    parking: { car: true, bike: true },
  })
})

test('only changed EVSEs are switched, and none of a station without a version', () => {
  expect(switchedEvsesOf(station, settings)).toEqual({ on: [], off: [] })
  const turned = { ...settings, evses: { 1: false, 2: true, 3: false } }
  expect(switchedEvsesOf(station, turned)).toEqual({ on: [2], off: [1] })
})

test('connectors are counted by what they do', () => {
  expect(countsOf(station)).toEqual({ inUse: 1, all: 4, broken: 1 })
})
