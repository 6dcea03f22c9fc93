import type { OcppMessage } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { exchangesOf, latencyOf, outcomeOf, statusOf } from './exchanges.ts'

const frame = (id: number, type: number, more: Partial<OcppMessage> = {}): OcppMessage => ({
  id,
  message_from: 'server',
  message_type_id: type,
  message_id: String(id),
  action: 'Reset',
  payload: {},
  status: null,
  created_at: new Date(id * 100).toISOString(),
  position: `${id * 100}_${id}`,
  size: 2,
  cut: false,
  order_id: null,
  remarks: null,
  repeats: 1,
  error_code: null,
  error_text: null,
  latency_ms: null,
  pair: null,
  ...more,
})
const pair = (id: number, message_type_id: number, status: string | null = null) => ({
  id,
  message_type_id,
  created_at: '',
  status,
})

test('a call and its answer are one row, at the place of the call', () => {
  const rows = exchangesOf([
    frame(4, 3, { pair: pair(1, 2), latency_ms: 300, payload: { status: 'Rejected' }, status: 'Rejected' }),
    frame(3, 2),
    frame(1, 2, { pair: pair(4, 3, 'Rejected'), latency_ms: 300 }),
  ])
  expect(rows.map(({ lead, answer }) => [lead.id, answer?.id ?? null])).toEqual([
    [3, null],
    [1, 4],
  ])
  expect(rows.map(outcomeOf)).toEqual(['open', 'answered'])
  expect(statusOf(rows[1]!)).toBe('Rejected')
  expect(latencyOf(rows[1]!)).toBe(300)
})

test('an answer joins its call that is already shown', () => {
  const [row] = exchangesOf([frame(2, 4, { pair: pair(1, 2), error_code: 'NotSupported' }), frame(1, 2)])
  expect([row?.lead.id, row && outcomeOf(row), row && statusOf(row)]).toEqual([1, 'failed', 'NotSupported'])
})

test('an answer waits for its call, unless the filters hide the call', () => {
  const lone = [frame(9, 3, { pair: pair(1, 2) })]
  expect(exchangesOf(lone, true)).toEqual([])
  expect(exchangesOf(lone)).toMatchObject([{ call: null, answer: { id: 9 } }])
})

test('a call whose answer is on another page says how it ended', () => {
  const [row] = exchangesOf([frame(1, 2, { pair: pair(2, 4, 'InternalError'), latency_ms: 7 })])
  expect(row && [outcomeOf(row), statusOf(row), latencyOf(row)]).toEqual(['failed', 'InternalError', 7])
})
