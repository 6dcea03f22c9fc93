import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twoVersions } from '../../../platform/general/testing.ts'
import { Servers } from './servers.ts'
import { Switch } from './switch.ts'

const portOf = (url: string) => Number(new URL(url).port)

/** A story that is tried again has stations of its own. */
let made = 0

describe('a station that moves from one server to another', () => {
  let servers: Servers
  let door: Switch
  beforeAll(async () => {
    servers = await Servers.open()
    door = await Switch.open(portOf(servers.all[0]!.url))
  })
  afterAll(async () => {
    await servers.close()
    door.close()
  })

  test.each(twoVersions)('%s: its session goes on there, and is billed once', async (protocol) => {
    door.to(portOf(servers.all[0]!.url))
    const id = `M-${protocol}-${++made}`
    const station = await servers.simulate(id, protocol, door.url)
    await station.begin({ token: `CARD-${id}` })
    station.addEnergy(undefined, 3_000)
    door.to(portOf(servers.all[1]!.url))
    door.cut()
    station.addEnergy(undefined, 4_000)
    await servers.until('it is back', () => station.online)
    await station.stop()
    await station.resendStop()
    const orders = (await servers.apis[0]!.orders()).filter((order) => order.station.id === id)
    expect(orders).toHaveLength(1)
    const [transaction] = station.transactions()
    const { order } = await servers.apis[1]!.details(orders[0]!.id)
    const energyWh = transaction!.meterStopWh! - transaction!.meterStartWh
    expect(energyWh).toBeGreaterThanOrEqual(7_000)
    expect(order).toMatchObject({
      status: 'completed',
      meter_start: transaction!.meterStartWh,
      meter_stop: transaction!.meterStopWh,
      charging_price: Math.round(energyWh * 1.7),
    })
  })

  test('the server that believes to have it still closes its socket, and marks nothing', async () => {
    door.to(portOf(servers.all[0]!.url))
    const id = `HALF-${++made}`
    const station = await servers.simulate(id, 'ocpp1.6', door.url)
    door.to(portOf(servers.all[1]!.url))
    door.lose()
    station.cutCable()
    await servers.until('the other server has it', async () => (await holderOf(servers, id)) === 'node-1')
    const events = async () =>
      (await servers.apis[0]!.get<{ kind: string; word?: string }[]>(`stations/${id}/timeline`)).map(
        ({ kind }) => kind,
      )
    const { online } = await servers.apis[0]!.get<{ online: boolean }>(`stations/${id}`)
    expect(online).toBe(true)
    // until the older socket has closed, a command on that server ends as disconnected
    await servers.until('commands reach the station again', () =>
      servers.apis[0]!.post(`stations/${id}/message`, { action: 'ClearCache', payload: {} }).then(
        () => true,
        () => false,
      ),
    )
    expect((await events()).filter((kind) => kind === 'disconnected')).toEqual([])
    expect(await holderOf(servers, id)).toBe('node-1')
  })
})

const holderOf = async (servers: Servers, id: string): Promise<string | null> => {
  const [row] = await servers.query<{ node: string }>(
    `select node from station_presence where station_id = $1 and connection_id is not null`,
    [id],
  )
  return row?.node ?? null
}
