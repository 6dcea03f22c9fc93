import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SharedReading } from './shared-reading.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('all who ask within the time get one reading, and later ones a new one', async () => {
  let read = 0
  const reading = new SharedReading(async () => ++read, 3000)
  expect(await Promise.all([reading.read(), reading.read()])).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(2999)
  expect(await reading.read()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await reading.read()).toBe(2)
})

test('a reading that fails is kept for nobody', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('here')]
  const reading = new SharedReading(() => answers.shift() ?? Promise.reject(), 3000)
  await expect(reading.read()).rejects.toThrow('away')
  expect(await reading.read()).toBe('here')
})
