import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { oldBackup, unsafeSettings } from './configuration-check.ts'

const dataDir = join(mkdtempSync(join(tmpdir(), 'stationmaster-')), 'data')
const good = {
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://csms.example',
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: 'smtp://mail.example',
  DATABASE_URL: 'postgres://db.example/csms',
}
const found = (env: Record<string, string>) => unsafeSettings({ ...good, ...env }, ['--check'])

test('settings that are in order leave nothing to say', () => {
  expect(found({})).toEqual([])
})

test.each([
  ['no word of proxies behind https', { TRUST_PROXY: '' }, 'does a proxy stand before it?'],
  ['no address of its own', { PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
  ['an open address', { PUBLIC_URL: 'http://csms.example' }, 'PUBLIC_URL is http'],
  ['play money', { PAYMENT_PROVIDER: 'sandbox' }, 'it takes no money'],
  ['play receipts', { PAYMENT_PROVIDER: 'sandbox', FISCAL_TILL: 'sandbox' }, 'its receipts are none'],
  ['no mail server', { SMTP_URL: '' }, 'SMTP_URL is not set'],
  ['a door that is open to all', { PUBLIC_URL: '', TRUST_PROXY: '' }, 'HOST is 0.0.0.0'],
  ['a door to a network', { PUBLIC_URL: '', TRUST_PROXY: '', HOST: '10.0.0.5' }, 'HOST is 10.0.0.5'],
  ['no copy of the embedded database', { DATABASE_URL: '' }, 'There is no backup'],
])('%s is told', (_what, env, text) => {
  expect(found(env as Record<string, string>)).toContainEqual(expect.stringContaining(text))
})

test.each([
  ['none, said so', { TRUST_PROXY: '0' }],
  ['this machine', { PUBLIC_URL: 'http://127.0.0.1:8080', TRUST_PROXY: '', HOST: '127.0.0.1' }],
  ['this machine by name', { PUBLIC_URL: 'http://localhost', TRUST_PROXY: 'false', HOST: 'localhost' }],
])('%s is in order', (_what, env) => {
  expect(found(env as Record<string, string>)).toEqual([])
})

test('a backup that is older than a week is reported', () => {
  const hours = (n: number) => new Date(n * 3_600_000)
  expect(oldBackup(hours(0), hours(8 * 24 - 1))).toBe(false)
  expect(oldBackup(hours(0), hours(8 * 24))).toMatch(/is 8 days old/)
})

test('nothing is made on the way', () => {
  found({})
  expect(existsSync(dataDir)).toBe(false)
})

test('the program prints it and ends with 1, with 0 where all is in order, and with the line of a bad value', async () => {
  const check = async (env: Record<string, string>) => {
    const main = join(import.meta.dirname, '../../dist/main.js')
    const options = { env: { PATH: process.env.PATH, ...good, ...env } }
    const ended = await promisify(execFile)(process.execPath, [main, '--check'], options).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
    )
    return [ended.code, ended.output.trim()]
  }
  const ends = await Promise.all([check({}), check({ SMTP_URL: '' }), check({ TRUST_PROXY: 'true' })])
  expect(ends).toEqual([
    [0, 'The settings are in order.'],
    [1, expect.stringContaining('SMTP_URL is not set')],
    [1, expect.stringMatching(/^TRUST_PROXY must be the number of proxies .*127\.0\.0\.1.*\.$/)],
  ])
})
