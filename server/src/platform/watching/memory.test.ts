import { expect, test } from 'vitest'
import { giveMemoryBack } from './memory.ts'

test('what is used no more is given back', async () => {
  let large: unknown[] | null = Array.from({ length: 2_000_000 }, (_, index) => ({ index }))
  const before = process.memoryUsage().heapUsed
  expect(large).toHaveLength(2_000_000)
  large = null
  await giveMemoryBack()
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 40_000_000)
})
