import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { openServerUrls } from '../../platform/general/testing.ts'
import { freePort, ServerProcess } from '../world/server-process.ts'

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'start-'))
  undo.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** The lines with which a server ends that cannot start, behind those of the steps that it could do. */
const ended = async (
  dataDir: string,
  databaseUrl: string | null,
  env: Record<string, string> = {},
  through: readonly string[] = [],
): Promise<string[]> => {
  const server = new ServerProcess(dataDir, Number(env.PORT ?? 0), databaseUrl, env)
  undo.push(() => server.end('SIGKILL'))
  server.launch({ through })
  expect(await server.ended()).toBe(1)
  return server.lines.filter((line) => !/^[·✓] /.test(line))
}

/** What starts a program of root's that permissions hold for, as they do for everybody else's. */
const asOthers =
  process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']
    : []

const [, postgres] = openServerUrls()
const urlWith = (change: (url: URL) => void): string => {
  const url = new URL(process.env.TEST_DATABASE_URL!)
  change(url)
  return url.href
}

describe('a start that cannot be ends with one line', () => {
  test('DATA_DIR is a file', async () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    expect(await ended(file, null)).toEqual([`DATA_DIR ${file} is not a folder.`])
    const [line, ...more] = await ended(file, null, { SECRET_KEY: 'x'.repeat(32) })
    expect(more).toEqual([])
    expect(line).toMatch(/^DATA_DIR .* cannot be written: /)
  })

  test('DATA_DIR may not be written', async () => {
    const readOnly = folder()
    writeFileSync(join(readOnly, 'secret-key'), 'x'.repeat(64))
    chmodSync(readOnly, 0o555)
    const lines = await ended(readOnly, null, {}, asOthers)
    expect(lines).toEqual([expect.stringMatching(/^DATA_DIR .* cannot be written: EACCES/)])
  })

  test('the embedded database is corrupt', async () => {
    const dataDir = folder()
    mkdirSync(join(dataDir, 'database'))
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), 'rubbish')
    const lines = await ended(dataDir, null)
    expect(lines).toEqual([
      expect.stringMatching(/^The embedded database in .* cannot be opened: .*Restore a backup/),
    ])
  })

  test.skipIf(!postgres)('PostgreSQL has no such database, or no such user', async () => {
    const database = await ended(
      folder(),
      urlWith((url) => (url.pathname = '/nobody_made_it')),
    )
    expect(database).toEqual([expect.stringMatching(/^PostgreSQL at .* has no database nobody_made_it\./)])
    const user = await ended(
      folder(),
      urlWith((url) => (url.username = 'nobody_knows')),
    )
    expect(user).toEqual([expect.stringMatching(/^PostgreSQL at .* user nobody_knows/)])
  })

  test('the port is in use', async () => {
    const port = await freePort()
    const holder = createServer().listen(port, '127.0.0.1')
    undo.push(() => holder.close())
    await once(holder, 'listening')
    const database = await postgres?.create()
    undo.push(() => database?.drop())
    expect(await ended(folder(), database?.url ?? null, { PORT: String(port) })).toEqual([
      `Port ${port} is in use by another program. Stop that one, or set another PORT.`,
    ])
  })

  test('the web application that is built meanwhile is waited for, and a build that fails ends the start', async () => {
    const database = await postgres?.create()
    undo.push(() => database?.drop())
    const server = new ServerProcess(folder(), await freePort(), database?.url ?? null)
    undo.push(() => server.end('SIGKILL'))
    const launch = () => server.launch({ flags: ['--empty', '--awaits-web'], messages: true })
    launch()
    const health = async () => (await fetch(`${server.url}/health/ready`).catch(() => null))?.status
    await expect.poll(health, { timeout: 60_000 }).toBe(503)
    server.send({ seconds: 7.25 })
    await server.said(/^✓ Building the web application meanwhile 7\.3 s$/)
    await server.said(/^Stationmaster is ready at /)
    expect(await health()).toBe(200)
    await server.end('SIGTERM')
    launch()
    server.send({ error: 'nothing there can be built' })
    await expect.poll(() => server.alive, { timeout: 60_000 }).toBe(false)
    expect(server.lines.slice(-1)).toEqual(['nothing there can be built'])
  })

  test('SECRET_KEY is not that of the database, unless it is meant to be new', async () => {
    const database = await postgres?.create()
    undo.push(() => database?.drop())
    const [dataDir, port, url] = [folder(), await freePort(), database?.url ?? null]
    const [old, fresh] = [0, 1].map(() => ({ SECRET_KEY: randomBytes(24).toString('hex') }))
    const runs = async (env: Record<string, string>, ...flags: string[]) => {
      const server = new ServerProcess(dataDir, port, url, env)
      undo.push(() => server.end('SIGKILL'))
      server.launch({ flags: ['--empty', ...flags] })
      await server.said(/^Stationmaster is ready at /)
      if (env.FILES_URL)
        await server.said(/^The file store at .* cannot be reached: .*rest in the database\.$/)
      await server.end('SIGTERM')
    }
    // a file store that is away is reported and does not stop the start
    const away = {
      FILES_URL: 's3://127.0.0.1:1/files?tls=false',
      FILES_ACCESS_KEY: 'k',
      FILES_SECRET_KEY: 's',
    }
    await runs({ ...old!, ...away })
    const lines = await ended(dataDir, url, fresh!)
    expect(lines).toEqual([expect.stringMatching(/^SECRET_KEY is not the one/)])
    await runs(old!)
    await runs(fresh!, '--new-secret-key')
    await runs(fresh!)
  })
})

test.each([
  ['payment-sandbox', ['--port', '0']],
  ['simulator', ['--stations', '1', '--url', 'ws://127.0.0.1:1/ocpp']],
])('a server that ends while its %s starts leaves none behind', async (name, args) => {
  const cli = fileURLToPath(new URL(`../../../../${name}/dist/cli.js`, import.meta.url))
  const child = fork(cli, args, {
    cwd: folder(),
    env: { ...process.env, PAYMENT_SANDBOX_KEY: 'x'.repeat(16) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  undo.push(() => child.kill('SIGKILL'))
  const pieces: Buffer[] = []
  child.stderr?.on('data', (piece: Buffer) => pieces.push(piece))
  child.stdout?.destroy()
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(Buffer.concat(pieces).toString()).toBe('')
})
