import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentOf } from './content.ts'
import { parseOcmf } from './ocmf.ts'
import { fingerprintOf, parsePublicKey } from './public-key.ts'
import { vectors } from './vectors.fixtures.ts'
import { checkSigned } from './verify.ts'

const check = (data: string, keys: { publicKey: string; confirmed: boolean }[] = [], publicKey?: string) =>
  checkSigned(contentOf({ data, ...(publicKey === undefined ? {} : { publicKey }) }), keys)
const confirmed = (publicKey: string) => [{ publicKey, confirmed: true }]

describe.each(Object.entries(vectors))('a published record: %s', (_, { data, key }) => {
  test('is valid with its key', () => {
    expect(check(data, confirmed(key))).toMatchObject({ result: 'valid', why: null })
  })

  test('is wrong after any one byte of it has changed', () => {
    const [begin, end] = [data.indexOf('|') + 1, data.lastIndexOf('|')]
    for (const at of [begin + 2, Math.floor((begin + end) / 2), end - 2]) {
      const changed = data.slice(0, at) + (data[at] === '1' ? '2' : '1') + data.slice(at + 1)
      expect(['wrong', 'not_checkable']).toContain(check(changed, confirmed(key)).result)
    }
    const digit = data.indexOf('"RV"') + data.slice(data.indexOf('"RV"')).search(/\d/)
    const other = data.slice(0, digit) + ((Number(data[digit]) + 1) % 10) + data.slice(digit + 1)
    expect(check(other, confirmed(key))).toMatchObject({ result: 'wrong' })
  })

  test.each([
    ['base64', Buffer.from(data).toString('base64')],
    ['hexadecimal digits', Buffer.from(data).toString('hex')],
    ['the object of 2.0.1', `{"signedMeterData":"${Buffer.from(data).toString('base64')}"}`],
    [
      'the object with its other name',
      `{"signedMeterValue":${JSON.stringify(data)},"encodingMethod":"OCMF"}`,
    ],
  ])('is valid in %s', (_way, sent) => {
    expect(check(sent, confirmed(key))).toMatchObject({ result: 'valid' })
  })
})

const { data, key } = vectors['secp256r1, blanks in the key']
const other = vectors['begin and end in one'].key

describe('a key', () => {
  test.each([
    ['that came with the value alone is only what the station says', [], key, 'self_declared', null],
    [
      'that nobody has confirmed is too',
      [{ publicKey: key, confirmed: false }],
      undefined,
      'self_declared',
      null,
    ],
    ['that is confirmed overrules what came with the value', confirmed(other), key, 'wrong', null],
    ['beside an older one is found', [...confirmed(other), ...confirmed(key)], undefined, 'valid', null],
    ['that nobody knows', [], undefined, 'not_checkable', 'no_key'],
    ['that cannot be read', confirmed('nonsense!'), undefined, 'not_checkable', 'bad_key'],
    ['of another meter', [], other, 'wrong', null],
    ['of another curve', confirmed(vectors.secp256k1.key), undefined, 'wrong', null],
  ] as const)('%s', (_, known, sent, result, why) => {
    expect(check(data, [...known], sent)).toMatchObject({ result, why })
  })

  test('is the same however it is written', () => {
    const bytes = Buffer.from(key.replaceAll(' ', ''), 'hex')
    const pem = `-----BEGIN PUBLIC KEY-----\n${bytes.toString('base64')}\n-----END PUBLIC KEY-----`
    const point = bytes.subarray(-65)
    const ways = [
      key,
      pem,
      bytes.toString('base64'),
      point.toString('hex'),
      point.subarray(1).toString('hex'),
    ]
    ways.push(Buffer.from(bytes.toString('hex')).toString('base64'))
    const prints = ways.map((text) => {
      const parsed = parsePublicKey(text)
      return parsed && fingerprintOf(parsed)
    })
    expect(new Set(prints).size).toBe(1)
    expect(prints[0]).toMatch(/^[\da-f]{16}$/)
    for (const way of ways) expect(check(data, confirmed(way))).toMatchObject({ result: 'valid' })
  })

  test.each(['', 'zz', '3059', '04aa', Buffer.alloc(3000).toString('hex')])('is not %j', (text) => {
    expect(parsePublicKey(text)).toBeNull()
  })
})

