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

const rows = readTable().filter(({ method, rights }) => method === 'GET' && rights[5] === '-')

describe('a key of one location', () => {
  let server: RunningServer
  let home: Things
  let outside: Things
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

  async function read({ path }: Row, things: Things, role: string) {
    const filled = path.replaceAll(placeholder, (_, name: keyof Things) => String(things[name]))
    const answer = await fetch(
      filled.startsWith('/') ? server.url + filled : `${server.url}/api/v1/${filled}`,
      {
        headers: { authorization: `Bearer ${keys.get(role)}` },
      },
    )
    return { status: answer.status, text: await answer.text() }
  }

  test.each(rows)('$path', async (row) => {
    for (const role of makers) {
      // an owner's are those of the key's location too
      const names = [...row.path.matchAll(placeholder)].filter(([, name]) => name !== 'owner')
      const beyond = await read(row, outside, role)
      expect(beyond.text, `${role}: ${row.path}`).not.toContain('OUTSIDEX')
      expect([500, 401], `${role}: ${beyond.text}`).not.toContain(beyond.status)
      if (names.length > 0) expect(beyond, role).toEqual(await read(row, nowhere, role))
      const mine = await read(row, home, role)
      expect(mine.text, role).not.toContain('OUTSIDEX')
    }
  })

  test('what it reads of its location is there', async () => {
    for (const role of makers)
      for (const path of ['stations', 'locations', `stations/${home.station}`, 'locations/markers'])
        expect((await read({ path } as Row, home, role)).text, `${role}: ${path}`).toContain('HOMEX')
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
