import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ocppNames } from '../reading/ocpp-names.mjs'
import { readable } from '../reading/source-text.mjs'
import { root } from '../root.mjs'
import { brokenRules } from './source-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-rules-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

test('only config.ts reads the environment and only the clock knows the time', () => {
  const source =
    'const a = process.env.PORT\n\nconst b = new Date()\nconst c = Date.now()\nconst d = new Date(0)\n'
  write('server/src/app.ts', source)
  write('server/src/app.test.ts', source)
  expect(brokenRules(folder)).toEqual([
    'server/src/app.ts:1: process.env: only server/src/config/config.ts reads the environment',
    'server/src/app.ts:3: new Date(): only platform/general/clock.ts knows the time: take it as an argument',
    'server/src/app.ts:4: Date.now(: only platform/general/clock.ts knows the time: take it as an argument',
  ])
})

test('one file alone reads the sender of a request', () => {
  const source =
    "const a = request.ip\nconst b = request.headers['x-forwarded-for']\nconst c = request.remoteAddress\n"
  write('server/src/platform/listeners/proxies.ts', source)
  write('server/src/app.ts', source)
  const message = 'only platform/listeners/proxies.ts tells whom a request is from: request.remoteAddress'
  expect(brokenRules(folder)).toEqual([
    `server/src/app.ts:1: request.ip: ${message}`,
    `server/src/app.ts:2: x-forwarded-for: ${message}`,
  ])
})

test('transactions are begun in one way', () => {
  const source = 'const a = db.transaction().execute(work)\nconst b = db\n  .transaction()\n'
  write('server/src/slices/control/bulk/runner.ts', source)
  write('server/src/platform/database/migrating/migrate.ts', source)
  const message = '.transaction(: inTransaction of platform/database/transaction.ts sends queries together'
  expect(brokenRules(folder)).toEqual([
    `server/src/slices/control/bulk/runner.ts:1: ${message}`,
    `server/src/slices/control/bulk/runner.ts:3: ${message}`,
  ])
})

test('stories name today by the network’s clock', () => {
  const source =
    "const a = new Date().toISOString().slice(0, 10)\nconst b = dayOf(world.clock.now(), 'Europe/Moscow')\nconst c = world.clock.now().toISOString().slice(0, 7)\nconst d = new Date(0).toISOString().slice(0, 10)\nconst e = new Date().getFullYear()\nconst f = new Date(0).getFullYear()\n"
  write('server/src/story/a.test.ts', source)
  write('e2e/stories/a.spec.ts', source)
  const message =
    'today is a day of the network’s clock, which after 21:00 UTC is another: dayOf, or businessDay of e2e'
  expect(brokenRules(folder)).toEqual(
    ['e2e/stories/a.spec.ts', 'server/src/story/a.test.ts'].flatMap((path) => [
      `${path}:1: new Date().toISOString().slice(0, 10): ${message}`,
      `${path}:3: clock.now().toISOString().slice(0, 7): ${message}`,
      `${path}:5: new Date().getFullYear(): ${message}`,
    ]),
  )
})

test('the files that may are left alone, and so are comments and strings', () => {
  write('server/src/config/config.ts', 'export const port = process.env.PORT\n')
  write('server/src/platform/general/clock.ts', 'export const now = () => new Date()\n')
  write('server/src/app.ts', "// Date.now() is not for us\nconst text = 'process.env' + `new Date()`\n")
  expect(brokenRules(folder)).toEqual([])
})

test('constants have the style of all names, but for the units of time', () => {
  write('units/src/time.ts', 'export const MINUTE_MS = 60_000\n')
  write(
    'web/src/a.ts',
    'const PAGE_SIZE = 50 // const LEAST\nexport let LIMIT = 3\nconst Pager = () => PAGE_SIZE\n',
  )
  const message = 'constants are written like everything else: pageSize, not PAGE_SIZE'
  expect(brokenRules(folder)).toEqual([
    `web/src/a.ts:1: const PAGE_SIZE: ${message}`,
    `web/src/a.ts:2: let LIMIT: ${message}`,
  ])
})

test('code inside a template is code', () => {
  write('server/src/app.ts', 'const text = `{ at ${Date.now()} }`\n')
  expect(brokenRules(folder)).toHaveLength(1)
})

