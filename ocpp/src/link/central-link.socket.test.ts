import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { aLink, beat, FarEnd, idsOf, settled, start, stop } from './central-link.fixtures.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('pings', () => {
  test('come once in their interval, the first within it', () => {
    const { far } = aLink()
    vi.advanceTimersByTime(14_999)
    expect(far.pings).toBe(0)
    vi.advanceTimersByTime(1)
    expect(far.pings).toBe(1)
    far.emit('pong')
    vi.advanceTimersByTime(29_999)
    expect(far.pings).toBe(1)
    vi.advanceTimersByTime(1)
    expect(far.pings).toBe(2)
  })

  test.each([
    [0, 27_000],
    [0.75, 31_500],
  ])('are spread by a tenth each way: at a dice of %d after %i ms', (dice, ms) => {
    const { far } = aLink()
    vi.advanceTimersByTime(14_000)
    vi.mocked(Math.random).mockReturnValue(dice)
    vi.advanceTimersByTime(1000)
    vi.advanceTimersByTime(Math.floor((ms - 1) / 1000) * 1000)
    expect(far.pings).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(far.pings).toBe(2)
  })

  test('of a short interval are looked for four times in it', () => {
    const { far } = aLink({ settings: { pingIntervalMs: 200 } })
    vi.advanceTimersByTime(99)
    expect(far.pings).toBe(0)
    vi.advanceTimersByTime(1)
    expect(far.pings).toBe(1)
  })

  test('that stay unanswered twice end the socket, one answer in between does not', () => {
    const { far, closes } = aLink()
    vi.advanceTimersByTime(45_000)
    far.emit('pong')
    vi.advanceTimersByTime(60_000)
    expect([far.pings, far.cuts]).toEqual([4, 0])
    vi.advanceTimersByTime(29_999)
    expect(far.cuts).toBe(0)
    vi.advanceTimersByTime(1)
    expect([far.pings, far.cuts]).toEqual([4, 1])
    expect(closes).toEqual([[1006, 'no answer to two pings']])
  })

  test('count as answered by whatever the station says', () => {
    const { far } = aLink()
    vi.advanceTimersByTime(45_000)
    far.says(beat(1))
    vi.advanceTimersByTime(60_000)
    expect([far.pings, far.cuts]).toEqual([4, 0])
  })

  test('are not sent to a socket that is closing', () => {
    const { link, far } = aLink()
    link.close(1000, 'replaced')
    vi.advanceTimersByTime(1900)
    const { pings } = far
    far.terminate = () => undefined
    vi.advanceTimersByTime(60_000)
    expect(far.pings).toBe(pings)
  })
})

describe('when a station was last heard', () => {
  test('is when it came, then its last frame or pong, by the clock that is given', () => {
    let now = start
    const { link, far } = aLink({ clock: { now: () => now } })
    const after = (ms: number) => new Date(start.getTime() + ms)
    expect([link.openedAt, link.lastHeardAt]).toEqual([start, start])
    now = after(1000)
    expect(link.lastHeardAt).toEqual(start)
    far.says(beat(1))
    expect(link.lastHeardAt).toEqual(after(1000))
    now = after(2000)
    far.emit('pong')
    expect(link.lastHeardAt).toEqual(after(2000))
    expect(link.openedAt).toEqual(start)
  })

  test('is by the machine’s clock where none is given', () => {
    const { link, far, calls } = aLink()
    vi.advanceTimersByTime(500)
    far.says(beat(1))
    expect(link.lastHeardAt).toEqual(new Date(start.getTime() + 500))
    expect(calls[0]?.receivedAt).toEqual(link.lastHeardAt)
  })
})

describe('a peer that does not read', () => {
  const mostUnread = 8 * 1024 * 1024

  test('is answered while no more than 8 MiB wait for it', () => {
    const { far, closes } = aLink()
    far.bufferedAmount = mostUnread
    far.says(beat(1))
    expect(far.sent).toHaveLength(1)
    expect(closes).toEqual([])
  })

  test('is cut above, and sent nothing more', () => {
    const { far, closes } = aLink()
    far.bufferedAmount = mostUnread + 1
    far.says(beat(1))
    expect([far.sent, far.cuts, closes]).toEqual([[], 1, [[1006, 'does not read its answers']]])
  })

  test('gets commands while no more than 1 MiB wait for it', async () => {
    const { link, far } = aLink()
    far.bufferedAmount = 1024 * 1024
    void link.command(stop)
    expect(far.sent).toHaveLength(1)
    far.bufferedAmount++
    expect(await link.command(stop)).toEqual({ kind: 'busy' })
    expect(far.sent).toHaveLength(1)
  })
})

