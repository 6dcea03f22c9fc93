import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vectors } from './ocsp.fixtures.ts'
import { isSound, questionOf, readAnswer, requestFor, responderOf } from './ocsp.ts'

const bytes = (base64: string) => Buffer.from(base64, 'base64')
const root = new X509Certificate(bytes(vectors.root))
const good = new X509Certificate(bytes(vectors.good))
const revoked = new X509Certificate(bytes(vectors.revoked))
const question = questionOf(good, root, responderOf(good) ?? '')
const ofRevoked = questionOf(revoked, root, '')
const made = new Date('2026-11-27T19:53:41Z')
const next = new Date('2026-12-04T19:53:41Z')
const after = (ms: number) => new Date(made.getTime() + ms)

test('the question is the one that OpenSSL writes', () => {
  expect(requestFor(question).toString('base64')).toBe(vectors.request)
  expect(question.responderUrl).toBe('http://ocsp.example/v')
})

test('what OpenSSL answers is understood, whether the issuer or somebody it lets sign has signed', () => {
  for (const answer of [vectors.ofGood, vectors.byRoot])
    expect(readAnswer(bytes(answer), question, [root], made)).toMatchObject({ status: 'good' })
  expect(readAnswer(bytes(vectors.ofRevoked), ofRevoked, [root], made)).toEqual({
    status: 'revoked',
    believedUntil: next,
  })
})

test('an answer of somebody whom the issuer does not let sign, or about another certificate, says nothing', () => {
  expect(readAnswer(bytes(vectors.bySomebody), question, [root], made)).toBeNull()
  expect(readAnswer(bytes(vectors.ofRevoked), question, [root], made)).toBeNull()
  expect(readAnswer(bytes(vectors.ofGood), ofRevoked, [root], made)).toBeNull()
})

test('without the issuer nothing is believed, and an answer that brings it is', () => {
  expect(readAnswer(bytes(vectors.ofGood), question, [good], made)).toBeNull()
  expect(readAnswer(bytes(vectors.byRoot), question, [], made)).toMatchObject({ status: 'good' })
})

test.each([
  [-300_001, null],
  [-300_000, 'good'],
  [0, 'good'],
  [next.getTime() - made.getTime(), 'good'],
  [next.getTime() - made.getTime() + 1, null],
])('%i ms after it was made, an answer says %s', (ms, status) => {
  expect(readAnswer(bytes(vectors.byRoot), question, [root], after(ms))?.status ?? null).toBe(status)
})

test('an answer with a changed byte is never believed to say something else', () => {
  const answer = bytes(vectors.ofGood)
  fc.assert(
    fc.property(fc.nat(answer.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(answer)
      changed[at] = (changed[at] ?? 0) ^ change
      const read = readAnswer(changed, question, [root], made)
      expect([null, 'good']).toContain(read?.status ?? null)
    }),
    { numRuns: 400 },
  )
  // the signed part begins after the headers
  const status = answer.indexOf(Buffer.from('8000', 'hex'))
  const changed = Buffer.from(answer)
  changed[status] = 0x82
  expect(readAnswer(changed, question, [root], made)).toBeNull()
})

test('bytes of any kind say nothing, and end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (any) => {
      expect(readAnswer(Buffer.from(any), question, [root], made)).toBeNull()
    }),
  )
})

test.each([
  ['SHA1', question.issuerNameHash, '01', false],
  ['constructor', question.issuerNameHash, '01', false],
  ['__proto__', question.issuerNameHash, '01', false],
  ['SHA256', question.issuerNameHash.slice(1), '01', false],
  ['SHA256', `${question.issuerNameHash.slice(1)}x`, '01', false],
  ['SHA384', question.issuerNameHash, '01', false],
  ['SHA256', question.issuerNameHash, '', false],
  ['SHA256', question.issuerNameHash, 'a'.repeat(40), true],
  ['SHA256', question.issuerNameHash, 'a'.repeat(41), false],
])('%s %s %s: a question that can be put: %s', (hashAlgorithm, issuerNameHash, serialNumber, sound) => {
  expect(isSound({ ...question, hashAlgorithm, issuerNameHash, serialNumber })).toBe(sound)
})
