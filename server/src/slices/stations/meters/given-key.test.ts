import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { givenKey } from './given-key.ts'
import { fingerprintOf, parsePublicKey } from './public-key.ts'
import { keysInMessage, keysInSettings, reportedKey } from './reported-keys.ts'

const at = new Date('2026-11-23T10:00:00Z')
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
const base64 = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const hex = publicKey.export({ format: 'der', type: 'spki' }).toString('hex')
const parsed = parsePublicKey(pem)
if (!parsed) throw new Error('our own key is wrong')
const fingerprint = fingerprintOf(parsed)
const refused = (code: string) => expect.objectContaining({ code: `meter_key.${code}` })

describe('a key that a person gives', () => {
  test('is one as stations name it, with the connector that it is for', () => {
    for (const text of [pem, base64, hex])
      expect(givenKey('S1', text, at, 2)).toEqual({
        stationId: 'S1',
        connector: 2,
        publicKey: text,
        fingerprint,
        source: 'staff',
        reportedAt: at,
      })
  })

  test('is never a private one, with its heading or without', () => {
    const der = (type: 'pkcs8' | 'sec1') => privateKey.export({ format: 'der', type })
    const texts = [
      privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      privateKey.export({ format: 'pem', type: 'sec1' }).toString(),
      der('pkcs8').toString('base64'),
      der('sec1').toString('base64'),
      der('pkcs8').toString('hex').toUpperCase(),
      `${der('sec1').toString('hex').slice(0, 40)}\n${der('sec1').toString('hex').slice(40)}`,
    ]
    for (const text of texts) expect(() => givenKey('S1', text, at, null)).toThrow(refused('private'))
  })

  test('is of a curve that meters sign with', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
    const other = rsa.export({ format: 'pem', type: 'spki' }).toString()
    expect(() => givenKey('S1', other, at, null)).toThrow(refused('curve'))
    expect(() =>
      givenKey('S1', rsa.export({ format: 'der', type: 'spki' }).toString('hex'), at, null),
    ).toThrow(refused('curve'))
  })

  test('is readable', () => {
    for (const text of ['', 'hello', '-----BEGIN CERTIFICATE-----\nxx\n-----END CERTIFICATE-----'])
      expect(() => givenKey('S1', text, at, null)).toThrow(refused('unreadable'))
  })
})

describe('a key that a station names', () => {
  const key = (source: string, connector: number | null, text = base64) => ({
    stationId: 'S1',
    connector,
    publicKey: text,
    fingerprint,
    source,
    reportedAt: at,
  })

  test('is kept as it came, or not at all where it cannot be read', () => {
    expect(reportedKey('S1', base64, 'message', at)).toEqual(key('message', null))
    expect(reportedKey('S1', 'x', 'message', at)).toBeNull()
  })

  test.each([
    ['PublicKey', undefined, null],
    ['MeterPublicKey', undefined, null],
    ['meterpublickey2', undefined, 2],
    ['MeterPublicKey[12]', undefined, 12],
    ['MeterPublicKey[]', undefined, null],
    ['MeterPublicKey0', undefined, null],
    ['MeterPublicKey999', undefined, 999],
    ['MeterPublicKey1000', undefined, null],
    ['PublicKey', 'FiscalMetering@13', 13],
    ['PublicKey', 'FiscalMetering', null],
    ['PublicKey4', 'FiscalMetering@13', 4],
  ])('is among its settings as %s of %s, for the connector %s', (name, component, connector) => {
    const setting = { name, value: base64, ...(component === undefined ? {} : { component }) }
    expect(keysInSettings('S1', [setting] as never, at)).toEqual([key('settings', connector)])
  })

  test.each(['XPublicKey', 'PublicKeyX', 'MeterPublicKeys', 'Key'])('is not in the setting %s', (name) => {
    expect(keysInSettings('S1', [{ name, value: base64 }] as never, at)).toEqual([])
  })

  test('is not in a setting without a value, or with another', () => {
    const settings = [undefined, '', 'x'].map((value) => ({ name: 'PublicKey', value }))
    expect(keysInSettings('S1', settings as never, at)).toEqual([])
  })

  test('is in the message of meters, for their connectors', () => {
    const meters = [
      { connectorId: 1, publicKey: base64 },
      { connectorId: 0, publicKey: base64 },
      { connectorId: 1.5, publicKey: base64 },
      { publicKey: base64 },
      { connectorId: 1 },
      { connectorId: 1, publicKey: 'x' },
      null,
    ]
    expect(keysInMessage('S1', { meters }, at)).toEqual([
      key('vendor', 1),
      key('vendor', null),
      key('vendor', null),
      key('vendor', null),
    ])
    for (const content of [null, 'x', {}, { meters: {} }])
      expect(keysInMessage('S1', content, at)).toEqual([])
  })
})
