import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { canInstall, installPackage } from './debian.mjs'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

/** Path of nginx; undefined where it is not installed. */
export const findNginx = () => folders.map((folder) => join(folder, 'nginx')).find(existsSync)

/** Path of nginx, which is installed first where that is possible; undefined where there is none. */
export async function provideNginx() {
  // what is there does where nothing can be installed
  if (!findNginx() && canInstall()) await installPackage('nginx-light').catch(() => {})
  return findNginx()
}

/** Starts nginx with the content of an `http` block and resolves with { stop } once it listens on a port of 127.0.0.1; rejects with what it said. */
export async function startNginx({ path, http, port }) {
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-nginx-'))
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  for (const kind of kinds) mkdirSync(join(folder, kind))
  const lines = [
    // its workers stay who it is, so that they may read what is in the folder
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    ...['daemon off;', 'worker_processes 1;', `pid ${folder}/pid;`, 'error_log stderr warn;', 'events {}'],
    ...[
      'http {',
      'access_log off;',
      ...kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`),
      http,
      '}',
    ],
  ]
  writeFileSync(join(folder, 'nginx.conf'), lines.join('\n'))
  // it forgets its environment, and with it a clock that was set (clock.mjs) after ten seconds: a server that failed would stay away
  const { LD_PRELOAD: _, ...env } = process.env
  const nginx = spawn(path, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  nginx.stderr.on('data', (text) => {
    said += text
  })
  const ended = once(nginx, 'exit')
  const stop = async () => {
    nginx.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 600; attempt++) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with code ${nginx.exitCode}: ${said}`)
    if (await listens(port)) return { stop }
    await pause(50)
  }
  await stop()
  throw new Error(`nginx does not listen: ${said}`)
}

const listens = (port) =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1', () => resolve(true))
    probe.once('error', () => resolve(false))
    probe.once('close', () => probe.destroy())
    probe.once('connect', () => probe.end())
  })
