import { describe, expect, test } from 'vitest'
import type { Protocol } from '../protocol.ts'
import { versions } from '../versions.ts'
import { cardNumber } from './reading.ts'
import { understand } from './understand.ts'

const understandCall = (protocol: Protocol, action: string, payload: Record<string, unknown>) =>
  understand(versions[protocol], { kind: 'call', id: '1', idTooLong: false, changed: false, action, payload })
const timestamp = '2026-11-24T10:00:00Z'

describe('a boot counts with what can be read of it', () => {
  const boot16 = { chargePointVendor: 'V', chargePointModel: 'M' }
  const station = { vendorName: 'V', model: 'M' }
  const boot201 = (changes: object, reason: unknown = 'PowerUp') => ({
    reason,
    chargingStation: { ...station, ...changes },
  })

  test.each<[Protocol, Record<string, unknown>, object, number]>([
    ['ocpp1.6', { ...boot16, iccid: null, imsi: null }, { vendorName: 'V', model: 'M' }, 2],
    ['ocpp1.6', { ...boot16, chargePointVendor: null }, { vendorName: '', model: 'M' }, 1],
    ['ocpp1.6', { chargePointModel: 'M' }, { vendorName: '', model: 'M' }, 1],
    ['ocpp1.6', { ...boot16, meterColour: 'red' }, { vendorName: 'V' }, 1],
    ['ocpp1.6', { ...boot16, chargePointSerialNumber: 'S'.repeat(40) }, { serialNumber: 'S'.repeat(40) }, 1],
    ['ocpp1.6', { ...boot16, firmwareVersion: 'f'.repeat(300) }, { firmwareVersion: 'f'.repeat(255) }, 1],
    ['ocpp2.0.1', boot201({ modem: null }), { reason: 'PowerUp' }, 1],
    ['ocpp2.0.1', boot201({ vendorName: null }), { vendorName: '', model: 'M' }, 1],
    ['ocpp2.0.1', boot201({ meterColour: 'red' }, 'Sunrise'), { model: 'M', reason: 'Sunrise' }, 2],
    ['ocpp2.0.1', boot201({ serialNumber: 'S'.repeat(40) }, null), { serialNumber: 'S'.repeat(40) }, 3],
    ['ocpp2.0.1', boot201({ firmwareVersion: 'f'.repeat(300) }), { firmwareVersion: 'f'.repeat(255) }, 1],
  ])('%s %j', (protocol, payload, event, remarks) => {
    const understood = understandCall(protocol, 'BootNotification', payload)
    expect(understood).toMatchObject({ event: { type: 'station.booted', ...event } })
    expect('remarks' in understood && understood.remarks).toHaveLength(remarks)
  })

  test.each<[Protocol, Record<string, unknown>, string]>([
    ['ocpp1.6', {}, 'OccurrenceConstraintViolation'],
    ['ocpp1.6', { chargePointVendor: null, chargePointModel: 7 }, 'TypeConstraintViolation'],
    ['ocpp2.0.1', { reason: 'PowerUp' }, 'OccurrenceConstraintViolation'],
    ['ocpp2.0.1', { reason: 'PowerUp', chargingStation: null }, 'TypeConstraintViolation'],
  ])('%s %j says nothing of a station', (protocol, payload, code) => {
    expect(understandCall(protocol, 'BootNotification', payload)).toMatchObject({ code })
  })
})

