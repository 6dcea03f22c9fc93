import { describe, expect, test } from 'vitest'
import type { MeterSample } from '../station-event.ts'
import { readEvent, understandCall } from '../testing.ts'
import { versions } from '../versions.ts'

const at = new Date('2026-03-01T10:00:00.000Z')
const timestamp = '2026-03-01T10:00:00Z'

function sampled(...sampledValue: object[]): { sample: MeterSample | undefined; remarks: string[] } {
  const { event, remarks } = readEvent('ocpp1.6', 'MeterValues', {
    connectorId: 1,
    transactionId: 5,
    meterValue: [{ timestamp, sampledValue }],
  })
  if (event.type !== 'meter.sampled') throw new Error(event.type)
  return { sample: event.samples[0], remarks }
}

describe('stations tell, in 1.6,', () => {
  test('of their boot', () => {
    const payload = {
      chargePointVendor: 'ABB',
      chargePointModel: 'Terra',
      chargeBoxSerialNumber: 'S1',
      firmwareVersion: '',
    }
    expect(readEvent('ocpp1.6', 'BootNotification', payload).event).toEqual({
      type: 'station.booted',
      vendorName: 'ABB',
      model: 'Terra',
      serialNumber: 'S1',
    })
  })

  test('of a connector', () => {
    const payload = {
      connectorId: 2,
      errorCode: 'GroundFailure',
      status: 'Faulted',
      info: 'wet',
      vendorErrorCode: 'E7',
      timestamp,
    }
    expect(readEvent('ocpp1.6', 'StatusNotification', payload).event).toEqual({
      type: 'connector.changed',
      at: { ordinal: 2 },
      state: 'Faulted',
      errorCode: 'GroundFailure',
      info: 'wet',
      vendorErrorCode: 'E7',
      happenedAt: at,
    })
  })

  test('of a start, whose key is what was sent', () => {
    const payload = { connectorId: 1, idTag: 'O1Z', meterStart: 1500, timestamp, reservationId: 9 }
    expect(readEvent('ocpp1.6', 'StartTransaction', payload)).toEqual({
      event: {
        type: 'charging.started',
        at: { ordinal: 1 },
        token: { token: 'O1Z', type: 'ISO14443' },
        reservationId: 9,
        meterWh: 1500,
        happenedAt: at,
        samples: [],
        offline: false,
        charging: true,
        startKey: `1|O1Z|${timestamp}|1500`,
      },
      remarks: [],
    })
  })

  test('of a stop, with its data as samples', () => {
    const payload = {
      transactionId: 5,
      meterStop: 21_500,
      timestamp,
      reason: 'EVDisconnected',
      transactionData: [
        { timestamp, sampledValue: [{ value: '21.5', unit: 'kWh', context: 'Transaction.End' }] },
      ],
    }
    expect(readEvent('ocpp1.6', 'StopTransaction', payload).event).toMatchObject({
      type: 'charging.ended',
      transactionId: '5',
      meterWh: 21_500,
      reason: 'EVDisconnected',
      samples: [{ at, context: 'Transaction.End', energyWh: 21_500 }],
    })
  })

  test('of a stop without a reason: Local, as clause 6.49 says', () => {
    expect(
      readEvent('ocpp1.6', 'StopTransaction', { transactionId: 5, meterStop: 1, timestamp }).event,
    ).toMatchObject({ reason: 'Local' })
  })

  test('of vendor content that is JSON in a text', () => {
    const payload = { vendorId: 'autoenterprise', messageId: 'miscInfo', data: '{"rssi":17}' }
    expect(readEvent('ocpp1.6', 'DataTransfer', payload).event).toEqual({
      type: 'vendor.message',
      vendorId: 'autoenterprise',
      messageId: 'miscInfo',
      content: { rssi: 17 },
    })
    expect(readEvent('ocpp1.6', 'DataTransfer', { vendorId: 'x', data: '{broken' }).event).toMatchObject({
      content: '{broken',
    })
  })

  test.each([
    ['DiagnosticsStatusNotification', { status: 'Uploaded' }, { type: 'upload.changed', status: 'Uploaded' }],
    [
      'LogStatusNotification',
      { status: 'Uploading', requestId: 3 },
      { type: 'upload.changed', status: 'Uploading', requestId: 3 },
    ],
    [
      'FirmwareStatusNotification',
      { status: 'Installed' },
      { type: 'firmware.changed', status: 'Installed' },
    ],
    [
      'SecurityEventNotification',
      { type: 'TamperDetectionActivated', timestamp },
      { type: 'security.reported', kind: 'TamperDetectionActivated', happenedAt: at },
    ],
    ['SignCertificate', { csr: 'x' }, { type: 'certificate.requested', request: 'x', forCars: null }],
  ])('%s', (action, payload, event) => {
    expect(readEvent('ocpp1.6', action, payload).event).toEqual(event)
  })
})