describe('a socket that closes', () => {
  test('accepts no frame any more, and gets the reason of its end', () => {
    const { link, far, calls, frames, closes } = aLink()
    link.close(1000, 'replaced')
    vi.advanceTimersByTime(10)
    far.says(beat(1))
    far.says('nonsense')
    expect([calls, frames, far.sent]).toEqual([[], [], []])
    expect(link.lastHeardAt).toEqual(start)
    far.hangUp(1005)
    expect(far.closing).toEqual([[1000, 'replaced']])
    expect(closes).toEqual([[1000, 'replaced']])
  })

  test('takes no command any more, nor does one that has closed', async () => {
    const { link, far } = aLink()
    link.close(1000, 'replaced')
    expect(await link.command(stop)).toEqual({ kind: 'disconnected' })
    const other = aLink()
    other.far.hangUp(1000)
    expect(await other.link.command(stop)).toEqual({ kind: 'disconnected' })
    expect([...far.sent, ...other.far.sent, ...other.frames]).toEqual([])
  })

  test('leaves what waited for its turn', async () => {
    const { world, link, far, calls } = aLink()
    let answer = (_: string): void => undefined
    world.answer = () => new Promise((resolve) => (answer = resolve))
    far.says(beat(1))
    far.says(beat(2))
    link.close(1000, 'replaced')
    answer('[3,"1",{}]')
    await settled()
    expect(calls).toHaveLength(1)
    expect(far.sent).toEqual(['[3,"1",{}]'])
  })

  test('leaves what waited for its turn when it closed by itself, and answers nobody', async () => {
    const { world, far, calls } = aLink()
    let answer = (_: string): void => undefined
    world.answer = () => new Promise((resolve) => (answer = resolve))
    far.says(beat(1))
    far.says(beat(2))
    far.hangUp(1001)
    answer('[3,"1",{}]')
    await settled()
    expect(calls).toHaveLength(1)
    expect(far.sent).toEqual([])
  })

  test('is cut after two seconds without an answer, not before, and once', () => {
    const { link, far, closes } = aLink()
    link.close(4000, 'first')
    link.close(4001, 'second')
    vi.advanceTimersByTime(1999)
    expect(far.cuts).toBe(0)
    vi.advanceTimersByTime(1)
    expect(far.cuts).toBe(1)
    vi.advanceTimersByTime(10_000)
    expect(far.cuts).toBe(1)
    expect(far.closing).toEqual([[4000, 'first']])
    expect(closes).toEqual([[4000, 'first']])
  })

  test('reports its end once, with the reason of the side that ended it', () => {
    const { link, far, closes } = aLink()
    far.hangUp(1001, 'bye')
    far.hangUp(1006)
    link.close(1000, 'late')
    vi.advanceTimersByTime(10_000)
    expect(closes).toEqual([[1001, 'bye']])
    expect([far.closing, far.cuts]).toEqual([[], 0])
  })

  test.each([
    ['WS_ERR_INVALID_UTF8', 1007],
    ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 1009],
    ['WS_ERR_INVALID_OPCODE', 1002],
    [undefined, 1002],
  ])('by a frame that cannot be read (%s) says so, and is cut when the peer stays', (code, closeCode) => {
    const { far, closes } = aLink()
    far.emit('error', Object.assign(new Error('what ws says'), { code }))
    far.says(beat(1))
    expect(far.sent).toEqual([])
    vi.advanceTimersByTime(1999)
    expect(far.cuts).toBe(0)
    vi.advanceTimersByTime(1)
    expect(closes).toEqual([[closeCode, 'what ws says']])
  })

  test('for a reason of ours keeps it, whatever fails afterwards', () => {
    const { link, far, closes } = aLink()
    link.close(1000, 'replaced')
    far.emit('error', new Error('reset'))
    far.bufferedAmount = Number.POSITIVE_INFINITY
    far.hangUp(1006)
    expect(closes).toEqual([[1000, 'replaced']])
  })

  test('by a fault of ours closes with 1011, and others live on', () => {
    const { world, far, faults } = aLink()
    const error = new Error('ours')
    world.tapped = () => {
      throw error
    }
    far.says('nonsense')
    expect(faults).toEqual([error])
    expect(far.closing).toEqual([[1011, 'a frame could not be read']])
  })

  test('with its central system gets the close code for going away; no timer is left', () => {
    const { central, far } = aLink()
    const gone = new FarEnd()
    central.accept(gone as unknown as WebSocket, { stationId: 'G', protocol: 'ocpp1.6' })
    gone.hangUp(1000)
    central.close()
    expect(far.closing).toEqual([[1001, 'the central system is going away']])
    expect(gone.closing).toEqual([])
    far.hangUp(1001)
    vi.advanceTimersByTime(200)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('owns no timer while nothing is open', async () => {
    const { link, far } = aLink({ settings: { callTimeoutMs: 1000 } })
    expect(vi.getTimerCount()).toBe(1)
    const [command] = [link.command(stop), vi.getTimerCount()]
    expect(vi.getTimerCount()).toBe(2)
    far.says(`[3,"${idsOf(far.sent)[0]}",{"status":"Accepted"}]`)
    expect(await command).toMatchObject({ kind: 'answered' })
    vi.advanceTimersByTime(100)
    expect(vi.getTimerCount()).toBe(1)
  })
})
