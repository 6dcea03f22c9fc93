import { describe, expect, test } from 'vitest'
import { knows } from '../../messages/dialect.ts'
import type { StationEvent } from '../../station-event.ts'
import { readEvent, understandCall } from '../../testing.ts'
import { versions } from '../../versions.ts'

const at = new Date('2026-03-01T10:00:00.000Z')
const timestamp = '2026-03-01T10:00:00Z'
const energy = (value: number, context = 'Sample.Periodic', unitOfMeasure?: object) => ({
  timestamp,
  sampledValue: [{ value, context, ...(unitOfMeasure ? { unitOfMeasure } : {}) }],
})

describe('stations tell, in 2.0.1,', () => {
  test('of their boot', () => {
    const payload = {
      reason: 'Watchdog',
      chargingStation: {
        vendorName: 'ABB',
        model: 'Terra',
        serialNumber: 'S1',
        modem: { iccid: '1', imsi: '2' },
      },
    }
    expect(readEvent('ocpp2.0.1', 'BootNotification', payload).event).toEqual({
      type: 'station.booted',
      vendorName: 'ABB',
      model: 'Terra',
      serialNumber: 'S1',
      iccid: '1',
      imsi: '2',
      reason: 'Watchdog',
    })
  })

  test('of a start that we requested', () => {
    const { event, remarks } = readEvent('ocpp2.0.1', 'TransactionEvent', {
      eventType: 'Started',
      timestamp,
      triggerReason: 'RemoteStart',
      seqNo: 0,
      transactionInfo: { transactionId: 'T1', chargingState: 'EVConnected', remoteStartId: 42 },
      evse: { id: 2, connectorId: 1 },
      idToken: { idToken: 'O1Z', type: 'Central' },
      meterValue: [energy(5), energy(3, 'Transaction.Begin')],
    })
    expect(remarks).toEqual([])
    expect(event).toMatchObject({
      type: 'charging.started',
      at: { evse: 2, connector: 1 },
      token: { token: 'O1Z', type: 'Central' },
      transactionId: 'T1',
      sequence: 0,
      remoteStartId: 42,
      meterWh: 3,
      happenedAt: at,
      offline: false,
      charging: false,
    })
    expect(event).not.toHaveProperty('startKey')
  })

  test('of an update', () => {
    const { event } = readEvent('ocpp2.0.1', 'TransactionEvent', {
      eventType: 'Updated',
      timestamp,
      triggerReason: 'MeterValuePeriodic',
      seqNo: 4,
      offline: true,
      transactionInfo: { transactionId: 'T1', chargingState: 'SuspendedEV' },
      meterValue: [
        {
          timestamp,
          sampledValue: [
            { value: 1.5, unitOfMeasure: { unit: 'kWh' } },
            { value: 736, measurand: 'Power.Active.Import', unitOfMeasure: { unit: 'W', multiplier: 1 } },
            { value: 61, measurand: 'SoC', location: 'EV', unitOfMeasure: { unit: 'Percent' } },
          ],
        },
      ],
    })
    expect(event).toMatchObject({
      type: 'meter.sampled',
      transactionId: 'T1',
      sequence: 4,
      offline: true,
      chargingState: 'SuspendedEV',
      samples: [{ at, energyWh: 1500, powerW: 7360, soc: 61 }],
    })
    expect(event).not.toHaveProperty('at')
  })

  test('of an end, from its last energy where none is marked, and without any', () => {
    const end = (meterValue?: object[]) =>
      readEvent('ocpp2.0.1', 'TransactionEvent', {
        eventType: 'Ended',
        timestamp,
        triggerReason: 'EVDeparted',
        seqNo: 9,
        transactionInfo: { transactionId: 'T1' },
        ...(meterValue ? { meterValue } : {}),
      }).event
    expect(end([energy(1), energy(9.5, 'Sample.Periodic', { multiplier: 3 })])).toMatchObject({
      meterWh: 9500,
      reason: 'Local',
    })
    expect(end([energy(9, 'Transaction.End'), energy(1)])).toMatchObject({ meterWh: 9 })
    expect(end()).not.toHaveProperty('meterWh')
  })

  test('of clock-aligned values outside a transaction', () => {
    expect(readEvent('ocpp2.0.1', 'MeterValues', { evseId: 1, meterValue: [energy(7)] }).event).toMatchObject(
      {
        type: 'meter.sampled',
        at: { evse: 1 },
        samples: [{ energyWh: 7 }],
      },
    )
  })

  test.each([
    [
      'StatusNotification',
      { timestamp, connectorStatus: 'Occupied', evseId: 1, connectorId: 2 },
      { type: 'connector.changed', at: { evse: 1, connector: 2 }, state: 'Occupied', happenedAt: at },
    ],
    [
      'FirmwareStatusNotification',
      { status: 'Installed', requestId: 4 },
      { type: 'firmware.changed', status: 'Installed', requestId: 4 },
    ],
    ['LogStatusNotification', { status: 'Uploaded' }, { type: 'upload.changed', status: 'Uploaded' }],
    [
      'ReservationStatusUpdate',
      { reservationId: 3, reservationUpdateStatus: 'Expired' },
      { type: 'reservation.ended', reservationId: 3, status: 'Expired' },
    ],
    [
      'DataTransfer',
      { vendorId: 'v', data: { rssi: 3 } },
      { type: 'vendor.message', vendorId: 'v', content: { rssi: 3 } },
    ],
    [
      'NotifyReport',
      {
        requestId: 1,
        generatedAt: timestamp,
        seqNo: 0,
        tbc: true,
        reportData: [
          {
            component: { name: 'Connector', instance: 'left', evse: { id: 2, connectorId: 1 } },
            variable: { name: 'Available', instance: 'now' },
            variableAttribute: [
              { type: 'Target', value: 'no' },
              { type: 'Actual', value: 'true', mutability: 'ReadOnly' },
            ],
          },
          {
            component: { name: 'SecurityCtrlr' },
            variable: { name: 'BasicAuthPassword' },
            variableAttribute: [{ mutability: 'WriteOnly' }],
          },
        ],
      },
      {
        type: 'settings.reported',
        requestId: 1,
        more: true,
        settings: [
          { component: 'Connector.left@2#1', name: 'Available.now', value: 'true', readonly: true },
          { component: 'SecurityCtrlr', name: 'BasicAuthPassword', readonly: false },
        ],
      },
    ],
  ])('%s', (action, payload, event) => {
    expect(readEvent('ocpp2.0.1', action, payload).event).toEqual(event)
  })
})

