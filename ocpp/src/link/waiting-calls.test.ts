import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cordialReply } from '../testing.ts'
import { aLink, beat, idsOf, settled, start } from './central-link.fixtures.ts'
import type { Link } from './central-link.ts'
import { type Backlog, type BacklogBounds, WaitingCalls } from './waiting-calls.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A link whose calls are answered one by one, by hand. */
function aSlowLink(settings: NonNullable<Parameters<typeof aLink>[0]>['settings']) {
  const opened = aLink({ settings: { ...settings } })
  const answers: (() => void)[] = []
  opened.world.answer = (call) =>
    new Promise((resolve) => answers.push(() => resolve(call.result(cordialReply(call.event)))))
  const answerOne = async () => {
    answers.shift()?.()
    await settled()
  }
  return { ...opened, answerOne }
}

describe('calls that nobody waited with', () => {
  test('leave the socket unread when enough of them wait, until half are answered', async () => {
    const { far, central, calls, answerOne } = aSlowLink({ mostWaitingCalls: 4 })
    for (let id = 1; id <= 4; id++) far.says(beat(id))
    expect([far.isPaused, central.backlog]).toEqual([
      false,
      { calls: 3, size: 3 * beat(1).length, unread: 0 },
    ])
    far.says(beat(5))
    expect([far.isPaused, central.backlog.unread]).toEqual([true, 1])
    // what had been read already
    for (let id = 6; id <= 8; id++) far.says(beat(id))
    for (let left = 7; left > 2; left -= 1) {
      expect([central.backlog.calls, far.isPaused]).toEqual([left, true])
      await answerOne()
    }
    expect([central.backlog.calls, far.isPaused]).toEqual([2, false])
    for (let id = 9; id <= 10; id++) far.says(beat(id))
    expect(far.isPaused).toBe(true)
    for (let left = 0; left < 8; left++) await answerOne()
    expect(central.backlog).toEqual({ calls: 0, size: 0, unread: 0 })
    expect(far.isPaused).toBe(false)
    expect(idsOf(far.sent)).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 1}`))
    expect(calls).toHaveLength(10)
    expect(far.closing).toEqual([])
  })

  test('are bounded by their length too, and what exceeds that is written down and ends the socket', async () => {
    const size = beat(1).length
    const { far, central, frames, link, closes } = aSlowLink({ mostWaitingBytes: 8 * size })
    for (let id = 0; id < 2; id++) far.says(beat(id))
    expect(far.isPaused).toBe(false)
    far.says(beat(2))
    expect(far.isPaused).toBe(true)
    for (let id = 3; id < 9; id++) far.says(beat(id))
    expect([central.backlog.size, far.closing]).toEqual([8 * size, []])
    far.says(beat(9))
    expect(far.closing).toEqual([[1008, 'flood: more calls than are answered']])
    expect(frames).toMatchObject([{ link, direction: 'in', messageType: 2, messageId: '9', frame: beat(9) }])
    // its answer to that is read
    expect([far.isPaused, central.backlog]).toEqual([false, { calls: 0, size: 0, unread: 0 }])
    far.says(beat(10))
    far.hangUp(1008)
    expect(central.backlog).toEqual({ calls: 0, size: 0, unread: 0 })
    expect(closes).toHaveLength(1)
  })

  test('of a station that hangs up are forgotten', async () => {
    const { far, central } = aSlowLink({ mostWaitingCalls: 2 })
    for (let id = 1; id <= 5; id++) far.says(beat(id))
    expect(central.backlog).toMatchObject({ calls: 4, unread: 1 })
    far.hangUp(1006)
    expect(central.backlog).toEqual({ calls: 0, size: 0, unread: 0 })
  })

  test('cost a station no ping that it cannot answer', async () => {
    const { far, link: central, answerOne } = aSlowLink({ mostWaitingCalls: 1 })
    const link = central as Link
    for (let id = 1; id <= 3; id++) far.says(beat(id))
    for (let times = 0; times < 4; times++) link.ping(0)
    expect([far.pings, far.cuts]).toEqual([0, 0])
    for (let times = 0; times < 3; times++) await answerOne()
    for (let times = 0; times < 3; times++) link.ping(0)
    expect([far.pings, far.cuts]).toEqual([2, 1])
  })
})

test('where much waits in all, each station is read only as it is answered', () => {
  const backlog: Backlog = { calls: 0, size: 0, unread: 0 }
  const bounds: BacklogBounds = { calls: 10, size: 1000, most: 4000, inAll: 100 }
  const ends = [0, 1].map(() => ({ pause: vi.fn(), resume: vi.fn() }))
  const [one, other] = ends.map((end) => new WaitingCalls(end, bounds, backlog))
  const call = (length: number) => ({
    call: { kind: 'call', id: '1', idTooLong: false, action: 'A', payload: {}, changed: false } as const,
    text: 'x'.repeat(length),
    at: start,
  })
  one!.add(call(99))
  expect(ends[0]!.pause).not.toHaveBeenCalled()
  other!.add(call(1))
  expect(ends[1]!.pause).toHaveBeenCalledTimes(1)
  other!.add(call(1))
  other!.add(call(1))
  other!.next()
  // few of its own, and still too much in all
  expect(ends[1]!.resume).not.toHaveBeenCalled()
  one!.next()
  other!.next()
  expect(ends[1]!.resume).toHaveBeenCalledTimes(1)
  expect(backlog).toEqual({ calls: 1, size: 1, unread: 0 })
  one!.add(call(200))
  other!.add(call(1))
  while (other!.next());
  expect(other!.isUnread).toBe(false)
})
