import { SECOND_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markedAfter } from './collect.ts'
import type { Mark } from './mark-store.ts'

/** What happens at the database: a transaction draws a number, commits, or rolls back; or somebody looks. */
type Step = { kind: 'begin' } | { kind: 'look' } | { kind: 'end'; which: number; commits: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>({ kind: 'begin' }, { kind: 'look' }),
  fc.record({ kind: fc.constant('end' as const), which: fc.nat(5), commits: fc.boolean() }),
)

test('whatever order transactions commit in, each row that is committed is read, and the position moves on', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = new Date('2026-11-28T12:00:00Z')
      let next = 100
      let newestDrawn = 0
      const open: { transaction: number; row: number }[] = []
      const committed = new Set<number>()
      const read = new Set<number>()
      let mark: Mark = { source: 'timeline', position: 0, seen: null, seenBefore: null, seenAt: null }
      const look = () => {
        now = new Date(now.getTime() + 3 * SECOND_MS)
        const transactions = { oldest: open[0]?.transaction ?? next, next }
        const newest = Math.max(0, ...committed)
        for (const row of committed) if (row > mark.position) read.add(row)
        mark = markedAfter(mark, { newest, transactions, now })
      }
      for (const one of steps) {
        if (one.kind === 'begin') open.push({ transaction: next++, row: ++newestDrawn })
        else if (one.kind === 'look') look()
        else {
          const [ended] = open.splice(one.which, 1)
          if (ended && one.commits) committed.add(ended.row)
        }
      }
      // what is left commits in the opposite order
      for (let last = open.pop(); last; last = open.pop()) {
        committed.add(last.row)
        look()
      }
      for (let turn = 0; turn < 4; turn++) look()
      expect([...read].toSorted((a, b) => a - b)).toEqual([...committed].toSorted((a, b) => a - b))
      expect(mark.position).toBe(Math.max(0, ...committed))
    }),
    { numRuns: 300 },
  )
})
