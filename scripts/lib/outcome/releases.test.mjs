import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { brokenReleases, compare, hashesOf, withRelease } from './releases.mjs'

let root
afterEach(() => root && rmSync(root, { recursive: true, force: true }))

/** A tree with one release of two migrations. */
function tree() {
  root = mkdtempSync(join(tmpdir(), 'releases-'))
  for (const folder of ['server/migrations', 'server/releases'])
    mkdirSync(join(root, folder), { recursive: true })
  const put = (path, text) => writeFileSync(join(root, path), text)
  put('server/migrations/0001-a.sql', 'create table a ();')
  put('server/migrations/0002-b.sql', 'create table b ();')
  put('package.json', JSON.stringify({ version: '0.2.0' }))
  put('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-01-02\n')
  put('server/releases/0.2.0.sql.gz', '')
  put(
    'server/releases/0.2.0.json',
    JSON.stringify({ version: '0.2.0', day: '2026-01-02', migrations: hashesOf(root) }),
  )
  return put
}

test('a released migration stays as it was, and others may be added before and after it', () => {
  const put = tree()
  expect(brokenReleases(root)).toEqual([])
  put('server/migrations/0000-before.sql', 'select 1;')
  put('server/migrations/0003-after.sql', 'select 1;')
  expect(brokenReleases(root)).toEqual([])
  put('server/migrations/0002-b.sql', 'create table b (); ')
  rmSync(join(root, 'server/migrations/0001-a.sql'))
  expect(brokenReleases(root).map((line) => line.split(':')[0])).toEqual([
    'server/migrations/0001-a.sql',
    'server/migrations/0002-b.sql',
  ])
})

test('a release has its data, its heading, and the version that the product reports', () => {
  const put = tree()
  rmSync(join(root, 'server/releases/0.2.0.sql.gz'))
  put('CHANGELOG.md', '# Changelog\n\n## Unreleased\n')
  put('package.json', JSON.stringify({ version: '0.1.0' }))
  expect(brokenReleases(root)).toEqual([
    'package.json: version 0.1.0 is not that of the last release, 0.2.0',
    'server/releases/0.2.0.sql.gz is missing',
    'CHANGELOG.md: no heading "## 0.2.0 - 2026-01-02"',
  ])
})

test('versions are compared as numbers', () => {
  expect(compare('0.9.0', '0.10.0')).toBeLessThan(0)
  expect(compare('1.0.0', '0.99.99')).toBeGreaterThan(0)
  expect(compare('1.2.3', '1.2.3')).toBe(0)
})

const notes = '\n### Upgrade notes\n\nNothing.\n'
const changelog = `# Changelog\n\n## Unreleased\n${notes}\n## 0.1.0 - 2026-01-01\n\nOld.\n`

test('what is not released becomes a version, and nothing else moves', () => {
  expect(withRelease(changelog, { version: '0.2.0', day: '2026-02-03', last: '0.1.0' })).toBe(
    `# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-02-03\n${notes}\n## 0.1.0 - 2026-01-01\n\nOld.\n`,
  )
})

test.each([
  ['two', '0.1.0', changelog, 'three numbers'],
  ['0.1.0', '0.1.0', changelog, 'does not follow'],
  ['0.0.9', '0.1.0', changelog, 'does not follow'],
  ['0.2.0', '0.1.0', changelog.replace(notes, '\n'), 'nothing that is not released'],
  ['0.2.0', '0.1.0', changelog.replace('### Upgrade notes', '### Added'), 'Upgrade notes'],
])('a release as %s is refused', (version, last, text, why) => {
  expect(() => withRelease(text, { version, day: '2026-02-03', last })).toThrow(why)
})
