import { expect, test } from 'vitest'
import { abilitiesOf } from './abilities.ts'

const features = (value: string) => ({ name: 'SupportedFeatureProfiles', value })
const controller = (component: string, name: 'Available' | 'Enabled', value: string) => ({
  component,
  name,
  value,
})

test.each([
  [[], null, null],
  [[features('Core')], false, false],
  [[features('Core, SmartCharging')], true, false],
  [[features('Core,Reservation,SmartChargingX')], false, true],
  [[controller('SmartChargingCtrlr', 'Available', 'true')], true, null],
  [
    [
      controller('SmartChargingCtrlr', 'Available', 'True'),
      controller('SmartChargingCtrlr', 'Enabled', 'false'),
    ],
    false,
    null,
  ],
  [[controller('ReservationCtrlr', 'Available', 'false')], null, false],
  [[controller('ReservationCtrlr.main', 'Enabled', 'true')], null, true],
  // what the controller says goes before a list that 2.x does not have
  [[features('Core'), controller('SmartChargingCtrlr', 'Enabled', 'true')], true, false],
] as const)('settings %j: profiles %s, reservations %s', (settings, profiles, reservations) => {
  expect(abilitiesOf(settings)).toEqual({ profiles, reservations })
})
