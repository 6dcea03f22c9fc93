import { ocppStatuses } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import {
  canStart,
  canStop,
  connectorAtEvse,
  connectorStatus,
  evseStatus,
  stationStatus,
  statusSince,
} from './status.ts'

const good = { online: true, operational: true, paused: false }
const said = (ocppStatus: string | null) => connectorStatus({ ...good, ocppStatus })

test('each OCPP status is shown as people know it', () => {
  expect(Object.fromEntries(ocppStatuses.map((status) => [status, said(status)]))).toEqual({
    Available: 'available',
    Preparing: 'busy',
    Occupied: 'busy',
    Charging: 'busy',
    SuspendedEVSE: 'busy',
    SuspendedEV: 'busy',
    Finishing: 'busy',
    Reserved: 'busy',
    Faulted: 'faulted',
    Unavailable: 'out_of_use',
  })
})

test('no socket is offline, whatever was said before; a switched-off EVSE is out of use', () => {
  expect(connectorStatus({ ...good, online: false, ocppStatus: 'Charging' })).toBe('offline')
  expect(connectorStatus({ ...good, operational: false, ocppStatus: 'Available' })).toBe('out_of_use')
  expect(said(null)).toBe('offline')
})

test('where nothing is sold nobody starts, and whoever charges goes on', () => {
  const paused = (ocppStatus: string) => connectorStatus({ ...good, paused: true, ocppStatus })
  expect(['Available', 'Charging', 'Faulted'].map(paused)).toEqual(['out_of_use', 'busy', 'faulted'])
})

test.each([
  ['busy', ['available', 'busy']],
  ['busy', ['busy']],
  ['busy', ['faulted', 'offline', 'busy']],
  ['available', ['out_of_use', 'available', 'faulted']],
  ['offline', ['offline']],
  ['offline', ['faulted', 'out_of_use']],
  ['offline', []],
] as const)('an EVSE is %s with connectors that are %j', (expected, connectors) => {
  expect(evseStatus(connectors)).toBe(expected)
})

test.each([
  ['available', 'busy', 'busy'],
  ['faulted', 'busy', 'busy'],
  ['busy', 'busy', 'busy'],
  ['available', 'available', 'available'],
  ['faulted', 'available', 'offline'],
  ['out_of_use', 'available', 'offline'],
  ['offline', 'offline', 'offline'],
] as const)('a connector that is %s at an EVSE that is %s is shown as %s', (connector, evse, expected) => {
  expect(connectorAtEvse(connector, evse)).toBe(expected)
})

const evse = (operational: boolean, ...statuses: ReturnType<typeof said>[]) => ({
  operational,
  connectors: statuses.map((status) => ({ status })),
})

test.each([
  ['unconfigured', false, [evse(true, 'available')]],
  ['not_operative', true, [evse(false, 'out_of_use')]],
  ['not_operative', true, [evse(true, 'out_of_use')]],
  ['available', true, [evse(true, 'faulted', 'busy'), evse(true, 'available')]],
  ['busy', true, [evse(true, 'faulted', 'offline', 'busy')]],
  ['offline', true, [evse(true, 'faulted', 'offline')]],
  ['faulted', true, [evse(true, 'faulted')]],
  ['busy', true, [evse(false, 'out_of_use'), evse(true, 'busy')]],
  ['faulted', true, [evse(false, 'available'), evse(true, 'faulted')]],
  ['not_operative', true, [evse(false, 'available')]],
  ['not_operative', true, [evse(true)]],
  ['not_operative', true, []],
] as const)('a station is %s', (expected, configured, evses) => {
  expect(stationStatus({ configured, evses })).toBe(expected)
})

test('a start needs a socket, no open order, and a free connector or a waiting car', () => {
  const can = (ocppStatus: string | null, online = true, openOrderId: number | null = null) =>
    canStart({ online, ocppStatus, openOrderId, awaitsCard: false })
  expect(ocppStatuses.filter((status) => can(status))).toEqual(['Available', 'Preparing', 'Occupied'])
  expect(can('Available', false)).toBe(false)
  expect(can('Preparing', true, 7)).toBe(false)
  expect(can(null)).toBe(false)
})

test('an order that has begun with the plug and waits for a card may be started, online only', () => {
  const waiting = { online: true, ocppStatus: 'Charging', openOrderId: 7, awaitsCard: true }
  expect(canStart(waiting)).toBe(true)
  expect(canStart({ ...waiting, awaitsCard: false })).toBe(false)
  expect(canStart({ ...waiting, online: false })).toBe(false)
})

test('a stop needs a socket and an order that starts or has started', () => {
  expect(canStop({ online: true, openOrderStatus: 'started' })).toBe(true)
  expect(canStop({ online: true, openOrderStatus: 'starting' })).toBe(true)
  expect(canStop({ online: false, openOrderStatus: 'started' })).toBe(false)
  expect(canStop({ online: true, openOrderStatus: 'countdown' })).toBe(false)
  expect(canStop({ online: true, openOrderStatus: null })).toBe(false)
})

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))

test.each([
  ['available since the first of its free connectors is', 'available', 3],
  ['busy since the last of its connectors changed', 'busy', 5],
  ['offline since its socket closed', 'offline', 7],
  ['faulted since the last of its connectors changed', 'faulted', 5],
  ['out of operation since now', 'not_operative', 9],
  ['unconfigured since now', 'unconfigured', 9],
] as const)('a station is %s', (_, status, hour) => {
  const parts = [
    { status: 'busy', since: at(2) },
    { status: 'available', since: at(4) },
    { status: 'available', since: at(3) },
    { status: 'faulted', since: at(5) },
    { status: 'busy', since: null },
  ] as const
  expect(statusSince(status, parts, { awaySince: at(7), now: at(9) })).toEqual(at(hour))
})

test('where its parts do not tell, a station has its status since now', () => {
  const around = { awaySince: null, now: at(9) }
  expect(statusSince('offline', [{ status: 'offline', since: at(2) }], around)).toEqual(at(9))
  expect(statusSince('available', [{ status: 'available', since: null }], around)).toEqual(at(9))
})
