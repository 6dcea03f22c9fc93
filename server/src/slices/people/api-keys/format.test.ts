import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutKeys } from '../../../platform/secrets/key-shape.ts'
import { masked } from '../../../platform/watching/masked.ts'
import { beginningOf, drawKey, isKey, readKey, writeKey } from './format.ts'

const digits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const text = (units: readonly string[], length: number) =>
  fc.array(fc.constantFrom(...units), { minLength: length, maxLength: length }).map((all) => all.join(''))
const keys = fc
  .record({ publicId: text(digits.slice(0, 10).concat(digits.slice(36)), 8), secret: text(digits, 43) })
  .map(({ publicId, secret }) => ({ publicId, secret, key: writeKey(publicId, secret) }))

test('what is written is read, and two secrets never have one hash', () => {
  fc.assert(
    fc.property(keys, keys, (one, other) => {
      expect(readKey(one.key)?.publicId).toBe(one.publicId)
      expect(readKey(one.key)?.secretHash === readKey(other.key)?.secretHash).toBe(
        one.secret === other.secret,
      )
    }),
  )
})

test('one wrong, missing or additional character makes it no key', () => {
  fc.assert(
    fc.property(keys, fc.nat(65), fc.constantFrom(...digits, '_'), ({ key }, at, sign) => {
      fc.pre(key[at] !== sign)
      expect(readKey(key.slice(0, at) + sign + key.slice(at + 1))).toBeNull()
      expect(readKey(key.slice(0, at) + key.slice(at + 1))).toBeNull()
      expect(readKey(`${key}${sign}`)).toBeNull()
    }),
  )
})

test('any text is read or refused', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => readKey(any) === null))
})

test('a drawn key is read, is told from other bearers, and no two are alike', () => {
  const drawn = Array.from({ length: 100 }, drawKey)
  for (const { key, publicId, secretHash } of drawn) {
    expect(readKey(key)).toEqual({ publicId, secretHash })
    expect(isKey(key)).toBe(true)
    expect(key.startsWith(`${beginningOf(publicId)}_`)).toBe(true)
  }
  expect(new Set(drawn.flatMap(({ publicId, secretHash }) => [publicId, secretHash])).size).toBe(200)
  expect(isKey('eyJhbGciOiJIUzI1NiJ9.e30.x')).toBe(false)
})

test('logs, the journal and the audit log keep of a key how it begins', () => {
  fc.assert(
    fc.property(keys, ({ key, publicId, secret }) => {
      const kept = [withoutKeys(`a ${key}, ${key}`), JSON.stringify(masked({ note: `Bearer ${key}` }))]
      for (const one of kept) {
        expect(one).toContain(beginningOf(publicId))
        expect(one).not.toContain(secret)
      }
    }),
  )
})
