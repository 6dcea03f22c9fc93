import { readFileSync } from 'node:fs'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import type { LogInTokens, Session } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { demoAccounts, demoPassword } from '../../slices/people/managers/staff/demo-accounts.ts'
import { freePort } from '../world/server-process.ts'
import { tlsSettings } from '../world/tls-for-stories.ts'
import { World } from '../world/world.ts'

interface Nginx {
  stop(): Promise<void>
}
const {
  findNginx,
  startNginx,
}: {
  findNginx(): string | undefined
  startNginx(options: { path: string; http: string; port: number }): Promise<Nginx>
} = await import(
  /* @vite-ignore */ new URL('../../../../scripts/lib/provide/programs/nginx.mjs', import.meta.url).href
)

const nginxPath = findNginx()
if (!nginxPath) process.stderr.write('nginx is not here and cannot be installed: its story is skipped.\n')

const document = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')
const example = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n(map[^]*?|HOST=[^]*?)\`\`\``).exec(document)![1]!

/** Stands for a proxy outside: nginx sees this address, and the server is set to trust it. */
const trusted = '127.0.0.1'
let given = 0
/** An address of this machine that nobody has used. */
const fresh = () => `127.0.1.${++given}`

/** The server behind Debian's nginx, both as docs/operations.md has them; ports and certificates are the story's. */
describe.skipIf(!nginxPath)('behind nginx', () => {
  let world: World
  let nginx: Nginx
  let remove: () => void
  let port: number
  beforeAll(async () => {
    const settings = Object.fromEntries(
      example('sh')
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    )
    world = await World.open(await openTestDatabase(), undefined, {
      ...settings,
      PAYMENT_PROVIDER: 'yookassa',
      YOOKASSA_SHOP_ID: '1',
      YOOKASSA_SECRET_KEY: 'live_x',
      LOGIN_ATTEMPTS_PER_ACCOUNT: '5',
      REQUESTS_PER_MINUTE: '60',
      OCPP_REFUSALS_PER_MINUTE: '10',
    })
    port = await freePort()
    const tls = tlsSettings(0)
    remove = tls.remove
    const replaced = {
      '443': String(port),
      'http://127.0.0.1:8080': world.server.url,
      '/etc/ssl/csms.example.pem': tls.env.OCPP_TLS_CERT!,
      '/etc/ssl/csms.example.key': tls.env.OCPP_TLS_KEY!,
    }
    const http = Object.entries(replaced).reduce((text, [from, to]) => {
      expect(text).toContain(from)
      return text.replaceAll(from, to)
    }, example('nginx'))
    nginx = await startNginx({ path: nginxPath!, http, port })
  })
  afterAll(async () => {
    await nginx?.stop()
    await world?.close()
    remove?.()
  })

  /** Calls through nginx from an address of this machine; `says` is what the client claims to be. */
  const call = async <T = { code: string }>(
    from: string,
    path: string,
    { says, body, token }: { says?: string; body?: object; token?: string } = {},
  ): Promise<{ status: number; headers: IncomingMessage['headers']; body: T }> => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          localAddress: from,
          path,
          rejectUnauthorized: false,
          agent: false,
          method: body ? 'POST' : 'GET',
          headers: {
            'content-type': 'application/json',
            ...(says ? { 'x-forwarded-for': says, 'x-forwarded-proto': 'https' } : {}),
            ...(token ? { authorization: `Bearer ${token}` } : {}),
          },
        },
        resolve,
      )
      sent.once('error', reject)
      sent.end(body ? JSON.stringify(body) : undefined)
    })
    const text = (await answer.toArray()).join('')
    const json = answer.headers['content-type']?.startsWith('application/json')
    return {
      status: answer.statusCode!,
      headers: answer.headers,
      body: (json ? JSON.parse(text) : text) as T,
    }
  }
  const emailOf = (role: string) => demoAccounts.find((account) => account.role === role)!.email
  const logIn = (from: string, password: string, says?: string, role = 'manager') =>
    call<LogInTokens>(from, '/api/v1/auth/manager/log-in', {
      ...(says ? { says } : {}),
      body: { email: emailOf(role), password },
    })
  const connect = (from: string, id: string, says: string) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`wss://127.0.0.1:${port}/ocpp/${id}`, 'ocpp1.6', {
        localAddress: from,
        rejectUnauthorized: false,
        headers: { 'x-forwarded-for': says },
      })
      socket.once('unexpected-response', (sent, answer) => {
        resolve(answer.statusCode!)
        sent.destroy()
      })
      socket.once('open', () => {
        resolve(101)
        socket.terminate()
      })
      socket.once('error', reject)
    })

  test('a session has the address that nginx saw, whatever the client said of itself', async () => {
    const from = fresh()
    const { body } = await logIn(from, demoPassword, '8.8.8.8', 'operator')
    const sessions = await call<Session[]>(from, '/api/v1/auth/manager/sessions', {
      token: body.access_token,
    })
    expect(sessions.body.map(({ remote_address }) => remote_address)).toContain(from)
    expect(JSON.stringify(sessions.body)).not.toContain('8.8.8.8')
  })

  test('a stranger with ever other claims is bounded as one, and shuts nobody else out', async () => {
    const [stranger, victim] = [fresh(), fresh()]
    const guesses: number[] = []
    for (let nth = 0; nth < 8; nth++)
      guesses.push((await logIn(stranger, `guess-${nth}`, `8.8.8.${nth}`)).status)
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await logIn(stranger, demoPassword, victim)).status).toBe(429)
    // pretending to be the victim has shut nobody out but the pretender
    expect((await logIn(victim, demoPassword)).status).toBe(200)
  })

  test('a notice is YooKassa’s by the address that nginx saw, not by what it says', async () => {
    const hear = (from: string, says: string) =>
      call(from, '/api/v1/webhooks/yookassa', {
        says,
        body: { event: 'payment.succeeded', object: { id: '2c', status: 'succeeded' } },
      })
    const forged = await hear(fresh(), '185.71.76.1')
    expect([forged.status, forged.body.code]).toEqual([400, 'payment.notice_refused'])
    // the sender's address, appended by a proxy of ours that nginx is behind
    expect((await hear(trusted, '8.8.8.8, 185.71.76.1')).status).toBe(200)
    const beyond = await hear(trusted, '185.71.76.1, 8.8.8.8')
    expect(beyond.body.code).toBe('payment.notice_refused')
  })

  test('a refused handshake is written down and bounded by the address that nginx saw', async () => {
    const [from, other] = [fresh(), fresh()]
    const statuses: number[] = []
    for (let nth = 0; nth < 12; nth++) statuses.push(await connect(from, `NGINX${nth}`, `8.8.4.${nth}`))
    expect(statuses).toEqual([...Array<number>(10).fill(404), 429, 429])
    const rows = () =>
      world.db
        .selectFrom('refused_handshakes')
        .select('station_id')
        .where('remote_address', '=', from)
        .execute()
    await world.until('all are written down', async () => (await rows()).length === 10)
    expect(await connect(other, 'NGINX99', from)).toBe(404)
  })

  test('a station comes through and has reached profile 2, as nginx ended its TLS', async () => {
    const { id, password } = await world.addStation()
    await new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(`wss://127.0.0.1:${port}/ocpp/${id}`, 'ocpp1.6', {
        auth: `${id}:${password}`,
        rejectUnauthorized: false,
      })
      socket.once('open', () => {
        resolve()
        socket.terminate()
      })
      socket.once('error', reject)
    })
    const { security_profile } = await world.db
      .selectFrom('stations')
      .select('security_profile')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(security_profile).toBe(2)
  })

  test('calls are bounded by the address that nginx saw', async () => {
    const from = fresh()
    const statuses: number[] = []
    for (let nth = 0; nth < 62; nth++)
      statuses.push((await call(from, '/api/v1/help/config', { says: `8.8.8.${nth}` })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
    expect((await call(fresh(), '/api/v1/help/config', { says: from })).status).toBe(200)
  })

  test('past nginx nobody is believed but nginx itself, and its metrics are not for the public', async () => {
    expect((await call(fresh(), '/metrics')).status).toBe(404)
    const past = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = plainRequest(`${world.server.url}/api/v1/webhooks/yookassa`, {
        method: 'POST',
        localAddress: fresh(),
        headers: { 'x-forwarded-for': '185.71.76.1' },
      })
      sent.once('response', resolve)
      sent.once('error', reject)
      sent.end('{}')
    })
    past.resume()
    expect(past.statusCode).toBe(400)
  })
})
