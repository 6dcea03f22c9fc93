import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { aLink, beat, FarEnd, idsOf, settled, start, stop } from './central-link.fixtures.ts'

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

const goingAway = [1001, 'the central system is going away']

test('an idle link closes at once', async () => {
  const { central, far } = aLink()
  await central.leave(0, 1000)
  expect(far.closing).toEqual([goingAway])
})

test('a call that is under way is answered first, and none behind it', async () => {
  const { world, central, far, calls } = aLink()
  let answer: (frame: string) => void = () => undefined
  world.answer = () => new Promise((resolve) => (answer = resolve))
  far.says(beat(1))
  far.says(beat(2))
  void central.leave(0, 1000)
  far.says(beat(3))
  await settled()
  expect(far.closing).toEqual([])
  answer('[3,"1",{}]')
  await settled()
  expect(far.sent).toEqual(['[3,"1",{}]'])
  expect(far.closing).toEqual([goingAway])
  expect(calls).toHaveLength(1)
})

test('a command that is under way gets its answer first, and another one is not sent', async () => {
  const { central, link, far } = aLink()
  const outcome = link.command(stop)
  void central.leave(0, 1000)
  expect(await link.command(stop)).toEqual({ kind: 'disconnected' })
  expect(far.closing).toEqual([])
  far.says(`[3,"${idsOf(far.sent)[0]}",{"status":"Accepted"}]`)
  expect(await outcome).toMatchObject({ kind: 'answered' })
  expect(far.sent).toHaveLength(1)
  expect(far.closing).toEqual([goingAway])
})

test('what is not answered in time does not hold the end up', () => {
  const { central, link, far } = aLink()
  void link.command(stop)
  void central.leave(0, 1000)
  vi.advanceTimersByTime(900)
  expect(far.closing).toEqual([])
  vi.advanceTimersByTime(200)
  expect(far.closing).toEqual([goingAway])
})

test('many links close one after the other over the time that is given', async () => {
  const { central } = aLink()
  const ends = Array.from({ length: 9 }, () => new FarEnd())
  for (const [index, far] of ends.entries())
    central.accept(far as unknown as WebSocket, { stationId: `S${index}`, protocol: 'ocpp1.6' })
  void central.leave(5000, 1000)
  const closed = () => ends.filter(({ closing }) => closing.length > 0).length
  // ten links, one each half second, and the first of them is none of these
  for (const [ms, count] of [
    [0, 0],
    [499, 0],
    [1, 1],
    [2000, 5],
    [1999, 8],
    [1, 9],
  ] as const) {
    await vi.advanceTimersByTimeAsync(ms)
    expect(closed()).toBe(count)
  }
})
