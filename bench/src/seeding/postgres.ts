import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../processes/free-port.ts'
import { pidOf } from '../processes/proc.ts'
import { own, temporaryFolder } from '../processes/processes.ts'

const debian = '/usr/lib/postgresql'
const startMs = 30_000

/** A PostgreSQL server to put a database on. */
export interface Postgres {
  url: string
  /** absent when it was not started here */
  pid?: number
}

/** Starts a throw-away cluster whose settings are PostgreSQL's own, all but where it listens: what it commits is on disk. `settings` are more of them, `name=value`. */
export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const binaries = findBinaries()
  const folder = temporaryFolder('bench-postgres')
  // PostgreSQL refuses to run as root
  const as = process.getuid?.() === 0 ? owner() : undefined
  if (as) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(binaries, 'initdb'), initial, { ...as, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const place = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`]
  const server = own(
    spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), ...place, ...settings.flatMap((one) => ['-c', one])],
      {
        ...as,
        cwd: folder,
        stdio: 'ignore',
      },
    ),
    { gentle: 'SIGINT', hard: 'SIGQUIT' },
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilReady(url)
  return { url, pid: pidOf(server) }
}

/** The PostgreSQL of BENCH_DATABASE_URL, whose process is not ours to measure, or a new one. */
export const openPostgres = async (): Promise<{ url: string; pid?: number }> =>
  process.env.BENCH_DATABASE_URL ? { url: process.env.BENCH_DATABASE_URL } : startPostgres()

async function untilReady(url: string): Promise<void> {
  const until = performance.now() + startMs
  for (;;) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() > until) throw new Error('PostgreSQL did not become ready.', { cause: error })
      await pause(100)
    }
  }
}

function findBinaries(): string {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions
    .map((one) => join(debian, one, 'bin'))
    .find((one) => existsSync(join(one, 'initdb')))
  if (folder) return folder
  throw new Error(
    'No PostgreSQL in /usr/lib/postgresql: install Debian’s postgresql, or set BENCH_DATABASE_URL.',
  )
}

function owner(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
