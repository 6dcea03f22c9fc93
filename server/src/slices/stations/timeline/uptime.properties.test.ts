import { DAY_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Day, type Mark, type Shares, sumOf, uptimeOf } from './uptime.ts'
import { lastDays } from './view.ts'

const parts = [
  { ordinal: 1, evse: 1 },
  { ordinal: 2, evse: 1 },
  { ordinal: 3, evse: 2 },
]
const zones = ['Europe/Moscow', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia']
const nowMs = Date.UTC(2026, 10, 3, 9, 41)

const change = fc.oneof(
  fc.constantFrom('connected', 'disconnected', 'unwatched', 'watched').map((kind) => ({ kind, word: null })),
  fc.record({
    kind: fc.constant('status'),
    connector: fc.constantFrom(1, 2, 3),
    word: fc.constantFrom('Available', 'Charging', 'Faulted', 'Unavailable'),
  }),
  fc.record({ kind: fc.constant('operation'), word: fc.constant(null), out: fc.subarray([1, 2]) }),
)
const history = fc
  .array(fc.tuple(fc.integer({ min: nowMs - 40 * DAY_MS, max: nowMs }), change), { maxLength: 60 })
  .map((all) =>
    all
      .toSorted(([a], [b]) => a - b)
      .map(([ms, one]) => ({ connector: 0, ...one, at: new Date(ms) }) as Mark),
  )
const zone = fc.constantFrom(...zones)
const now = new Date(nowMs)

const lengthOf = (shares: Shares) => Object.values(shares).reduce((sum, ms) => sum + ms, 0)
/** What happened before the first day still says how the station is when it begins. */
const counted = (marks: Mark[], days: Day[]) => uptimeOf(parts, marks, days, now)

describe('uptime, whatever happens', () => {
  test('shares out every millisecond of each day up to now', () => {
    fc.assert(
      fc.property(history, zone, (marks, timeZone) => {
        const days = lastDays(30, timeZone, now)
        const { station, connectors } = counted(marks, days)
        for (const all of [station, ...connectors.values()]) {
          for (const [index, shares] of all.entries()) {
            const { from, to } = days[index]!
            expect(lengthOf(shares)).toBe(Math.min(to.getTime(), nowMs) - from.getTime())
            expect(Math.min(...Object.values(shares))).toBeGreaterThanOrEqual(0)
          }
        }
      }),
    )
  })

  test('is the same in days as in one piece', () => {
    fc.assert(
      fc.property(history, zone, (marks, timeZone) => {
        const days = lastDays(30, timeZone, now)
        const whole: Day = { day: 'all', from: days[0]!.from, to: days.at(-1)!.to }
        expect(sumOf(counted(marks, days).station)).toEqual(counted(marks, [whole]).station[0])
      }),
    )
  })

  test('of the station is at least that of its best connector', () => {
    fc.assert(
      fc.property(history, (marks) => {
        const { station, connectors } = counted(marks, lastDays(30, 'Europe/Berlin', now))
        const each = [...connectors.values()].map(sumOf)
        expect(sumOf(station).upMs).toBeGreaterThanOrEqual(Math.max(...each.map(({ upMs }) => upMs)))
        const counts = ({ upMs, downMs }: Shares) => upMs + downMs
        expect(counts(sumOf(station))).toBeGreaterThanOrEqual(Math.max(...each.map(counts)))
      }),
    )
  })

  test('does not change when an event is reported twice', () => {
    fc.assert(
      fc.property(history, fc.nat(), (marks, which) => {
        const index = marks.length === 0 ? 0 : which % marks.length
        const said = marks[index]
        // a second return of the server starts the waiting time again
        if (!said || said.kind === 'watched') return
        const days = lastDays(30, 'Europe/Berlin', now)
        const twice = [...marks.slice(0, index + 1), said, ...marks.slice(index + 1)]
        expect(counted(twice, days)).toEqual(counted(marks, days))
      }),
    )
  })

  test('needs only the last of each lane from before the first day', () => {
    fc.assert(
      fc.property(history, (marks) => {
        const days = lastDays(20, 'Europe/Berlin', now)
        const start = days[0]!.from
        const laneOf = ({ kind, connector }: Mark) =>
          kind === 'status' || kind === 'operation' ? `${kind} ${connector}` : 'link'
        const before = marks.filter(({ at }) => at < start)
        const last = new Map(before.map((mark) => [laneOf(mark), mark]))
        // a return of the server is recorded only for stations that were unwatched
        fc.pre(last.get('link')?.kind !== 'watched')
        const kept = before.filter((mark) => last.get(laneOf(mark)) === mark)
        const rest = marks.filter(({ at }) => at >= start)
        expect(counted([...kept, ...rest], days)).toEqual(counted(marks, days))
      }),
    )
  })
})
