import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Protocol } from '@stationmaster/ocpp'
import { simulate, type VirtualStation } from '@stationmaster/simulator'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '../../slices/people/managers/staff/demo-accounts.ts'
import { readOutbox } from '../world/outbox.ts'
import {
  type Cluster,
  makeCluster,
  mountSmallDisk,
  postgresPrograms,
  type SmallDisk,
} from '../world/postgres-cluster.ts'
import { Api, freePort, ServerProcess } from '../world/server-process.ts'

const stationCount = 50
const megabytes = 180
/** the database may be away as long as this before the server says so, and back as long */
const noticedMs = 30_000

/** Fifty stations charge while PostgreSQL is restarted, killed, frozen, and out of disk; the server lives through all of it. */
describe.skipIf(!postgresPrograms)('a failing PostgreSQL', () => {
  const undo: (() => Promise<unknown> | unknown)[] = []
  const stations: VirtualStation[] = []
  const disk: SmallDisk | undefined = mountSmallDisk(megabytes)
  const dataDir = mkdtempSync(join(tmpdir(), 'faults-'))
  let cluster: Cluster
  let server: ServerProcess
  let api: Api

  beforeAll(async () => {
    undo.push(() => disk?.unmount())
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    cluster = await makeCluster({
      ...(disk ? { parent: disk.folder } : {}),
      initial: ['--wal-segsize=1'],
      settings: { min_wal_size: '2MB', max_wal_size: '8MB', shared_buffers: '16MB' },
    })
    undo.push(() => cluster.remove())
    server = new ServerProcess(dataDir, await freePort(), cluster.url, {
      OCPP_PING_SECONDS: '5',
      ACCOUNT_REQUESTS_PER_ADDRESS: '1000',
    })
    undo.push(() => server.end('SIGKILL'))
    await server.start()
    api = await Api.open(server.url)
    const location = await api.post<{ id: number }>('locations', { name: 'Yard' })
    await api.post(`locations/${location.id}/pricing`, { tariff: 1700 })
    undo.push(() => Promise.all(stations.map((station) => station.close())))
    const add = async (i: number): Promise<VirtualStation> => {
      const id = `FAULT${i}`
      const made = await patiently(() =>
        api.post<{ password: string }>(`locations/${location.id}/stations`, {
          id,
          vendor_name: 'Story',
          model: 'One',
          connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
        }),
      )
      await patiently(() => api.post('id-tokens', { token: `CARD${i}` }))
      const protocol: Protocol = i % 2 === 0 ? 'ocpp1.6' : 'ocpp2.0.1'
      return simulate({
        url: `${server.url.replace('http', 'ws')}/ocpp`,
        stationId: id,
        protocol,
        seed: id,
        password: made.password,
        connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
        meterEveryMs: 400,
        // a station of the field gives a message up that is refused, and keeps one while it has no connection
        retry: { connectMs: 100, connectMostMs: 500, messageMs: 100, messageAttempts: 3 },
      })
    }
    stations.push(...(await Promise.all(Array.from({ length: stationCount }, (_, i) => add(i)))))
  })

  /** Asks again while the database answers so late, on a busy machine, that the server takes it for away. */
  const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!String(error).includes('server.not_ready')) throw error
        await untilReadiness(200, 60_000)
      }
    }
  }

  afterAll(async () => {
    for (const one of undo.splice(0).reverse()) await one()
  })

  /** What the probe of a supervisor sees: it waits no longer than a second. */
  const readiness = (): Promise<number> =>
    fetch(`${server.url}/health/ready`, { signal: AbortSignal.timeout(1000) }).then(
      ({ status }) => status,
      () => 0,
    )
  const untilReadiness = async (status: number, withinMs = noticedMs): Promise<void> => {
    const until = performance.now() + withinMs
    while ((await readiness()) !== status) {
      if (!server.alive) throw new Error(`the server has ended:\n${server.lines.join('\n')}`)
      if (performance.now() > until) throw new Error(`not ${status} within ${withinMs} ms`)
      await delay(100)
    }
  }

  const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> => {
    const client = new pg.Client(cluster.url)
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, values)).rows as T[]
    } finally {
      await client.end()
    }
  }
  const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
    const end = performance.now() + 120_000
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(`waited in vain: ${what}`)
      await delay(100)
    }
  }

  /** A try that failed leaves a fault and cars that charge; what they are billed is compared after the next one too. */
  const atRest = async (): Promise<void> => {
    disk?.free()
    if (cluster.runs()) cluster.thaw()
    else await cluster.start()
    if (!server.alive) server.launch()
    await untilReadiness(200)
    const charging = stations.filter((station) => station.transactions().at(-1)?.meterStopWh === null)
    await Promise.all(charging.map((station) => station.stop()))
  }

  /** Sessions that run through a fault; some end in the middle of it. */
  const through = async (fault: () => Promise<void>, back: () => Promise<void>): Promise<void> => {
    await atRest()
    const known = stations.map((station) => station.transactions().length)
    await Promise.all(stations.map((station, i) => station.begin({ token: `CARD${i}` })))
    await delay(500)
    await fault()
    for (const station of stations) station.addEnergy(undefined, 5000)
    const early = stations.slice(0, 10).map((station) => station.stop())
    await delay(500)
    await back()
    await untilReadiness(200)
    await Promise.all(stations.map((station) => station.waitFor('accepted', { timeoutMs: 120_000 })))
    await timersRun()
    for (const station of stations.slice(10)) station.addEnergy(undefined, 1000)
    await Promise.all([...early, ...stations.slice(10).map((station) => station.stop())])
    await Promise.all(stations.map((station) => station.settled()))
    await compare(known)
    await resumed()
  }

  interface Booked {
    station_id: string
    status: string
    meter_start: string
    meter_stop: string
    energy_wh: string
    charging_price_minor: string
    needs_review: boolean
    payments: string
    captured: string
  }

  /** Every session has one order and one payment, with the energy that the station's own register tells. */
  const compare = async (known: number[]): Promise<void> => {
    const booked = await query<Booked>(`
      select o.station_id, o.status, o.meter_start, o.meter_stop, o.energy_wh, o.charging_price_minor, o.needs_review,
        count(p.id) as payments, sum(p.captured_minor) as captured
      from orders o left join payments p on p.order_id = o.id
      group by o.id order by o.id`)
    for (const [i, station] of stations.entries()) {
      const transactions = station.transactions()
      expect(transactions).toHaveLength(known[i]! + 1)
      const own = booked.filter(
        ({ station_id, status }) => station_id === station.id && status !== 'canceled',
      )
      const wanted = transactions.map(({ meterStartWh, meterStopWh }) => {
        const energyWh = meterStopWh! - meterStartWh
        const price = String(Math.round(energyWh * 1.7))
        return {
          station_id: station.id,
          status: 'completed',
          meter_start: String(meterStartWh),
          meter_stop: String(meterStopWh),
          energy_wh: String(energyWh),
          charging_price_minor: price,
          needs_review: false,
          payments: '1',
          captured: price,
        }
      })
      expect(own).toEqual(wanted)
    }
  }

  const timersRun = async (): Promise<void> => {
    const [due] = await query<{ id: string }>(`
      update orders set due_at = now() where id =
        (select id from orders where status = 'started' limit 1 for update skip locked)
      returning id`)
    await until('a timer is fired', async () => {
      const left = await query('select from orders where id = $1 and due_at <= now()', [due!.id])
      return left.length === 0
    })
  }

  let mails = 0
  /** What works behind the traffic goes on: jobs, presence. */
  const resumed = async (): Promise<void> => {
    const { email } = demoAccounts[mails % demoAccounts.length]!
    await patiently(() => api.post('auth/manager/password-change-requests', { email }))
    mails += 1
    await until('every station is present', async () => {
      const [row] = await query<{ present: string }>(
        'select count(*) as present from station_presence where connection_id is not null',
      )
      return Number(row!.present) === stationCount
    })
    await until('a mail has left', async () => (await readOutbox(dataDir)).length >= mails)
  }

  test.each(['fast', 'immediate'] as const)('restarted (%s)', async (mode) => {
    await through(
      async () => {
        await cluster.stop(mode)
        await untilReadiness(503)
      },
      () => cluster.start(),
    )
  })

  test('killed', async () => {
    await through(
      async () => {
        await cluster.kill()
        await untilReadiness(503)
      },
      () => cluster.start(),
    )
  })

  test('its connections cut, again and again', async () => {
    const cut = () =>
      query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
      )
    await through(
      async () => {
        for (let i = 0; i < 5; i += 1) {
          await cut()
          await delay(200)
        }
      },
      async () => {},
    )
  })

  test('frozen for twenty seconds', async () => {
    await through(
      async () => {
        cluster.freeze()
        const since = performance.now()
        await untilReadiness(503)
        const answer = await fetch(`${server.url}/api/v1/locations`)
        expect(answer.status).toBe(503)
        await delay(20_000 - (performance.now() - since))
      },
      async () => cluster.thaw(),
    )
  })

  test.skipIf(!disk)('out of disk', async () => {
    await through(
      async () => {
        disk!.fill()
        await until('a message is not kept', async () => (await readiness()) === 503)
      },
      async () => {
        disk!.free()
        if (!cluster.runs()) await cluster.start()
      },
    )
  })

  test('a server that starts while it is away waits for it', async () => {
    await through(
      async () => {
        await server.end('SIGKILL')
        await cluster.stop()
        server.launch()
        const line = await server.said(/PostgreSQL at 127\.0\.0\.1/)
        expect(line).toMatch(/does not answer.*Waiting/)
      },
      async () => {
        await cluster.start()
        await server.said(/^Stationmaster is ready at /)
      },
    )
    expect(server.lines.filter((line) => line.includes('Waiting'))).toHaveLength(1)
  })
})
