import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fingerprintOf, parsePublicKey } from '../../../stations/meters/public-key.ts'
import { newOrder } from '../order.ts'
import { transparencyFile } from './file.ts'
import { judge, newKeys, onceEach, withJudgement } from './judge.ts'
import type { KeptSigned } from './signed-store.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('hex')
const print = (text: string) => {
  const key = parsePublicKey(text)
  if (!key) throw new Error('no key')
  return fingerprintOf(key)
}
const known = (changes: object = {}) => [
  { publicKey, fingerprint: print(publicKey), confirmed: true, retiredAt: null, ...changes },
]
const start = new Date('2026-11-20T10:00:00Z')
const end = new Date('2026-11-20T11:00:00Z')

function record(readings: object[], serial = 'M1', page = 'T1'): string {
  const payload = JSON.stringify({ FV: '1.0', PG: page, GS: 'G1', MS: serial, RD: readings })
  const signature = sign('sha256', Buffer.from(payload), pair.privateKey).toString('hex')
  return `OCMF|${payload}|${JSON.stringify({ SD: signature })}`
}
const reading = (mark: string | null, text: string, unit = 'kWh') => ({
  ...(mark === null ? {} : { TX: mark }),
  RV: text,
  RI: '1-b:1.8.0',
  RU: unit,
  ST: 'G',
})
const kept = (context: string, data: string, changes: Partial<KeptSigned> = {}): KeptSigned => ({
  orderId: 1,
  at: context.endsWith('End') ? end : start,
  context,
  receivedAt: end,
  sequence: null,
  data,
  encodingMethod: null,
  signingMethod: null,
  publicKey: null,
  ...changes,
})
const begun = (text: string, unit?: string) => kept('Transaction.Begin', record([reading('B', text, unit)]))
const ended = (text: string, unit?: string) => kept('Transaction.End', record([reading('E', text, unit)]))
const session = (energyWh: number) => ({ energyWh, transactionFinish: end })

describe('an order whose meter has signed', () => {
  // the tolerance is a step of the signed registers, and a Wh
  test.each([
    ['1.500', '3.500', 2000, 'checked'],
    ['1.500', '3.500', 2002, 'checked'],
    ['1.500', '3.500', 2003, 'differs'],
    ['1.500', '3.500', 1998, 'checked'],
    ['1.500', '3.500', 1997, 'differs'],
    ['1.50', '3.50', 2011, 'checked'],
    ['1.50', '3.50', 2012, 'differs'],
    ['1.50', '3.500', 2011, 'checked'],
    ['1', '3', 1000, 'checked'],
    ['1', '3', 999, 'checked'],
    ['1', '3', 998, 'differs'],
    ['0.0000', '0.0000', 0, 'checked'],
  ])('from %s to %s kWh and was reported with %d Wh: %s', (from, to, energyWh, verdict) => {
    expect(judge([begun(from), ended(to)], known(), session(energyWh))).toMatchObject({ verdict })
  })

  test('in whole Wh is compared in them', () => {
    const values = [begun('1500', 'Wh'), ended('3500', 'Wh')]
    expect(judge(values, known(), session(2002))).toMatchObject({ verdict: 'checked', energyWh: 2000 })
    expect(judge(values, known(), session(2003))).toMatchObject({ verdict: 'differs' })
  })

  // the meter counts its records up; fiscal ones by themselves, and some do not say
  test.each([
    ['T7', 'T8', 'checked'],
    ['T7', 'T7', 'checked'],
    ['T7', 'T6', 'differs'],
    ['T10', 'T9', 'differs'],
    ['F9', 'T8', 'checked'],
    ['T9', 'none', 'checked'],
  ])('begins with page %s and ends with %s: %s', (from, to, verdict) => {
    const values = [
      kept('Transaction.Begin', record([reading('B', '1.000')], 'M1', from)),
      kept('Transaction.End', record([reading('E', '3.000')], 'M1', to)),
    ]
    expect(judge(values, known(), session(2000))).toMatchObject({ verdict })
  })

  test('a record that comes plain and in base64 is there once', () => {
    const plain = record([reading('B', '1.000')])
    const wrapped = kept('Transaction.Begin', Buffer.from(plain).toString('base64'))
    const [begin, last] = [kept('Transaction.Begin', plain), ended('3.000')]
    expect(onceEach([begin, wrapped, last])).toEqual([begin, last])
  })

  test('both ends in one record is as in two', () => {
    const both = kept('Transaction.End', record([reading('B', '1.000'), reading('E', '3.000')]))
    expect(judge([both], known(), session(2000))).toMatchObject({
      verdict: 'checked',
      beginWh: 1000,
      endWh: 3000,
    })
  })

  test('samples between its ends is judged by the ends', () => {
    const between = kept('Sample.Periodic', `${record([reading('C', '2.000')])}0`)
    expect(judge([begun('1.000'), between, ended('3.000')], known(), session(2000))).toMatchObject({
      verdict: 'checked',
    })
  })

  test('records without a mark counts them by what the station says', () => {
    const values = [
      kept('Transaction.Begin', record([reading(null, '1.000')])),
      kept('Transaction.End', record([reading(null, '3.000')])),
    ]
    expect(judge(values, known(), session(2000))).toMatchObject({ verdict: 'checked', energyWh: 2000 })
  })

  test('the same register twice compares the same registers', () => {
    const other = { ...reading('E', '9.000'), RI: '1-b:B2.8.0' }
    const values = [begun('1.000'), kept('Transaction.End', record([reading('E', '3.000'), other]))]
    expect(judge(values, known(), session(2000))).toMatchObject({ verdict: 'checked', endWh: 3000 })
  })

  test.each([
    ['only its begin', [begun('1.000')], 'not_checkable', 'incomplete'],
    ['only its end', [ended('3.000')], 'not_checkable', 'incomplete'],
    ['a format that is only kept', [kept('Transaction.End', 'AP;0;')], 'not_checkable', 'format'],
    [
      'a reading that the meter calls bad',
      [begun('1'), kept('Transaction.End', record([{ ...reading('E', '3'), ST: 'E' }]))],
      'not_checkable',
      'incomplete',
    ],
    [
      'with two meters',
      [kept('Transaction.Begin', record([reading('B', '1.000')], 'M2')), ended('3.000')],
      'differs',
      null,
    ],
  ] as const)('%s is %s %s', (_, values, verdict, why) => {
    expect(judge([...values], known(), session(2000))).toMatchObject({ verdict, why })
  })

  test('and nothing signed is not judged', () => {
    expect(judge([], known(), session(0))).toBeNull()
  })

  test('with one forged end is wrong', () => {
    const forged = kept('Transaction.End', record([reading('E', '3.000')]).replace('3.000', '2.000'))
    expect(judge([begun('1.000'), forged], known(), session(1000))).toMatchObject({ verdict: 'wrong' })
  })

  test('with one of its ends by a key of the station alone is self-declared', () => {
    const values = [begun('1.000'), ended('3.000')]
    expect(judge(values, known({ confirmed: false }), session(2000))).toMatchObject({
      verdict: 'self_declared',
    })
  })
})

