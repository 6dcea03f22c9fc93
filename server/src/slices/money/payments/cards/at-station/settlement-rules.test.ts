import { expect, test } from 'vitest'
import { stationProvider } from '../../rules.ts'
import type { Payment } from '../../store.ts'
import { isPaidAtStation } from './settlement-rules.ts'

const settled = [{ pspRef: 'REF', status: 'settled' as const, amountMinor: 1700, booked: true }]
const by = (provider: string) => ({ provider }) as Payment

test.each([
  ['began there without a card', null, null, [], true],
  ['began with the card of a terminal elsewhere', 'POS-1', null, [], false],
  ['began with a card, and the station reports a payment', 'POS-1', null, settled, true],
  ['was paid there before', 'POS-1', by(stationProvider), [], true],
  ['was paid elsewhere before', null, by('bank'), [], false],
] as const)('an order that %s', (_, rfid, last, reported, isPaidThere) => {
  expect(isPaidAtStation({ rfid }, last, reported)).toBe(isPaidThere)
})
