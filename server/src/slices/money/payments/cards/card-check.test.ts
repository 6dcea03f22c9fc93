import { expect, test } from 'vitest'
import { checkedMinor, checkStateOf } from './card-check.ts'

test('ten roubles are held', () => expect(checkedMinor).toBe(1000))

test.each([
  [undefined, null],
  [{ state: 'created', heldMinor: 0 }, 'asking'],
  [{ state: 'pending', heldMinor: 0 }, 'asking'],
  [{ state: 'action', heldMinor: 0 }, 'action'],
  [{ state: 'failed', heldMinor: 0 }, 'refused'],
  [{ state: 'canceled', heldMinor: 0 }, null],
  [{ state: 'held', heldMinor: 1000 }, 'saved'],
  [{ state: 'canceled', heldMinor: 1000 }, 'saved'],
] as const)('a check that stands at %j is %s', (last, state) => {
  expect(checkStateOf(last)).toBe(state)
})