describe('a status is accepted whatever the other fields say', () => {
  const status16 = { connectorId: 1, errorCode: 'OtherError', status: 'Faulted' }
  const status201 = { evseId: 1, connectorId: 1, connectorStatus: 'Faulted', timestamp }
  const at16 = { ordinal: 1 }
  const at201 = { evse: 1, connector: 1 }

  test.each<[Protocol, Record<string, unknown>, object]>([
    ['ocpp1.6', { ...status16, info: 'i'.repeat(90) }, { at: at16, info: 'i'.repeat(90) }],
    ['ocpp1.6', { ...status16, info: 'i'.repeat(300) }, { info: 'i'.repeat(255) }],
    ['ocpp1.6', { ...status16, timestamp: '2026-11-24T10:00:00' }, { happenedAt: new Date(timestamp) }],
    ['ocpp1.6', { ...status16, timestamp: null, info: null, vendorErrorCode: null }, { at: at16 }],
    ['ocpp1.6', { ...status16, errorCode: 'E12' }, { errorCode: 'E12' }],
    ['ocpp1.6', { connectorId: '1', status: 'Faulted' }, { at: at16 }],
    ['ocpp2.0.1', { ...status201, info: 'i'.repeat(90) }, { at: at201 }],
    ['ocpp2.0.1', { ...status201, timestamp: '2026-11-24 10:00:00' }, { happenedAt: new Date(timestamp) }],
    ['ocpp2.0.1', { ...status201, timestamp: null }, { at: at201 }],
    ['ocpp2.0.1', { ...status201, connectorId: null }, { at: { evse: 1 } }],
  ])('%s %j', (protocol, payload, event) => {
    const understood = understandCall(protocol, 'StatusNotification', payload)
    expect(understood).toMatchObject({ event: { type: 'connector.changed', state: 'Faulted', ...event } })
    expect('remarks' in understood && understood.remarks.length).toBeGreaterThan(0)
  })

  test.each<[Protocol, Record<string, unknown>, string]>([
    ['ocpp1.6', { ...status16, status: 'Asleep' }, 'PropertyConstraintViolation'],
    ['ocpp1.6', { errorCode: 'NoError', status: 'Faulted' }, 'OccurrenceConstraintViolation'],
    ['ocpp1.6', { ...status16, connectorId: 1e20 }, 'PropertyConstraintViolation'],
    ['ocpp2.0.1', { ...status201, connectorStatus: null }, 'TypeConstraintViolation'],
    ['ocpp2.0.1', { ...status201, evseId: 2 ** 31 }, 'PropertyConstraintViolation'],
  ])('%s %j tells none', (protocol, payload, code) => {
    expect(understandCall(protocol, 'StatusNotification', payload)).toMatchObject({ code })
  })
})

describe('a card is known without what stands behind its number', () => {
  test.each([
    ['04A1B2', '04A1B2', 0],
    ['04A1B2 ', '04A1B2', 1],
    [`04A1B2${'\ufffd'.repeat(3)}`, '04A1B2', 1],
    [' \t\u00a0', '', 1],
    [' 04 A1', ' 04 A1', 0],
    ['', '', 0],
  ])('%j', (written, number, remarks) => {
    const said: string[] = []
    expect(cardNumber(written, said)).toBe(number)
    expect(said).toHaveLength(remarks)
  })

  test('takes no time, however much stands there', () => {
    const begun = process.cpuUsage()
    cardNumber(`${' '.repeat(200_000)}x`, [])
    cardNumber(`x${' '.repeat(200_000)}`, [])
    expect(process.cpuUsage(begun).user).toBeLessThan(500_000)
  })

  const padded = `${'A'.repeat(20)}\ufffd `
  test.each<[Protocol, Record<string, unknown>]>([
    ['ocpp1.6', { idTag: padded }],
    ['ocpp2.0.1', { idToken: { idToken: padded.padEnd(40, ' '), type: 'ISO14443' } }],
  ])('%s Authorize %j', (protocol, payload) => {
    expect(understandCall(protocol, 'Authorize', payload)).toMatchObject({
      event: { type: 'token.presented', token: { token: 'A'.repeat(20) } },
    })
  })

  test.each<[Protocol, Record<string, unknown>]>([
    ['ocpp1.6', { idTag: 'A'.repeat(21) }],
    ['ocpp2.0.1', { idToken: { idToken: 'A'.repeat(37), type: 'ISO14443' } }],
  ])('%s Authorize of a number that is too long is refused', (protocol, payload) => {
    expect(understandCall(protocol, 'Authorize', payload)).toMatchObject({
      code: 'PropertyConstraintViolation',
    })
  })
})

test.each<[Protocol, string, Record<string, unknown>, object]>([
  ['ocpp1.6', 'StartTransaction', { connectorId: 0, idTag: 'A', meterStart: 0, timestamp }, { ordinal: 0 }],
  ['ocpp2.0.1', 'TransactionEvent', { evse: { id: 0 } }, { evse: 0 }],
  ['ocpp2.0.1', 'TransactionEvent', {}, {}],
])('%s %s without a connector is remarked on', (protocol, action, payload, at) => {
  const event = {
    eventType: 'Started',
    timestamp,
    triggerReason: 'Authorized',
    seqNo: 0,
    transactionInfo: { transactionId: 'T' },
  }
  const whole = protocol === 'ocpp1.6' ? payload : { ...event, ...payload }
  expect(understandCall(protocol, action, whole)).toMatchObject({
    event: { type: 'charging.started', at },
    remarks: [expect.stringContaining('but the station')],
  })
})
