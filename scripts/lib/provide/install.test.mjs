import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ci, isWhole } from './install.mjs'

const wanted = {
  '': { name: 'x' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a-for-other-systems': { version: '1.0.0', optional: true },
  'node_modules/tests': { version: '2.0.0', dev: true },
}
const ofStart = { 'node_modules/a': { version: '1.0.0' } }
const all = { ...ofStart, 'node_modules/tests': { version: '2.0.0' } }

test('a start is whole without the packages of the tests, and the tests are not', () => {
  expect(isWhole(wanted, ofStart, 'start')).toBe(true)
  expect(isWhole(wanted, ofStart, 'all')).toBe(false)
  expect(isWhole(wanted, all, 'all')).toBe(true)
})

test('a package that is missing or of another version is noticed', () => {
  expect(isWhole(wanted, {}, 'start')).toBe(false)
  expect(isWhole(wanted, { 'node_modules/a': { version: '1.0.1' } }, 'start')).toBe(false)
  expect(isWhole(wanted, { ...all, 'node_modules/tests': { version: '2.0.1' } }, 'all')).toBe(false)
})

test('what npm has kept of a package is believed, and where it lacks the wanted version npm asks after all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-npm-'))
  const calls = join(folder, 'calls')
  const npm = join(folder, 'npm.js')
  // notes what it was called with; one that may not ask knows fewer versions
  const standIn = (code) =>
    writeFileSync(
      npm,
      `require('node:fs').appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(' ') + '\\n')
      if (process.argv.includes('--prefer-offline')) { console.error('npm error code ${code}'); process.exit(1) }`,
    )
  vi.stubEnv('npm_execpath', npm)
  try {
    standIn('ETARGET')
    await ci(['-w', 'web'])
    const [first, second] = readFileSync(calls, 'utf8').trim().split('\n')
    expect(first).toBe(`${second} --prefer-offline`)
    expect(second).toMatch(/^ci -w web /)
    standIn('ENOSPC')
    await expect(ci([])).rejects.toThrow('ended with code 1')
    expect(readFileSync(calls, 'utf8').trim().split('\n')).toHaveLength(3)
  } finally {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  }
})
