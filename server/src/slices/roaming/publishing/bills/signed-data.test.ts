import { expect, test } from 'vitest'
import type { SignedOrder } from '../../../charging/orders/signed/judge.ts'
import { signedDataOf } from './signed-data.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')

type Value = { context: string; data: string; encodingMethod?: string }
const order = (values: Value[], publicKey: string | null = null) =>
  ({ values, keys: [], judgement: { publicKey } }) as unknown as SignedOrder

const ocmf = (reading: string) => `OCMF|{"RD":"${reading}"}|{"SD":"ab"}`
const begin = { context: 'Transaction.Begin', data: ocmf('begin') }
const end = { context: 'Transaction.End', data: ocmf('end') }

test('nothing is said of a session that no meter has signed, or in a way that OCPI does not know', () => {
  expect(signedDataOf(null)).toBeUndefined()
  expect(signedDataOf(order([]))).toBeUndefined()
  expect(signedDataOf(order([{ context: 'Transaction.Begin', data: 'a number' }]))).toBeUndefined()
})

test('of OCMF partners get the signed text to read, and all of it to check', () => {
  expect(signedDataOf(order([begin, { ...begin, context: 'Sample.Clock' }, end]))).toEqual({
    encodingMethod: 'OCMF',
    signedValues: [
      { nature: 'Start', plainData: '{"RD":"begin"}', signedData: base64(begin.data) },
      { nature: 'Intermediate', plainData: '{"RD":"begin"}', signedData: base64(begin.data) },
      { nature: 'End', plainData: '{"RD":"end"}', signedData: base64(end.data) },
    ],
  })
})

test('what has no separator is read as it came', () => {
  const data = 'OCMF|'
  expect(signedDataOf(order([{ ...begin, data }]))?.signedValues).toEqual([
    { nature: 'Start', plainData: '', signedData: base64(data) },
  ])
})

test('of another format partners get the text as it came, without characters that nobody reads', () => {
  const data = 'AP;0;3;\u0000AL\n2'
  expect(signedDataOf(order([{ ...begin, data }]))).toEqual({
    encodingMethod: 'Alfen Eichrecht',
    signedValues: [{ nature: 'Start', plainData: 'AP;0;3; AL 2', signedData: base64(data) }],
  })
})

test.each([
  ['EDL_40_P', 'EDL40 E-Mobility Extension'],
  ['EDL40 Mennekes', 'EDL40 Mennekes'],
])('bytes of %s are those that the digits, or base64, stand for', (encodingMethod, name) => {
  const sml = Buffer.from('1b1b1b1b01010101aabbccdd', 'hex')
  for (const data of [sml.toString('hex'), sml.toString('base64')])
    expect(signedDataOf(order([{ ...end, data, encodingMethod }]))).toEqual({
      encodingMethod: name,
      signedValues: [{ nature: 'End', plainData: data, signedData: sml.toString('base64') }],
    })
})

test('values in another format than the first are left out', () => {
  const other = { context: 'Transaction.End', data: 'AP;0;3;AL2' }
  expect(signedDataOf(order([begin, other]))?.signedValues).toHaveLength(1)
  expect(signedDataOf(order([other, begin]))?.encodingMethod).toBe('Alfen Eichrecht')
})

test('a key goes along where it is known and has room', () => {
  const keyed = (publicKey: string | null) => signedDataOf(order([begin], publicKey))
  expect(keyed(hex('a key'))?.publicKey).toBe(base64('a key'))
  expect(keyed(null)).not.toHaveProperty('publicKey')
  expect(keyed('')).not.toHaveProperty('publicKey')
  expect(keyed('ab'.repeat(384))?.publicKey).toHaveLength(512)
  expect(keyed('ab'.repeat(385))).not.toHaveProperty('publicKey')
})

test('a value that is longer than its field is left out, and where none is left nothing is said', () => {
  const plain = (length: number) => ({ ...begin, data: `OCMF|${'x'.repeat(length)}|` })
  // base64 takes a third more than the text
  expect(signedDataOf(order([plain(3744)]))?.signedValues[0]?.signedData).toHaveLength(5000)
  expect(signedDataOf(order([plain(3745)]))).toBeUndefined()
  expect(signedDataOf(order([begin, plain(3745)]))?.signedValues).toHaveLength(1)
})

test('of many values the first ten and the last ten go along', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ context: 'Sample.Clock', data: ocmf(String(n)) }))
  const read = (count: number) =>
    signedDataOf(order(many(count)))!.signedValues.map(({ plainData }) => JSON.parse(plainData).RD)
  expect(read(20)).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
  expect(read(25)).toEqual([
    ...Array.from({ length: 10 }, (_, n) => String(n)),
    ...Array.from({ length: 10 }, (_, n) => String(n + 15)),
  ])
})