describe('a record of our own', () => {
  const payload =
    '{"FV":"1.0","PG":"T1","MS":"1","RD":[{"TX":"B","RV":1.50,"RI":"1-b:1.8.0","RU":"kWh","ST":"G"}]}'

  test.each([
    ['secp192k1', 'secp192k1'],
    ['secp192r1', 'prime192v1'],
    ['secp256k1', 'secp256k1'],
    ['brainpool256r1', 'brainpoolP256r1'],
    ['brainpool384r1', 'brainpoolP384r1'],
    ['secp384r1', 'secp384r1'],
  ])('signed with %s is valid, with the bare point too', (name, namedCurve) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
    const signature = sign('sha256', Buffer.from(payload), privateKey).toString('hex')
    const record = `OCMF|${payload}|${JSON.stringify({ SA: `ECDSA-${name}-SHA256`, SD: signature })}`
    const der = publicKey.export({ format: 'der', type: 'spki' })
    const size = { secp192k1: 48, prime192v1: 48, secp384r1: 96, brainpoolP384r1: 96 }[namedCurve] ?? 64
    expect(check(record, confirmed(der.toString('hex')))).toMatchObject({ result: 'valid' })
    expect(check(record, confirmed(der.subarray(-size).toString('hex')))).toMatchObject({ result: 'valid' })
  })

  test.each([
    ['another algorithm', `OCMF|${payload}|{"SA":"RSA-2048-SHA256","SD":"30"}`, 'algorithm'],
    ['a part too many', `OCMF|${payload}|{"SD":"30"}|{}`, 'unreadable'],
    ['no signature', `OCMF|${payload}|{}`, 'unreadable'],
    ['no JSON', 'OCMF|{|{"SD":"30"}', 'unreadable'],
    ['a list', 'OCMF|[]|{"SD":"30"}', 'unreadable'],
    ['a record of Alfen', 'AP;0;3;AJ2;BIHEI;HRD;', 'format'],
    ['a record of SML', '1B1B1B1B0101010176050000001B', 'format'],
    ['nonsense', '!', 'format'],
  ])('with %s is not checked', (_, record, why) => {
    expect(check(record, confirmed(key))).toMatchObject({ result: 'not_checkable', why })
  })

  test('with a signature that is none is wrong', () => {
    expect(check(`OCMF|${payload}|{"SD":"30"}`, confirmed(key))).toMatchObject({ result: 'wrong' })
  })
})

test.each([
  ['AP;0;3;AJ2;BIHEI;HRD;', undefined, 'ALFEN'],
  ['1B1B1B1B0101010176050000001B', undefined, 'EDL_40_P'],
  ['1b 1b 1b 1b 01 01 01 01 76', undefined, 'EDL_40_P'],
  ['AAAA', 'EDL', 'EDL_40_P'],
  ['<signed/>', 'EDL40 Mennekes', 'EDL_40_MENNEKES'],
  ['<signed/>', undefined, 'unknown'],
  ['{"data":5}', undefined, 'unknown'],
  ['{"', undefined, 'unknown'],
])('%s is kept as %s %s', (sent, encodingMethod, format) => {
  const content = contentOf({ data: sent, ...(encodingMethod === undefined ? {} : { encodingMethod }) })
  expect(content).toEqual({ format, data: sent, publicKey: null })
})

describe('the readings of a record', () => {
  const readings = (name: keyof typeof vectors) => parseOcmf(vectors[name].data)?.readings
  const read = (RD: unknown[]) => parseOcmf(`OCMF|${JSON.stringify({ RD })}|{"SD":"30"}`)?.readings

  test('are its registers of imported energy, with the steps that they are written in', () => {
    expect(readings('two registers')).toEqual([
      { tx: 'B', obis: '1-0:1.8.0', registerWh: 57_584, stepWh: 1, good: true },
      { tx: 'E', obis: '1-0:1.8.0', registerWh: 58_685, stepWh: 1, good: true },
    ])
    expect(readings('begin and end in one')).toMatchObject([
      { tx: 'B', registerWh: 1_234_560, stepWh: 10 },
      { tx: 'E', registerWh: 1_234_560, stepWh: 10 },
    ])
    expect(readings('secp256k1, key in base64')).toMatchObject([{ tx: 'B', registerWh: 9038, stepWh: 1 }])
    expect(readings('secp256r1, blanks in the key')).toMatchObject([{ registerWh: 7753, stepWh: 1 }])
  })

  test('say what they do not name as the one before', () => {
    expect(
      read([
        { TX: 'B', RV: 1.5, RI: '1-b:1.8.0', RU: 'kWh', ST: 'G' },
        { RV: 1.75 },
        { TX: 'E', RV: 2, ST: 'E' },
      ]),
    ).toMatchObject([
      { tx: 'B', registerWh: 1500, stepWh: 100, good: true },
      { tx: 'B', registerWh: 1750, stepWh: 10, good: true },
      { tx: 'E', registerWh: 2000, stepWh: 1000, good: false },
    ])
  })

  test.each([
    ['of another unit', { RV: 1, RU: 'sec', RI: '1-0:1.8.0' }],
    ['of exported energy', { RV: 1, RU: 'kWh', RI: '1-0:2.8.0' }],
    ['of power', { RV: 1, RU: 'kWh', RI: '1-b:1.9.0' }],
    ['without a value', { RU: 'kWh', RI: '1-0:1.8.0' }],
    ['of no number', { RV: 'much', RU: 'kWh' }],
  ])('are not those %s', (_, reading) => {
    expect(read([reading, 5])).toEqual([])
  })
})
