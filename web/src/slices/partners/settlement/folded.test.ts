import type { StatementLine } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { addUp, foldBy } from './folded.ts'

const line = (location_id: number, day: string, due_amount: number): StatementLine => ({
  kind: 'sessions',
  day,
  location_id,
  location_name: 'Yard',
  method_type: 'card',
  order_id: null,
  document_number: null,
  session_count: 1,
  energy: 10,
  amount: due_amount,
  bank_commission: 0,
  agent_fee: 0,
  compensation: 0,
  due_amount,
  paid_amount: 0,
})
const lines = [line(2, '2026-01-01', 5), line(1, '2026-01-01', 7), line(2, '2026-01-02', 11)]

test('lines are folded with their sums, which add up to those of all', () => {
  const folded = foldBy(lines, ({ location_id }) => location_id)
  expect(folded.map(({ key, lines: own, sums }) => [key, own.length, sums.due_amount, sums.energy])).toEqual([
    [2, 2, 16, 20],
    [1, 1, 7, 10],
  ])
  expect(addUp(folded.map(({ sums }) => sums))).toEqual(addUp(lines))
})