describe('a key that was replaced', () => {
  const values = [begun('1.000'), ended('3.000')]
  test.each([
    ['at the end of the session still counts', end, 'checked'],
    ['after it still counts', new Date(end.getTime() + 1), 'checked'],
    ['before its end does not', new Date(end.getTime() - 1), 'not_checkable'],
  ])('%s', (_, retiredAt, verdict) => {
    expect(judge(values, known({ retiredAt }), session(2000))).toMatchObject({ verdict })
  })
})

test('keys that came with values and are not known are named once each', () => {
  const values = [
    kept('Transaction.Begin', 'x', { publicKey }),
    kept('Transaction.End', 'y', { publicKey }),
    kept('Transaction.End', 'z', { publicKey: 'none' }),
  ]
  expect(newKeys('S', values, [])).toMatchObject([
    { stationId: 'S', fingerprint: print(publicKey), source: 'message' },
  ])
  expect(newKeys('S', values, known())).toEqual([])
})

describe('the review of an order', () => {
  const order = newOrder({
    id: 1,
    status: 'completed',
    source: 'rfid',
    locationId: 1,
    stationId: 'S',
    connectorId: 1,
    createdAt: start,
  })
  const judged = (verdict: 'checked' | 'self_declared' | 'not_checkable' | 'wrong' | 'differs') => ({
    verdict,
    why: null,
    beginWh: null,
    endWh: null,
    energyWh: null,
    fingerprint: null,
    publicKey: null,
  })

  test.each([
    ['wrong', 'signature_wrong', true],
    ['differs', 'signed_differs', true],
    ['checked', null, false],
    ['self_declared', null, false],
    ['not_checkable', null, false],
  ] as const)('%s: %s', (verdict, warning, needsReview) => {
    expect(withJudgement(order, judged(verdict))).toMatchObject({ warning, needsReview })
  })

  test.each([
    'unowned',
    'other_token',
    'late_start',
    'implausible_energy',
    'energy_unknown',
  ] as const)('keeps the question that is asked already: %s', (warning) => {
    expect(withJudgement({ ...order, warning }, judged('wrong'))).toMatchObject({
      warning,
      needsReview: true,
    })
  })

  test.each(['lost', 'offline', 'clock'] as const)('says more than %s', (warning) => {
    expect(withJudgement({ ...order, warning }, judged('wrong'))).toMatchObject({
      warning: 'signature_wrong',
    })
  })

  test('takes back a warning of its own, and no other', () => {
    expect(withJudgement({ ...order, warning: 'signed_differs' }, judged('checked')).warning).toBeNull()
    expect(withJudgement({ ...order, warning: 'clock' }, judged('checked')).warning).toBe('clock')
  })
})

test('the file for the transparency software says how each value is written', () => {
  const values = [
    begun('1.000'),
    kept('A<&"', '1B1B1B1B01010101'),
    kept('B', 'AAAA AAA='),
    kept('C', 'AP;<1>\u0001', { publicKey }),
  ]
  const file = transparencyFile({ id: 7 }, { values, keys: known() })
  const key = `<publicKey encoding="hex">${publicKey.toUpperCase()}</publicKey>`
  expect(file).toContain('<signedData format="OCMF" encoding="plain">OCMF|{&quot;FV')
  expect(file).toContain('context="A&lt;&amp;&quot;">\n    <signedData format="EDL_40_P" encoding="hex">1B1B')
  expect(file).toContain('<signedData encoding="base64">AAAA AAA=</signedData>')
  expect(file).toContain(`<signedData format="ALFEN" encoding="plain">AP;&lt;1&gt;</signedData>\n    ${key}`)
  expect(file.split(key)).toHaveLength(3)
})
