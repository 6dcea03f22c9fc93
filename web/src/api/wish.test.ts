import { expect, test } from 'vitest'
import { Wish } from './wish.ts'

test('a wish keeps the key of what is sent again, and draws one for what was corrected', () => {
  const wish = new Wish()
  const first = wish.keyOf('managers {"email":"a"}')
  expect(first).toMatch(/^[\x21-\x7e]{1,200}$/)
  expect(wish.keyOf('managers {"email":"b"}')).not.toBe(first)
  expect(wish.keyOf('managers {"email":"a"}')).toBe(first)
  expect(new Wish().keyOf('managers {"email":"a"}')).not.toBe(first)
})
