import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scopesFor } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, testConfig } from '../../../platform/general/testing.ts'
import { type RunningServer, startServer } from '../../../server.ts'
import { demoAccounts } from '../../../slices/people/managers/staff/demo-accounts.ts'
import { findManagerByEmail } from '../../../slices/people/managers/store.ts'
import { insertKeyOf } from './operations/role-keys.ts'
import { absent, absentPersonal, insertBelongings } from './role-network.ts'
import { type Row, readTable } from './role-rows.ts'

const document = fileURLToPath(new URL('../../../../../docs/api.md', import.meta.url))

/** What only one of the two roles may read concerns a place too, or is refused to a key of some places. */
const makers = ['administrator', 'manager'] as const

const nowhere = { ...absent, ...absentPersonal }
type Things = typeof nowhere
const placeholder = new RegExp(`\\{~?(${Object.keys(nowhere).join('|')})\\}`, 'g')

const closed = readTable().filter(({ rights }) => rights[5] === '-')
const rows = closed.filter(({ method }) => method === 'GET')
const namesIn = ({ path, body = '' }: Row) =>
  [...(path + body).matchAll(placeholder)].flatMap(([, name = '']) => (name === 'name' ? [] : name))
// what only narrows finds nothing instead
const writes = closed.filter(
  (row) => row.method !== 'GET' && namesIn(row).length > 0 && !row.body?.includes('{~'),
)

describe('a key of one location', () => {
  let server: RunningServer
  let home: Things
  let outside: Things
  let made = 0
  const keys = new Map<string, string>()

  beforeAll(async () => {
    server = await startServer(testConfig({ LOG_LEVEL: 'error', API_KEY_CALLS_PER_MINUTE: '100000' }), {
      database: await openTestDatabase(),
    })
    server.readiness.ready = true
    const { db } = server.database
    const at = new Date('2026-03-05T12:00:00Z')
    const idOf = async (role: string) =>
      (await findManagerByEmail(db, demoAccounts.find((account) => account.role === role)!.email))!.id
    // both are the manager's own: what lies outside is hidden by the key alone
    const owner = await idOf('manager')
    home = { ...absentPersonal, ...(await insertBelongings(db, owner, 'HOMEX', at)) }
    outside = { ...absentPersonal, ...(await insertBelongings(db, owner, 'OUTSIDEX', at)), manager: owner }
    for (const role of makers) {
      const within = { at, scopes: scopesFor(role), locationIds: [Number(home.location)] }
      keys.set(role, (await insertKeyOf(db, await idOf(role), within)).key)
    }
  })
  afterAll(() => server.close())

  async function call({ method, path, body }: Row, things: Things, role: string) {
    const fill = (text: string) =>
      text
        .replaceAll(placeholder, (_, name: keyof Things) => String(things[name]))
        .replaceAll('{fresh}', () => `F${++made}`)
    const filled = fill(path)
    const answer = await fetch(
      filled.startsWith('/') ? server.url + filled : `${server.url}/api/v1/${filled}`,
      {
        method,
        headers: {
          authorization: `Bearer ${keys.get(role)}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: fill(body) }),
      },
    )
    return { status: answer.status, text: await answer.text() }
  }

  test.each(rows)('$path', async (row) => {
    for (const role of makers) {
      // an owner's are those of the key's location too
      const names = [...row.path.matchAll(placeholder)].filter(([, name]) => name !== 'owner')
      const beyond = await call(row, outside, role)
      expect(beyond.text, `${role}: ${row.path}`).not.toContain('OUTSIDEX')
      expect([500, 401], `${role}: ${beyond.text}`).not.toContain(beyond.status)
      if (names.length > 0) expect(beyond, role).toEqual(await call(row, nowhere, role))
      const mine = await call(row, home, role)
      expect(mine.text, role).not.toContain('OUTSIDEX')
    }
  })

  /** How a call is answered, without the words. */
  const outcomeOf = async (row: Row, things: Things, role: string) => {
    const { status, text } = await call(row, things, role)
    return { status, code: text === '' ? '' : (JSON.parse(text) as { code?: string }).code }
  }

  test.each(writes)('$method $path changes nothing beyond it', async (row) => {
    for (const role of makers) {
      const beyond = await outcomeOf(row, outside, role)
      expect([400, 403, 404, 405, 409, 422], `${role}: ${JSON.stringify(beyond)}`).toContain(beyond.status)
      expect(beyond, role).toEqual(await outcomeOf(row, nowhere, role))
    }
  })

  test('what it reads of its location is there', async () => {
    for (const role of makers)
      for (const path of ['stations', 'locations', `stations/${home.station}`, 'locations/markers'])
        expect((await call({ method: 'GET', path } as Row, home, role)).text, `${role}: ${path}`).toContain(
          'HOMEX',
        )
  })

  test('the example of the documentation lists what the key sees', async () => {
    const [, program = ''] =
      /## API keys[\s\S]*?```js\n([\s\S]*?)```/.exec(await readFile(document, 'utf8')) ?? []
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: { STATIONMASTER_URL: server.url, STATIONMASTER_KEY: keys.get('manager') },
    })
    expect(stdout).toMatch(/HOMEX/)
    expect(stdout).not.toMatch(/OUTSIDEX/)
  })
})
