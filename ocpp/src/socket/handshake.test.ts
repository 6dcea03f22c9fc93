import { expect, test } from 'vitest'
import { chooseProtocol, parseBasicAuth, parseIdentity } from './handshake.ts'

test.each([
  [['ocpp1.6', 'ocpp2.0.1'], 'ocpp1.6'],
  [['ocpp2.1', 'ocpp2.0.1', 'ocpp1.6'], 'ocpp2.1'],
  [['ocpp2.0.1', 'ocpp2.1', 'ocpp1.6'], 'ocpp2.0.1'],
  [['ocpp1.5', 'ocpp1.6'], 'ocpp1.6'],
  [['ocpp2.1.1'], false],
  [[], false],
])('of %j we choose %s', (offered, chosen) => {
  expect(chooseProtocol(new Set(offered))).toBe(chosen)
})

test.each([
  ['/ocpp/CP-1', 'CP-1'],
  ['/ocpp/RDAM%7C123', 'RDAM|123'],
  ['/ocpp/a:b', 'a:b'],
  ['/ocpp/%D0%A1%D1%82-1', 'Ст-1'],
  ['/ocpp/CP-1/', 'CP-1'],
  ['/CP-1', 'CP-1'],
  ['/ocpp/', null],
  ['/ocpp/CP-1//', null],
  ['/ocpp/%E0%A4%A', null],
  ['/ocpp/a%00b', null],
  [`/ocpp/${'x'.repeat(256)}`, null],
])('the path %s names the station %s', (path, identity) => {
  expect(parseIdentity(path)).toBe(identity)
})

const basic = (bytes: Buffer | string) => `Basic ${Buffer.from(bytes).toString('base64')}`

test('a password may hold any bytes, an identity may hold colons', () => {
  const password = Buffer.from([0, 255, 58, 10, 200])
  expect(parseBasicAuth(basic(Buffer.concat([Buffer.from('CP:1:'), password])), 'CP:1')).toEqual(password)
  expect(parseBasicAuth(basic('CP:'), 'CP')).toEqual(Buffer.alloc(0))
  expect(parseBasicAuth(basic('CP:x').replace('Basic', 'basic'), 'CP')?.toString()).toBe('x')
})

test.each([
  undefined,
  '',
  'Bearer abc',
  'Basic',
  'Basic ???',
  basic('other:x'),
  basic('CP'),
])('the header %s proves nothing', (header) => {
  expect(parseBasicAuth(header, 'CP')).toBeNull()
})
