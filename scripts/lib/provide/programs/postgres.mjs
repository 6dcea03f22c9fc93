import { execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { step } from '../../progress.mjs'
import { mustRun, run } from '../../run.mjs'
import { canInstall, installPackage } from './debian.mjs'
import { freePort } from './free-port.mjs'

/**
 * Starts a throw-away PostgreSQL server and resolves with { url, stop }; installs PostgreSQL first where that is
 * possible, and resolves with undefined where there is none. Settings that are not given are PostgreSQL's own defaults; `env` is
 * the server's.
 */
export async function startPostgres(settings = {}, env = process.env) {
  if (!findPostgres() && canInstall()) await installPackage('postgresql')
  if (!findPostgres()) return undefined
  return step('Starting a throw-away PostgreSQL', async () => {
    const cluster = await makeCluster({
      parent: throwAwayFolder(),
      settings: { max_connections: 400, max_wal_size: '256MB', ...settings },
      env,
    })
    return { url: cluster.url, stop: () => cluster.remove() }
  })
}

const inMemory = '/dev/shm'
const roomBytes = 2 * 1024 ** 3

/**
 * In memory, where there is room. A database is a thousand files, and tests make and drop one after the other: ext4 passes over the
 * places of all files that were deleted in the last seconds, so each new one takes longer than the one before, up to a second.
 */
export function throwAwayFolder() {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= roomBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * Makes a cluster of its own, in a new folder below `parent`, starts it and resolves with what can be done to it; PostgreSQL must
 * be installed. `start` after a stop or a kill recovers as PostgreSQL does; `env` is the server's.
 */
export const makeCluster = ({ initial = [], ...options } = {}) =>
  openCluster((binaries, data, quiet) => initialise(binaries, data, initial, quiet), options)

/** Makes a streaming replica of a cluster that runs, which follows it from then on. */
export const makeReplica = ({ url }, options = {}) =>
  openCluster(
    (binaries, data, quiet) =>
      mustRun(
        join(binaries, 'pg_basebackup'),
        ['-d', url, '-D', data, '-R', '-X', 'stream', '--no-sync'],
        quiet,
      ),
    options,
  )

/** A cluster whose files `fill` makes. */
async function openCluster(fill, { parent = tmpdir(), settings = {}, env = process.env } = {}) {
  const binaries = findPostgres()
  const folder = mkdtempSync(join(parent, 'stationmaster-postgres-'))
  // PostgreSQL refuses to run as root.
  const as = process.getuid?.() === 0 ? owner() : {}
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  const quiet = { ...as, cwd: folder }
  const port = await freePort()
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...settings }
  const args = ['-D', data, '-p', String(port)]
  for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`)
  const { runs, start, end, quit, freeze, thaw } = serverOf(binaries, args, port, { ...quiet, env })
  const remove = async () => {
    process.off('exit', removeAtOnce)
    await end('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  const removeAtOnce = () => {
    quit()
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', removeAtOnce)
  try {
    await fill(binaries, data, quiet)
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    runs,
    /** `fast` cuts connections and writes a checkpoint, `immediate` does not. */
    stop: (mode = 'fast') => end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    kill: () => end('SIGKILL'),
    /** Stops every process of the server in its tracks, and lets them go on. */
    freeze,
    thaw,
    remove,
  }
}

/** The server of a cluster, which can be started again after it has ended; `options` are those of `spawn`. */
function serverOf(binaries, args, port, options) {
  let server

  const runs = () => server !== undefined && server.exitCode === null && server.signalCode === null
  const end = async (signal) => {
    if (!runs()) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  const start = async (env = options.env) => {
    for (let attempt = 0; ; attempt++) {
      server = spawn(join(binaries, 'postgres'), args, { ...options, env, stdio: 'ignore' })
      if (await isReady(binaries, server, port)) return
      // what a killed server has left behind holds its memory for a moment
      if (attempt === 20) throw new Error(`PostgreSQL ended with code ${server.exitCode} while starting.`)
      await pause(200)
    }
  }
  return {
    runs,
    start,
    end,
    quit: () => server?.kill('SIGQUIT'),
    freeze: () => signalAll(server.pid, 'SIGSTOP'),
    thaw: () => signalAll(server.pid, 'SIGCONT'),
  }
}

/** Creates the files of a cluster with one superuser, postgres, who needs no password. */
const initialise = (binaries, data, initial, options) =>
  mustRun(
    join(binaries, 'initdb'),
    [
      ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'],
      ...['--locale=C.UTF-8', '--no-sync', ...initial],
    ],
    options,
  )

/** Each connection has a process in a session of its own, so there is no group to signal. */
function signalAll(pid, signal) {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  for (const each of [pid, ...children.map(Number)]) signalOne(each, signal)
}

/** A connection's process may have ended since it was found. */
function signalOne(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

async function isReady(binaries, server, port) {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) return false
    const { code } = await run(join(binaries, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
    if (code === 0) return true
    await pause(100)
  }
  throw new Error('PostgreSQL did not become ready within 30 seconds.')
}

/** The newest installed server's folder of programs. */
export function findPostgres() {
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
