import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HandshakePace, nextShare } from './handshake-pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const isHere = () => false

/** Lets so many come at once; the answers stand in the order in which they were given. */
function come(pace: HandshakePace, count: number, isGone: (nth: number) => boolean = isHere) {
  const entered: number[] = []
  const refused: number[] = []
  for (let nth = 0; nth < count; nth += 1)
    void pace.enter(() => isGone(nth)).then((accepted) => (accepted ? entered : refused).push(nth))
  return { entered, refused }
}
const flush = () => vi.advanceTimersByTimeAsync(0)

test('of many that come at once so many enter in a turn, in the order in which they came', async () => {
  const { entered } = come(new HandshakePace(), 200)
  await flush()
  expect(entered).toHaveLength(64)
  await vi.advanceTimersByTimeAsync(20)
  expect(entered).toHaveLength(128)
  await vi.advanceTimersByTimeAsync(60)
  expect(entered).toEqual(Array.from({ length: 200 }, (_, nth) => nth))
})

test('one that comes alone enters at once, and nothing ticks while nobody comes', async () => {
  const pace = new HandshakePace()
  const { entered } = come(pace, 1)
  await flush()
  expect(entered).toEqual([0])
  await vi.advanceTimersByTimeAsync(100)
  expect(vi.getTimerCount()).toBe(0)
  const later = come(pace, 1)
  await flush()
  expect(later.entered).toEqual([0])
})

test('those who are away again take nobody’s place', async () => {
  const { entered, refused } = come(new HandshakePace(), 300, (nth) => nth >= 64 && nth < 200)
  await vi.advanceTimersByTimeAsync(20)
  expect(refused).toHaveLength(136)
  expect(entered).toHaveLength(128)
  expect(entered.at(-1)).toBe(263)
})

test('who waits for longer than twenty seconds is refused', async () => {
  // at most 64 enter in 20 ms, so of 65,000 some wait for longer
  const { entered, refused } = come(new HandshakePace(), 65_000)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(refused).toEqual([])
  expect(entered).toHaveLength(64 * 1001)
  await vi.advanceTimersByTimeAsync(20)
  expect(refused).toHaveLength(65_000 - 64 * 1001)
})

test('a turn that begins late halves the next one, down to a few; others raise it again', () => {
  expect(nextShare(64, 61)).toBe(32)
  expect(nextShare(64, 60)).toBe(64)
  expect(nextShare(31, 500)).toBe(16)
  expect(nextShare(16, 500)).toBe(16)
  expect(nextShare(16, 0)).toBe(20)
  expect(nextShare(62, 0)).toBe(64)
})

test('while other work holds the process, fewer enter', async () => {
  vi.useRealTimers()
  const pace = new HandshakePace()
  const { entered } = come(pace, 400)
  for (let turns = 0; turns < 5; turns += 1) {
    const until = performance.now() + 120
    while (performance.now() < until);
    await pause(0)
  }
  expect(entered.length).toBeLessThanOrEqual(64 + 32 + 16 + 16 + 16 + 16)
  await vi.waitFor(() => expect(entered).toHaveLength(400), { timeout: 60_000 })
})