test('a transaction event that is wrong in every place but its name is accepted', () => {
  const { event, remarks } = readEvent('ocpp2.0.1', 'TransactionEvent', {
    eventType: 'Updated',
    timestamp: '2026-03-01T10:00:00',
    triggerReason: 'Because',
    seqNo: '4',
    extra: true,
    transactionInfo: { transactionId: 12345, chargingState: 'Humming' },
    meterValue: [
      {
        timestamp,
        sampledValue: [
          { value: '1.5', unitOfMeasure: { unit: 'kWh' } },
          { value: 20, measurand: 'Temperature' },
        ],
      },
    ],
  })
  expect(event).toMatchObject({
    transactionId: '12345',
    sequence: 4,
    happenedAt: at,
    samples: [{ energyWh: 1500 }],
  })
  expect(remarks.length).toBeGreaterThanOrEqual(7)
})

test('a transaction event without a transaction, or of no kind, is refused', () => {
  const payload = { eventType: 'Updated', timestamp, triggerReason: 'Trigger', seqNo: 1, transactionInfo: {} }
  expect(understandCall('ocpp2.0.1', 'TransactionEvent', payload)).toMatchObject({
    code: 'OccurrenceConstraintViolation',
  })
  expect(
    understandCall('ocpp2.0.1', 'TransactionEvent', {
      ...payload,
      eventType: 'Paused',
      transactionInfo: { transactionId: 'T1' },
    }),
  ).toMatchObject({ code: 'PropertyConstraintViolation' })
  expect(
    understandCall('ocpp2.0.1', 'TransactionEvent', { ...payload, transactionInfo: { transactionId: '' } }),
  ).toHaveProperty('code')
})

