import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenImports } from './import-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-rules-'))
  write(
    'server/src/slices/order.json',
    '{ "places": ["locations"], "charging": ["orders"], "money": ["payments"] }',
  )
  for (const slice of ['places/locations', 'charging/orders', 'money/payments'])
    write(`server/src/slices/${slice}/rules.ts`, '')
  write('server/package.json', '{ "dependencies": { "@stationmaster/ocpp": "0.1.0", "fastify": "5.0.0" } }')
  write(
    'web/package.json',
    '{ "dependencies": { "@stationmaster/contract": "0.1.0", "@stationmaster/server": "0.1.0" } }',
  )
  write(
    'ocpp/package.json',
    '{ "dependencies": { "@stationmaster/server": "0.1.0" }, "devDependencies": { "ocpp-rpc": "2.2.1" } }',
  )
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

test('a slice imports what stands to its left, and the platform', () => {
  write('server/src/platform/clock.ts', '')
  write(
    'server/src/slices/charging/orders/actions.ts',
    "import { list } from '../../places/locations/rules.ts'\nimport type { Clock } from '../../../platform/clock.ts'\nimport fastify from 'fastify'\n",
  )
  expect(brokenImports(folder)).toEqual([])
})

test('a slice that imports what stands to its right is named, with the line', () => {
  write(
    'server/src/slices/charging/orders/actions.ts',
    "// a comment\nimport {\n  capture,\n} from '../../money/payments/rules.ts'\n",
  )
  expect(brokenImports(folder)).toEqual([
    'server/src/slices/charging/orders/actions.ts:4: the slice orders must not import payments: it stands to the right in order.json',
  ])
})

test('a re-export and an import at run time are imports too; a commented one is none', () => {
  write(
    'server/src/slices/places/locations/index.ts',
    "export * from '../../charging/orders/rules.ts'\nexport const later = () => import('../../money/payments/rules.ts')\n/*\nimport '../../charging/orders/rules.ts'\n*/\n",
  )
  expect(brokenImports(folder)).toEqual([
    expect.stringContaining('index.ts:1: the slice locations must not import orders'),
    expect.stringContaining('index.ts:2: the slice locations must not import payments'),
  ])
})

test('the platform imports no slice, and nothing below imports flow.ts', () => {
  write('server/src/platform/http.ts', "import '../slices/charging/orders/rules.ts'\n")
  write('server/src/slices/charging/orders/actions.ts', "import { flow } from '../../../flow.ts'\n")
  expect(brokenImports(folder)).toEqual([
    expect.stringContaining('the platform must not import the slice orders'),
    expect.stringContaining('nothing below imports flow.ts'),
  ])
})

test('flow.ts imports any slice', () => {
  write(
    'server/src/flow.ts',
    "import './slices/money/payments/rules.ts'\nimport './slices/places/locations/rules.ts'\n",
  )
  expect(brokenImports(folder)).toEqual([])
})

test('a slice that the list does not know or has elsewhere, and a name without a slice, are all found', () => {
  write('server/src/slices/order.json', '{ "places": ["orders"], "charging": ["locations", "refunds"] }')
  const stray = (slice) =>
    `server/src/slices/${slice}: is not in server/src/slices/order.json, or in another district`
  expect(new Set(brokenImports(folder))).toEqual(
    new Set([
      ...['charging/orders', 'money/payments', 'places/locations'].map(stray),
      'server/src/slices/order.json: there is no slice "refunds"',
    ]),
  )
})

test('contract and web have the districts of the server, and each slice in the same one', () => {
  write('contract/package.json', '{}')
  write('contract/src/money/payments.ts', '')
  write('contract/src/base/enums.ts', '')
  write('contract/src/cash/payments.ts', '')
  write('web/src/slices/charging/payments/list.tsx', '')
  write('web/src/slices/money/reconciliation/list.tsx', '')
  write('web/src/pages/frame/list-page.tsx', '')
  write('web/src/pages/cash/cash-page.tsx', '')
  expect(brokenImports(folder)).toEqual([
    'contract/src/cash: there is no such district in server/src/slices/order.json',
    'web/src/pages/cash: there is no such district in server/src/slices/order.json',
    'web/src/slices/charging/payments: the server has it in the district money',
  ])
})

