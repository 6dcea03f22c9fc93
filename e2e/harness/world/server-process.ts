import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createServerDatabase } from '@stationmaster/server/testing'

const programs = {
  /** what operators run */
  real: fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url)),
  /** the same, with a clock that stories move */
  clocked: fileURLToPath(new URL('../../../server/dist/story/world/clocked-server.js', import.meta.url)),
}
const readyLine = /ready at (http:\/\/\S+)/

/** The built server as a process of its own, with a data folder of its own. */
export interface ServerProcess {
  /** e.g. http://127.0.0.1:40123 */
  readonly url: string
  /** its DATA_DIR, with the outbox of its mails */
  readonly dataDir: string
  /** of its PostgreSQL; null: the embedded database in its data folder */
  readonly databaseUrl: string | null
  /** what it has written, both streams, line by line */
  readonly lines: readonly string[]
  /** Tells the process something that does not end it. */
  signal(signal: NodeJS.Signals): void
  /** Ends the process and leaves its data. */
  halt(): Promise<void>
  /** Starts it again after that, on the same port with the same data. */
  resume(): Promise<void>
  /** Moves the clock of a `clocked` one, and waits until what is due then has been done. */
  forward(ms: number): Promise<void>
  /** Ends it as an operator does, and deletes its data. */
  stop(): Promise<void>
}

/**
 * Starts the built server on a free port, with settings of its own where they are given, on a database of the tests' PostgreSQL
 * where there is one, else on the embedded one; without a mode it is an operator's own, without accounts. Rejects with what it wrote when it is not ready within two minutes.
 */
export async function startServer(
  mode: '--empty' | '--demo' | null,
  settings: Readonly<Record<string, string>> = {},
  program: keyof typeof programs = 'real',
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-e2e-'))
  const dataDir = join(folder, 'data')
  const database = await createServerDatabase()
  const begin = (port: string) =>
    spawn(process.execPath, [programs[program], ...(mode ? [mode] : [])], {
      cwd: folder,
      env: {
        ...process.env,
        PORT: port,
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        // stories share a log-in, which may be old on a busy machine
        PASSWORD_ASKED_AFTER_MINUTES: '1440',
        ...(database ? { DATABASE_URL: database.url } : {}),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe', ...(program === 'clocked' ? (['ipc'] as const) : [])],
    })
  let child = begin('0')
  const lines: string[] = []
  const halt = () => end(child)
  const stop = async () => {
    await halt()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const url = await readyUrl(child, lines)
    const resume = async () => {
      child = begin(new URL(url).port)
      await readyUrl(child, lines)
    }
    const forward = async (ms: number) => {
      const done = once(child, 'message')
      child.send(ms)
      await done
    }
    const signal = (name: NodeJS.Signals) => void child.kill(name)
    const kept = { url, dataDir, databaseUrl: database?.url ?? null, lines }
    return { ...kept, signal, halt, resume, forward, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(late)
}

/** The address that a server says it is ready at; what it writes, then and later, goes to `written`. */
function readyUrl(child: ChildProcess, written: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}:\n${written.slice(-40).join('\n')}`))
    const late = setTimeout(() => fail('was not ready within two minutes'), 120_000)
    child.once('exit', (code) => fail(`ended with code ${code}`))
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface(stream).on('line', (line) => {
        written.push(line)
        const url = readyLine.exec(line)?.[1]
        if (!url) return
        clearTimeout(late)
        resolve(url)
      })
    }
  })
}
