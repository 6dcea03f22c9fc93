import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readNatsAddress } from './nats-address.ts'

const plain = { servers: ['host:4222'], tls: false, prefix: 'stationmaster' }

test.each([
  ['nats://host:4222', plain],
  ['nats://host', { ...plain, servers: ['host'] }],
  ['nats://[::1]:4222', { ...plain, servers: ['[::1]:4222'] }],
  ['tls://host:4222', { ...plain, tls: true }],
  ['nats://a:4222,b:4223,nats://c:4224/', { ...plain, servers: ['a:4222', 'b:4223', 'c:4224'] }],
  ['tls://a:1,b:2', { ...plain, tls: true, servers: ['a:1', 'b:2'] }],
  ['nats://host:4222/', plain],
  ['nats://host:4222/north', { ...plain, prefix: 'north' }],
  [`nats://host:4222/${'n'.repeat(40)}`, { ...plain, prefix: 'n'.repeat(40) }],
  ['nats://host:4222/north,other', { ...plain, servers: ['host:4222', 'other'], prefix: 'north' }],
  ['nats://me:pass@host:4222', { ...plain, user: 'me', password: 'pass' }],
  ['nats://m%40e:p%3Ass%25@host:4222', { ...plain, user: 'm@e', password: 'p:ss%' }],
  [
    'nats://me:pass@host:4222,me:pass@other',
    { ...plain, servers: ['host:4222', 'other'], user: 'me', password: 'pass' },
  ],
  ['nats://s3cret@host:4222', { ...plain, token: 's3cret' }],
])('%s', (text, address) => {
  expect(readNatsAddress(text)).toEqual(address)
})

test('a file of credentials is read', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'nats-')), 'node.creds')
  const text = '-----BEGIN NATS USER JWT-----\nx\n------END\n\n-----BEGIN USER NKEY SEED-----\ny\n------END'
  writeFileSync(path, text)
  const { credentials, ...rest } = readNatsAddress(`nats://host:4222?creds=${path}`)
  expect(Buffer.from(credentials!).toString()).toBe(text)
  expect(rest).toEqual(plain)
  writeFileSync(path, text.replace('USER NKEY SEED', 'NOTHING'))
  expect(() => readNatsAddress(`nats://host:4222?creds=${path}`)).toThrow('holds no credentials of NATS')
})

test('a file of authorities is read', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'nats-')), 'ca.pem')
  const text = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----'
  writeFileSync(path, text)
  expect(readNatsAddress(`tls://host:4222?ca=${path}`)).toEqual({ ...plain, tls: true, authorities: text })
  writeFileSync(path, 'nothing')
  expect(() => readNatsAddress(`tls://host:4222?ca=${path}`)).toThrow('holds no certificate')
})

test.each([
  ['', 'must be a URL such as nats://host:4222'],
  ['host:4222', 'must begin with nats:// or tls://'],
  ['http://host:4222', 'must begin with nats:// or tls://'],
  ['nats://', 'must begin with nats:// or tls://'],
  ['nats://a,', 'must begin with nats:// or tls://'],
  ['nats://host:65536', 'must be a URL such as nats://host:4222'],
  ['nats://a,tls://b', 'must name either nats:// or tls:// for all servers'],
  ['nats://a:1,b:2/north', 'must have its path and its parameters behind the first server'],
  ['nats://a:1,b:2?creds=/x', 'must have its path and its parameters behind the first server'],
  ['nats://host/two/words', 'has a path that is more than one word of letters and digits'],
  ['nats://host/no.dots', 'has a path that is more than one word of letters and digits'],
  [`nats://host/${'n'.repeat(41)}`, 'has a path that is more than one word of letters and digits'],
  ['nats://host?tls=1', 'takes no other parameters than creds=/path and ca=/path'],
  ['nats://host?ca=/nowhere/ca.pem', 'takes ca=/path with tls:// only'],
  ['tls://host?ca=/nowhere/ca.pem', 'names certificates that cannot be read: ENOENT'],
  ['nats://host?creds=', 'names credentials that cannot be read: ENOENT'],
  ['nats://host?creds=/nowhere/node.creds', 'names credentials that cannot be read: ENOENT'],
  ['nats://:pass@host', 'has a password without a user'],
  ['nats://me:100%@host', 'must have % in its user and password as %25'],
])('%s is refused', (text, why) => {
  expect(() => readNatsAddress(text)).toThrow(why)
})
