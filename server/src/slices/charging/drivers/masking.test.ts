import { expect, test } from 'vitest'
import { maskedCard, maskedEmail, maskedPhone } from './masking.ts'

test.each([
  ['+7 900 123-45-67', '•••••••••67'],
  ['67', '67'],
  ['6', '6'],
  ['', ''],
])('of the phone %s can be read %s', (phone, shown) => {
  expect(maskedPhone(phone)).toBe(shown)
})

test.each([
  ['igor@people.example', 'i•••@people.example'],
  ['i@people.example', 'i•••@people.example'],
  ['@people.example', '•••'],
  ['igor', '•••'],
])('of the address %s can be read %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown)
})

test.each([
  ['04A1B2C3D4E5F6', '••••••••••E5F6'],
  ['AA11', '••11'],
  ['A', '•'],
])('of the card %s can be read %s', (token, shown) => {
  expect(maskedCard(token)).toBe(shown)
})
