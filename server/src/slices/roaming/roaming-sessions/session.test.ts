import { expect, test } from 'vitest'
import { onlyRanOn } from './session.ts'

const running = {
  id: '1',
  status: 'ACTIVE',
  kwh: 1,
  total_cost: { before_taxes: 17 },
  last_updated: '2026-11-27T12:00:00Z',
}

test.each([
  [
    'more energy and a higher cost',
    { kwh: 2, total_cost: { before_taxes: 34 }, last_updated: '2026-11-27T12:00:30Z' },
    true,
  ],
  ['another connector', { kwh: 2, connector_id: '2' }, false],
  ['its end', { kwh: 2, status: 'COMPLETED' }, false],
])('a running session that has %s has only run on: %s', (_, change, ranOn) => {
  expect(onlyRanOn(running, Object.assign({}, running, change))).toBe(ranOn)
})

test('the cost of a session that has ended is news', () => {
  const ended = Object.assign({}, running, { status: 'COMPLETED' })
  expect(onlyRanOn(ended, Object.assign({}, ended, { total_cost: { before_taxes: 18 } }))).toBe(false)
})
