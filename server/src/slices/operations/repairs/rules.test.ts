import { expect, test } from 'vitest'
import { type Facts, isCharging, refusalOf } from './rules.ts'

const good: Facts = {
  isStopped: false,
  mode: 'on',
  isAllowed: true,
  isConnected: true,
  isUnsupported: false,
  isOnHold: false,
  isCharging: false,
  isInMaintenance: false,
  isBusy: false,
  ofStation: 1,
  ofNetwork: 9,
  stationMost: 2,
  networkMost: 10,
  hasSubject: true,
}

test.each<[Partial<Facts>, string | null]>([
  [{}, null],
  [{ mode: 'dry_run' }, null],
  [{ mode: 'off' }, 'off'],
  [{ isStopped: true }, 'stopped'],
  [{ isAllowed: false }, 'not_allowed'],
  [{ isConnected: false }, 'offline'],
  [{ isOnHold: true }, 'on_hold'],
  [{ isUnsupported: true }, 'unsupported'],
  [{ isInMaintenance: true }, 'maintenance'],
  [{ hasSubject: false }, 'nothing_to_do'],
  [{ isCharging: true }, 'charging'],
  [{ isBusy: true }, 'busy'],
  [{ ofStation: 2 }, 'station_limit'],
  [{ ofNetwork: 10 }, 'network_limit'],
  [{ networkMost: 0 }, 'network_limit'],
])('with %j: %s', (facts, refusal) => expect(refusalOf({ ...good, ...facts })).toBe(refusal))

test.each<[number, (string | null)[], boolean]>([
  [0, ['Available', null, 'Faulted', 'Preparing'], false],
  [1, ['Available'], true],
  [0, ['Available', 'SuspendedEV'], true],
  [0, ['Charging'], true],
  [0, ['Occupied'], true],
])('with %s open orders and connectors %j somebody charges: %s', (orders, statuses, expected) =>
  expect(
    isCharging(
      orders,
      statuses.map((ocppStatus) => ({ ocppStatus })),
    ),
  ).toBe(expected))
