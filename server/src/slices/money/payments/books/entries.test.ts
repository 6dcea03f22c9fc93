import { expect, test } from 'vitest'
import { effectOf } from '../../ledger/rules.ts'
import type { Payment } from '../store.ts'
import { entriesOf, type Happened } from './entries.ts'

const at = new Date('2026-03-10T10:00:00Z')
const payment = (changes: Partial<Payment> = {}): Payment => ({
  orderId: 5,
  purpose: 'charging',
  methodType: 'compensation',
  provider: '',
  marketShopId: '',
  documentNumber: null,
  ownerId: 7,
  driverId: null,
  fleetId: null,
  status: 'captured',
  debtMinor: 0,
  providerFeeMinor: null,
  capturedMinor: 34_000,
  refundedMinor: 0,
  chargedBackMinor: 0,
  agentFeeMinor: 3400,
  bankCommissionMinor: 0,
  locationId: 2,
  energyWh: 20_000,
  businessDay: '2026-03-09',
  createdAt: at,
  updatedAt: at,
  ...changes,
})
const happened = (changes: Partial<Happened> = {}): Happened => ({
  cause: 'order:5:1',
  kind: 'closed',
  at,
  businessDay: '2026-03-09',
  orderCount: 1,
  energyWh: 20_000,
  before: null,
  ...changes,
})
const counted = { methodType: 'compensation' as const, energyWh: 20_000 }

test('a session that ended is one entry', () => {
  const [entry, ...others] = entriesOf(null, payment(), happened())
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    cause: 'order:5:1',
    kind: 'closed',
    orderId: 5,
    locationId: 2,
    ownerId: 7,
    orderCount: 1,
    methodType: 'compensation',
    provider: '',
    marketShopId: '',
    energyWh: 20_000,
    at,
    businessDay: '2026-03-09',
  })
  expect(effectOf(entry!.transfers)).toMatchObject({ amountMinor: 34_000, agentFeeMinor: 3400 })
})

test('a correction moves the difference', () => {
  const changes = happened({ kind: 'corrected', orderCount: 0, energyWh: -10_000, before: counted })
  const [entry, ...others] = entriesOf(
    payment(),
    payment({ capturedMinor: 17_000, agentFeeMinor: 1700 }),
    changes,
  )
  expect(others).toEqual([])
  expect(entry).toMatchObject({ orderCount: 0, energyWh: -10_000 })
  expect(effectOf(entry!.transfers)).toMatchObject({ amountMinor: -17_000, agentFeeMinor: -1700 })
})

test.each([
  ['way to pay', { methodType: 'terminal' as const }],
  ['provider', { provider: 'bank' }],
  ['shop', { marketShopId: 'T-1' }],
])('another %s takes back what was counted, and counts it there', (_, changes) => {
  const after = payment({ ...changes, capturedMinor: 35_000 })
  const rebooked = happened({ kind: 'booked', orderCount: 0, energyWh: 500, before: counted })
  const [back, there] = entriesOf(payment(), after, rebooked)
  expect(back).toMatchObject({
    cause: 'order:5:1:back',
    methodType: 'compensation',
    provider: '',
    marketShopId: '',
    orderCount: -1,
    energyWh: -20_000,
  })
  expect(effectOf(back!.transfers)).toMatchObject({ amountMinor: -34_000, agentFeeMinor: -3400 })
  expect(there).toMatchObject({ cause: 'order:5:1', ...changes, orderCount: 1, energyWh: 20_500 })
  expect(effectOf(there!.transfers)).toMatchObject({ amountMinor: 35_000, agentFeeMinor: 3400 })
})

test('a session that was counted without a payment is counted where it is paid', () => {
  const rebooked = happened({ kind: 'corrected', orderCount: 0, energyWh: 0, before: counted })
  const [back, there] = entriesOf(null, payment({ methodType: 'account' }), rebooked)
  expect(back).toMatchObject({ methodType: 'compensation', orderCount: -1, energyWh: -20_000, transfers: [] })
  expect(there).toMatchObject({ methodType: 'account', orderCount: 1, energyWh: 20_000 })
  expect(entriesOf(null, payment(), rebooked)).toHaveLength(1)
})
