import { Agent, request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../world/server-process.ts'
import { tlsSettings } from '../../world/tls-for-stories.ts'
import { Servers } from '../nodes/servers.ts'
import { readText } from './metric-names.ts'

const { findNginx, startNginx } = (await import(
  /* @vite-ignore */ new URL('../../../../../scripts/lib/provide/programs/nginx.mjs', import.meta.url).href
)) as {
  findNginx(): string | undefined
  startNginx(options: { path: string; http: string; port: number }): Promise<{ stop(): Promise<void> }>
}

let servers: Servers
let port: number
const undo: (() => unknown)[] = []
beforeAll(async () => {
  const path = findNginx()
  if (!path) throw new Error('nginx is not here')
  port = await freePort()
  const tls = tlsSettings(0)
  undo.push(tls.remove)
  servers = await Servers.open(2, {
    TRUST_PROXY: '127.0.0.1',
    DRAIN_NOTICE_SECONDS: '1',
    DRAIN_SPREAD_SECONDS: '2',
  })
  undo.push(() => servers.close())
  const replaced = {
    '443': String(port),
    'include stationmaster-servers.conf;': serversOf(servers.all.map(({ url }) => url)),
    'tls/csms.pem': tls.env.OCPP_TLS_CERT!,
    'tls/csms.key': tls.env.OCPP_TLS_KEY!,
  }
  const http = Object.entries(replaced).reduce((text, [from, to]) => {
    expect(text).toContain(from)
    return text.replaceAll(from, to)
  }, readText('deploy/nginx/stationmaster.conf'))
  const nginx = await startNginx({ path, http, port })
  undo.push(() => nginx.stop())
})
afterAll(async () => {
  for (const one of undo.toReversed()) await one()
})

/** The lines of the servers' file, with these servers. */
function serversOf(urls: string[]): string {
  const lines = readText('deploy/nginx/servers.conf')
    .split('\n')
    .filter((line) => line.startsWith('server '))
  expect(lines).toHaveLength(urls.length)
  return lines.map((line, index) => line.replace(/127\.0\.0\.1:\d+/, new URL(urls[index]!).host)).join('\n')
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
const statusOf = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode!))
    })
    sent.once('error', reject)
    sent.end()
  })

test('servers behind the proxy are restarted one after the other: no call fails, and stations are served by the other', async () => {
  // stations trust the proxy's certificate
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  undo.push(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
  const names = crypto.randomUUID().slice(0, 8)
  for (let index = 0; index < 6; index += 1)
    await servers.simulate(
      `PROXIED${names}${index}`,
      index % 2 ? 'ocpp1.6' : 'ocpp2.0.1',
      `wss://127.0.0.1:${port}/ocpp`,
    )
  const held = async () => {
    const rows = await servers.query<{ node: string; count: string }>(
      'select node, count(*) from station_presence where node is not null and connection_id is not null group by node order by node',
    )
    return Object.fromEntries(rows.map(({ node, count }) => [node, Number(count)]))
  }
  expect(await held()).toEqual({ 'node-0': 3, 'node-1': 3 })
  expect(await statusOf('/metrics')).toBe(404)

  const statuses: number[] = []
  let asking = true
  undo.push(() => {
    asking = false
  })
  const calls = (async () => {
    while (asking) {
      for (const path of ['/api/v1/version', '/health/ready', '/login']) statuses.push(await statusOf(path))
      await delay(20)
    }
  })()
  for (const [index, server] of servers.all.entries()) {
    await server.end('SIGTERM')
    const other = `node-${1 - index}`
    await servers.until('the other has all stations', async () => (await held())[other] === 6)
    await server.start()
    // longer than fail_timeout: the proxy tries it again
    await delay(3000)
  }
  asking = false
  await calls
  expect(statuses.length).toBeGreaterThan(100)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})
