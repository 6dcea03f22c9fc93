import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { HelpConfig, LogInTokens, Setup } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServerUrls } from '../../platform/general/testing.ts'
import { freePort, ServerProcess } from '../world/server-process.ts'

const backup = fileURLToPath(new URL('../../../dist/operate/backup.js', import.meta.url))
const command = fileURLToPath(new URL('../../../dist/operate/create-administrator.js', import.meta.url))

/** A new network has no account yet, and shows how to make one. */
describe.each(openServerUrls())('a network that nobody administers yet ($name)', ({ create, name }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'first-'))
  let database: Awaited<ReturnType<typeof create>>
  let server: ServerProcess
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    database = await create()
    const { DATABASE_URL: _unused, ...inherited } = process.env
    env = { ...inherited, DATA_DIR: dataDir, ...(database.url ? { DATABASE_URL: database.url } : {}) }
    server = new ServerProcess(dataDir, await freePort(), database.url, { HOST: '127.0.0.1' })
    server.launch({ flags: [] })
    await server.said(/^Nobody administers this network yet\..*npm run create-administrator/)
  })
  afterAll(async () => {
    await server?.end('SIGKILL')
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const ask = async <T>(path: string, token?: string): Promise<T> => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    return (await fetch(`${server.url}/api/v1/${path}`, { headers })).json() as Promise<T>
  }
  const make = () =>
    promisify(execFile)(process.execPath, [command, '--email', 'first@network.example'], { env })

  test('gets its first administrator while it runs, once, and shows what is missing', async () => {
    expect(await ask<HelpConfig>('help/config')).toMatchObject({ has_administrator: false })
    const { stdout } = await make()
    const [, password] = /^Administrator first@network\.example\nPassword {6}(\S+)\n$/.exec(stdout)!
    expect(await ask<HelpConfig>('help/config')).toMatchObject({ has_administrator: true })
    await expect(make()).rejects.toMatchObject({
      stderr: expect.stringContaining('There is a manager with the e-mail first@network.example already.'),
    })

    const answer = await fetch(`${server.url}/api/v1/auth/manager/log-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'first@network.example', password }),
    })
    const { access_token } = (await answer.json()) as LogInTokens
    const found = { legal_details: false, mail: 'files', payment_provider: null, database: name }
    const setup = () => ask<Setup>('help/setup', access_token)
    expect(await setup()).toEqual({ ...found, last_backup: null, backed_up: false })

    // what PostgreSQL's own programs copy is not known here
    if (name === 'postgres') return
    // files have the system's time, which is not the server's where a clock is set for tests
    const begun = join(dataDir, 'begun')
    writeFileSync(begun, '')
    await promisify(execFile)(process.execPath, [backup, 'backup', '--to', join(dataDir, 'taken')], { env })
    const { last_backup, backed_up: _depends, ...rest } = await setup()
    expect(rest).toEqual(found)
    const sinceMs = Date.parse(last_backup!) - Math.floor(statSync(begun).mtimeMs)
    expect(sinceMs).toBeGreaterThanOrEqual(0)
    expect(sinceMs).toBeLessThan(120_000)
    const note = join(dataDir, 'last-backup')
    const days = (count: number) => (Date.now() - count * DAY_MS) / 1000
    for (const [age, backed_up] of [
      [0, true],
      [7.9, true],
      [8, false],
    ] as const) {
      utimesSync(note, days(age), days(age))
      expect(await setup()).toMatchObject({ backed_up })
    }
  })
})
