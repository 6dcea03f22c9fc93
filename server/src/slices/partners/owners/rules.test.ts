import { expect, test } from 'vitest'
import { isSame, masked, missingOf } from './rules.ts'

test.each([
  [true, true, true, []],
  [false, true, true, ['email']],
  [true, false, true, ['contract']],
  [true, true, false, ['payout']],
  [false, false, false, ['email', 'contract', 'payout']],
])('with e-mail %s, contract %s and payout details %s an owner lacks %j', (email, contract, payout, missing) => {
  expect(missingOf({ email, contract, payout })).toEqual(missing)
})

const details = {
  holder: 'IE Sedova',
  bankName: 'Bank',
  accountNumber: '40802810000000003000',
  bic: '044525225',
}

test.each([
  ['nothing', {}, true],
  ['the holder', { holder: 'IE Petrova' }, false],
  ['the name of the bank', { bankName: 'Other' }, false],
  ['the account', { accountNumber: '40802810000000003001' }, false],
  ['the BIC', { bic: '044525226' }, false],
])('takings go to the same account when %s differs: %s', (_what, change, same) => {
  expect(isSame(details, { ...details, ...change })).toBe(same)
})

test.each([
  ['40802810000000003000', '…3000'],
  ['12345', '…2345'],
  ['123', '…123'],
])('of the account %s only %s is shown', (accountNumber, shown) => {
  expect(masked(accountNumber)).toBe(shown)
})
