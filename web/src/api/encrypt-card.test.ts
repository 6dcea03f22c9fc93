import { expect, test } from 'vitest'
import { encryptCard, faultsOf, planCardDigits, showCode, showExpiry, showNumber } from './encrypt-card.ts'

const now = new Date('2026-11-22T10:00:00')
const card = { number: '4242 4242 4242 4242', expiry: '11/26', code: '123' }

test('fields take digits only, and show them as cards do', () => {
  expect(showNumber('42424242a42424242')).toBe('4242 4242 4242 4242')
  expect(showNumber('4'.repeat(30))).toHaveLength(23)
  expect(['1', '11', '112', '11/26', '11267'].map(showExpiry)).toEqual(['1', '11', '11/2', '11/26', '11/26'])
  expect(showCode('12 345')).toBe('1234')
})

test.each([
  ['a card that is good for this month', {}, []],
  ['a short number', { number: '4242 4242 424' }, ['number']],
  ['a month that is none', { expiry: '13/27' }, ['expiry']],
  ['a month that is over', { expiry: '10/26' }, ['expiry']],
  ['a year that is over', { expiry: '12/25' }, ['expiry']],
  ['half an expiry', { expiry: '11/2' }, ['expiry']],
  ['a short code', { code: '12' }, ['code']],
  ['nothing', { number: '', expiry: '', code: '' }, ['number', 'expiry', 'code']],
])('%s', (_, changes, faults) => {
  expect(faultsOf({ ...card, ...changes }, now)).toEqual(faults)
})

test('a card that a plan is paid with has 15 to 17 digits', () => {
  const faulty = [14, 15, 17, 18].filter(
    (length) => faultsOf({ ...card, number: '4'.repeat(length) }, now, planCardDigits).length > 0,
  )
  expect(faulty).toEqual([14, 18])
})

test('only the holder of the private key can read the card', async () => {
  const algorithm = {
    name: 'RSA-OAEP',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['encrypt', 'decrypt'])
  const exported = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))
  const spki = btoa(String.fromCharCode(...exported))
  const sent = await encryptCard(spki, card, Promise.resolve({ card_library: null }))
  expect(sent).toMatchObject({ method: 'card', expiration_month: 11, expiration_year: 2026 })
  const read = async (text: string) => {
    const secret = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
    return new TextDecoder().decode(await crypto.subtle.decrypt('RSA-OAEP', pair.privateKey, secret))
  }
  expect(await read(sent.encrypted_card_number)).toBe('4242424242424242')
  expect(await read(sent.encrypted_security_code)).toBe('123')
  expect(JSON.stringify(sent)).not.toContain('4242')
})
