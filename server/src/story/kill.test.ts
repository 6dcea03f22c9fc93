import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { OrderDetails, Tokens } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { simulate, type VirtualStation } from '@stationmaster/simulator'
import { afterEach, describe, expect, test } from 'vitest'
import { openServerUrls } from '../platform/testing.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const stationCount = 50

/** The built server in a process of its own, which a test may kill. */
class Killable {
  private child: ChildProcess | undefined
  url = ''

  constructor(
    private readonly dataDir: string,
    private readonly port: number,
    private readonly databaseUrl: string | null,
  ) {}

  async start(): Promise<void> {
    const { DATABASE_URL: _unused, ...inherited } = process.env
    this.child = spawn(process.execPath, [main, '--empty', '--port', String(this.port)], {
      env: {
        ...inherited,
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'error',
        REQUESTS_PER_MINUTE: '1000000',
        ...(this.databaseUrl ? { DATABASE_URL: this.databaseUrl } : {}),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface(this.child.stdout!)) {
      const ready = /^Stationmaster is ready at (\S+)$/.exec(line)
      if (ready) {
        this.url = ready[1]!
        return
      }
    }
    throw new Error('the server ended before it was ready')
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = once(this.child, 'exit')
    this.child.kill(signal)
    await gone
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}

describe.each(openServerUrls())('kill -9 on $name', ({ create }) => {
  const undo: (() => Promise<unknown> | unknown)[] = []
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one()
  })

  test('loses nothing that was answered and bills nothing twice', async () => {
    expect(existsSync(main), 'the server is built').toBe(true)
    const database = await create()
    undo.push(() => database.drop())
    const dataDir = mkdtempSync(join(tmpdir(), 'kill-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const server = new Killable(dataDir, await freePort(), database.url)
    undo.push(() => server.end('SIGKILL'))
    await server.start()
    const api = await Api.open(server.url)
    const location = await api.post<{ id: number }>('locations', { name: 'Yard' })
    await api.post(`locations/${location.id}/pricing`, { tariff: 1700 })
    const stations: VirtualStation[] = []
    undo.push(() => Promise.all(stations.map((station) => station.close())))
    for (let i = 0; i < stationCount; i += 1) {
      const id = `KILL${i}`
      const { password } = await api.post<{ password: string }>(`locations/${location.id}/stations`, {
        id,
        vendor_name: 'Story',
        model: 'One',
        connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
      })
      await api.post('id-tokens', { token: `CARD${i}` })
      const protocol: Protocol = i % 2 === 0 ? 'ocpp1.6' : 'ocpp2.0.1'
      stations.push(
        await simulate({
          ...{ url: `${server.url.replace('http', 'ws')}/ocpp`, stationId: id, protocol, password, seed: id },
          connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
          meterEveryMs: 400,
          retry: { connectMs: 50, connectMostMs: 200, messageMs: 100, messageAttempts: 50 },
        }),
      )
    }
    await Promise.all(stations.map((station, i) => station.begin({ token: `CARD${i}` })))
    await new Promise((resolve) => setTimeout(resolve, 1500))

    await server.end('SIGKILL')
    const answered = stations.map(
      (station) => station.said('meter.sampled').filter(({ reply }) => reply !== null).length,
    )
    expect(Math.min(...answered)).toBeGreaterThan(0)
    for (const station of stations) station.addEnergy(undefined, 5000)
    await server.start()
    await Promise.all(stations.map((station) => station.waitFor('accepted', { timeoutMs: 30_000 })))
    for (const station of stations) station.addEnergy(undefined, 1000)
    await Promise.all(stations.map((station) => station.stop()))
    for (const station of stations) await station.resendStop()

    const orders = await api.orders()
    expect(orders).toHaveLength(stationCount)
    for (const [i, station] of stations.entries()) {
      const order = await api.details(orders.find((one) => one.station.id === station.id)!.id)
      const [transaction] = station.transactions()
      const energyWh = transaction!.meterStopWh! - transaction!.meterStartWh
      expect(order.order).toMatchObject({
        status: 'completed',
        meter_start: transaction!.meterStartWh,
        meter_stop: transaction!.meterStopWh,
        charging_price: Math.round(energyWh * 1.7),
        captured_amount: Math.round(energyWh * 1.7),
        needs_review: false,
      })
      expect(order.logs.filter(({ event }) => event === 'meter_values').length).toBeGreaterThanOrEqual(
        answered[i]!,
      )
    }
  }, 180_000)
})

/** The public interface, as an administrator. */
class Api {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async open(url: string): Promise<Api> {
    const tokens = await new Api(url, '').post<Tokens>('auth/manager/log-in', {
      email: 'administrator@demo.stationmaster.example',
      password: 'demo-pass-1',
    })
    return new Api(url, tokens.access_token)
  }

  async post<T>(path: string, body: object): Promise<T> {
    return this.send<T>('POST', `/api/v1/${path}`, body)
  }

  details(id: string): Promise<{ order: OrderDetails; logs: { event: string }[] }> {
    return this.send('GET', `/api/v1/orders/${id}/details`)
  }

  async orders(): Promise<{ id: string; station: { id: string } }[]> {
    const query = '{ orders(limit: 500) { edges { node { id station { id } } } } }'
    type Answer = { data: { orders: { edges: { node: { id: string; station: { id: string } } }[] } } }
    const { data } = await this.send<Answer>('POST', '/api/graphql', { query })
    return data.orders.edges.map(({ node }) => node)
  }

  private async send<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
}
