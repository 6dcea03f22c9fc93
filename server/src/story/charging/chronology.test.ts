import { setTimeout as pause } from 'node:timers/promises'
import type { OcppMessage, OrderLog } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { demoPassword } from '../../slices/people/managers/staff/demo-accounts.ts'
import { World } from '../world/world.ts'

describe.each(openTestDatabases())('the chronology on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
    await world.addCard('CHRONO')
  })
  afterAll(() => world?.close())

  const orderOf = async (stationId: string): Promise<number> => (await world.ordersOf(stationId)).at(-1)!.id
  const logsOf = async (orderId: number): Promise<OrderLog[]> =>
    (await world.get<{ logs: OrderLog[] }>(`orders/${orderId}/details`)).logs
  const logsFor = async (email: string, orderId: number): Promise<OrderLog[]> => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ email, password: demoPassword })
    const signedIn = await fetch(`${world.server.url}/api/v1/auth/manager/log-in`, { ...post, body })
    const { access_token } = (await signedIn.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await fetch(`${world.server.url}/api/v1/orders/${orderId}/details`, { headers })
    return ((await answer.json()) as { logs: OrderLog[] }).logs
  }

  test('tells administrators what the controller wrote of the session, and nobody else', async () => {
    const station = await world.simulate('ocpp1.6')
    await station.begin({ token: 'CHRONO' })
    await station.sendLog(1, 'error', 'Contactor stuck')
    await station.sendLog(2, 'warning', 'Fan of the other connector')
    await station.sendLog(0, 'info', 'Door open')
    const id = await orderOf(station.id)
    const minutes = (n: number) => new Date(world.clock.now().getTime() + n * 60_000)
    await sql`insert into controller_logs (at, station_id, connector, level, source, text) values
      (${minutes(-0.9)}, ${station.id}, null, 'debug', 'upload', 'Just before'),
      (${minutes(-5)}, ${station.id}, 1, 'info', 'upload', 'Long before'),
      (${minutes(0)}, 'ELSEWHERE', 1, 'info', 'upload', 'Of another station')`.execute(world.db)
    await station.stop(1)
    await sql`insert into controller_logs (at, station_id, connector, level, source, text) values
      (${minutes(5)}, ${station.id}, 1, 'info', 'vendor', 'Long after')`.execute(world.db)

    const lines = (await logsOf(id)).filter(({ kind }) => kind === 'logs')
    expect(
      lines.map(({ event, text, level, source, connector_id }) => [event, text, level, source, connector_id]),
    ).toEqual([
      ['controller_log', 'Just before', 'debug', 'upload', null],
      ['controller_log', 'Contactor stuck', 'error', 'vendor', 1],
      ['controller_log', 'Door open', 'info', 'vendor', null],
    ])
    const others = await logsFor('operator@demo.stationmaster.example', id)
    expect(others.length).toBeGreaterThan(3)
    expect(others.filter(({ kind }) => kind === 'logs')).toEqual([])
  })

  test('reads the lines through the index of their station and time', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select l.text from controller_logs l
      where l.station_id = 'A' and l.at >= now() - interval '1 hour' and l.at <= now()
        and (l.connector is null or l.connector = (select c.ordinal from connectors c where c.id = 1))
      order by l.at desc, l.id desc limit 500`.execute(world.db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('controller_logs_station')
  })

  test('shows who requested a start and a stop, and the answers', async () => {
    const station = await world.simulate('ocpp2.0.1')
    await station.plugIn()
    const { id } = await world.post<{ id: number }>(`connectors/${station.made.connectorId}/start`, {})
    await world.until('it charges', async () => (await world.order(id)).status === 'started')
    await station.goOffline()
    await world.untilOffline(station.id)
    await expect(world.post(`connectors/${station.made.connectorId}/stop`)).rejects.toMatchObject({
      status: 409,
    })
    expect((await world.order(id)).stop_tx_status).toBeNull()
    await station.goOnline()
    await world.post(`connectors/${station.made.connectorId}/stop`)
    await world.until('it has ended', async () => (await world.order(id)).status === 'completed')

    const logs = await logsOf(id)
    const email = 'administrator@demo.stationmaster.example'
    const endpoint = `connectors/${station.made.connectorId}`
    expect(
      logs.filter(({ kind }) => kind === 'api').map(({ id: _, created_at: __, ...line }) => line),
    ).toEqual([
      {
        kind: 'api',
        event: 'connector_start',
        request_endpoint: `${endpoint}/start`,
        request_post: '{}',
        text: email,
        response_code: 200,
      },
      {
        kind: 'api',
        event: 'connector_stop',
        request_endpoint: `${endpoint}/stop`,
        text: email,
        response_code: 409,
      },
      {
        kind: 'api',
        event: 'connector_stop',
        request_endpoint: `${endpoint}/stop`,
        text: email,
        response_code: 200,
      },
    ])
    const stops = logs.map(({ event }) => event).filter((event) => event.startsWith('remote_stop'))
    expect(stops).toEqual(['remote_stop_tx_request', 'remote_stop_tx_response'])
  })

  test('an answer is journaled when it leaves, after its commit', async () => {
    const station = await world.simulate('ocpp1.6')
    await station.begin({ token: 'CHRONO' })
    const id = await orderOf(station.id)
    let locked = () => {}
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve
    })
    const held = world.db.transaction().execute(async (tx) => {
      await sql`select 1 from orders where id = ${id} for update`.execute(tx)
      locked()
      await pause(1000)
    })
    await isLocked
    await station.stop(1)
    await held
    const stops = async () =>
      (await world.get<OcppMessage[]>(`ocpp-messages/${station.id}?action=StopTransaction`)).filter(
        ({ order_id }) => order_id === id,
      )
    await world.until('the answer is journaled', async () => (await stops()).length === 2)
    for (const { latency_ms } of await stops()) {
      expect(latency_ms).toBeGreaterThanOrEqual(300)
      expect(latency_ms).toBeLessThan(20_000)
    }
  })
})