test('protocol versions are named in ocpp/ and nowhere to its right', () => {
  write('ocpp/src/protocol.ts', "export const protocols = ['ocpp1.6']\n")
  write('server/src/flow.ts', "if (link.protocol === 'ocpp1.6') stop()\n")
  expect(brokenRules(folder)).toEqual([
    "server/src/flow.ts:1: 'ocpp1.6': protocol versions end at the translators in ocpp/",
  ])
})

test('messages and fields of OCPP are named in ocpp/, in stories and nowhere else', () => {
  const definitions = {
    SetVariables: { properties: { setVariableData: {}, requestId: {}, validTo: {}, key: {}, totalCost: {} } },
  }
  const schemas = `export const definitionsText = ${JSON.stringify(JSON.stringify(definitions))}\n`
  write('ocpp/src/generated/schemas201.ts', schemas)
  write('ocpp/src/station-command.ts', 'export interface Settings { requestId: number }\n')
  write('contract/src/places/tariffs.ts', 'export const change = { valid_to: 1 }\n')
  const own = 'const a = { requestId: 1, validTo: 2, key: 3 }\n// setVariableData is not for us\n'
  write('server/src/slices/commands/a.ts', `${own}const b = ['SetVariables', { setVariableData: [] }]\n`)
  write('web/src/slices/commands/a.tsx', `${own}const text = \`\${a.setVariableData}\`\n`)
  write('server/src/story/a.test.ts', "send('SetVariables')\n")
  write('ocpp/src/v201/writing/commands.ts', "send('SetVariables')\n")
  write('ocpi/src/model/cdr.ts', 'export interface Cdr { totalCost: number }\n')
  write('server/src/slices/roaming/a.ts', 'const a = { totalCost: 1, setVariableData: 2 }\n')
  write('server/src/slices/money/a.ts', 'const a = { totalCost: 1 }\n')
  const message = 'messages and fields of OCPP end at the translators in ocpp/'
  expect(brokenRules(folder)).toEqual([
    `server/src/slices/commands/a.ts:3: SetVariables: ${message}`,
    `server/src/slices/commands/a.ts:3: setVariableData: ${message}`,
    `server/src/slices/money/a.ts:1: totalCost: ${message}`,
    `server/src/slices/roaming/a.ts:1: setVariableData: ${message}`,
    `web/src/slices/commands/a.tsx:3: setVariableData: ${message}`,
  ])
})

test.each([
  ...['idTag', 'idTokenInfo', 'transactionInfo', 'chargingProfilePurpose', 'csChargingProfiles', 'evseId'],
  ...['SetVariables', 'RemoteStartTransaction', 'TransactionEvent', 'ChargingProfileType', 'customData'],
])('%s is a name of OCPP', (name) => expect(ocppNames(root).has(name)).toBe(true))

test.each([
  'transactionId',
  'connectorId',
  'reservationId',
  'status',
  'StatusNotification',
  'publicKey',
])('%s is a word of ours too', (name) => expect(ocppNames(root).has(name)).toBe(false))

test('a file of more than 400 lines is found', () => {
  write('units/src/long.ts', 'export {}\n'.repeat(401))
  expect(brokenRules(folder)).toEqual(['units/src/long.ts:400: 401 lines; a file has 400 at most'])
})

test('patterns, divisions and nested templates are distinguished', () => {
  const { code } = readable("const a = /['\"`]/.test(x) ? `${`${b}`}` : c / d // e\nconst f = 'g'\n")
  expect(code.replace(/ +/g, ' ')).toBe("const a = / /.test(x) ? `${`${b}`}` : c / d \nconst f = ' '\n")
})

test('figures, days and times are written in one place', () => {
  const source = "const a = new Intl.NumberFormat('en')\nconst b = at.toLocaleDateString()\n"
  write('units/src/writing.ts', source)
  write('web/src/ui/dates/when.tsx', source)
  const message = 'units/src/writing.ts writes figures, days and times'
  expect(brokenRules(folder)).toEqual([
    `web/src/ui/dates/when.tsx:1: Intl.NumberFormat: ${message}`,
    `web/src/ui/dates/when.tsx:2: .toLocaleDateString(: ${message}`,
  ])
})
