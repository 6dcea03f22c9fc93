import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { HelpConfig, LogInTokens, Setup } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServerUrls } from '../platform/testing.ts'
import { freePort, ServerProcess } from './server-process.ts'

const command = fileURLToPath(new URL('../../dist/create-administrator.js', import.meta.url))

/** Whoever starts a network of their own has no account yet, and is told how to make one. */
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

  test('gets its first administrator while it runs, once, and tells them what is missing', async () => {
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
    expect(await ask<Setup>('help/setup', access_token)).toEqual({
      legal_details: false,
      mail: 'files',
      payment_provider: null,
      database: name,
    })
  })
})
