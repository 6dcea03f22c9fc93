import { expect, test } from 'vitest'
import { newOrder } from '../order.ts'
import { timedOut } from './rules.ts'

const createdAt = new Date('2026-11-20T10:00:00Z')
const later = (ms: number) => new Date(createdAt.getTime() + ms)
const starting = newOrder({
  id: 7,
  status: 'starting',
  startTxStatus: 'accepted_has',
  source: 'operator',
  locationId: 1,
  stationId: 'S',
  connectorId: 1,
  createdAt,
})

test.each([
  ['was prepared and is free', starting, 'Preparing', 'Available', 0, true],
  ['was occupied and is free', starting, 'Occupied', 'Available', 0, true],
  ['was free before the start was sent', starting, 'Preparing', 'Available', -1, false],
  ['was free all the time', starting, 'Available', 'Available', 0, false],
  ['has never reported a state', starting, null, 'Available', 0, false],
  ['is not free', starting, 'Preparing', 'Charging', 0, false],
  [
    'has a start that is not answered yet',
    { ...starting, startTxStatus: 'wait' as const },
    'Preparing',
    'Available',
    0,
    false,
  ],
  ['charges', { ...starting, status: 'started' as const }, 'Preparing', 'Available', 0, false],
])('a connector that %s', (_what, order, before, state, ms, expected) => {
  expect(timedOut(order, before, state, later(ms))).toBe(expected)
})
