import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const shared = {
  NATS_URL: 'nats://127.0.0.1:4222',
  DATABASE_URL: 'postgres://127.0.0.1/shared',
  FILES_URL: 'file:///srv/files',
  SMTP_URL: 'smtp://127.0.0.1',
  SECRET_KEY: 'k'.repeat(32),
}
const read = (env: Record<string, string>, ...argv: string[]) =>
  readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'stationmaster-')), ...env }, argv)
const refusal = (names: string) =>
  `NATS_URL joins servers that share what other settings name: set ${names} as well.`

test('without NATS_URL a server is alone, and its name tells its folder', () => {
  const { nats, nodeId, drain } = read({})
  expect(nats).toBeNull()
  expect(nodeId).toContain('/stationmaster-')
  expect(drain.spreadMs).toBe(0)
})

test('with all that is shared, several may start', () => {
  const { nats, nodeId, drain } = read({ ...shared, NODE_ID: 'one' })
  expect(nats).toMatchObject({ servers: ['127.0.0.1:4222'], prefix: 'stationmaster' })
  expect(nodeId).toBe('one')
  expect(drain.spreadMs).toBe(10_000)
})

test.each([
  'DATABASE_URL',
  'FILES_URL',
  'SMTP_URL',
  'SECRET_KEY',
] as const)('several do not start without %s', (name) => {
  const { [name]: _, ...rest } = shared
  expect(() => read(rest)).toThrow(refusal(name))
  expect(() => read({ ...shared, [name]: '' })).toThrow(refusal(name))
})

test('all that is missing is named at once', () => {
  expect(() => read({ NATS_URL: shared.NATS_URL }, '--demo')).toThrow(
    refusal('DATABASE_URL, FILES_URL, SMTP_URL, SECRET_KEY, PAYMENT_SANDBOX_URL'),
  )
})

test.each([
  [{ PAYMENT_PROVIDER: 'sandbox' }, []],
  [{ FISCAL_TILL: 'sandbox' }, []],
  [{}, ['--empty']],
  [{}, ['--demo']],
])('a payment sandbox is shared as well: %j %j', (env, argv) => {
  expect(() => read({ ...shared, ...env }, ...argv)).toThrow(refusal('PAYMENT_SANDBOX_URL'))
  expect(
    read({ ...shared, ...env, PAYMENT_SANDBOX_URL: 'http://127.0.0.1:8090' }, ...argv).payment.sandboxUrl,
  ).toBe('http://127.0.0.1:8090')
})

test('a server that takes no payments by a sandbox needs none', () => {
  const { payment } = read({ ...shared }, '--no-migrate')
  expect(payment).toMatchObject({ provider: null, sandboxUrl: null })
  expect(read({ ...shared, ...stripe, FISCAL_TILL: 'none' }, '--empty').nats).not.toBeNull()
})

const stripe = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' }

test('an address that cannot be read is named', () => {
  expect(() => read({ ...shared, NATS_URL: 'redis://host' })).toThrow(
    'NATS_URL must begin with nats:// or tls://.',
  )
})

test.each(['a', 'node/1:a.b_c-d', 'a'.repeat(100)])('NODE_ID may be %s', (NODE_ID) => {
  expect(read({ ...shared, NODE_ID }).nodeId).toBe(NODE_ID)
})

test.each(['a b', 'a*', 'a>', 'a'.repeat(101)])('NODE_ID may not be %s', (NODE_ID) => {
  expect(() => read({ ...shared, NODE_ID })).toThrow('NODE_ID must be a name of letters')
})
