import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { overBudget } from './budgets.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-budgets-'))
  write(
    'package-lock.json',
    JSON.stringify({
      packages: {
        '': { name: 'x' },
        server: { name: 'server' },
        'node_modules/server': { link: true },
        'node_modules/a': { version: '1.0.0' },
        'node_modules/a/node_modules/b': { version: '1.0.0' },
        'node_modules/tests': { version: '1.0.0', dev: true },
      },
    }),
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test('the packages of a start are those of others that are not for development', () => {
  const allowed = { packages: 2, serverBytes: 0, webBytes: 0 }
  expect(overBudget(folder, allowed)).toEqual([])
  expect(overBudget(folder, { ...allowed, packages: 1 })).toEqual([
    "A start's packages are 2, and its budget is 1.",
  ])
})

test('the bytes of a start are those of its programs and of what browsers load, as they are', () => {
  write('server/dist/main.js', '12345')
  write('server/dist/main.js.map', '1234567890')
  write('server/dist/programs/demo-1.js', '12')
  write('server/dist/tests/story-1.js', '1234567890')
  write('web/dist/assets/page-1.js', '123')
  write('web/dist/assets/page-1.js.br', '1')
  write('web/dist/assets/page-1.css', '1')
  const exact = { packages: 2, serverBytes: 7, webBytes: 4 }
  expect(overBudget(folder, exact)).toEqual([])
  expect(overBudget(folder, { ...exact, serverBytes: 6, webBytes: 3 })).toHaveLength(2)
})

test('a start applies the migrations that came after its database was made', () => {
  write('server/migrations/0001-a.sql', '')
  write('server/migrations/0002-b.sql', '')
  write('server/migrations/0004-d.sql', '')
  const allowed = { packages: 2, serverBytes: 0, webBytes: 0, migrations: 1 }
  write('server/releases/database.txt', '0001-a.sql\n0004-d.sql\n')
  expect(overBudget(folder, allowed)).toEqual([])
  write('server/migrations/0005-e.sql', '')
  expect(overBudget(folder, allowed)).toEqual(["A start's migrations are 2, and its budget is 1."])
})