test('workspaces import to the left only, by name', () => {
  write('web/src/api/client.ts', "import '@stationmaster/server'\n")
  write('ocpp/src/link.ts', "import '../../server/src/flow.ts'\n")
  expect(brokenImports(folder)).toEqual([
    'ocpp/src/link.ts:1: reaches out of ocpp: ../../server/src/flow.ts',
    'web/src/api/client.ts:1: web must not import server',
  ])
})

test('what a build makes is imported where it is made for', () => {
  write('web/src/i18n/index.ts', "import 'virtual:texts/pay'\nimport 'virtual:server-texts'\n")
  expect(brokenImports(folder)).toEqual([
    'web/src/i18n/index.ts:2: "virtual:server-texts" is not a dependency of web',
  ])
})

test('what the product imports is a dependency, and not one for development', () => {
  write('ocpp/src/link.ts', "import 'ocpp-rpc'\nimport 'ws'\nimport 'fs'\n")
  write('ocpp/src/link.test.ts', "import 'ocpp-rpc'\nimport 'vitest'\n")
  write('ocpp/src/shapes.ts', "import type { Call } from 'ocpp-rpc'\n")
  expect(brokenImports(folder)).toEqual([
    'ocpp/src/link.ts:1: "ocpp-rpc" is a development dependency of ocpp',
    'ocpp/src/link.ts:2: "ws" is not a dependency of ocpp',
    'ocpp/src/link.ts:3: write "node:fs"',
  ])
  write('bench/package.json', JSON.stringify({ devDependencies: { pg: '8' } }))
  write('bench/src/main.ts', "import 'pg'\n")
  expect(brokenImports(folder)).toHaveLength(3)
})

test('in the web application slices meet in pages only', () => {
  write(
    'web/src/slices/charging/orders/list.tsx',
    "import '../../stations/stations/tile.tsx'\nimport '../../../ui/energy.tsx'\n",
  )
  write('web/src/ui/money.tsx', "import '../slices/charging/orders/list.tsx'\n")
  write(
    'web/src/pages/dashboard.tsx',
    "import '../slices/charging/orders/list.tsx'\nimport '../slices/stations/stations/tile.tsx'\n",
  )
  expect(brokenImports(folder)).toEqual([
    expect.stringContaining(
      'web/src/slices/charging/orders/list.tsx:1: the slice orders must not import stations',
    ),
    expect.stringContaining('web/src/ui/money.tsx:1: ui must not import src/slices/charging/orders/list.tsx'),
  ])
})

test('a circle is found, of types and of imports at run time too; two ways to one file are none', () => {
  write('ocpp/src/one.ts', "import type { Two } from './two.ts'\n")
  write('ocpp/src/two.ts', "export { three } from './deep/three.ts'\nimport './four.ts'\n")
  write('ocpp/src/deep/three.ts', "import '../four.ts'\nexport const later = () => import('../one.ts')\n")
  write('ocpp/src/four.ts', '')
  expect(brokenImports(folder)).toEqual([
    expect.stringMatching(/^ocpp\/src\/.*: a circle of imports: .*one\.ts -> ocpp\/src\/two\.ts/),
  ])
  write('ocpp/src/one.ts', '')
  expect(brokenImports(folder)).toEqual([])
})

test('what few servers use is not loaded at the start, by whatever way', () => {
  const used = '{ "dependencies": { "sharp": "1.0.0", "hucre": "1.0.0", "pdfkit": "1.0.0" } }'
  write('server/package.json', used)
  write('server/src/main.ts', "import { open } from './parts.ts'\nawait import('./late.ts')\n")
  write(
    'server/src/parts.ts',
    "import type { Sharp } from 'sharp'\nimport { write } from 'hucre/xlsx'\nexport { far } from './far.ts'\n",
  )
  write('server/src/far.ts', "import 'pdfkit'\n")
  write('server/src/late.ts', "import sharp from 'sharp'\n")
  expect(brokenImports(folder)).toEqual([
    'server/src/parts.ts:2: load "hucre/xlsx" where it is used, by await import()',
    'server/src/far.ts:1: load "pdfkit" where it is used, by await import()',
  ])
})
