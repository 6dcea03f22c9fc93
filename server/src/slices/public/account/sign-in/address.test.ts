import { expect, test } from 'vitest'
import { addressIn, addressKey } from './address.ts'

test('a driver is reached by e-mail in small letters, or by phone', () => {
  expect(addressIn({ email: 'Ada@Example.ORG', phone: '+49' })).toEqual({
    kind: 'email',
    value: 'ada@example.org',
  })
  expect(addressIn({ phone: '+4930' })).toEqual({ kind: 'phone', value: '+4930' })
  expect(addressIn({})).toEqual({ kind: 'phone', value: '' })
  expect(addressKey({ kind: 'phone', value: '+4930' })).toBe('phone +4930')
})
