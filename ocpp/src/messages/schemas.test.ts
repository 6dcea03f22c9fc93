import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { faultsOf } from '../commands/actions.ts'
import { formats, lengthOf } from '../schema-runtime.ts'
import { versions } from '../versions.ts'
import { understand } from './understand.ts'

const require = createRequire(import.meta.url)
const files = { 'ocpp1.6': 'ocpp1_6', 'ocpp2.0.1': 'ocpp2_0_1', 'ocpp2.1': 'ocpp2_1' } as const

function actionsOfPackage(protocol: keyof typeof files): string[] {
  const schemas = require(`ocpp-rpc/lib/schemas/${files[protocol]}.json`) as { $id: string }[]
  return schemas.flatMap(({ $id }) =>
    /(\.conf|Response)$/.test($id) ? [] : $id.replace(/^urn:|\.req$|Request$/g, ''),
  )
}

describe.each(Object.values(versions))('the action table of $protocol', (version) => {
  const expected = actionsOfPackage(version.protocol).sort()

  test('misses no action of the standard and invents none', () => {
    const rows = new Set([...Object.keys(version.fromStation), ...Object.keys(version.fromCentral)])
    expect([...rows].sort()).toEqual(expected)
    expect(expected.length).toBe({ 'ocpp1.6': 39, 'ocpp2.0.1': 64, 'ocpp2.1': 91 }[version.protocol])
  })

  test('knows only DataTransfer in both directions, and takes what some send the wrong way round', () => {
    const both = Object.keys(version.fromStation).filter((action) => action in version.fromCentral)
    const turned = version.protocol === 'ocpp2.1' ? ['NotifyWebPaymentStarted'] : []
    expect(both).toEqual(['DataTransfer', ...turned])
  })

  test('answers what it only notes by the schema, and says why it refuses', () => {
    for (const [action, row] of Object.entries(version.fromStation)) {
      if (row.treatment === 'noted')
        expect(faultsOf(version, `${action}Response`, row.harmless), action).toEqual([])
      if (row.treatment === 'refused') expect(row.reason).not.toBe('')
    }
  })

  test('has both schemas of every action', () => {
    for (const action of expected) {
      expect(version.messages[action], action).toBeTypeOf('function')
      if (action !== 'NotifyPeriodicEventStream')
        expect(version.messages[`${action}Response`], action).toBeTypeOf('function')
    }
  })
})

/** Every integer of a schema, by the way to it. */
function integersOf(schema: unknown, path = ''): { path: string; minimum: unknown; maximum: unknown }[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, minimum, maximum } = schema as Record<string, unknown>
  const own = type === 'integer' ? [{ path, minimum, maximum }] : []
  return [...own, ...Object.entries(schema).flatMap(([name, part]) => integersOf(part, `${path}/${name}`))]
}

test.each(Object.values(versions))('$protocol has no integer beyond 32 bits', ({ definitionsText }) => {
  const found = integersOf(JSON.parse(definitionsText))
  expect(found.length).toBeGreaterThan(40)
  const isBounded = ({ minimum, maximum }: (typeof found)[number]) =>
    Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31
  expect(found.filter((one) => !isBounded(one))).toEqual([])
})

test.each([2 ** 31, 1e20, 1e308, -(2 ** 31) - 1])('%d is no request id, and no reservation’s', (value) => {
  const call = (action: string, payload: Record<string, unknown>) =>
    understand(versions['ocpp2.0.1'], {
      kind: 'call',
      id: '1',
      idTooLong: false,
      changed: false,
      action,
      payload,
    })
  const refused = { code: 'PropertyConstraintViolation' }
  expect(call('LogStatusNotification', { status: 'Idle', requestId: value })).toMatchObject(refused)
  const update = { reservationId: value, reservationUpdateStatus: 'Expired' }
  expect(call('ReservationStatusUpdate', update)).toMatchObject(refused)
  const accepted = call('TransactionEvent', {
    eventType: 'Started',
    timestamp: '2026-11-24T10:00:00Z',
    triggerReason: 'CablePluggedIn',
    seqNo: 0,
    transactionInfo: { transactionId: 'T', remoteStartId: value },
    reservationId: value,
    evse: { id: 1 },
  })
  expect(accepted).toMatchObject({ event: { type: 'charging.started' } })
  expect(accepted).toMatchObject({
    remarks: [expect.stringMatching(/reservationId: (more|less) than/), expect.anything()],
  })
  expect(JSON.stringify(accepted)).not.toContain(`${value}`)
})

test('takes every charging limit of one decimal and none of two', () => {
  const limit = (value: number) =>
    faultsOf(versions['ocpp1.6'], 'SetChargingProfile', {
      connectorId: 1,
      csChargingProfiles: {
        chargingProfileId: 1,
        stackLevel: 0,
        chargingProfilePurpose: 'TxDefaultProfile',
        chargingProfileKind: 'Relative',
        chargingSchedule: {
          chargingRateUnit: 'A',
          chargingSchedulePeriod: [{ startPeriod: 0, limit: value }],
        },
      },
    })
  const refused: number[] = []
  for (let tenths = 1; tenths <= 9999; tenths++) {
    for (const value of [tenths / 10, tenths * 0.1, Number((tenths / 10).toFixed(1))]) {
      if (limit(value).length > 0) refused.push(value)
    }
  }
  expect(refused).toEqual([])
  expect(limit(8.15)[0]?.keyword).toBe('multipleOf')
  expect(limit(0.01)[0]?.keyword).toBe('multipleOf')
})

test('counts characters, not code units', () => {
  expect(lengthOf('')).toBe(0)
  expect(lengthOf('Ä🚗🚗')).toBe(3)
})

test.each([
  ['2026-02-28T10:00:00Z', true],
  ['2026-02-28T10:00:00.123+03:00', true],
  ['2026-02-29T10:00:00Z', false],
  ['2026-02-28T10:00:00', false],
  ['2026-13-01T10:00:00Z', false],
  ['yesterday', false],
])('%s as a date-time: %s', (text, valid) => {
  expect(formats['date-time'](text)).toBe(valid)
})
