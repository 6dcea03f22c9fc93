import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { canInstall, installPackage } from './debian.mjs'
import { step } from './progress.mjs'
import { mustRun, run } from './run.mjs'

/**
 * Starts a throw-away PostgreSQL server and resolves with { url, stop }; installs PostgreSQL first where that is
 * possible, and resolves with undefined where there is none. `settings` are more of PostgreSQL's own (`fsync=off`); without
 * them it is as durable as by default.
 */
export async function startPostgres({ maxConnections = 200, settings = [] } = {}) {
  if (!findBinaries() && canInstall()) await installPackage('postgresql')
  const binaries = findBinaries()
  if (!binaries) return undefined
  return step('Starting a throw-away PostgreSQL', () => startCluster(binaries, maxConnections, settings))
}

async function startCluster(binaries, maxConnections, more) {
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-postgres-'))
  // PostgreSQL refuses to run as root.
  const as = process.getuid?.() === 0 ? owner() : {}
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const quiet = { ...as, cwd: folder }
  let server
  const stop = async () => {
    process.off('exit', stopAtOnce)
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const stopAtOnce = () => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', stopAtOnce)
  try {
    await mustRun(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      quiet,
    )
    const port = await freePort()
    const settings = [
      'listen_addresses=127.0.0.1',
      `max_connections=${maxConnections}`,
      `unix_socket_directories=${folder}`,
      ...more,
    ]
    server = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((s) => ['-c', s])],
      { ...quiet, stdio: 'ignore' },
    )
    await untilReady(binaries, server, port)
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilReady(binaries, server, port) {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL ended with code ${server.exitCode} while starting.`)
    const { code } = await run(join(binaries, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
    if (code === 0) return
    await pause(200)
  }
  throw new Error('PostgreSQL did not become ready within 30 seconds.')
}

/** The newest installed server's folder of programs. */
function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function owner() {
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
