import type { Protocol } from '@stationmaster/ocpp'
import type { VirtualStation } from '@stationmaster/simulator'
import { afterEach, describe, expect, test } from 'vitest'
import { MailSink } from './mail-sink.ts'
import { Servers } from './servers.ts'
import { Switch } from './switch.ts'

const stationCount = 100
const portOf = (url: string) => Number(new URL(url).port)

describe('amid a hundred sessions', () => {
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one()
  })

  /** Stations at the first of two servers, behind a switch, that all charge. */
  async function begin(
    env: Record<string, string> = {},
  ): Promise<{ servers: Servers; door: Switch; stations: VirtualStation[] }> {
    const servers = await Servers.open(2, env)
    undo.push(() => servers.close())
    const door = await Switch.open(portOf(servers.all[0]!.url))
    undo.push(() => door.close())
    const protocolOf = (i: number): Protocol => (i % 2 === 0 ? 'ocpp1.6' : 'ocpp2.0.1')
    const stations: VirtualStation[] = []
    for (let i = 0; i < stationCount; i += 20)
      stations.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            servers.simulate(`S${i + n}`, protocolOf(i + n), door.url, { meterEveryMs: 1000 }),
          ),
        )),
      )
    await Promise.all(stations.map((station, i) => station.begin({ token: `CARD-S${i}` })))
    for (const station of stations) station.addEnergy(undefined, 1_000)
    return { servers, door, stations }
  }

  /** Every session is there once, with the energy and the price of its station's register. */
  async function compare(servers: Servers, stations: readonly VirtualStation[]): Promise<void> {
    const api = servers.apis[1]!
    const orders = await api.orders()
    expect(orders).toHaveLength(stationCount)
    for (const [i, station] of stations.entries()) {
      const [transaction, ...others] = station.transactions()
      expect(others).toEqual([])
      const { order } = await api.details(orders.find((one) => one.station.id === `S${i}`)!.id)
      const energyWh = transaction!.meterStopWh! - transaction!.meterStartWh
      expect(order).toMatchObject({
        status: 'completed',
        meter_start: transaction!.meterStartWh,
        meter_stop: transaction!.meterStopWh,
        charging_price: Math.round(energyWh * 1.7),
        captured_amount: Math.round(energyWh * 1.7),
      })
    }
  }

  const finish = async (stations: readonly VirtualStation[]) => {
    for (const station of stations) station.addEnergy(undefined, 1_000)
    await Promise.all(stations.map((station) => station.stop()))
    for (const station of stations) await station.resendStop()
  }

  const held = async (servers: Servers, node: string) => {
    const [row] = await servers.query<{ count: string }>(
      'select count(*) from station_presence where node = $1 and connection_id is not null',
      [node],
    )
    return Number(row?.count)
  }

  /** Has the first server send a mail that its mail server keeps waiting; answers with its address. */
  async function mailUnderWay(servers: Servers, sink: MailSink): Promise<string> {
    sink.isSilent = true
    const claims = () =>
      servers.query<{ node: string }>(`select node from job_claims where name = 'mail' order by node`)
    const invite = async (email: string) => {
      const before = (await claims()).length
      const person = { email, first_name: 'Nina', last_name: 'Orlova', role: 'operator' }
      await servers.apis[0]!.post('managers', person)
      await servers.until('a server sends it', async () => (await claims()).length > before)
      return email
    }
    let invited = await invite('nina@failing.example')
    // now and then the other is quicker; it has its hands full then
    if ((await claims())[0]?.node !== 'node-0') invited = await invite('anna@failing.example')
    sink.isSilent = false
    return invited
  }

  test('a server is killed: the other goes on with all of them', async () => {
    const sink = await MailSink.open()
    undo.push(() => sink.close())
    const { servers, door, stations } = await begin({ SMTP_URL: sink.url })
    const invited = await mailUnderWay(servers, sink)
    await servers.add('STALE')
    const statusOf = async (id: string) => {
      const [row] = await servers.query<{ status: string }>('select status from stations where id = $1', [id])
      return row?.status
    }
    const status = await statusOf('STALE')
    // as if the server had been about to derive it
    await servers.query(`update stations set status = 'available' where id = 'STALE'`)
    door.to(portOf(servers.all[1]!.url))
    await servers.all[0]!.end('SIGKILL')
    await servers.until('all are at the other', async () => (await held(servers, 'node-1')) === stationCount)
    await finish(stations)
    await compare(servers, stations)
    await servers.until('it is known to be dead', async () => {
      const [row] = await servers.query<{ state: string }>(`select state from nodes where id = 'node-0'`)
      return row?.state === 'dead'
    })
    await servers.until('the other sends its mail', () => sink.to(invited).length > 0)
    expect(sink.to(invited)).toHaveLength(1)
    expect(status).not.toBe('available')
    await servers.until(
      'what it had left to derive is derived',
      async () => (await statusOf('STALE')) === status,
    )
  })

  test('a server stands still for half a minute: what it writes afterwards is nothing that the other has', async () => {
    const { servers, door, stations } = await begin()
    door.to(portOf(servers.all[1]!.url))
    servers.all[0]!.signal('SIGSTOP')
    // what they send now rests with the server that does not read it
    for (const station of stations) station.addEnergy(undefined, 500)
    await servers.until('the other takes it for dead', async () => {
      const [row] = await servers.query<{ state: string }>(`select state from nodes where id = 'node-0'`)
      return row?.state === 'dead'
    })
    door.cut()
    await servers.until('all are at the other', async () => (await held(servers, 'node-1')) === stationCount)
    servers.all[0]!.signal('SIGCONT')
    await servers.until('it is back', async () => {
      const [row] = await servers.query<{ state: string }>(`select state from nodes where id = 'node-0'`)
      return row?.state === 'up'
    })
    expect(await held(servers, 'node-1')).toBe(stationCount)
    await finish(stations)
    await compare(servers, stations)
  })
})

describe('without NATS', () => {
  test('what is local goes on, a command to another server says that there is no path, and all is well when it is back', async () => {
    const servers = await Servers.open()
    try {
      await servers.simulate('LOCAL', 'ocpp1.6', 0)
      await servers.simulate('REMOTE', 'ocpp2.0.1', 1)
      const [api] = servers.apis
      const send = (id: string) =>
        api!.post<{ status: string }>(`stations/${id}/message`, { action: 'ClearCache', payload: {} }).then(
          ({ status }) => status,
          (error: Error) => /"code":"([\w.]+)"/.exec(error.message)?.[1] ?? error.message,
        )
      expect(await send('REMOTE')).toBe('Accepted')
      await servers.nats.end('SIGKILL')
      await servers.until('the loss is noticed', async () => (await send('REMOTE')) === 'station.no_path')
      expect(await send('LOCAL')).toBe('Accepted')
      await servers.nats.start()
      await servers.until('the path is back', async () => (await send('REMOTE')) === 'Accepted')
    } finally {
      await servers.close()
    }
  })
})
