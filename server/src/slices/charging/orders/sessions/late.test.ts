import { expect, test } from 'vitest'
import { type Arrived, markLate } from './late.ts'

const at = (minute: number, ms = 0) => new Date(Date.UTC(2026, 10, 21, 10, minute, 0, ms)).toISOString()
const line = (event: string, created_at: string, received_at?: string): Arrived => ({
  kind: 'ocpp',
  event,
  created_at,
  ...(received_at ? { received_at } : {}),
})
const returned = (minute: number) => line('connection_returned', at(minute))

test('a line that arrived at once has no time of arrival', () => {
  expect(markLate([line('meter_values', at(1), at(1, 40))])).toEqual([line('meter_values', at(1))])
})

test('what happened in an outage is late however short that was, and is counted by message', () => {
  const lines = markLate([
    line('meter_values', at(2), at(3, 10)),
    line('meter_values', at(2, 30), at(3, 10)),
    line('stop_tx_request', at(2, 50), at(3, 20)),
    line('meter_values', at(4), at(4, 5)),
    returned(3),
  ])
  expect(lines.map(({ received_at }) => received_at ?? null)).toEqual([
    at(3, 10),
    at(3, 10),
    at(3, 20),
    null,
    null,
  ])
  expect(lines[4]).toEqual({ ...returned(3), late_count: 2 })
})

test('each return counts what it brought itself', () => {
  const lines = markLate([
    returned(3),
    returned(9),
    line('meter_values', at(2), at(9, 1)),
    line('meter_values', at(1), at(3, 1)),
  ])
  expect(lines.slice(0, 2).map(({ late_count }) => late_count)).toEqual([1, 1])
})

test('without a known outage two minutes are late', () => {
  const lines = markLate([line('start_tx_request', at(1), at(3)), line('start_tx_request', at(1), at(3, 1))])
  expect(lines.map(({ received_at }) => received_at ?? null)).toEqual([null, at(3, 1)])
})