test('a car that gets no certificate, and a revocation that is not known, are answered so', () => {
  const { Get15118EVCertificate: contract, GetCertificateStatus: status } = versions['ocpp2.0.1'].fromStation
  if (contract?.treatment !== 'handled' || status?.treatment !== 'handled') throw new Error('not handled')
  const event: StationEvent = { type: 'station.beat' }
  expect(contract.answer({ type: 'contract', exiResponse: null }, event)).toEqual({
    status: 'Failed',
    exiResponse: '',
  })
  expect(contract.readAnswer({ status: 'Failed', exiResponse: '' })).toEqual({
    type: 'contract',
    exiResponse: null,
  })
  expect(status.answer({ type: 'revocation', response: null }, event)).toEqual({ status: 'Failed' })
  expect(status.readAnswer({ status: 'Failed' })).toEqual({ type: 'revocation', response: null })
})

test.each([
  ['v2g_root', 'V2GRootCertificate'],
  ['mo_root', 'MORootCertificate'],
] as const)('%s is what 2.0.1 calls %s, and 1.6 has no word for it', (use, certificateType) => {
  const install = { type: 'install_certificate', use, certificate: 'PEM' } as const
  expect(versions['ocpp2.0.1'].writeCommand(install)).toEqual({
    action: 'InstallCertificate',
    payload: { certificateType, certificate: 'PEM' },
  })
  for (const command of [install, { type: 'certificates', use } as const])
    expect(versions['ocpp1.6'].writeCommand(command)).toHaveProperty('unsupported')
})

test('root certificates of car makers come with a later version', () => {
  for (const type of ['install_certificate', 'certificates'] as const)
    expect(versions['ocpp2.0.1'].writeCommand({ type, use: 'oem_root', certificate: 'PEM' })).toHaveProperty(
      'unsupported',
    )
})

test('the certificate that a station shows to cars has a word of its own, and 1.6 has none', () => {
  const ask = { type: 'request_certificate', forCars: 2 } as const
  const signed = { type: 'certificate_signed', chain: 'PEM', forCars: 2 } as const
  expect(versions['ocpp2.0.1'].writeCommand(ask)).toMatchObject({
    payload: { requestedMessage: 'SignV2GCertificate' },
  })
  expect(versions['ocpp2.0.1'].writeCommand(signed)).toMatchObject({
    payload: { certificateType: 'V2GCertificate' },
  })
  for (const command of [ask, signed])
    expect(versions['ocpp1.6'].writeCommand(command)).toHaveProperty('unsupported')
})

test('what is known and not served says so', () => {
  expect(understandCall('ocpp2.0.1', 'StartTransaction', {})).toMatchObject({ code: 'NotImplemented' })
  expect(understandCall('ocpp2.0.1', 'RequestStartTransaction', {})).toMatchObject({ code: 'NotSupported' })
})

test('the answer to a transaction event holds the cost in major units and a status where a token was', () => {
  const row = versions['ocpp2.0.1'].fromStation.TransactionEvent
  if (row?.treatment !== 'handled') throw new Error('not handled')
  const event: StationEvent = { type: 'meter.sampled', samples: [], offline: false }
  const token = { token: 'A', type: 'Central' }
  expect(row.answer({ type: 'accepted', totalCostMinor: 1999 }, event)).toEqual({ totalCost: 19.99 })
  expect(row.answer({ type: 'accepted' }, { ...event, token })).toEqual({
    idTokenInfo: { status: 'Accepted' },
  })
  expect(row.answer({ type: 'accepted', status: 'Blocked' }, { ...event, token })).toEqual({
    idTokenInfo: { status: 'Blocked' },
  })
  expect(row.answer({ type: 'accepted', status: 'NoCredit' }, { ...event, token })).toEqual({
    idTokenInfo: { status: 'NoCredit' },
  })
  expect(row.answer({ type: 'accepted', status: 'Blocked' }, event)).toEqual({})
  expect(
    row.answer(
      { type: 'charging', transactionId: 1, status: 'Accepted', totalCostMinor: 0 },
      { ...event, token },
    ),
  ).toEqual({
    totalCost: 0,
    idTokenInfo: { status: 'Accepted' },
  })
})

