import { expect, test } from 'vitest'
import { printedCode } from './rules.ts'
import type { KeptReceipt } from './store.ts'
import { viewOf } from './view.ts'

const mark = {
  documentNumber: '101',
  driveNumber: '9999078900001234',
  fiscalSign: '3522207165',
  registeredAt: new Date('2026-03-10T09:05:00Z'),
  url: 'https://ofd.example/101',
}
const receipt = {
  id: 7,
  kind: 'income',
  settlement: 'full_payment',
  amountMinor: 34_000,
  state: 'registered',
  refusal: null,
  createdAt: new Date('2026-03-10T09:00:00Z'),
  tillRef: 'kept to ourselves',
  mark,
} as unknown as KeptReceipt

test('a registered receipt is shown with what the tax office knows it by', () => {
  expect(viewOf(receipt, 'Europe/Moscow')).toEqual({
    id: 7,
    kind: receipt.kind,
    settlement: receipt.settlement,
    amount: 34_000,
    state: 'registered',
    refusal: null,
    created_at: '2026-03-10T09:00:00.000Z',
    mark: {
      document_number: '101',
      drive_number: '9999078900001234',
      fiscal_sign: '3522207165',
      registered_at: '2026-03-10T09:05:00.000Z',
      url: 'https://ofd.example/101',
      code: printedCode({ kind: receipt.kind, amountMinor: 34_000, ...mark }, 'Europe/Moscow'),
    },
  })
})

test('its code has the time of the till’s clocks', () => {
  expect(viewOf(receipt, 'Europe/Moscow').mark?.code).toContain('T1205')
  expect(viewOf(receipt, 'Asia/Yekaterinburg').mark?.code).toContain('T1405')
})

test('one that is not registered has no mark', () => {
  expect(viewOf({ ...receipt, mark: null }, 'Europe/Moscow').mark).toBeNull()
})
