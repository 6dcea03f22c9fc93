import { type ExecFileException, execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServerUrls } from '../../../platform/general/testing.ts'
import { postgresPrograms } from '../../world/postgres-cluster.ts'
import { citrineTables, pgStatements } from './citrine-tables.ts'
import {
  citrineHash,
  citrineNetwork,
  csvNetwork,
  type Network,
  sapNetwork,
  steveNetwork,
} from './networks.ts'

const { startMariadb }: { startMariadb(): Promise<{ socket: string; end(): Promise<void> }> } = await import(
  /* @vite-ignore */ new URL('../../../../../scripts/lib/provide/programs/mariadb.mjs', import.meta.url).href
)

const program = (name: string) =>
  fileURLToPath(new URL(`../../../../dist/operate/${name}.js`, import.meta.url))
const [embedded, postgres] = openServerUrls()
const by = ['--by', 'OFFICE@example.com']

/** The program that a person starts by `npm run take-over`, in a process of its own. */
describe.each([embedded!, ...(postgres ? [postgres] : [])])('the program take-over ($name)', ({
  name,
  create,
}) => {
  // what it reads is the same wherever it writes, and each start opens the embedded database
  const readsAll = name === (postgres ?? embedded)?.name
  const folder = mkdtempSync(join(tmpdir(), 'take-over-'))
  let database: Awaited<ReturnType<typeof create>>
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    database = await create()
    const { DATABASE_URL: _unused, ...inherited } = process.env
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    env = {
      ...inherited,
      DATA_DIR: dataDir,
      CURRENCY: 'EUR',
      ...(database.url ? { DATABASE_URL: database.url } : {}),
    }
    execFileSync(process.execPath, [program('create-administrator'), '--email', 'office@example.com'], {
      env,
      stdio: 'ignore',
    })
  })
  afterAll(async () => {
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts it; resolves with its exit code and what it said. */
  const start = (args: readonly string[], input?: string): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [program('take-over'), ...args],
        { env },
        (error: ExecFileException | null, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      )
      child.stdin?.end(input ?? '')
    })

  const filesOf = ({ system, files }: Network): string[] => {
    const written = join(folder, system)
    mkdirSync(written, { recursive: true })
    return Object.entries(files).flatMap(([name, text]) => {
      const zips = name.endsWith('.sql')
      const path = join(written, zips ? `${name}.gz` : name)
      writeFileSync(path, zips ? gzipSync(text) : text)
      return ['--file', path]
    })
  }

  const linesOf = (counts: Network['first'], come: string): string[] =>
    Object.entries(counts).map(
      ([kind, [added, here, refused]]) =>
        `${kind}: ${added} ${come}, ${here} are here, ${refused} cannot come`,
    )

  /** A dry run, a real one, and another one, each of which says what comes. */
  async function comes(args: readonly string[], { first, again }: Pick<Network, 'first' | 'again'>) {
    const dry = await start([...args, '--dry-run'])
    expect(dry, dry.said).toMatchObject({ code: 0 })
    expect(dry.said.split('\n')).toEqual(expect.arrayContaining(linesOf(first, 'come')))
    expect(dry.said).toContain('This was a dry run')
    // the dry run has changed nothing: the real one finds the same
    const real = await start(args)
    expect(real, real.said).toMatchObject({ code: 0 })
    expect(real.said.split('\n')).toEqual(
      expect.arrayContaining([...linesOf(first, 'come'), ...linesOf(first, 'have come')]),
    )
    const second = await start(args)
    expect(second, second.said).toMatchObject({ code: 0 })
    expect(second.said.split('\n')).toEqual(expect.arrayContaining(linesOf(again, 'have come')))
  }

  test('says how it is used, and what it was not told', async () => {
    expect(await start(['--help'])).toMatchObject({ code: 0, said: expect.stringContaining('--dry-run') })
    for (const [args, said] of [
      [[], '--from'],
      [['--from', 'steve', ...by], '--file FILE'],
      [['--from', 'other', '--file', program('take-over'), ...by], '--from'],
      [['--wrong'], "Unknown option '--wrong'"],
      [['--from', 'steve', '--file', join(folder, 'absent.sql'), ...by], 'There is no file'],
      [['--end', '--by', 'nobody@example.com'], 'nobody@example.com is no administrator.'],
    ] as const)
      expect(await start(args)).toMatchObject({ code: 1, said: expect.stringContaining(said) })
  })

  const networks = readsAll ? [steveNetwork, citrineNetwork, sapNetwork, csvNetwork] : [steveNetwork]
  test.each(networks)('$system from files: a dry run, a real one, and another one', async (network) => {
    await comes(['--from', network.system, ...filesOf(network), ...by], network)
  })

  test('a file that is none of the system’s ends it, and leaves nothing in the way', async () => {
    const path = join(folder, 'none.sql')
    writeFileSync(path, 'select 1;')
    const args = ['--from', 'steve', '--file', path, ...by]
    expect(await start(args)).toMatchObject({
      code: 1,
      said: expect.stringContaining('This file has no table of this system.'),
    })
    expect((await start(['--end', ...by])).said).toContain('There is none that has not ended.')
  })

  if (!readsAll) return
  test('MariaDB by address, and from what its own mysqldump writes', async () => {
    const there = await startMariadb()
    try {
      const client = ['--no-defaults', '-uroot', `--socket=${there.socket}`]
      execFileSync('mariadb', client, { input: 'create database stevedb' })
      const { 'steve.sql': dump = '' } = steveNetwork.files
      execFileSync('mariadb', [...client, 'stevedb'], {
        input: dump.replaceAll('KAI-', 'MOLE-').replaceAll('Am Kai', 'Mole'),
      })
      const address = `mysql://root@localhost/stevedb?socket=${encodeURIComponent(there.socket)}`
      // people and cards are those that came from the file
      const { again } = steveNetwork
      await comes(['--from', 'steve', '--source', 'mole', '--address', address, ...by], {
        first: { ...again, stations: [2, 0, 2], sessions: [2, 0, 3] },
        again,
      })
      const secret = await start(
        ['--from', 'steve', '--source', 'mole', '--address', '-', '--dry-run', ...by],
        `${address}\n`,
      )
      expect(secret, secret.said).toMatchObject({ code: 0, said: expect.stringContaining('29 rows') })
      const path = join(folder, 'mole.sql')
      writeFileSync(path, execFileSync('mariadb-dump', [...client, '--single-transaction', 'stevedb']))
      const dumped = await start(['--from', 'steve', '--source', 'mole', '--file', path, ...by])
      expect(dumped, dumped.said).toMatchObject({ code: 0 })
      expect(dumped.said.split('\n')).toEqual(expect.arrayContaining(linesOf(again, 'have come')))
    } finally {
      await there.end()
    }
    const away = await start(['--from', 'steve', '--address', 'mysql://root@127.0.0.1:1/stevedb', ...by])
    expect(away).toMatchObject({ code: 1, said: expect.stringContaining('could not be read') })
  })

  test.skipIf(!postgres || !postgresPrograms)(
    'PostgreSQL by address, and from what its own pg_dump writes',
    async () => {
      const there = await postgres!.create()
      try {
        const client = new pg.Client(there.url!)
        await client.connect()
        await client.query(
          pgStatements(citrineTables(citrineHash))
            .replaceAll('DOCK-', 'QUAY-')
            .replaceAll("'Depot'", "'Quay'"),
        )
        await client.end()
        const args = ['--from', 'citrine', '--source', 'quay']
        const { first, again } = citrineNetwork
        await comes([...args, '--address', there.url!, ...by], {
          first: { ...first, tags: [0, 2, 0] },
          again,
        })
        const path = join(folder, 'quay.sql')
        const dump = join(postgresPrograms!, 'pg_dump')
        for (const kind of [['--no-owner'], ['--data-only', '--column-inserts']]) {
          writeFileSync(path, execFileSync(dump, [...kind, there.url!]))
          const dumped = await start([...args, '--file', path, ...by])
          expect(dumped, dumped.said).toMatchObject({ code: 0 })
          expect(dumped.said.split('\n')).toEqual(expect.arrayContaining(linesOf(again, 'have come')))
        }
      } finally {
        await there.drop()
      }
    },
    180_000,
  )
})
