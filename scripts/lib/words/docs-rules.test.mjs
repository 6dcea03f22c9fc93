import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenDocs } from './docs-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-docs-'))
  write('package.json', '{ "scripts": { "check": "x" }, "devDependencies": { "vitest": "4.1.12" } }')
  write('server/package.json', '{ "dependencies": { "fastify": "5.0.0", "@fastify/static": "10.0.0" } }')
  write(
    'server/migrations/0001-orders.sql',
    '-- planned: due_kind\ncreate table orders (id bigint, due_at timestamptz, old_price bigint, plan_id bigint);',
  )
  write('server/migrations/0002-less.sql', 'alter table orders drop column old_price, drop column plan_id;')
  write('server/src/slices/orders/rules.ts', "export const dueOf = 'order.not_found'\n// lostKind\n")
  write('server/src/slices/orders/rules.test.ts', "test('onlyTested', () => {})\n")
  write(
    'contract/src/orders.ts',
    "const path = 'orders/{id}'\nexport const orders = { end: call({ method: 'POST', path: 'orders/{id}/end' }), get: call({ method: 'GET', path, text: true }), lines: call({ method: 'GET', path: `${path}/lines` }), sum: client.sum_wh }\n",
  )
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

/** The faults that the check finds in a document with this text. */
function faultsOf(text) {
  write('docs/a.md', text)
  return brokenDocs(folder)
}

test('a missing path from the root is a fault in a sentence and in an example', () => {
  expect(faultsOf('# A\n\nSee server/src/slices/orders/rules.ts and server/dist/main.js.\n')).toEqual([])
  expect(faultsOf('# A\n\nSee server/src/gone.ts.\n\n```sh\ncat contract/src/gone\n```\n')).toEqual([
    'docs/a.md:3: there is no server/src/gone.ts',
    'docs/a.md:6: there is no contract/src/gone',
  ])
})

describe('a name between backticks', () => {
  test.each([
    ['a file', 'slices/orders/prices.ts'],
    ['a folder', 'server/src/slices/payments/'],
    ['a command', 'npm run bench'],
    ['a column that a comment only promises', 'due_kind'],
    ['a column of a table', 'orders.old_price'],
    ['a column that a later migration drops', 'plan_id'],
    ['a code', 'order.closed'],
    ['a function', 'lostKind'],
    ['a function that only tests have', 'onlyTested'],
    ['a type', 'OrderBook'],
    ['a variable', 'DUE_SECONDS'],
    ['a call', 'POST orders/{id}/stop'],
    ['a call by another method', 'GET orders/{id}/end'],
    ['a path', 'orders/{id}/stop'],
    ['an address', '/api/nothing'],
  ])('that is missing is a fault: %s', (_, name) => {
    expect(faultsOf(`# A\n\nSee \`${name}\` here.\n`)).toEqual([`docs/a.md:3: there is no ${name}`])
  })

  test.each([
    'slices/orders/rules.ts',
    'slices/*/rules.ts',
    'slices/orders/{rules,rules.test}.ts',
    'server/src/slices/',
    'dist/main.js',
    'npm run check -- --quick',
    'npm ci',
    'orders.due_at',
    'due_at',
    'order.not_found',
    'client.sum_wh',
    'dueOf(order)',
    'POST orders/{orderId}/end?dry_run=true',
    'GET orders/{id}',
    'GET orders/{id}/lines',
    'orders/',
    '/end',
    'https://csms.example/someWhere',
    'text/csv',
    'ca.pem',
    '{ "any_thing": 1 }',
    'kill -9',
    'OCPP',
  ])('that is there, or nobody’s, is not: %s', (name) => {
    expect(faultsOf(`# A\n\nSee \`${name}\` here.\n`)).toEqual([])
  })

  test('in a block without a language is a fault too, in an example of another language it is not', () => {
    expect(
      faultsOf('```\nrules.ts --order.closed--> x\n```\n\n```sh\nLimit_X=1\n```\n\n    other_thing\n'),
    ).toEqual(['docs/a.md:1: there is no order.closed'])
  })
})

test('links reach files and sections', () => {
  write('docs/b.md', '# Title\n\n## Money, and kopecks\n')
  expect(
    faultsOf(
      '# A\n[1](b.md) [2](b.md#money-and-kopecks) [3](#a) [4](https://x.example/y)\n[5](c.md) [6](b.md#rubles) [7](#b)\n',
    ),
  ).toEqual(['c.md', 'b.md#rubles', '#b'].map((target) => `docs/a.md:3: there is no ${target}`))
})

describe('a comment', () => {
  const faultsOfComment = (text) => {
    write('docs/domain.md', '# Domain\n\n## Money\n')
    write('docs/decisions/0004-timers.md', '# 4. Timers\n')
    write('server/src/a.ts', `const url = 'x.md' // ${text}\n`)
    return brokenDocs(folder)
  }

  test.each([
    'domain.md#links',
    'docs/money.md',
    'slices/orders/prices.ts',
    'decision 7',
    '`OrderBook`',
  ])('that cites %s, which is missing, is a fault', (name) => {
    expect(faultsOfComment(`as in ${name}.`)).toEqual([
      `server/src/a.ts:1: there is no ${name.replaceAll('`', '')}`,
    ])
  })

  test.each([
    'DOMAIN C3',
    'DESIGN section 7',
    'document 1',
    'the spec',
  ])('that cites %s, a paper of others, is a fault', (name) => {
    expect(faultsOfComment(`as in ${name}`)).toEqual([
      `server/src/a.ts:1: ${name}: cite a section of docs/, or the standard by its name`,
    ])
  })

  test.each([
    'domain.md#money',
    'docs/domain.md',
    'orders/rules.ts',
    'decision 4',
    'OCPP 1.6',
    'RFC 6238',
    'towns.tsv',
    '`onlyTested`',
  ])('that cites %s is not', (name) => {
    expect(faultsOfComment(`as in ${name}.`)).toEqual([])
  })
})

test('the tables of decision 1 name what the manifests ask for, and nothing else', () => {
  write(
    'docs/decisions/0001-libraries.md',
    '| library | why |\n|---|---|\n| @fastify/{static,multipart}, dayjs | HTTP |\n',
  )
  expect(brokenDocs(folder)).toEqual([
    'docs/decisions/0001-libraries.md: nothing asks for @fastify/multipart',
    'docs/decisions/0001-libraries.md: nothing asks for dayjs',
    'docs/decisions/0001-libraries.md: lacks vitest',
    'docs/decisions/0001-libraries.md: lacks fastify',
  ])
})

test('the tables of settings name the variables that the server reads', () => {
  write('server/src/config/config.ts', "const port = env['PORT'] ?? env['DATA_DIR']\n")
  write('server/src/config/network/nodes.ts', "const node = env['NODE_ID']\n")
  write('server/src/config/config.test.ts', "const port = env['NO_VARIABLE']\n")
  write('docs/operations.md', '| `PORT` | 8080 |\n| `CURRENCY` | RUB |\n')
  expect(brokenDocs(folder)).toEqual([
    'docs/operations.md: no table of settings has DATA_DIR',
    'docs/operations.md: no table of settings has NODE_ID',
    'docs/operations.md: the server reads no CURRENCY',
  ])
})
