import { expect, test } from 'vitest'
import { newOrder } from '../order.ts'
import { timedOut } from './rules.ts'

const createdAt = new Date('2026-11-20T10:00:00Z')
const later = (ms: number) => new Date(createdAt.getTime() + ms)
const asked = newOrder({
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
  ['was prepared and is free', asked, 'Preparing', 'Available', 0, true],
  ['was occupied and is free', asked, 'Occupied', 'Available', 0, true],
  ['was free before the start was asked for', asked, 'Preparing', 'Available', -1, false],
  ['was free all the time', asked, 'Available', 'Available', 0, false],
  ['has never told how it was', asked, null, 'Available', 0, false],
  ['is not free', asked, 'Preparing', 'Charging', 0, false],
  [
    'has a start that is not answered yet',
    { ...asked, startTxStatus: 'wait' as const },
    'Preparing',
    'Available',
    0,
    false,
  ],
  ['charges', { ...asked, status: 'started' as const }, 'Preparing', 'Available', 0, false],
])('a connector that %s', (_what, order, before, state, ms, expected) => {
  expect(timedOut(order, before, state, later(ms))).toBe(expected)
})