describe('measured values in 1.6', () => {
  test('have defaults: the energy register in Wh', () => {
    expect(sampled({ value: '1.5e3' }).sample).toEqual({
      at,
      context: 'Sample.Periodic',
      energyWh: 1500,
      raw: [
        {
          context: 'Sample.Periodic',
          measurand: 'Energy.Active.Import.Register',
          value: 1500,
          multiplier: 0,
          unit: 'Wh',
        },
      ],
    })
  })

  test('are exact in decimal, to a thousandth of a Wh', () => {
    expect(sampled({ value: '1.0005', unit: 'kWh' }).sample?.energyWh).toBe(1000.5)
    expect(sampled({ value: '1000.4996' }).sample?.energyWh).toBe(1000.5)
    expect(sampled({ value: '0.5' }).sample?.energyWh).toBe(0.5)
  })

  test('of one phase count only where there is no total', () => {
    const phases = ['333.1', '333.2', '333.2'].map((value, i) => ({ value, phase: `L${i + 1}` }))
    expect(sampled(...phases).sample?.energyWh).toBe(999.5)
    expect(sampled(...phases, { value: '990' }).sample?.energyWh).toBe(990)
  })

  test('of other energies are no register', () => {
    const { sample } = sampled({ value: '7', measurand: 'Energy.Active.Import.Interval' })
    expect(sample?.energyWh).toBeUndefined()
    expect(sample?.raw).toHaveLength(1)
  })

  test('of power, current, voltage and charge', () => {
    const { sample } = sampled(
      { value: '7.36', measurand: 'Power.Active.Import', unit: 'kW' },
      { value: '16', measurand: 'Current.Import', phase: 'L1' },
      { value: '15.5', measurand: 'Current.Import', phase: 'L2' },
      { value: '40', measurand: 'Current.Import', phase: 'N' },
      { value: '229', measurand: 'Voltage', phase: 'L1-N' },
      { value: '231', measurand: 'Voltage', phase: 'L2-N' },
      { value: '400', measurand: 'Voltage', phase: 'L1-L2' },
      { value: '55.4', measurand: 'SoC', unit: 'Percent', location: 'EV' },
    )
    expect(sample).toMatchObject({ powerW: 7360, currentA: 16, voltageV: 230, soc: 55 })
    expect(sample?.raw).toHaveLength(8)
  })

  test('at the inlet give way to those at the outlet', () => {
    expect(sampled({ value: '9', location: 'Inlet' }, { value: '8' }).sample?.energyWh).toBe(8)
    expect(sampled({ value: '9', location: 'Inlet' }).sample?.energyWh).toBe(9)
  })

  test.each([
    '',
    'NaN',
    'Infinity',
    '12,5',
    '0x10',
    'abc',
  ])('that are no numbers (%j) are left out with a remark', (value) => {
    const { sample, remarks } = sampled({ value }, { value: '3' })
    expect(sample?.energyWh).toBe(3)
    expect(remarks).toContain('a measured value is not a number and was left out')
  })

  test('that cannot be are left out with a remark', () => {
    const { sample, remarks } = sampled({ value: '1e300' }, { value: '300', measurand: 'SoC' })
    expect(sample).not.toHaveProperty('energyWh')
    expect(sample).not.toHaveProperty('soc')
    expect(remarks).toHaveLength(2)
  })

  test('of a begin and an end in one moment become two samples', () => {
    const { event } = readEvent('ocpp1.6', 'StopTransaction', {
      transactionId: 1,
      meterStop: 2,
      timestamp,
      transactionData: [
        {
          timestamp,
          sampledValue: [
            { value: '1', context: 'Transaction.Begin' },
            { value: '2', context: 'Transaction.End' },
          ],
        },
      ],
    })
    expect(event).toMatchObject({
      samples: [
        { context: 'Transaction.Begin', energyWh: 1 },
        { context: 'Transaction.End', energyWh: 2 },
      ],
    })
  })
})

