import type { OrderLog, VerdictCode } from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import { verdictOf } from './verdict.ts'

type Judged = Parameters<typeof verdictOf>[0]

const at = (minute: number) => `2026-03-10T09:${String(minute).padStart(2, '0')}:00.000Z`
const ended = (changes: Partial<Judged>): Judged => ({
  status: 'completed',
  stopReason: 'Local',
  warning: null,
  energyWh: 20_000,
  evChargingStart: new Date(at(1)),
  chargingFinish: new Date(at(30)),
  lostEvidence: null,
  ...changes,
})
const line = (event: string, minute: number, fields: Partial<OrderLog> = {}): OrderLog => ({
  id: minute,
  kind: 'ocpp',
  event,
  created_at: at(minute),
  ...fields,
})

describe('a session that ended well', () => {
  test.each([
    'Local',
    'Remote',
    'EVDisconnected',
    'StoppedByEV',
    'EnergyLimitReached',
    null,
  ])('needs no verdict (%s)', (stopReason) => {
    expect(verdictOf(ended({ stopReason }), [])).toBeNull()
  })
  test('an open one has none yet, whatever happened', () => {
    expect(verdictOf(ended({ status: 'started', warning: 'offline' }), [])).toBeNull()
  })
})

const cases: [string, Partial<Judged>, OrderLog[], VerdictCode, string | null][] = [
  [
    'the station refused the start',
    { status: 'canceled', stopReason: 'start_rejected' },
    [line('remote_start_tx_response', 2, { status: 'Rejected' })],
    'start_refused',
    'Rejected',
  ],
  [
    'the station did not answer the start',
    { status: 'canceled', stopReason: 'start_rejected' },
    [line('remote_start_tx_response', 2, { status: 'timeout' })],
    'start_unanswered',
    'timeout',
  ],
  ['nobody plugged in', { status: 'canceled', stopReason: 'no_transaction' }, [], 'never_plugged', null],
  [
    'another car came first',
    { status: 'canceled', stopReason: 'connector_taken' },
    [],
    'connector_taken',
    null,
  ],
  ['a reservation ran out', { status: 'expired' }, [], 'expired', null],
  ['an unknown card', { warning: 'unowned', stopReason: 'DeAuthorized' }, [], 'unknown_card', null],
  ['a card that was refused meanwhile', { stopReason: 'DeAuthorized' }, [], 'card_refused', 'DeAuthorized'],
  [
    'a fault explains the stop that followed',
    { stopReason: 'EmergencyStop' },
    [line('connector_status', 9, { status: 'Faulted', text: 'GroundFailure' })],
    'station_fault',
    'GroundFailure',
  ],
  [
    'a restart',
    { stopReason: 'HardReset', energyWh: 10 },
    [line('boot_notification', 12, { reason: 'RemoteReset' })],
    'restarted',
    'HardReset',
  ],
  ['the mains failed', { stopReason: 'PowerLoss' }, [], 'power_loss', 'PowerLoss'],
  ['the station was lost', { stopReason: 'Lost', warning: 'lost' }, [], 'lost', null],
  ['a meter that told one reading', { warning: 'energy_unknown' }, [], 'energy_unknown', null],
  ['a meter that lies', { warning: 'implausible_energy' }, [], 'implausible_energy', null],
  [
    'the car took nothing',
    { energyWh: 0 },
    [line('connector_status', 3, { status: 'SuspendedEV' })],
    'car_took_nothing',
    'SuspendedEV',
  ],
  [
    'the station gave nothing',
    { energyWh: 40 },
    [line('connector_status', 3, { status: 'SuspendedEVSE' })],
    'station_gave_nothing',
    'SuspendedEVSE',
  ],
  ['nothing flowed and nobody said why', { energyWh: 0 }, [], 'no_energy', null],
]

test.each(cases)('%s', (_, changes, logs, code, word) => {
  expect(verdictOf(ended(changes), logs)).toMatchObject({ code, word })
})
