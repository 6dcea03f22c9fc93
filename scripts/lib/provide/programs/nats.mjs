import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { canInstall, installPackage } from './debian.mjs'
import { freePort } from './free-port.mjs'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin']

/** Path of nats-server; undefined where it is not installed. */
export const findNats = () => folders.map((folder) => join(folder, 'nats-server')).find(existsSync)

/** Path of nats-server, which is installed first where that is possible; undefined where there is none. */
export async function provideNats() {
  if (!findNats() && canInstall()) await installPackage('nats-server')
  return findNats()
}

/**
 * Starts a nats-server on 127.0.0.1, with further arguments if there are some, and resolves with { port, url, start, end, freeze, thaw }
 * once it listens; `start` after an end listens on the same port.
 */
export async function startNats({ path = findNats(), port, args = [] } = {}) {
  if (!path) throw new Error('nats-server is not installed: install it, Debian has a package of that name.')
  const at = port ?? (await freePort())
  let server
  const start = async () => {
    server = spawn(path, ['-a', '127.0.0.1', '-p', String(at), ...args], { stdio: 'ignore' })
    await listening(server, at)
  }
  const end = async (signal = 'SIGTERM') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  await start()
  return {
    port: at,
    url: `nats://127.0.0.1:${at}`,
    start,
    end,
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
  }
}

async function listening(server, port) {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`nats-server ended with code ${server.exitCode}.`)
    const isOpen = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await pause(20)
  }
}