describe('commands in 2.0.1', () => {
  const { writeCommand, fromCentral } = versions['ocpp2.0.1']
  const token = { token: 'O1Z', type: 'Central' }

  test.each([
    [
      { type: 'start', at: { evse: 2 }, token, remoteStartId: 9 },
      'RequestStartTransaction',
      { evseId: 2, remoteStartId: 9, idToken: { idToken: 'O1Z', type: 'Central' } },
    ],
    [{ type: 'stop', transactionId: 'T1' }, 'RequestStopTransaction', { transactionId: 'T1' }],
    [{ type: 'reset', whenIdle: false }, 'Reset', { type: 'Immediate' }],
    [{ type: 'unlock', at: { evse: 1, connector: 1 } }, 'UnlockConnector', { evseId: 1, connectorId: 1 }],
    [
      { type: 'availability', at: { evse: 1 }, operative: true },
      'ChangeAvailability',
      { operationalStatus: 'Operative', evse: { id: 1 } },
    ],
    [{ type: 'trigger', message: 'Heartbeat' }, 'TriggerMessage', { requestedMessage: 'Heartbeat' }],
  ] as const)('%j', (command, action, payload) => {
    expect(writeCommand(command)).toEqual({ action, payload })
    expect(fromCentral[action]?.read(payload)).toEqual(command)
  })

  test('a text, what a session costs, and whether a station can show them', () => {
    const until = new Date('2026-03-02T09:00:00Z')
    const shown = {
      textId: 7,
      evse: 2,
      text: 'Unplug',
      language: 'de',
      until: until.toISOString(),
      format: 'utf8' as const,
      priority: 'front' as const,
    }
    expect(writeCommand({ type: 'show_text', shown })).toEqual({
      action: 'SetDisplayMessage',
      payload: {
        message: {
          id: 7,
          priority: 'InFront',
          endDateTime: '2026-03-02T09:00:00.000Z',
          message: { format: 'UTF8', language: 'de', content: 'Unplug' },
          display: { name: 'Display', evse: { id: 2 } },
        },
      },
    })
    const { action, payload } = writeCommand({ type: 'show_cost', transactionId: 'T1', costMinor: 1999 }) as {
      action: string
      payload: object
    }
    expect([action, payload]).toEqual(['CostUpdated', { transactionId: 'T1', totalCost: 19.99 }])
    const displays = (...values: (string | undefined)[]) =>
      versions['ocpp2.0.1'].readAnswer(
        { type: 'displays' },
        { getVariableResult: values.map((attributeValue) => ({ attributeValue })) },
      )
    expect(displays('true', 'False')).toEqual({ showsTexts: true, showsCosts: false })
    expect(displays(undefined, 'True')).toEqual({ showsTexts: false, showsCosts: true })
    expect(displays()).toEqual({ showsTexts: false, showsCosts: false })
    for (const type of ['displays', 'show_text', 'hide_text', 'show_cost'] as const)
      expect(versions['ocpp1.6'].writeCommand({ type } as never)).toHaveProperty('unsupported')
  })

  test('a question about a transaction, and the answer to it', () => {
    const inquiry = { type: 'transaction_inquiry', transactionId: 'T1' } as const
    expect(writeCommand(inquiry)).toEqual({
      action: 'GetTransactionStatus',
      payload: { transactionId: 'T1' },
    })
    const findings = (payload: Record<string, unknown>) => versions['ocpp2.0.1'].readAnswer(inquiry, payload)
    expect(findings({ ongoingIndicator: false, messagesInQueue: true })).toEqual({
      transactionRuns: false,
      messagesWait: true,
    })
    expect(findings({ messagesInQueue: 'no' })).toEqual({})
    expect(knows('ocpp2.0.1', inquiry)).toBe(true)
    expect(knows('ocpp1.6', inquiry)).toBe(false)
  })

  test('need an EVSE', () => {
    expect(writeCommand({ type: 'start', at: { ordinal: 1 }, token, remoteStartId: 1 })).toHaveProperty(
      'unsupported',
    )
  })
})