describe('messages of 1.6 that bring energy are accepted though they are wrong', () => {
  test('with an unknown unit, an extra property and a number for a text', () => {
    const { event, remarks } = readEvent('ocpp1.6', 'MeterValues', {
      connectorId: 1,
      transactionId: '5',
      vendor: 'x',
      meterValue: [
        {
          timestamp,
          sampledValue: [
            { value: 42, unit: 'Wh' },
            { value: '20', measurand: 'Temperature', unit: 'Celcuis' },
          ],
        },
      ],
    })
    expect(event).toMatchObject({ transactionId: '5', samples: [{ energyWh: 42 }] })
    expect(remarks).toEqual(
      expect.arrayContaining([
        '/: unexpected property "vendor"',
        '/transactionId: not of type integer',
        '/meterValue/0/sampledValue/0/value: not of type string',
        '/meterValue/0/sampledValue/1/unit: not one of the allowed values',
      ]),
    )
  })

  test('with a long tag, an empty one, a meter in words or none', () => {
    const start = { connectorId: 1, idTag: 'A'.repeat(25), meterStart: '1500.6', timestamp }
    expect(readEvent('ocpp1.6', 'StartTransaction', start).event).toMatchObject({
      token: { token: 'A'.repeat(25) },
      meterWh: 1500.6,
    })
    const { event, remarks } = readEvent('ocpp1.6', 'StartTransaction', {
      connectorId: 1,
      idTag: '',
      timestamp,
    })
    expect(event).not.toHaveProperty('token')
    expect(event).not.toHaveProperty('meterWh')
    expect(remarks).toEqual(['/: meterStart is missing'])
  })

  test('with a time without a zone, or no time that can be read', () => {
    const stop = (time: unknown) =>
      readEvent('ocpp1.6', 'StopTransaction', { transactionId: 5, meterStop: 1, timestamp: time })
    expect(stop('2026-03-01T10:00:00').event).toMatchObject({ happenedAt: at })
    expect(stop('2026-03-01T10:00:00').remarks).toContain('a timestamp without a time zone was read as UTC')
    expect(stop('2026-03-01 13:00:00.000+0300').event).toMatchObject({ happenedAt: at })
    expect(stop('soon').event).not.toHaveProperty('happenedAt')
    expect(stop('soon').remarks).toContain('a timestamp cannot be read and was left out')
    expect(stop('2026-03-01T10:00:00Z').remarks).toEqual([])
  })

  test('but not without what names the transaction or the connector', () => {
    expect(understandCall('ocpp1.6', 'StopTransaction', { meterStop: 1, timestamp })).toMatchObject({
      code: 'OccurrenceConstraintViolation',
    })
    expect(
      understandCall('ocpp1.6', 'StartTransaction', {
        connectorId: 'left',
        idTag: 'x',
        meterStart: 1,
        timestamp,
      }),
    ).toMatchObject({ code: 'TypeConstraintViolation' })
    expect(understandCall('ocpp1.6', 'MeterValues', { connectorId: 1 })).toMatchObject({
      code: 'OccurrenceConstraintViolation',
    })
  })

  test('and transaction 0 or -1 is none', () => {
    const { event } = readEvent('ocpp1.6', 'MeterValues', {
      connectorId: 1,
      transactionId: 0,
      meterValue: [{ timestamp, sampledValue: [{ value: '1' }] }],
    })
    expect(event).not.toHaveProperty('transactionId')
  })
})

describe('all else is refused with the standard’s code', () => {
  test.each([
    ['Authorize', {}, 'OccurrenceConstraintViolation'],
    ['Authorize', { idTag: 5 }, 'TypeConstraintViolation'],
    ['Authorize', { idTag: 'A'.repeat(21) }, 'PropertyConstraintViolation'],
    ['DataTransfer', { vendorId: 'A', extra: 'SECRET' }, 'FormatViolation'],
    [
      'StatusNotification',
      { connectorId: 1, errorCode: 'NoError', status: 'SECRET' },
      'PropertyConstraintViolation',
    ],
    ['SecurityEventNotification', { type: 'A', timestamp: 'SECRET' }, 'FormatViolation'],
    ['Reset', { type: 'Hard' }, 'NotSupported'],
    ['TransactionEvent', {}, 'NotImplemented'],
    ['constructor', {}, 'NotImplemented'],
    ['__proto__', {}, 'NotImplemented'],
  ])('%s %j: %s', (action, payload, code) => {
    const refusal = understandCall('ocpp1.6', action, payload)
    expect(refusal).toMatchObject({ code })
    expect(JSON.stringify(refusal)).not.toContain('SECRET')
  })
})

describe('commands in 1.6', () => {
  const { writeCommand, fromCentral } = versions['ocpp1.6']
  const token = { token: 'O1Z', type: 'Central' }

  test.each([
    [
      { type: 'start', at: { ordinal: 2 }, token, remoteStartId: 9 },
      'RemoteStartTransaction',
      { connectorId: 2, idTag: 'O1Z' },
    ],
    [{ type: 'stop', transactionId: '77' }, 'RemoteStopTransaction', { transactionId: 77 }],
    [{ type: 'reset', whenIdle: true }, 'Reset', { type: 'Soft' }],
    [{ type: 'unlock', at: { ordinal: 1 } }, 'UnlockConnector', { connectorId: 1 }],
    [
      { type: 'availability', operative: false },
      'ChangeAvailability',
      { connectorId: 0, type: 'Inoperative' },
    ],
    [
      { type: 'trigger', message: 'StatusNotification', at: { ordinal: 1 } },
      'TriggerMessage',
      { requestedMessage: 'StatusNotification', connectorId: 1 },
    ],
    [
      { type: 'trigger', message: 'LogStatusNotification' },
      'ExtendedTriggerMessage',
      { requestedMessage: 'LogStatusNotification' },
    ],
  ] as const)('%j', (command, action, payload) => {
    expect(writeCommand(command)).toEqual({ action, payload })
    const read = fromCentral[action]?.read(payload)
    const asRead =
      command.type === 'start'
        ? { ...command, token: { ...token, type: 'ISO14443' }, remoteStartId: 0 }
        : command
    expect(read).toEqual(asRead)
  })

  test('need an ordinal and an integer', () => {
    expect(writeCommand({ type: 'start', at: { evse: 1 }, token, remoteStartId: 1 })).toHaveProperty(
      'unsupported',
    )
    expect(writeCommand({ type: 'stop', transactionId: 'TX-1' })).toHaveProperty('unsupported')
  })
})
