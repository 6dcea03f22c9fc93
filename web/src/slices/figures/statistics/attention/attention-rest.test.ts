import type { InboxCount } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { isOfStations, restOf } from './attention-rest.ts'

const item = (kind: Parameters<typeof isOfStations>[0]['kind']) => ({
  kind,
  station_id: null,
  station_number: null,
  connector_number: null,
  order_id: null,
  rollout_id: null,
  text: null,
  at: '2026-11-24T10:00:00Z',
})
const none: InboxCount = {
  stations: 0,
  rollouts: 0,
  transactions: 0,
  orders: 0,
  debts: 0,
  feedback: 0,
  owners: 0,
  locations: 0,
  borne: 0,
  terminal_payments: 0,
  gaps: 0,
  connectors: 0,
  receipts: 0,
  differences: 0,
  settlements: 0,
  roots: 0,
}

test('items and lines of the rest add up to all that waits', () => {
  const waiting = { ...none, stations: 23, orders: 2, debts: 1 }
  const items = [
    item('offline'),
    item('faulted'),
    item('tamper'),
    item('unknown_station'),
    item('order_review'),
  ]
  expect(restOf(waiting, items)).toEqual([
    { kind: 'stations', count: 19 },
    { kind: 'orders', count: 1 },
    { kind: 'debts', count: 1 },
  ])
})

test('nothing is left where all is told, nor where the count is older than the items', () => {
  expect(restOf({ ...none, rollouts: 1 }, [item('rollout_paused')])).toEqual([])
  expect(restOf(none, [item('unmatched_transaction')])).toEqual([])
})

test('stations and roll-outs have no queue of their own', () => {
  expect(
    (['offline', 'rollout_paused', 'order_review', 'unmatched_transaction'] as const).map((kind) =>
      isOfStations(item(kind)),
    ),
  ).toEqual([...[true, true, false, false]])
})
