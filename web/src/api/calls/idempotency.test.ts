import { expect, test } from 'vitest'
import { Idempotency } from './idempotency.ts'

test('content that is sent again keeps its key, and corrected content gets a new one', () => {
  const idempotency = new Idempotency()
  const first = idempotency.keyOf('managers {"email":"a"}')
  expect(first).toMatch(/^[\x21-\x7e]{1,200}$/)
  expect(idempotency.keyOf('managers {"email":"b"}')).not.toBe(first)
  expect(idempotency.keyOf('managers {"email":"a"}')).toBe(first)
  expect(new Idempotency().keyOf('managers {"email":"a"}')).not.toBe(first)
})
