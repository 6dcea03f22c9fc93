import { expect, test } from 'vitest'
import { isBic, isIban, isRussianAccount } from './bank-account.ts'

test.each([
  // the examples of the registry of IBANs
  ['DE89370400440532013000', true],
  ['GB29NWBK60161331926819', true],
  ['NO9386011117947', true],
  ['MT84MALT011000012345MTLCAST001S', true],
  // one digit, or two that change places
  ['DE89370400440532013001', false],
  ['DE98370400440532013000', false],
  ['DE89370400440532010300', false],
  ['de89370400440532013000', false],
  ['DE89 3704 0044 0532 0130 00', false],
  ['NO938601111794', false],
  // what the control digits agree with, in another form
  ['DE2A370400440532000007', false],
  ['aDE89370400440532000071', false],
  ['DE89370400440532000085a', false],
  ['', false],
])('IBAN %j: %s', (text, expected) => {
  expect(isIban(text)).toBe(expected)
})

test.each([
  ['044525225', true],
  ['COBADEFF', true],
  ['COBADEFFXXX', true],
  ['COBADEFFXX', false],
  ['04452522', false],
  ['144525225', false],
  ['1044525225', false],
  ['0445252251', false],
  ['COBADE-F', false],
  ['COBADEFFX-X', false],
  ['xCOBADEFF', false],
  ['', false],
])('bank code %j: %s', (text, expected) => {
  expect(isBic(text)).toBe(expected)
})

test.each([
  ['40702810438000060473', '044525225', true],
  ['40702810038000060473', '044525593', true],
  // what two banks have at the Bank of Russia in Moscow, as it publishes
  ['30101810400000000225', '044525000', true],
  ['30101810200000000593', '044525000', true],
  ['40702810438000060473', '044525593', false],
  ['40702810438000060474', '044525225', false],
  ['40702810438000060473', 'COBADEFF', false],
  ['4070281093800000000', '044525225', false],
  ['40702810938000060473', '144525225', false],
  ['40702810438000060473', '144525225', false],
  ['407028104380000604701', '044525225', false],
])('account %j at %j: %s', (text, bic, expected) => {
  expect(isRussianAccount(text, bic)).toBe(expected)
})
