import type { OrderLog, OrderOutcome, VerdictCode } from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import { outcomeOf, verdictOf } from './verdict.ts'

type Judged = Parameters<typeof verdictOf>[0]

const at = (minute: number) => `2026-03-10T09:${String(minute).padStart(2, '0')}:00.000Z`
const ended = (changes: Partial<Judged>): Judged => ({
  status: 'completed',
  stopReason: 'Local',
  warning: null,
  energyWh: 20_000,
  transactionStart: new Date(at(0)),
  transactionFinish: new Date(at(30)),
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
    // a word of a vendor may be any
    'constructor',
  ])('needs no verdict (%s)', (stopReason) => {
    expect(verdictOf(ended({ stopReason }), [])).toBeNull()
  })
  test('an open one has none yet, whatever happened', () => {
    expect(verdictOf(ended({ status: 'started', warning: 'unowned' }), [])).toBeNull()
  })
})

const cases: [string, Partial<Judged>, OrderLog[], VerdictCode, string | null][] = [
  [
    'the bank refused to hold the money while it ran',
    { stopReason: 'Remote' },
    [line('hold_refused', 2, { kind: 'payment', reason: 'insufficient_funds' })],
    'hold_refused',
    null,
  ],
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
  ['a meter with one reading', { warning: 'energy_unknown' }, [], 'energy_unknown', null],
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

test.each<[string, VerdictCode]>([
  ['EmergencyStop', 'emergency_stop'],
  ['GroundFault', 'electrical_fault'],
  ['OvercurrentFault', 'electrical_fault'],
  ['PowerQuality', 'electrical_fault'],
  ['PowerLoss', 'power_loss'],
  ['Reboot', 'restarted'],
  ['HardReset', 'restarted'],
  ['SoftReset', 'restarted'],
  ['ImmediateReset', 'restarted'],
  ['DeAuthorized', 'card_refused'],
])('the reason %s means %s', (stopReason, code) => {
  expect(verdictOf(ended({ stopReason }), [])).toEqual({ code, at: at(30), word: stopReason })
})

test('a lost session is shown as lost, without a word of its station', () => {
  expect(verdictOf(ended({ stopReason: 'Lost' }), [])).toEqual({ code: 'lost', at: at(30), word: 'Lost' })
})

test.each<[NonNullable<Judged['warning']>, VerdictCode | null]>([
  ['unowned', 'unknown_card'],
  ['late_start', 'late_start'],
  ['other_token', 'other_token'],
  ['lost', 'lost'],
  ['implausible_energy', 'implausible_energy'],
  ['energy_unknown', 'energy_unknown'],
  ['clock', 'clock'],
  ['offline', null],
])('the warning %s means %s', (warning, code) => {
  expect(verdictOf(ended({ warning }), [])).toEqual(code && { code, at: at(30), word: null })
})

describe('a verdict tells when', () => {
  test.each(['timeout', 'disconnected', 'busy'])('the start was answered, or not (%s)', (status) => {
    const canceled = ended({ status: 'canceled', stopReason: 'start_rejected' })
    const answers = [
      line('remote_start_tx_response', 2, { status: 'Rejected' }),
      line('remote_start_tx_response', 3, { status }),
      line('connector_status', 4, { status: 'Available' }),
    ]
    expect(verdictOf(canceled, answers)).toEqual({ code: 'start_unanswered', at: at(3), word: status })
    expect(verdictOf(canceled, [])).toEqual({ code: 'start_refused', at: at(30), word: null })
  })

  test.each([
    ['connector_taken', 'connector_taken'],
    ['canceled_by_operator', 'canceled_by_operator'],
    ['canceled_by_driver', 'canceled_by_driver'],
    ['reservation_refused', 'reservation_refused'],
    ['reservation_unanswered', 'reservation_refused'],
    ['reservation_removed', 'reservation_refused'],
    ['no_transaction', 'never_plugged'],
    [null, 'never_plugged'],
  ])('a start ended without its station (%s)', (stopReason, code) => {
    expect(verdictOf(ended({ status: 'canceled', stopReason }), [])).toEqual({ code, at: at(30), word: null })
  })

  test('a reservation ran out', () => {
    expect(verdictOf(ended({ status: 'expired', chargingFinish: null }), [])).toEqual({
      code: 'expired',
      at: null,
      word: null,
    })
  })

  test('the connector failed last, whatever it said', () => {
    const faults = [
      line('connector_status', 8, { status: 'Faulted', text: 'first' }),
      line('connector_status', 9, { status: 'Faulted' }),
      line('connector_status', 10, { status: 'Available' }),
      line('something_else', 11, { status: 'Faulted' }),
    ]
    expect(verdictOf(ended({}), faults)).toEqual({ code: 'station_fault', at: at(9), word: null })
  })

  test('it started anew, or ended where no boot was seen', () => {
    const boots = [line('boot_notification', 11), line('boot_notification', 12), line('meter_values', 13)]
    expect(verdictOf(ended({ stopReason: 'Reboot' }), boots)).toMatchObject({ at: at(12) })
    expect(verdictOf(ended({ stopReason: 'PowerLoss', warning: 'clock' }), boots)).toEqual({
      code: 'power_loss',
      at: at(12),
      word: 'PowerLoss',
    })
    expect(verdictOf(ended({ stopReason: 'PowerLoss' }), [])).toMatchObject({ at: at(30) })
  })

  test('its transaction was given up, by staff or by what spoke for it', () => {
    const lost = (lostEvidence: Judged['lostEvidence']) =>
      verdictOf(ended({ stopReason: 'Lost', warning: 'lost', lostEvidence }), [])
    expect(lost('operator')).toEqual({ code: 'ended_by_staff', at: at(30), word: null })
    expect(lost('booted')).toEqual({ code: 'transaction_lost', at: at(30), word: null })
    expect(verdictOf(ended({ lostEvidence: 'booted' }), [])).toBeNull()
  })

  test('somebody held back the energy last', () => {
    const held = [
      line('connector_status', 3, { status: 'SuspendedEVSE' }),
      line('connector_status', 4, { status: 'SuspendedEV' }),
      line('connector_status', 5, { status: 'Charging' }),
      line('connector_status', 6),
      line('something_else', 7, { status: 'SuspendedEVSE' }),
    ]
    const withoutEnergy = (logs: OrderLog[], energyWh = 0) => verdictOf(ended({ energyWh }), logs)
    expect(withoutEnergy(held)).toEqual({ code: 'car_took_nothing', at: at(4), word: 'SuspendedEV' })
    expect(withoutEnergy(held.slice(0, 1))).toEqual({
      code: 'station_gave_nothing',
      at: at(3),
      word: 'SuspendedEVSE',
    })
    expect(withoutEnergy([line('connector_status', 3, { status: 'SuspendedOddly' })])).toEqual({
      code: 'no_energy',
      at: at(3),
      word: null,
    })
    expect(withoutEnergy([])).toEqual({ code: 'no_energy', at: null, word: null })
    expect(withoutEnergy([], 99)).not.toBeNull()
    expect(withoutEnergy([], 100)).toBeNull()
  })
})

describe('a charge of seconds is one', () => {
  const transactionStart = new Date('2026-03-10T09:00:00.000Z')
  const after = (seconds: number, energyWh: number): Judged =>
    ended({
      energyWh,
      transactionStart,
      transactionFinish: new Date(transactionStart.getTime() + seconds * 1000),
    })
  const power = (value: number) => line('meter_values', 1, { meters: { power: { value, unit: 'W' } } })

  test('by its mean power', () => {
    expect(verdictOf(after(17, 52), [])).toBeNull()
    expect(verdictOf(after(36, 10), [])).toBeNull()
    expect(verdictOf(after(37, 10), [])).toMatchObject({ code: 'no_energy' })
    expect(verdictOf(after(0, 0), [])).toMatchObject({ code: 'no_energy' })
  })

  test('by a power that its station reported', () => {
    expect(verdictOf(after(3600, 52), [power(11_000)])).toBeNull()
    expect(verdictOf(after(3600, 52), [power(1000)])).toBeNull()
    expect(verdictOf(after(3600, 52), [power(999)])).toMatchObject({ code: 'no_energy' })
    expect(verdictOf(after(3600, 0), [power(11_000)])).toMatchObject({ code: 'no_energy' })
  })
})

describe('how a session went, as it is counted', () => {
  test.each<[string, Partial<Judged>, OrderOutcome | null]>([
    ['it runs', { status: 'started' }, null],
    ['it charged', {}, 'charged'],
    ['its clock was wrong', { warning: 'clock' }, 'charged'],
    ['its station refused the start', { status: 'canceled', stopReason: 'start_rejected' }, 'start'],
    ['its connector was taken', { status: 'canceled', stopReason: 'connector_taken' }, 'start'],
    ['its reservation was refused', { status: 'canceled', stopReason: 'reservation_unanswered' }, 'start'],
    ['it came too late', { warning: 'late_start', energyWh: 0 }, 'start'],
    ['a person took it back', { status: 'canceled', stopReason: 'canceled_by_driver' }, 'given_up'],
    ['nobody plugged in', { status: 'canceled', stopReason: 'no_transaction' }, 'given_up'],
    ['nobody paid', { status: 'expired', stopReason: 'not_paid' }, 'given_up'],
    ['its card was refused', { stopReason: 'DeAuthorized' }, 'authorisation'],
    ['its card was nobody’s, and nothing flowed', { warning: 'unowned', energyWh: 0 }, 'authorisation'],
    ['nothing flowed', { energyWh: 0 }, 'energy'],
    ['99 Wh came in half an hour', { energyWh: 99 }, 'energy'],
    ['100 Wh came in half an hour', { energyWh: 100 }, 'charged'],
    ['99 Wh came in a minute', { energyWh: 99, transactionFinish: new Date(at(1)) }, 'charged'],
    ['nothing flowed before the power went', { energyWh: 0, stopReason: 'PowerLoss' }, 'energy'],
    ['its meter leapt', { warning: 'implausible_energy' }, 'energy'],
    ['the button was pressed', { stopReason: 'EmergencyStop' }, 'stop'],
    ['its station lost it', { warning: 'lost', stopReason: 'Lost' }, 'stop'],
  ])('%s', (_, changes, outcome) => {
    expect(outcomeOf(ended(changes))).toBe(outcome)
  })
})
