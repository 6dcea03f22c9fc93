import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { canInstall, installPackage } from './debian.mjs'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/usr/local/bin']
const find = (name) => folders.map((folder) => join(folder, name)).find(existsSync)

/** Installs MariaDB first where that is possible and it is not there. */
export async function provideMariadb() {
  if (!find('mariadbd') && canInstall()) await installPackage('mariadb-server')
}

/** Starts a MariaDB in a folder of its own, which listens on a socket alone; resolves with { socket, end } once it does. */
export async function startMariadb() {
  const [path, prepare] = [find('mariadbd'), find('mariadb-install-db')]
  if (!path || !prepare)
    throw new Error('MariaDB is not installed: install it, Debian has it in the package mariadb-server.')
  const folder = mkdtempSync(join(tmpdir(), 'mariadb-'))
  const [data, socket, user] = [join(folder, 'data'), join(folder, 'socket'), userInfo().username]
  const common = ['--no-defaults', `--datadir=${data}`, `--user=${user}`]
  execFileSync(prepare, [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    stdio: 'ignore',
  })
  const server = spawn(path, [...common, `--socket=${socket}`, '--skip-networking'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error(`MariaDB ended with code ${server.exitCode}.`)
    await pause(50)
  }
  const end = async () => {
    server.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { socket, end }
}
