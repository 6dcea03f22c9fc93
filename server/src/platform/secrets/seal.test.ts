import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

test('what was sealed is read back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(unseal('key', seal('key', value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a seal shows nothing of what it holds, and is another one each time', () => {
  const [one, other] = [seal('key', 'a secret'), seal('key', 'a secret')]
  expect(one).toMatch(/^[\w-]+$/)
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('secret')
  expect(one).not.toBe(other)
  // 12 bytes to begin with, 16 that prove it, and the text in quotation marks
  expect(Buffer.from(one, 'base64url')).toHaveLength(12 + 16 + '"a secret"'.length)
})

test('another key does not open a seal', () => {
  expect(() => unseal('other', seal('key', 'a secret'))).toThrow()
})

test('a seal with a changed byte does not open', () => {
  const sealed = Buffer.from(seal('key', 'a secret'), 'base64url')
  for (const [at, byte] of sealed.entries()) {
    const changed = Buffer.from(sealed)
    changed[at] = byte ^ 1
    expect(() => unseal('key', changed.toString('base64url')), `byte ${at}`).toThrow()
  }
  expect(() => unseal('key', sealed.subarray(0, -1).toString('base64url'))).toThrow()
})
