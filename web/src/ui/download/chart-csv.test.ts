import { expect, test } from 'vitest'
import { chartCsv } from './chart-csv.ts'

test('a chart as CSV: numbers as such, what looks like a formula stays text', () => {
  const head = ['Day', 'Revenue, RUB']
  const rows = [
    ['10 March', 1234.5],
    ['=1+1', -3],
    ['say "hi"', 0],
    ['a;=1+1', 0],
  ]
  expect(chartCsv({ head, rows })).toBe(
    'Day,"Revenue, RUB"\r\n10 March,1234.5\r\n\'=1+1,-3\r\n"say ""hi""",0\r\na;\'=1+1,0\r\n',
  )
  expect(chartCsv({ head, rows }, true)).toBe(
    'Day;Revenue, RUB\r\n10 March;1234,5\r\n\'=1+1;-3\r\n"say ""hi""";0\r\n"a;\'=1+1";0\r\n',
  )
})
