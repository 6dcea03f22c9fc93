import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BankLine, matchLines, netOf, type ProviderDay, stateOf } from './rules.ts'

const day = (date: string, capturedMinor: number, rows: Partial<ProviderDay> = {}): ProviderDay => ({
  provider: 'alpha',
  day: date,
  payments: 1,
  capturedMinor,
  refundedMinor: 0,
  feeMinor: 0,
  ...rows,
})
const line = (id: number, bookedOn: string, amountMinor: number): BankLine => ({
  id,
  bookedOn,
  amountMinor,
  counterparty: '',
  purpose: '',
  reference: '',
})
const rows = (days: ProviderDay[], lines: BankLine[]) => {
  const { remittances, unmatched } = matchLines(days, lines)
  return {
    paid: remittances.flatMap(({ provider, from, to, line: by }) =>
      by ? [[provider, from, to, by.id]] : [],
    ),
    open: remittances.flatMap(({ from, line: by }) => (by ? [] : [from])),
    unmatched: unmatched.map(({ id }) => id),
  }
}

describe('a line of the bank', () => {
  test('pays the day whose amount, less what went back and the fee, it is', () => {
    const one = day('2026-03-02', 100_000, { refundedMinor: 10_000, feeMinor: 2800 })
    expect(rows([one], [line(1, '2026-03-03', 87_200)])).toEqual({
      paid: [['alpha', '2026-03-02', '2026-03-02', 1]],
      open: [],
      unmatched: [],
    })
    expect(rows([one], [line(1, '2026-03-03', 87_199)]).unmatched).toEqual([1])
  })

  test('pays days that follow each other at once, a weekend for one, and not days of two providers', () => {
    const days = [day('2026-03-06', 100), day('2026-03-07', 200), day('2026-03-08', 300)]
    expect(rows(days, [line(1, '2026-03-10', 600)]).paid).toEqual([['alpha', '2026-03-06', '2026-03-08', 1]])
    expect(rows(days, [line(1, '2026-03-10', 400)]).unmatched).toEqual([1])
    const other = day('2026-03-09', 400, { provider: 'beta' })
    expect(rows([...days, other], [line(1, '2026-03-10', 1000)]).unmatched).toEqual([1])
  })

  test('pays no day that was not over, nor one of more than two weeks before', () => {
    const days = [day('2026-03-10', 500)]
    expect(rows(days, [line(1, '2026-03-10', 500)]).unmatched).toEqual([1])
    expect(rows(days, [line(1, '2026-03-11', 500)]).unmatched).toEqual([])
    expect(rows(days, [line(1, '2026-03-24', 500)]).unmatched).toEqual([])
    expect(rows(days, [line(1, '2026-03-25', 500)]).unmatched).toEqual([1])
  })

  test('of the same amount the latest day is paid, each once', () => {
    const days = [day('2026-03-02', 500), day('2026-03-03', 500)]
    const lines = [line(1, '2026-03-04', 500), line(2, '2026-03-05', 500), line(3, '2026-03-06', 500)]
    expect(rows(days, lines)).toEqual({
      paid: [
        ['alpha', '2026-03-03', '2026-03-03', 1],
        ['alpha', '2026-03-02', '2026-03-02', 2],
      ],
      open: [],
      unmatched: [3],
    })
  })

  test('pays ten days at most, and of several runs the one of the fewest days', () => {
    const march = (date: number, minor: number) => day(`2026-03-${String(date).padStart(2, '0')}`, minor)
    const days = Array.from({ length: 11 }, (_, i) => march(i + 1, 1))
    expect(rows(days, [line(1, '2026-03-12', 10)]).paid).toEqual([['alpha', '2026-03-02', '2026-03-11', 1]])
    expect(rows(days, [line(1, '2026-03-12', 11)]).unmatched).toEqual([1])
    const short = [march(1, 500), march(2, 200), march(3, 300)]
    expect(rows(short, [line(1, '2026-03-04', 500)]).paid).toEqual([['alpha', '2026-03-01', '2026-03-01', 1]])
  })

  test('that is older chooses first, of one day the one that was kept first, whatever the order they come in', () => {
    const days = [day('2026-03-03', 500), day('2026-03-02', 500)]
    const at = (first: number, second: number, third: number) => [
      ...[line(third, '2026-03-05', 500), line(second, '2026-03-04', 500), line(first, '2026-03-04', 500)],
    ]
    expect(rows(days, at(1, 2, 3))).toEqual({
      paid: [
        ['alpha', '2026-03-03', '2026-03-03', 1],
        ['alpha', '2026-03-02', '2026-03-02', 2],
      ],
      open: [],
      unmatched: [3],
    })
    expect(rows([], at(1, 2, 3)).unmatched).toEqual([3, 2, 1])
  })

  test('the newest days stand first, of one day the providers by their names', () => {
    const days = ['beta', 'alpha'].flatMap((provider) =>
      ['2026-03-02', '2026-03-03'].map((date) => day(date, 1, { provider })),
    )
    expect(matchLines(days, []).remittances.map(({ provider, to }) => [to, provider])).toEqual([
      ['2026-03-03', 'alpha'],
      ['2026-03-03', 'beta'],
      ['2026-03-02', 'alpha'],
      ['2026-03-02', 'beta'],
    ])
  })

  test('each day and each line stands in one place, and what is paid is what the days bring', () => {
    const money = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(fc.array(money, { maxLength: 15 }), fc.array(money, { maxLength: 15 }), (days, amounts) => {
        const all = days.map((minor, index) => day(`2026-03-${String(index + 1).padStart(2, '0')}`, minor))
        const lines = amounts.map((minor, index) =>
          line(index, `2026-03-${String(index + 3).padStart(2, '0')}`, minor),
        )
        const { remittances, unmatched } = matchLines(all, lines)
        const covered = remittances.reduce((sum, one) => sum + one.payments, 0)
        expect(covered).toBe(all.length)
        const paid = remittances.flatMap((one) => (one.line ? [one.line] : []))
        expect([...paid, ...unmatched].map(({ id }) => id).sort((a, b) => a - b)).toEqual(
          lines.map(({ id }) => id),
        )
        for (const one of remittances) if (one.line) expect(netOf(one)).toBe(one.line.amountMinor)
      }),
    )
  })
})

test.each([
  ['2026-03-15', 'awaited'],
  ['2026-03-16', 'missing'],
])('what is of 10 March and not paid is on %s %s', (today, state) => {
  const { remittances } = matchLines([day('2026-03-10', 1)], [])
  expect(stateOf(remittances[0]!, today)).toBe(state)
})

test('what is paid is neither awaited nor missing', () => {
  const { remittances } = matchLines([day('2026-03-10', 1)], [line(1, '2026-03-11', 1)])
  expect(stateOf(remittances[0]!, '2026-04-10')).toBe('paid')
})
